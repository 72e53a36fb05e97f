import Pitch
import Ports
import Sound
import Time
import Training

/// The voice: whether there is one, and the current and pending announcements. Speech never overlaps a note: an
/// exercise waits until its announcement ends.
struct SpeechSide {
  /// Whether there is a voice.
  private(set) var isThere = false
  /// Whether the search for a voice has ended.
  private var isKnown = false
  /// The reason why there is no voice.
  private var failure: SpeechFailure?
  /// The time until which a start waits for the search.
  private var awaitedUntil: MonotonicTime?
  /// The number of the last utterance.
  private var number: UInt32 = 0
  /// The current utterance, when it is given up, and the exercise that waits for its end.
  private var current: (number: UInt32, epoch: Epoch?, deadline: MonotonicTime)?
  /// The announcements to say next.
  private var toSay: [Announcement] = []
  /// An announcement for the hub, said once a voice is found: a timer that was there from the start.
  private var greeting: Announcement?
  /// Announcements that come first, once: problems with the settings.
  private var news: [Announcement] = []
  /// Whether practice begins at once and says the news itself; at the hub they would be cut off.
  private let startsAtOnce: Bool
  /// The interval announced last.
  private var interval: DirectedInterval?
  /// The player's unanswered question.
  private var question: Question?
  /// The number of answers given so far.
  private var told = 0
  /// Whether the current utterance answers a question; any note cuts it off.
  private(set) var isTelling = false

  /// Creates a voice that is not known yet and says `news` first.
  init(news: [Announcement] = [], startsAtOnce: Bool = false) {
    self.news = news
    self.startsAtOnce = startsAtOnce
  }

  /// Creates a voice that first reports the settings problems of `configuration`.
  init(_ configuration: PracticeConfiguration) {
    let problems = configuration.settingsProblems
    self.init(
      news: problems.isEmpty ? [] : [.settings(problems)], startsAtOnce: configuration.startMode != nil)
  }

  private enum Question { case whereAmI, explanation }

  /// Whether the player has asked a question that is not answered yet.
  var isAsked: Bool { question != nil }

  /// Whether the voice is speaking.
  var isSpeaking: Bool { current != nil }

  /// Whether this utterance is the current one.
  func isSaying(_ number: UInt32) -> Bool { current?.number == number }

  /// When `advance` must be called: to give up an utterance, or to release a waiting start.
  var deadline: MonotonicTime? { earliest(current?.deadline, awaitedUntil) }

  /// Gives up an utterance that takes too long, and releases a start that has waited long enough for a voice.
  mutating func advance(to now: MonotonicTime) -> [Effect] {
    let isOverdue = current.map { now >= $0.deadline } ?? false
    let isAwaited = awaitedUntil.map { now >= $0 } ?? false
    return (isOverdue ? giveUp() : []) + (isAwaited ? [.startIfReady] : [])
  }

  /// The events of the voice, apart from its own reports.
  enum Event {
    /// Practice of a mode begins, which is announced before the first reference. nil if a timer has announced it
    /// already.
    case begin(Mode?)
    /// Says the pending announcements before this exercise, then plays it.
    case announce(Epoch, interval: DirectedInterval?, laying: ViewState.Laying? = nil)
    /// Adds a result, said as soon as its successor is known.
    case note(Announcement)
    case sayWhatWaits
    /// Says an announcement at the hub, replacing the current one.
    case sayAtHub(Announcement)
    /// Announces the end of practice after the current utterance.
    case sayAtEnd(Announcement)
    /// The player requests the status. Answered in the next silence, or at once if there is no voice.
    case whereAmI
    /// The player requests the examples during practice. Answered in the same way: they come afterwards.
    case explainLater
    /// Shows a sentence of the explanation and says it if there is a voice, replacing the current utterance.
    case explain(Explanation)
    /// Answers a pending question if nothing sounds.
    case tellIfSilent
    /// Practice continues: an answer that is being said is cut off, and its notice removed.
    case endTelling
    /// Stops speaking and drops the pending announcements.
    case hush
    /// This utterance has ended; nil means the current one.
    case ended(UInt32?)
    /// The renderer plays the current utterance, which lasts this long.
    case lasts(Duration)
    /// Changed settings may expect a voice.
    case tellIfMissing
  }

