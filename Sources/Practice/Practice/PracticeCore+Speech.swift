import Pitch
import Ports
import Sound
import Time
import Training

/// What the loop knows of its voice.
struct SpeechSide {
  /// There is a voice.
  var isThere = false
  /// It has been looked for.
  var isKnown = false
  /// Why there is none.
  var failure: SpeechFailure?
  /// Until when a start waits for that.
  var awaitedUntil: MonotonicTime?
  /// The number of the last utterance.
  var number: UInt32 = 0
  /// The utterance that is being said, when it is given up, and the exercise that waits for its end.
  var current: (number: UInt32, epoch: Epoch?, deadline: MonotonicTime)?
  /// What is to be said next.
  var toSay: [Announcement] = []
  /// The interval that was said last.
  var interval: DirectedInterval?
}

/// Saying things, never over a note: an exercise waits for the end of what is said before it.
extension PracticeCore {
  /// Whether modes, intervals and results are spoken.
  var speaks: Bool { speech.isThere && settings.speaks }

  /// Whether an interval that has changed is.
  private var announcesIntervals: Bool { speech.isThere && settings.announcesIntervals }

  /// Whether matching tells its results aloud.
  var speaksResults: Bool { speech.isThere && settings.speaksResults }

  /// A mode begins: what is said before its first reference. Nil where it was said before, with a timer.
  func beginSpeech(_ mode: Mode?) {
    hush()
    speech.interval = nil
    holdReferences()
    if speaks, let mode { speech.toSay = [.mode(mode)] }
  }

  /// References wait from the next exercise on if something may be said before them, or another output is to be followed.
  ///
  /// Between two settings what either of them asks for is said: the result by the old ones, what comes next by the new ones.
  func holdReferences() {
    let either = [settings, wanted]
    session.holdsReference = sound.following != nil || speech.isThere && either.contains(where: \.announcesIntervals)
    matching.holdsReference =
      sound.following != nil || speech.isThere && either.contains { $0.announcesIntervals || $0.speaksResults }
  }

  /// Says that there is no voice where one was asked for, and not where none is.
  func tellOfMissingVoice() {
    removeNotices { if case .noSpeech = $0 { true } else { false } }
    if wanted.expectsVoice, let failure = speech.failure { view.add(.noSpeech(failure)) }
  }

  /// Says what there is to say before the exercise of `epoch`, then plays it.
  func announce(_ epoch: Epoch, interval: DirectedInterval?) {
    if session.view.feedback != nil || matching.view.feedback != nil { view.nextInterval = interval }
    if announcesIntervals, let interval, interval != speech.interval {
      speech.interval = interval
      speech.toSay.append(.interval(interval))
    }
    if speech.toSay.isEmpty { proceed(epoch) } else { say(thenPlay: epoch) }
  }

  func say(thenPlay epoch: Epoch?) {
    speech.number &+= 1
    parts.speech.say(speech.toSay, number: speech.number)
    speech.toSay = []
    speech.current = (speech.number, epoch, parts.time.now() + Self.longestUtterance)
  }

  /// Starts the mode that was asked for on the command line, once there is sound and it is known whether there is a voice:
  /// the first interval must not go unsaid.
  func startIfReady() {
    guard let mode = startWhenReady, case .ready = view.sound else { return }
    let now = parts.time.now()
    if wanted.speaks || wanted.speaksIntervals && mode.asksIntervals, !speech.isKnown,
      speech.awaitedUntil.map({ now < $0 }) ?? true
    {
      speech.awaitedUntil = speech.awaitedUntil ?? now + Self.voicePatience
      return
    }
    speech.awaitedUntil = nil
    startWhenReady = nil
    start(mode)
  }

  func handle(_ event: SpeechEvent) {
    switch event {
    case .available:
      speech.isThere = true
      speech.isKnown = true
      speech.failure = nil
      holdReferences()
      tellOfMissingVoice()
      startIfReady()
    case .unavailable(let failure):
      speech.isThere = false
      speech.isKnown = true
      speech.failure = failure
      tellOfMissingVoice()
      giveUpUtterance()
      startIfReady()
    case .ended(let number): if number == speech.current?.number { endUtterance() }
    // Made into sound for our own rate on the voice's thread: see `PracticeInput.init`.
    case .rendered(let number, _): if number == speech.current?.number { endUtterance() }
    }
  }

  /// An utterance is ready to be played by our own renderer; nil if it cannot be.
  func play(_ utterance: Utterance?, number: UInt32) {
    guard let current = speech.current, number == current.number else { return }
    // The note before it is still fading.
    guard let utterance, submit([.utterance(utterance, epoch: 0, start: .after(fadeFrames))]) != nil else {
      return endUtterance()
    }
    // It will end by itself: the patience is for a voice that may not.
    speech.current?.deadline = current.deadline + .seconds(Double(utterance.frames) / Double(sound.rate))
  }

  /// Our own renderer has said an utterance to its end.
  func utteranceEnded(_ number: UInt32) {
    if number == speech.current?.number { endUtterance() }
  }

  /// What is being said is over, or given up: the exercise that waits for it may sound.
  func endUtterance() {
    guard let (_, epoch, _) = speech.current else { return }
    speech.current = nil
    if let epoch { proceed(epoch) }
    leaveWhenDone()
  }

  /// What is being said takes too long, or its voice is gone.
  func giveUpUtterance() {
    guard speech.current != nil else { return }
    parts.speech.hush()
    submit([.fade(epoch: 0)])
    endUtterance()
  }

  /// Breaks off what is being said and forgets what was to be said.
  func hush() {
    speech.toSay = []
    guard speech.current != nil else { return }
    speech.current = nil
    parts.speech.hush()
    submit([.fade(epoch: 0)])
  }

  /// The exercise of `epoch` sounds, once the output is the one it is to be heard by.
  func proceed(_ epoch: Epoch) {
    if sound.following != nil {
      sound.following?.held = epoch
      return
    }
    apply(session.handle(.proceed(epoch)))
    apply(matching.handle(.proceed(epoch)))
  }

  private var fadeFrames: Int64 { Int64((Self.fade.seconds * Double(sound.rate)).rounded()) }

  /// A start waits this long for a voice to be looked for.
  static let voicePatience = Duration.seconds(2)

  /// A voice that takes longer than this has forgotten to say that it is done: its own limits (2 s to begin, 10 s to end) come first.
  static let longestUtterance = Duration.seconds(13)
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
