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

  /// When it has something to do; `isQuiet` as in the context.
  func deadline(isQuiet: Bool) -> MonotonicTime? {
    guard isQuiet else { return nil }
    return switch current?.wait {
    case .words(let time), .breath(let time): time
    case .notes, nil: nil
    }
  }

  /// What concerns it.
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

  /// Handles what concerns it; `hands` are what Higher and Lower are pressed on.
  mutating func handle(_ event: Event, in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    switch event {
    case .ask: return ask(in: context, hands: hands)
    case .holdOn:
      guard !isRunning, !context.isQuiet else { return ask(in: context, hands: hands) }
      current = (nil, false, .words(until: context.now))
    case .advance: return advance(in: context, hands: hands)
    case .heard:
      guard isPlaying else { return [] }
      current?.isToBeHeard = false
      current?.wait = .breath(until: context.now + Self.echo)
    case .end:
      guard isRunning else {
        current = nil
        return []
      }
      return [.speech(.hush)] + silence() + [.retract(.here)] + leave(.stopped)
    }
    return []
  }

  private mutating func ask(in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    if !isRunning { current = nil }
    guard !context.isLeaving else { return [] }
    guard !context.isPractising, !context.timer.isTimed else { return [.speech(.explainLater)] }
    guard !context.timer.waits else { return Effect.refusedBesideTimer }
    guard context.hasSound else { return [.retract(.aboutStarting)] + Effect.refusedWithoutSound }
    let broken = isRunning ? silence() + [.tell(.explanation(.stopped))] : []
    let begin: [Effect] = [.rack(.endLearning(.practice)), .retract(.aboutStarting), .lights(.endTrouble)]
    let first = say(0, in: context, hands: hands)
    return broken + begin + [.tell(.explanation(.begun)), .rack(.enterContexts)] + first
  }

  private mutating func advance(in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    guard let (sentence, isToBeHeard, wait) = current else { return [] }
    switch wait {
    case .words(let time):
      if context.isQuiet, context.now >= time { current?.wait = .breath(until: context.now + Self.breath) }
    // Where practice is is told between two sentences.
    case .breath where !context.isQuiet: current?.wait = .words(until: context.now)
    case .breath(let time):
      guard context.now >= time else { break }
      guard let sentence else { return ask(in: context, hands: hands) }
      if isToBeHeard { return play(sentence, in: context, hands: hands) }
      return say(sentence + 1, in: context, hands: hands)
    case .notes: break
    }
    return []
  }

  /// Says and shows a sentence; controllers light the half that it is about.
  private mutating func say(_ index: Int, in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    let sentences = Self.sentences(hands)
    let told = Effect.speech(.explain(sentences[index]))
    let read = context.now + (context.saysAnswers ? .zero : Self.reading)
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

  private mutating func play(_ index: Int, in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    guard case .pair(let answer, let isFiner) = Self.sentences(hands)[index] else { return [] }
    current?.wait = .notes
    let size = isFiner ? Self.fine : Self.coarse
    let pair = Self.pair(offset: answer == .higher ? size : -size, context.wanted.training)
    let timing = context.wanted.training.timing
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