  /// Handles an event.
  mutating func handle(_ event: Event, in context: PracticeContext) -> [Effect] {
    let (now, settings) = (context.now, context.settings)
    switch event {
    case .begin(let mode):
      let effects = hush()
      interval = nil
      question = nil
      if isThere, settings.speaks, let mode { toSay = takeNews() + [.mode(mode)] }
      return effects + [.retract(.here), .exercises(.holdReferences)]
    case .announce(let epoch, _, let laying?):
      if isThere, settings.announcesIntervals { toSay.append(.laying(laying)) }
      return say(before: epoch, in: context)
    case .announce(let epoch, let interval, nil):
      if isThere, settings.announcesIntervals, let interval, interval != self.interval {
        self.interval = interval
        toSay.append(.interval(interval))
      }
      return say(before: epoch, in: context)
    case .note(let result): toSay.append(result)
    case .sayWhatWaits: if !toSay.isEmpty { return say(thenPlay: nil, at: now) }
    case .sayAtHub(let announcement): return sayAtHub(announcement, in: context)
    case .sayAtEnd(let announcement):
      guard isThere, settings.speaks else { return [] }
      toSay = [announcement]
      return say(thenPlay: nil, at: now)
    case .whereAmI: return ask(.whereAmI, in: context)
    case .explainLater: return ask(.explanation, in: context)
    case .explain(let sentence):
      told += 1
      let effects = hush() + [.retract(.here), .post(.explanation(sentence, number: told))]
      guard saysAnswers(by: context.wanted) else { return effects }
      toSay = [.explanation(sentence)]
      return effects + say(thenPlay: nil, at: now)
    case .tellIfSilent: return tellIfSilent(in: context)
    case .endTelling: return (isTelling ? hush() : []) + [.retract(.here)]
    case .hush: return hush()
    case .ended(let number): if number == nil || number == current?.number { return end() }
    // The renderer's utterance always ends: the deadline is for a voice that may not.
    case .lasts(let duration): if let deadline = current?.deadline { current?.deadline = deadline + duration }
    case .tellIfMissing: return tellIfMissing(context.wanted)
    }
    return []
  }

  /// Says the pending announcements, and the answer to a pending question, and then plays an exercise.
  private mutating func say(before epoch: Epoch, in context: PracticeContext) -> [Effect] {
    let told = isAsked ? tell(in: context) : []
    return told + (toSay.isEmpty ? [.sound(.proceed(epoch))] : say(thenPlay: epoch, at: context.now))
  }

  private mutating func sayAtHub(_ announcement: Announcement, in context: PracticeContext) -> [Effect] {
    guard context.settings.speaks, !context.isPractising else { return [] }
    guard isThere else {
      greeting = isKnown ? nil : announcement
      return []
    }
    let effects = hush()
    toSay = takeNews() + [announcement]
    return effects + say(thenPlay: nil, at: context.now)
  }

  /// Says the news at the hub, unless that has happened.
  private mutating func sayNews(in context: PracticeContext) -> [Effect] {
    guard context.settings.speaks, !context.isPractising, isThere, current == nil, !news.isEmpty else { return [] }
    toSay = takeNews()
    return say(thenPlay: nil, at: context.now)
  }

  private mutating func takeNews() -> [Announcement] {
    defer { news = [] }
    return news
  }

  private mutating func ask(_ question: Question, in context: PracticeContext) -> [Effect] {
    self.question = question
    return [.exercises(.holdReferences)] + tellIfSilent(in: context)
  }

  private mutating func tellIfSilent(in context: PracticeContext) -> [Effect] {
    // A notice alone disturbs no note.
    let isSilent = context.sounding == 0 && context.isAwaitingHand && !context.isExamplePlaying
    guard isAsked, isSilent || !saysAnswers(by: context.wanted), current == nil else { return [] }
    let effects = tell(in: context)
    guard !toSay.isEmpty else { return effects }
    isTelling = true
    return effects + say(thenPlay: nil, at: context.now)
  }

  /// Shows the answer to the question, and queues it for speech if there is a voice.
  private mutating func tell(in context: PracticeContext) -> [Effect] {
    let isWhere = question == .whereAmI
    question = nil
    told += 1
    let here = SpokenStatus(context)
    if saysAnswers(by: context.wanted) { toSay.append(isWhere ? .here(here) : .explanation(.later)) }
    let line: ViewState.Notice = isWhere ? .here(here, number: told) : .explanation(.later, number: told)
    return [.retract(.here), .post(line), .exercises(.holdReferences)]
  }

  /// Whether answers are spoken as well as shown.
  func saysAnswers(by wanted: PracticeSettings) -> Bool { isThere && wanted.wantsVoice }

