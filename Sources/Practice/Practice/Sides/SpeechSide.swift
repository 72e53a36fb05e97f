import Pitch
import Ports
import Sound
import Time
import Training

/// The voice: whether there is one, what it is saying, and what is to be said next. Nothing is said over a note: an exercise
/// waits for the end of what is said before it.
struct SpeechSide {
  /// There is a voice.
  private(set) var isThere = false
  /// It has been looked for.
  private var isKnown = false
  /// Why there is none.
  private var failure: SpeechFailure?
  /// Until when a start waits for that.
  private var awaitedUntil: MonotonicTime?
  /// The number of the last utterance.
  private var number: UInt32 = 0
  /// The utterance that is being said, when it is given up, and the exercise that waits for its end.
  private var current: (number: UInt32, epoch: Epoch?, deadline: MonotonicTime)?
  /// What is to be said next.
  private var toSay: [Announcement] = []
  /// What is to be said at the hub once it is known that there is a voice: a timer that was there from the start.
  private var greeting: Announcement?
  /// What is to be said before all else, once: what is wrong with the settings.
  private var news: [Announcement] = []
  /// Practice begins at once, and says the news itself: at the hub they would be broken off.
  private let startsAtOnce: Bool
  /// The interval that was said last.
  private var interval: DirectedInterval?
  /// What somebody has asked, and has not been told yet.
  private var question: Question?
  /// How often something was told.
  private var told = 0
  /// It is being said, and breaks off for whatever is played.
  private(set) var isTelling = false

  /// A voice that is not known yet; `news` are for it to say first.
  init(news: [Announcement] = [], startsAtOnce: Bool = false) {
    self.news = news
    self.startsAtOnce = startsAtOnce
  }

  /// A voice that says first what is wrong with the settings of `configuration`.
  init(_ configuration: PracticeConfiguration) {
    let problems = configuration.settingsProblems
    self.init(
      news: problems.isEmpty ? [] : [.settings(problems)], startsAtOnce: configuration.startMode != nil)
  }

  private enum Question { case whereAmI, explanation }

  /// Whether somebody has asked something, and has not been told yet.
  var isAsked: Bool { question != nil }

  /// Whether something is being said.
  var isSpeaking: Bool { current != nil }

  /// Whether this utterance is.
  func isSaying(_ number: UInt32) -> Bool { current?.number == number }

  /// When `giveUp` or a start that waits has something to do.
  var deadline: MonotonicTime? { earliest(current?.deadline, awaitedUntil) }

  /// Gives up what is being said too long, and lets a start go on that has waited long enough for a voice to be looked for.
  mutating func advance(to now: MonotonicTime) -> [Effect] {
    let isOverdue = current.map { now >= $0.deadline } ?? false
    let isAwaited = awaitedUntil.map { now >= $0 } ?? false
    return (isOverdue ? giveUp() : []) + (isAwaited ? [.startIfReady] : [])
  }

  /// What concerns it besides what the voice reports.
  enum Event {
    /// A mode begins: it is said before its first reference. Nil where it was said before, with a timer.
    case begin(Mode?)
    /// Whatever is to be said before this exercise is said, then it is played.
    case announce(Epoch, interval: DirectedInterval?)
    /// A result is to be said, as soon as it is known what comes after it.
    case note(Announcement)
    case sayWhatWaits
    /// Something is said at the hub, in place of what is being said.
    case sayAtHub(Announcement)
    /// Practice is over, which is said after what is being said.
    case sayAtEnd(Announcement)
    /// Somebody asks where practice is, and is told in the next silence, or at once where there is no voice.
    case whereAmI
    /// Somebody asks for the explanation, which is to be had afterwards: told like that.
    case explainLater
    /// A sentence of the explanation is shown, and said where there is a voice, in place of what is being said.
    case explain(Explanation)
    /// Tells whoever has asked, if nothing sounds now.
    case tellIfSilent
    /// Practice goes on from there: what is being said of it breaks off, and its line goes.
    case endTelling
    /// What is being said is broken off, and what was to be said is forgotten.
    case hush
    /// This utterance is over; nil: the one that is being said.
    case ended(UInt32?)
    /// Our own renderer plays what is being said, for so long.
    case lasts(Duration)
    /// Other settings may expect a voice.
    case tellIfMissing
  }

