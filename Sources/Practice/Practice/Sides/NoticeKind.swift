import Ports

/// A selection of notices.
enum NoticeKind: Equatable {
  case notSaving, noSequencer, lateSound, noSpeech, noPages, otherOutput, here
  /// Reasons why practice stopped or the last start was refused, and turned-away users; the next start removes them.
  case aboutStarting
  /// Exactly this notice.
  case exactly(ViewState.Notice)

  /// Whether the selection includes `notice`.
  func includes(_ notice: ViewState.Notice) -> Bool {
    switch (self, notice) {
    case (.notSaving, .notSaving), (.noSequencer, .noSequencer), (.lateSound, .lateSound), (.noSpeech, .noSpeech),
      (.noPages, .noPages), (.noPages, .noBrowser), (.otherOutput, .otherOutput),
      (.aboutStarting, .otherOutput), (.aboutStarting, .headphonesPulled), (.aboutStarting, .idle),
      (.aboutStarting, .stranger):
      true
    case (.here, let notice): notice.answersQuestion
    case (.aboutStarting, let notice): notice.isRefusal
    case (.exactly(let line), let notice): line == notice
    default: false
    }
  }
}

extension ViewState {
  /// Shows where pages are served, why they are not, or which user was turned away.
  mutating func show(_ status: PagesStatus) {
    if case .refused(let user) = status { return add(.stranger(user: user)) }
    notices.removeAll(where: NoticeKind.noPages.includes)
    switch status {
    case .served(let address): pages = address
    case .unavailable(let failure):
      pages = nil
      add(.noPages(failure))
    case .notOpened: add(.noBrowser)
    case .refused: break
    }
  }
}