  private mutating func say(thenPlay epoch: Epoch?, at now: MonotonicTime) -> [Effect] {
    number &+= 1
    defer { toSay = [] }
    // An utterance before it may still be spoken.
    current = (number, epoch, max(now, current?.deadline ?? now) + Self.longestWait)
    return [.outbound(.say(toSay, number: number))]
  }

  /// Whether a start must wait until the search for a voice has ended.
  mutating func holdsStart(of mode: Mode, _ settings: PracticeSettings, at now: MonotonicTime) -> Bool {
    let isWanted = settings.speaks || settings.speaksIntervals && mode.asksIntervals
    guard isWanted, !isKnown, awaitedUntil.map({ now < $0 }) ?? true else {
      awaitedUntil = nil
      return false
    }
    awaitedUntil = awaitedUntil ?? now + Self.voicePatience
    return true
  }

  /// Handles news of the voice.
  mutating func handle(_ event: SpeechEvent, in context: PracticeContext) -> [Effect] {
    switch event {
    case .available:
      (isThere, isKnown, failure) = (true, true, nil)
      let greeted = greeting.map { sayAtHub($0, in: context) } ?? []
      greeting = nil
      let told = startsAtOnce ? [] : sayNews(in: context)
      return [.exercises(.holdReferences)] + tellIfMissing(context.wanted) + greeted + told + [.startIfReady]
    case .unavailable(let reason):
      (isThere, isKnown, failure) = (false, true, reason)
      greeting = nil
      return tellIfMissing(context.wanted) + giveUp() + [.startIfReady]
    case .begun(let number, let limit):
      if number == current?.number { current?.deadline = context.now + limit + Self.lateness }
      return []
    // Rendered speech is resampled on the voice's thread: see `PracticeInput.init`.
    case .ended(let number), .rendered(let number, _): return number == current?.number ? end() : []
    }
  }

  /// Shows that there is no voice if the settings expect one; removes the notice otherwise.
  private func tellIfMissing(_ wanted: PracticeSettings) -> [Effect] {
    guard wanted.expectsVoice, let failure else { return [.retract(.noSpeech)] }
    return [.retract(.noSpeech), .post(.noSpeech(failure))]
  }

  /// Ends the current utterance and releases the exercise that waits for it.
  private mutating func end() -> [Effect] {
    guard let (_, epoch, _) = current else { return [] }
    current = nil
    isTelling = false
    return (epoch.map { [.sound(.proceed($0))] } ?? []) + [.leaveWhenDone]
  }

  /// Gives up the current utterance: it takes too long, or its voice is gone.
  private mutating func giveUp() -> [Effect] {
    current == nil ? [] : [.outbound(.hush), .submit([.fade(epoch: 0)])] + end()
  }

  /// Stops speaking and drops the pending announcements.
  private mutating func hush() -> [Effect] {
    toSay = []
    greeting = nil
    isTelling = false
    guard current != nil else { return [] }
    current = nil
    return [.outbound(.hush), .submit([.fade(epoch: 0)])]
  }

  /// The time a start waits for a voice.
  static let voicePatience = Duration.seconds(2)
  /// After this long a voice has failed to begin an utterance. Its own limits (3 s to answer, 2 s to begin, 10 s to
  /// produce sound) come first.
  static let longestWait = Duration.seconds(13)
  /// After a voice's own limit for the end of an utterance, its report may be late by this much.
  static let lateness = Duration.seconds(1)
}

extension SpokenStatus {
  /// Takes the state of practice from what surfaces show.
  fileprivate init(_ context: PracticeContext) {
    self.init(context.view, result: context.lastResult, level: context.level)
    // A pair heard in a rest is not the exercise in practice.
    if context.isHeldBack { interval = nil }
    menu = context.menu
    if sureness != nil, context.wasRated == false { sureness = .noPlace }
  }
}

extension PracticeInput {
  /// Wraps a voice's event for the loop. Speech for the renderer is resampled here, on the voice's thread, because that
  /// takes milliseconds.
  init(_ event: SpeechEvent, clock: FrameClock) {
    guard case .rendered(let number, let spoken) = event else {
      self = .speech(event)
      return
    }
    let utterance = clock.cycle.flatMap {
      Utterance(samples: spoken.samples, rate: spoken.rate, outputRate: $0.rate, number: number)
    }
    self = .utterance(utterance, number: number)
  }
}
