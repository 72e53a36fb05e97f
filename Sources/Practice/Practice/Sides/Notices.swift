import Ports

/// Which of the calm lines are meant.
enum NoticeKind: Equatable {
  case notSaving, noSequencer, lateSound, noSpeech, noPages, otherOutput, here
  /// Why practice was stopped or the last start refused, and who was turned away; the next start takes it away.
  case aboutStarting
  /// This very line.
  case exactly(ViewState.Notice)

  /// Whether `notice` is one of them.
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
  /// Shows where pages are served, or why they are not, and who was turned away.
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
