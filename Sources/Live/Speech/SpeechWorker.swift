import Linux
import Ports
import Time

/// The work of the voice's thread: one utterance after the other.
struct SpeechWorker {
  private enum Current {
    /// speech-dispatcher has `limit` once it begins.
    case dispatcher(UInt32, limit: Duration, deadline: MonotonicTime)
    case espeak(UInt32, Espeak, text: String, deadline: MonotonicTime)
  }

  let language: @Sendable () -> String
  let options: SpeechOptions
  let time: any TimeSource
  let orders: SpeechQueue
  let canUseDispatcher: @Sendable () -> Bool?
  let text: @Sendable ([Announcement]) -> String
  let report: @Sendable (SpeechEvent) -> Void

  private var waiting: [(announcements: [Announcement], number: UInt32)] = []
  private var current: Current?
  private var dispatcher: Dispatcher?
  /// The failure of speech-dispatcher; it is not tried again before `reconsider`.
  private var dispatcherFailure: SpeechFailure?
  private var cache = SoundCache()
  /// The language of `dispatcher` and of `cache`.
  private var spoken: String
  private var lastReport: SpeechEvent?
  private var isClosing = false

  init(
    language: @escaping @Sendable () -> String, options: SpeechOptions, time: any TimeSource, orders: SpeechQueue,
    canUseDispatcher: @escaping @Sendable () -> Bool?, text: @escaping @Sendable ([Announcement]) -> String,
    report: @escaping @Sendable (SpeechEvent) -> Void
  ) {
    self.language = language
    spoken = language()
    self.options = options
    self.time = time
    self.orders = orders
    self.canUseDispatcher = canUseDispatcher
    self.text = text
    self.report = report
  }

  /// Serves orders until it must close.
  mutating func run() {
    tell(voice())
    while true {
      for order in orders.take() { obey(order) }
      guard !isClosing else { break }
      advance()
      if current == nil, !waiting.isEmpty {
        begin()
        continue
      }
      guard orders.isEmpty else { continue }
      orders.wait(descriptors, until: deadline, time)
    }
    dispatcher?.quit()
  }

  // MARK: - Orders

  private mutating func obey(_ order: SpeechQueue.Order) {
    switch order {
    case .say(let announcements, let number):
      waiting.append((announcements, number))
    case .hush: breakOff()
    case .reconsider:
      dispatcherFailure = nil
      if current == nil { tell(voice()) }
    case .close:
      isClosing = true
      breakOff()
    }
  }

  private mutating func breakOff() {
    switch current {
    case .dispatcher(let number, _, _):
      dispatcher?.cancel()
      report(.ended(number))
    case .espeak(let number, _, _, _): report(.ended(number))
    case nil: break
    }
    // Releasing the value ends a running espeak-ng.
    current = nil
    for utterance in waiting { report(.ended(utterance.number)) }
    waiting = []
  }

  // MARK: - Utterances

  private var deadline: MonotonicTime? {
    switch current {
    case .dispatcher(_, _, let deadline), .espeak(_, _, _, let deadline): deadline
    case nil: nil
    }
  }

  private var descriptors: [Int32] {
    var descriptors = [dispatcher?.descriptor ?? -1]
    if case .espeak(_, let espeak, _, _) = current { descriptors += espeak.openDescriptors }
    return descriptors
  }

  private mutating func begin() {
    let (announcements, number) = waiting.removeFirst()
    let text = text(announcements)
    guard !text.isEmpty else { return report(.ended(number)) }
    follow(language())
    let voice = voice()
    tell(voice)
    switch voice {
    case .success(.speechDispatcher):
      dispatcher?.speak(text, number: number)
      current = .dispatcher(number, limit: options.limit(of: text), deadline: time.now() + options.beginLimit)
    case .success(.espeak):
      if let sound = cache[text] { return report(.rendered(number, sound)) }
      let started = options.program("espeak-ng").flatMap {
        Espeak($0, text: text, language: spoken, environment: options.environment)
      }
      guard let started else { return fail(number, detail: "") }
      current = .espeak(number, started, text: text, deadline: time.now() + options.utteranceLimit)
    case .failure, nil: report(.ended(number))
    }
  }

  /// Switches to `language`. A conversation with speech-dispatcher sets it at the start, so a new one is opened.
  private mutating func follow(_ language: String) {
    guard language != spoken else { return }
    spoken = language
    cache = SoundCache()
    dispatcher?.quit()
    dispatcher = nil
  }

  private mutating func advance() {
    advanceDispatcher()
    switch current {
    case .dispatcher(let number, _, let deadline) where time.now() >= deadline:
      // Its end would send no event that we could wait for.
      dispatcher?.cancel()
      loseDispatcher(detail: "")
      current = nil
      report(.ended(number))
      tell(voice())
    case .espeak(let number, let espeak, let text, let deadline):
      switch espeak.advance() {
      case .running where time.now() < deadline: break
      case .running: fail(number, detail: "")
      case .failed(let detail): fail(number, detail: detail)
      case .sound(let sound):
        cache[text] = sound
        current = nil
        report(.rendered(number, sound))
      }
    case .dispatcher, nil: break
    }
  }

  private mutating func fail(_ number: UInt32, detail: String) {
    current = nil
    report(.ended(number))
    tell(.failure(.failed(detail: detail)))
  }