  /// Handles what concerns the voice.
  mutating func handle(_ event: Event, in context: PracticeContext) -> [Effect] {
    let (now, settings) = (context.now, context.settings)
    switch event {
    case .begin(let mode):
      let effects = hush()
      interval = nil
      question = nil
      if isThere, settings.speaks, let mode { toSay = takeNews() + [.mode(mode)] }
      return effects + [.retract(.here), .exercises(.holdReferences)]
    case .announce(let epoch, let interval):
      if isThere, settings.announcesIntervals, let interval, interval != self.interval {
        self.interval = interval
        toSay.append(.interval(interval))
      }
      let told = isAsked ? tell(in: context) : []
      return told + (toSay.isEmpty ? [.sound(.proceed(epoch))] : say(thenPlay: epoch, at: now))
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
      guard speaks(by: context.wanted) else { return effects }
      toSay = [.explanation(sentence)]
      return effects + say(thenPlay: nil, at: now)
    case .tellIfSilent: return tellIfSilent(in: context)
    case .endTelling: return (isTelling ? hush() : []) + [.retract(.here)]
    case .hush: return hush()
    case .ended(let number): if number == nil || number == current?.number { return end() }
    // It will end by itself: the patience is for a voice that may not.
    case .lasts(let duration): if let deadline = current?.deadline { current?.deadline = deadline + duration }
    case .tellIfMissing: return tellIfMissing(context.wanted)
    }
    return []
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

  /// What waits to be said at the hub is said, unless that has been done.
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
    // What is only shown disturbs no note.
    let isSilent = context.sounding == 0 && context.isAwaitingHand && !context.isExamplePlaying
    guard isAsked, isSilent || !speaks(by: context.wanted), current == nil else { return [] }
    let effects = tell(in: context)
    guard !toSay.isEmpty else { return effects }
    isTelling = true
    return effects + say(thenPlay: nil, at: context.now)
  }

  /// Shows what was asked, and has it said next where there is a voice.
  private mutating func tell(in context: PracticeContext) -> [Effect] {
    let isWhere = question == .whereAmI
    question = nil
    told += 1
    let here = Whereabouts(context)
    if speaks(by: context.wanted) { toSay.append(isWhere ? .here(here) : .explanation(.later)) }
    let line: ViewState.Notice = isWhere ? .here(here, number: told) : .explanation(.later, number: told)
    return [.retract(.here), .post(line), .exercises(.holdReferences)]
  }

  /// Whether what was asked is said, besides being shown.
  func speaks(by wanted: PracticeSettings) -> Bool { isThere && wanted.wantsVoice }

  private mutating func say(thenPlay epoch: Epoch?, at now: MonotonicTime) -> [Effect] {
    number &+= 1
    defer { toSay = [] }
    current = (number, epoch, now + Self.longestUtterance)
    return [.outside(.say(toSay, number: number))]
  }

  /// Whether a start has to wait until it is known whether there is a voice.
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
    // What is rendered is made into sound for our own rate on the voice's thread: see `PracticeInput.init`.
    case .ended(let number), .rendered(let number, _): return number == current?.number ? end() : []
    }
  }

  /// Says that there is no voice where one was asked for, and not where none is.
  private func tellIfMissing(_ wanted: PracticeSettings) -> [Effect] {
    guard wanted.expectsVoice, let failure else { return [.retract(.noSpeech)] }
    return [.retract(.noSpeech), .post(.noSpeech(failure))]
  }

  /// What is being said is over, or given up: the exercise that waits for it may sound.
  private mutating func end() -> [Effect] {
    guard let (_, epoch, _) = current else { return [] }
    current = nil
    isTelling = false
    return (epoch.map { [.sound(.proceed($0))] } ?? []) + [.leaveWhenDone]
  }

  /// What is being said takes too long, or its voice is gone.
  private mutating func giveUp() -> [Effect] {
    current == nil ? [] : [.outside(.hush), .submit([.fade(epoch: 0)])] + end()
  }

  /// Breaks off what is being said and forgets what was to be said.
  private mutating func hush() -> [Effect] {
    toSay = []
    greeting = nil
    isTelling = false
    guard current != nil else { return [] }
    current = nil
    return [.outside(.hush), .submit([.fade(epoch: 0)])]
  }

  /// A start waits this long for a voice to be looked for.
  static let voicePatience = Duration.seconds(2)
  /// A voice that takes longer than this has forgotten to say that it is done: its own limits (2 s to begin, 10 s to end) come
  /// first.
  static let longestUtterance = Duration.seconds(13)
}

extension Whereabouts {
  /// Where practice is, as surfaces show it.
  fileprivate init(_ context: PracticeContext) {
    self.init(context.view, result: context.lastResult, level: context.level)
    // What is listened to in a rest is not what is practised.
    if context.isHeldBack { interval = nil }
  }
}

extension PracticeInput {
  /// What a voice reports, as the loop takes it: speech that our own renderer is to play is resampled here, on the voice's
  /// thread, as that takes milliseconds.
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
