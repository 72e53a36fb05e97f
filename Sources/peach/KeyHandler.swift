import Glibc
import Practice
import Synchronization
import Terminal
import Texts
import Time
import Training

/// The computer's keys as intents: ↑ h, ↓ l, the arrows with Shift, space, q.
final class KeyHandler: Sendable {
  private struct Attached {
    var mailbox: Mailbox?
    var reader: KeyReader?
  }

  private let attached = Mutex(Attached())
  private let decoder: KeyDecoder
  private let hasLetters: Atomic<Bool>

  /// A handler for keys with the letters of `texts`' language, or without letters.
  init(_ texts: Catalogue, letters: Bool) {
    decoder = KeyDecoder(texts, letters: letters)
    hasLetters = Atomic(letters)
  }

  /// Begins to read keys for `practice`, if standard input is a terminal. `display` is told when the window has changed or is
  /// ours again.
  func start(_ practice: Practice, display: StatusDisplay) {
    attached.withLock { attached in
      attached.mailbox = practice.mailbox
      attached.reader = KeyReader(
        decoder: decoder, hasLetters: { self.hasLetters.load(ordering: .relaxed) },
        onKey: { key, time in self.press(key, at: time) }, onResize: { display.resized() },
        onReturn: { display.restart() })
    }
  }

  /// Single letters are keys as `view` has it, which follows the settings. Any thread.
  func follow(_ view: ViewState) { hasLetters.store(view.letters, ordering: .relaxed) }

  /// Gives the terminal back for good.
  func close() {
    let reader = attached.withLock { attached in
      defer { attached.reader = nil }
      return attached.reader
    }
    reader?.close()
  }

  /// Stops the process (SIGTSTP) with the terminal as it was found; it is taken again when the process goes on.
  func pause() {
    let reader = attached.withLock { $0.reader }
    reader?.suspend()
    Signals.stopProcess()
    reader?.resume()
  }

  private func press(_ key: Key, at time: MonotonicTime) {
    guard let mailbox = attached.withLock({ $0.mailbox }) else { return }
    guard let intent = Self.intent(of: key) else { return }
    mailbox.post(.intent(intent, at: time, source: .keys))
  }

  /// How far Shift with an arrow moves the tunable note, in cents. An arrow alone moves it by one: see `Intent.answer`.
  static let fineStep = 0.1

  /// What a key asks for; nil for those of `peach learn` alone.
  static func intent(of key: Key) -> Intent? {
    switch key {
    case .higher: .answer(.higher, epoch: nil)
    case .lower: .answer(.lower, epoch: nil)
    case .finerHigher: .step(cents: fineStep, epoch: nil)
    case .finerLower: .step(cents: -fineStep, epoch: nil)
    case .start: .proceed
    case .leave: .leave
    case .interrupt: .quit(.interrupt)
    case .no, .skip, .back: nil
    }
  }
}