  // MARK: - speech-dispatcher

  private mutating func advanceDispatcher() {
    guard let dispatcher else { return }
    guard let outcomes = dispatcher.advance() else { return dropDispatcher() }
    for outcome in outcomes {
      switch (outcome, current) {
      case (.begun(let begun), .dispatcher(let number, let limit, _)) where begun == number:
        current = .dispatcher(number, limit: limit, deadline: time.now() + limit)
        report(.begun(number, limit: limit))
      case (.ended(let ended), .dispatcher(let number, _, _)) where ended == number:
        current = nil
        report(.ended(number))
      case (.refused(let words), _):
        loseDispatcher(detail: words)
        return dropDispatcher()
      default: break
      }
    }
  }

  /// Stops using speech-dispatcher until `reconsider`.
  private mutating func loseDispatcher(detail: String) {
    dispatcherFailure = .failed(detail: detail)
    dispatcher = nil
  }

  /// Handles the loss of the server: its current utterance is over.
  private mutating func dropDispatcher() {
    dispatcher = nil
    guard case .dispatcher(let number, _, _) = current else { return }
    current = nil
    report(.ended(number))
  }

  // MARK: - Choosing the voice

  /// Returns the voice to use now, with speech-dispatcher connected if it is that; nil if it cannot be determined yet.
  private mutating func voice() -> Result<SpeechVoice, SpeechFailure>? {
    let isAllowed = canUseDispatcher()
    if isAllowed == true, options.hasMixingServer, dispatcherFailure == nil {
      switch connect() {
      case true: return .success(.speechDispatcher)
      case nil: return nil
      case false: break
      }
    }
    if isAllowed == false, dispatcher != nil {
      dispatcher?.quit()
      dispatcher = nil
    }
    if options.program("espeak-ng") != nil { return .success(.espeak) }
    if isAllowed == nil, options.program("speech-dispatcher") != nil { return nil }
    return .failure(dispatcherFailure ?? .missing)
  }

  private mutating func tell(_ voice: Result<SpeechVoice, SpeechFailure>?) {
    let event: SpeechEvent
    switch voice {
    case .success(let voice): event = .available(voice)
    case .failure(let failure): event = .unavailable(failure)
    case nil: return
    }
    guard event != lastReport else { return }
    lastReport = event
    report(event)
  }

  /// Returns whether speech-dispatcher accepts utterances, after connecting to it and starting it if necessary; nil if
  /// interrupted before that.
  private mutating func connect() -> Bool? {
    if dispatcher != nil { return true }
    guard let path = options.dispatcherSocket else { return false }
    let deadline = time.now() + options.answerLimit
    guard let found = Dispatcher(path: path) else {
      guard let program = options.environment["SPEECHD_CMD"] ?? options.program("speech-dispatcher") else {
        return false
      }
      switch spawn(program, path, until: deadline) {
      case .some(let started?): return greet(started, until: deadline)
      case .some(nil): return failed("")
      case nil: return verdict(until: deadline)
      }
    }
    return greet(found, until: deadline)
  }

  /// Starts a conversation with the server; see `connect`.
  private mutating func greet(_ found: Dispatcher, until deadline: MonotonicTime) -> Bool? {
    found.open(language: spoken)
    let answer = orders.wait(on: found.descriptor, until: deadline, time) { () -> SSIPConversation.Outcome? in
      guard let outcomes = found.advance() else { return .refused("") }
      return outcomes.first
    }
    switch answer {
    case .ready:
      dispatcher = found
      return true
    case .refused(let words): return failed(words)
    case .begun, .ended, nil: return verdict(until: deadline)
    }
  }

  private mutating func failed(_ words: String) -> Bool {
    dispatcherFailure = .failed(detail: words)
    return false
  }

  /// Interprets a wait without a result: the time is up, or another order has priority.
  private mutating func verdict(until deadline: MonotonicTime) -> Bool? {
    time.now() < deadline ? nil : failed("")
  }

  /// Starts speech-dispatcher and waits until it listens: `.some(nil)` if it ends, nil if it does not listen in time.
  private func spawn(_ program: String, _ path: String, until deadline: MonotonicTime) -> Dispatcher?? {
    let child = ChildProcess(program, ["--spawn"], environment: options.environment, standard: [-1, -1, -1])
    // It continues as a daemon, and its first process exits with 0; any other code is a failure.
    return orders.wait(on: -1, until: deadline, time) { () -> Dispatcher?? in
      if let dispatcher = Dispatcher(path: path) { return .some(dispatcher) }
      guard let child, child.ended() ?? 0 == 0 else { return .some(nil) }
      return nil
    }
  }
}

/// The sounds of recently spoken texts: a session repeats a few of them often.
struct SoundCache {
  /// The maximum number of sounds, some 130 kB each.
  private static let limit = 64

  private var sounds: [String: SpokenSound] = [:]
  private var order: [String] = []

  /// The sound of `text`. Setting one too many drops the oldest.
  subscript(text: String) -> SpokenSound? {
    get { sounds[text] }
    set {
      if sounds[text] == nil { order.append(text) }
      sounds[text] = newValue
      if order.count > Self.limit { sounds[order.removeFirst()] = nil }
    }
  }
}
