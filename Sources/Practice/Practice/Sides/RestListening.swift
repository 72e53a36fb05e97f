import Controllers
import Foundation
import Ports
import Sound
import Time
import Training

/// Listening while a timer holds training, if the player has chosen it: one exercise at a time, with its answer, as
/// long as it ends before the timer's next sound.
///
/// Sessions next to the waiting one, with separate draws and epochs: listening does not change the exercises after the
/// rest.
struct RestListening {
  /// The session that runs, or ran last.
  private var session: any PractisedSession
  /// The session of the other kind of listening.
  private var other: any PractisedSession
  /// Whether the next exercise is the first of its rest, which takes over the current strategy of its discipline.
  private var isFirst = true
  /// Whether the pair under way waits for the end of its announcement.
  private var isHeld = false
  /// Whether an announcement of a pair was said in this rest.
  private var hasSpoken = false

  /// Creates idle sessions.
  init(_ configuration: PracticeConfiguration) {
    var configuration = configuration
    // The draws of the waiting session would reveal its next exercises.
    configuration.seed = ~configuration.seed
    configuration.exercises = 1
    session = Discipline.listening.session(configuration)
    other = Discipline.timingListening.session(configuration)
    session.skipEpochs(before: Self.firstEpoch)
  }

  /// Whether an exercise belongs to a rest.
  static func has(_ epoch: Epoch) -> Bool { epoch >= firstEpoch && epoch.number < SoundLimits.exampleEpoch }
  /// The first epoch of rests, beyond the number of exercises that any run reaches.
  private static let firstEpoch = Epoch(1 << 31)

  /// Whether an exercise is under way or its answer is shown.
  var isRunning: Bool { session.phase != .idle }
  /// Whether the answer is shown.
  var isTelling: Bool { session.phase == .showingFeedback }

  /// Shows the visible part of the exercise, and its answer once given; everything else stays as the waiting session
  /// shows it.
  func show(in view: inout ViewState) { if isRunning { session.show(in: &view) } }

  // MARK: Beginning and ending

  /// Begins the next exercise unless it would end after `end`: one like those of `mode`, or a pair if `mode` tunes or
  /// compares beats.
  mutating func begin(
    _ mode: Mode, until end: MonotonicTime, in context: PracticeContext, beside others: [any PractisedSession],
    date: () -> Date
  ) -> [SessionAction] {
    let wanted = context.wanted
    let announces = mode.asksIntervals && context.hasVoice && wanted.announcesIntervals
    let listening = mode.listening
    let sentence: Duration = announces ? Self.sentence : .zero
    let length = Self.length(of: listening, by: wanted, hasVoice: context.hasVoice) + sentence
    let isFree = context.hasSound && context.isQuiet && !context.isOutputAwaited
    guard isFree, context.now + length <= end else { return [] }
    if type(of: session).discipline != listening.discipline {
      other.skipEpochs(before: session.nextEpoch)
      swap(&session, &other)
    }
    if isFirst {
      session.follow(others)
      session.age(to: date)
      isFirst = false
    }
    session.settings = wanted.training
    session.holdsReference = announces
    return session.actions(after: .start(mode: listening, at: .now))
  }

  /// Drops a pair whose announcement takes so long that it would end after `end`.
  mutating func check(_ end: MonotonicTime, in context: PracticeContext) -> [Effect] {
    // The next check is a second later. Only intervals are announced.
    let length = Self.length(of: .intervalListening, by: context.wanted, hasVoice: context.hasVoice) + .seconds(1)
    return isHeld && context.now + length > end ? breakOff() : []
  }

  /// Ends the rest, or its last usable part.
  mutating func end(in context: PracticeContext) -> [Effect] {
    // The answer to a player's question is said to its end.
    if !context.isSpeaking || context.isTelling { hasSpoken = false }
    return breakOff()
  }

  /// Fades what sounds, stops its announcement, and ends the rest.
  mutating func breakOff() -> [Effect] {
    defer { (isFirst, isHeld, hasSpoken) = (true, false, false) }
    return session.actions(after: .stop).flatMap { effects(of: $0) ?? [] } + (hasSpoken ? [.speech(.hush)] : [])
  }

  /// Handles an event of its exercise.
  mutating func actions(after event: SessionEvent) -> [SessionAction] { session.actions(after: event) }

  // MARK: Actions

  /// Returns the effects of an action; nil if it has the same meaning as in practice.
  mutating func effects(of action: SessionAction) -> [Effect]? {
    switch action {
    case .ready(let pair):
      (isHeld, hasSpoken) = (true, true)
      return [.speech(.announce(pair.epoch, interval: pair.askedInterval))]
    case .play(let pair, let timing, let start):
      isHeld = false
      return [.sound(.schedule(pair, timing, start))]
    case .clearFeedback(let frame):
      return (frame.map { [.tell(.feedbackEnded(frame: $0))] } ?? []) + [.cue(.idle)]
    case .drop(let epoch): return [.sound(.drop(epoch))]
    case .silence:
      let epoch = Epoch(session.nextEpoch.number - 1)
      return [.sound(.drop(epoch)), .submit([.fade(epoch: epoch.number)])]
    // The waiting session reports this when it resumes.
    case .refused, .finished: return []
    case .showAnswer:
      hasSpoken = true
      return nil
    default: return nil
    }
  }

  // MARK: Length

  /// Returns the time from the first sound to the end of the answer.
  private static func length(of mode: Mode, by wanted: PracticeSettings, hasVoice: Bool) -> Duration {
    let (timing, beat) = (wanted.training.noteTiming, 60 / Double(wanted.training.timing.tempo))
    let sound = mode.playsPatterns ? Double(TimingExercise.heardRepetitions) * beat : 2 * timing.duration + timing.gap
    let answer = hasVoice && wanted.speaksResults ? sentence : ListeningTime.answer
    return .seconds(sound) + ListeningTime.thought + answer
  }

  /// The likely maximum for an interval or an answer; anything longer is cut off when the rest ends.
  static let sentence = Duration.seconds(2)
}
