import Controllers
import Pitch
import Ports
import Sound
import Time
import Training

/// What higher and lower are, by sound and voice, for a player who asks: two pairs of notes that rise, two that fall, and what is
/// pressed for either. It never begins by itself, and nothing of it is answered, kept or learnt from.
///
/// Sentences and notes wait for each other: neither begins before the other is over. Where nothing speaks each sentence
/// stands long enough to be read.
struct ExplanationSide {
  /// What comes next waits for this.
  private enum Wait: Hashable {
    /// That the sentence is said; where nobody says it, that it is read by then.
    case words(until: MonotonicTime)
    /// That there was a moment of silence.
    case breath(until: MonotonicTime)
    /// That both notes have sounded.
    case notes
  }

  /// Which sentence it is at, whether its notes have yet to sound, and what is waited for; nil while nothing is explained. No
  /// sentence: it waits to begin.
  private var current: (sentence: Int?, isToBeHeard: Bool, wait: Wait)?

  /// Whether something is explained: what is pressed meanwhile ends it.
  var isRunning: Bool { current?.sentence != nil }
  /// Whether it goes on by itself.
  var isUnderWay: Bool { current != nil }
  /// Whether its notes sound, or are about to.
  var isPlaying: Bool { current?.wait == .notes }

  /// When it has something to do; `isQuiet` as in its situation.
  func deadline(isQuiet: Bool) -> MonotonicTime? {
    guard isQuiet else { return nil }
    return switch current?.wait {
    case .words(let time), .breath(let time): time
    case .notes, nil: nil
    }
  }

  /// What the rest of practice has to do with it.
  struct Situation {
    var now: MonotonicTime
    /// Something is practised, or timed.
    var isBusy = false
    var isLeaving = false
    /// A timer waits to be begun or resumed.
    var timerWaits = false
    var hasSound = true
    /// Whether sentences are said, besides being shown.
    var hasVoice = false
    /// Nothing is said, or about to be told to somebody who has asked, and no note sounds.
    var isQuiet = true
    var training: TrainingSettings
    /// What Higher and Lower are pressed on.
    var hands = Explanation.Hands.keys
  }

  /// What it is told.
  enum Event {
    /// Somebody asks for it, or for all of it once more.
    case ask
    /// Somebody who has asked where practice is holds on, and asks for it by that: it begins once they have been told.
    case holdOn
    /// Goes on where what was waited for is over.
    case advance
    /// Both notes have sounded.
    case heard
    /// Something else begins, or nobody can hear it any more.
    case end
  }

  /// Takes what concerns it.
  mutating func take(_ event: Event, _ situation: Situation) -> [Effect] {
    switch event {
    case .ask: return ask(situation)
    case .holdOn:
      guard !isRunning, !situation.isQuiet else { return ask(situation) }
      current = (nil, false, .words(until: situation.now))
    case .advance: return advance(situation)
    case .heard:
      guard isPlaying else { return [] }
      current?.isToBeHeard = false
      current?.wait = .breath(until: situation.now + Self.echo)
    case .end:
      guard isRunning else {
        current = nil
        return []
      }
      return [.speech(.hush)] + silence() + [.retract(.here)] + leave(.stopped)
    }
    return []
  }

  private mutating func ask(_ situation: Situation) -> [Effect] {
    if !isRunning { current = nil }
    guard !situation.isLeaving else { return [] }
    guard !situation.isBusy else { return [.speech(.explainLater)] }
    guard !situation.timerWaits else { return Effect.refusedBesideTimer }
    guard situation.hasSound else { return [.retract(.aboutStarting)] + Effect.refusedWithoutSound }
    let broken = isRunning ? silence() + [.tell(.explanation(.stopped))] : []
    let begin: [Effect] = [.rack(.endLearning(.practice)), .retract(.aboutStarting), .lights(.endTrouble)]
    let first = say(0, situation)
    return broken + begin + [.tell(.explanation(.begun)), .rack(.enterContexts)] + first
  }

  private mutating func advance(_ situation: Situation) -> [Effect] {
    guard let (sentence, isToBeHeard, wait) = current else { return [] }
    switch wait {
    case .words(let time):
      if situation.isQuiet, situation.now >= time { current?.wait = .breath(until: situation.now + Self.breath) }
    // Where practice is is told between two sentences.
    case .breath where !situation.isQuiet: current?.wait = .words(until: situation.now)
    case .breath(let time):
      guard situation.now >= time else { break }
      guard let sentence else { return ask(situation) }
      if isToBeHeard { return play(sentence, situation) }
      return say(sentence + 1, situation)
    case .notes: break
    }
    return []
  }

