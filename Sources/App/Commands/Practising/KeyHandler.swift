import Foundation
import Glibc
import Ports
import Practice
import Synchronization
import Terminal
import Texts
import Time
import Timers
import Training

/// Translates the computer's keys into intents: ↑ h, ↓ l, the arrows with Shift, space, q, ← and → of early or late,
/// and those of the hub; `?` and p show information.
final class KeyHandler: Sendable {
  private struct Attached {
    var mailbox: Mailbox?
    var display: StatusDisplay?
    var reader: KeyReader?
  }

  private let attached = Mutex(Attached())
  private let decoder: KeyDecoder
  private let hasLetters: Atomic<Bool>
  private let isAtHub = Atomic(true)
  private let isTiming = Atomic(false)
  private let asksSureness = Atomic(false)
  private let texts: Mutex<Catalogue>
  private let profile: @Sendable (Catalogue) -> [String]

  /// Creates a handler for keys with the letters of `texts`' language, or without letters. `profile` returns the lines
  /// of the player's profile in a language; it is called on the display's queue.
  init(_ texts: Catalogue, letters: Bool, profile: @escaping @Sendable (Catalogue) -> [String]) {
    self.profile = profile
    self.texts = Mutex(texts)
    decoder = KeyDecoder(texts, letters: letters)
    hasLetters = Atomic(letters)
  }

  /// Starts reading keys for `practice`, if standard input is a terminal. Notifies `display` when the window has
  /// changed or belongs to this process again.
  func start(_ practice: Practice, display: StatusDisplay) {
    attached.withLock { attached in
      attached.mailbox = practice.mailbox
      attached.display = display
      attached.reader = KeyReader(
        marksPastes: OutputForm.movesCursor(ProcessInfo.processInfo.environment), decoder: decoder,
        update: { self.update(&$0) },
        onKey: { key, time in self.press(key, at: time) }, onResize: { display.resized() },
        onReturn: { display.restart() })
    }
  }

  /// Follows `view`: whether single letters are keys depends on the settings; some keys work only at the hub, and
  /// others only in early or late. Any thread.
  func follow(_ view: ViewState) {
    hasLetters.store(view.letters, ordering: .relaxed)
    // Next to a waiting timer they are refused with a reason, or show another timer.
    isAtHub.store(view.mode == nil && view.timer?.phase.isTimed != true, ordering: .relaxed)
    isTiming.store(view.mode == .timing, ordering: .relaxed)
    asksSureness.store(view.asksSureness, ordering: .relaxed)
  }

  /// Switches to the letters of `texts`' language. Any thread.
  func speak(_ texts: Catalogue) { self.texts.withLock { $0 = texts } }

  private func update(_ decoder: inout KeyDecoder) {
    decoder.hasLetters = hasLetters.load(ordering: .relaxed)
    decoder.hasAnswerLetters = !isTiming.load(ordering: .relaxed)
    decoder.use(lettersOf: texts.withLock(\.self))
  }

  /// Gives up the terminal for good.
  func close() {
    let reader = attached.withLock { attached in
      defer { attached.reader = nil }
      return attached.reader
    }
    reader?.close()
  }

  /// Stops the process (SIGTSTP) with the terminal as it was found, and takes the terminal again when it continues.
  func pause() {
    let reader = attached.withLock { $0.reader }
    reader?.suspend()
    Signals.stopProcess()
    reader?.resume()
  }

  private func press(_ key: Key, at time: MonotonicTime) {
    let (mailbox, display) = attached.withLock { ($0.mailbox, $0.display) }
    guard let mailbox, let display else { return }
    let isAtHub = isAtHub.load(ordering: .relaxed)
    switch key {
    case .help: return display.toggleKeys()
    case .profile where isAtHub:
      return display.toggleText { [texts = texts.withLock(\.self), profile] in profile(texts) }
    // As in every pager, it first closes the text being read, in any state of practice.
    case .leave: if display.hidePanel() { return }
    case .higher, .finerHigher: if display.turnPage(down: false) { return }
    case .lower, .finerLower, .start: if display.turnPage(down: true) { return }
    case .interrupt, .whereAmI, .hearAgain: break
    // Nothing starts behind a text being read.
    default: if display.isReading { return }
    }
    let isTiming = isTiming.load(ordering: .relaxed)
    let asksSureness = asksSureness.load(ordering: .relaxed)
    guard let intent = Self.intent(of: key, isAtHub: isAtHub, isTiming: isTiming, asksSureness: asksSureness) else {
      return
    }
    mailbox.post(.intent(intent, at: time, source: .keys))
  }

  /// The step of an arrow with Shift for the tunable note, in cents. An arrow alone moves it by one: see
  /// `Intent.answer`.
  static let fineStep = 0.1

  /// Returns the intent of a key; nil for keys without a meaning here. At the hub, an arrow with Shift has the effect
  /// of a long press of a pad; in an exercise whose answers are rated, it answers and is sure.
  static func intent(of key: Key, isAtHub: Bool, isTiming: Bool = false, asksSureness: Bool = false) -> Intent? {
    switch key {
    case .finerHigher where isAtHub: .start(.intervalComparison)
    case .finerLower where isAtHub: .start(.intervalMatching)
    case .listen where isAtHub: .start(.listening)
    case .listenToIntervals where isAtHub: .start(.intervalListening)
    case .earlyOrLate where isAtHub: .start(.timing)
    case .listenToEarlyOrLate where isAtHub: .start(.timingListening)
    case .chords where isAtHub: .start(.chords)
    case .beats where isAtHub: .start(.beats)
    case .temperament where isAtHub: .start(.temperament)
    case .forTime where isAtHub: .timer(.quickStart(.forTime))
    case .amrap where isAtHub: .timer(.quickStart(.amrap))
    case .emom where isAtHub: .timer(.quickStart(.emom))
    case .higher: .answer(.higher, epoch: nil)
    case .lower: .answer(.lower, epoch: nil)
    case .early where isTiming: .answer(.lower, epoch: nil)
    case .late where isTiming: .answer(.higher, epoch: nil)
    case .finerHigher where asksSureness: .answer(.higher, isSure: true, epoch: nil)
    case .finerLower where asksSureness: .answer(.lower, isSure: true, epoch: nil)
    case .surelyEarly where isTiming && asksSureness: .answer(.lower, isSure: true, epoch: nil)
    case .surelyLate where isTiming && asksSureness: .answer(.higher, isSure: true, epoch: nil)
    case .finerHigher: .step(cents: fineStep, epoch: nil)
    case .finerLower: .step(cents: -fineStep, epoch: nil)
    case .start: .proceed
    case .leave: .leave
    case .whereAmI: .whereAmI
    case .hearAgain: .hearAgain(epoch: nil)
    case .stepBack: .stepBack(epoch: nil)
    case .explain: .explain
    case .interrupt: .quit(.interrupt)
    case .no, .skip, .back, .help, .profile, .listen, .listenToIntervals, .earlyOrLate, .listenToEarlyOrLate, .chords,
      .beats, .temperament, .forTime, .amrap, .emom, .early, .late, .surelyEarly, .surelyLate:
      nil
    }
  }
}