  /// Says and shows a sentence; controllers light the half that it is about.
  private mutating func say(_ index: Int, _ situation: Situation) -> [Effect] {
    let sentences = Self.sentences(situation.hands)
    let told = Effect.speech(.explain(sentences[index]))
    let read = situation.now + (situation.hasVoice ? .zero : Self.reading)
    switch sentences[index] {
    case .pair(let answer, _):
      current = (index, true, .words(until: read))
      return [.cue(.correct(pressed: Half(answer))), told]
    case .hands:
      current = (index, false, .words(until: read))
      return [.cue(.canAnswer), told]
    // Whoever presses now begins.
    case .over, .later: return leave(.over) + [told]
    }
  }

  private mutating func play(_ index: Int, _ situation: Situation) -> [Effect] {
    guard case .pair(let answer, let isFiner) = Self.sentences(situation.hands)[index] else { return [] }
    current?.wait = .notes
    let size = isFiner ? Self.fine : Self.coarse
    let pair = Self.pair(offset: answer == .higher ? size : -size, situation.training)
    let timing = situation.training.timing
    return [
      .sound(
        .example(
          pair, NoteTiming(duration: min(timing.duration, Self.longestNote), gap: min(timing.gap, Self.longestGap))))
    ]
  }

  /// What sounds of it fades, and what is on its way does not come.
  private func silence() -> [Effect] { isPlaying ? [.submit([.fade(epoch: SoundLimits.exampleEpoch)])] : [] }

  private mutating func leave(_ state: PracticeEvent.ExplanationState) -> [Effect] {
    current = nil
    return [.cue(.idle), .tell(.explanation(state)), .rack(.enterContexts)]
  }

  // MARK: What is explained

  private static func sentences(_ hands: Explanation.Hands) -> [Explanation] {
    [
      .pair(.higher, isFiner: false), .pair(.higher, isFiner: true), .pair(.lower, isFiner: false),
      .pair(.lower, isFiner: true), .hands(hands), .over(hasController: hands != .keys),
    ]
  }

  /// Two notes in the middle of the range, tuned as exercises are.
  private static func pair(offset: Cents, _ training: TrainingSettings) -> ComparisonExercise {
    let note = Note((training.range.low.number + training.range.high.number) / 2) ?? training.range.low
    let hertz = training.tuning.reference(note, concertPitch: training.concertPitch)
    return ComparisonExercise(
      epoch: Epoch(SoundLimits.exampleEpoch), index: 0, mode: .comparison, reference: note, referenceHertz: hertz,
      target: note, offset: offset, targetHertz: hertz.transposed(by: offset), interval: .prime, loudnessOffset: 0)
  }

  /// A semitone, which nobody misses, and what most hear at once.
  static let coarse = Cents(100)
  static let fine = Cents(25)
  /// Longer than this a note teaches nothing more, and all of it is to take less than a minute.
  static let longestNote = 1.5
  static let longestGap = 0.5
  /// How long a sentence stands that nobody says.
  static let reading = Duration.seconds(4)
  /// Between a sentence and what follows it, and between the notes and the next sentence.
  static let breath = Duration.milliseconds(300)
  static let echo = Duration.milliseconds(600)
}

extension ExplanationSide.Situation {
  /// As the other sides are.
  init(
    _ now: MonotonicTime, _ presence: Presence, _ exercises: ExerciseSide, _ timer: TimerSide, _ sound: SoundSide,
    _ speech: SpeechSide, _ rack: Rack
  ) {
    self.init(
      now: now, isBusy: exercises.isPractising || timer.isTimed, isLeaving: presence.isLeaving,
      timerWaits: timer.waits, hasSound: sound.isReady,
      hasVoice: speech.speaks(by: exercises.wanted), isQuiet: Self.isQuiet(sound, speech),
      training: exercises.wanted.training, hands: rack.hands)
  }

  fileprivate static func isQuiet(_ sound: SoundSide, _ speech: SpeechSide) -> Bool {
    sound.sounding == 0 && !speech.isSpeaking && !speech.isAsked
  }
}

extension ExplanationSide {
  /// When it has something to do, as the other sides are.
  func deadline(_ sound: SoundSide, _ speech: SpeechSide) -> MonotonicTime? {
    deadline(isQuiet: Situation.isQuiet(sound, speech))
  }
}
