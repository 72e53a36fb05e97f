import Foundation
import Pitch
import Testing
import Time

@testable import Training

/// A matching exercise on middle C that starts `startOffset` off and reaches `range` from there.
func matchingExercise(
  startOffset: Double = 40, range: Double = 100, mode: Mode = .matching, epoch: UInt32 = 1
) throws -> MatchingExercise {
  let note = try note(60)
  let interval = mode.asksIntervals ? DirectedInterval.perfectFifthUp : .prime
  let reference = Tuning.equal.reference(note, concertPitch: .standard)
  let target = Tuning.equal.target(from: note, at: reference, interval: interval)
  return MatchingExercise(
    epoch: Epoch(epoch), index: 1, mode: mode, reference: note, referenceHertz: reference,
    target: try found(note.transposed(by: interval)), targetHertz: target, interval: interval,
    startOffset: Cents(startOffset), startHertz: target.transposed(by: Cents(startOffset)), range: Cents(range),
    loudnessOffset: 0)
}

/// A wheel let go at `seconds`.
func commit(at seconds: Double) -> Commit {
  Commit(
    gesture: .springBack, control: "pitch-bend", centsPerStep: 0.0122, inputTime: time(seconds), source: .controller,
    controller: "keyboard")
}

/// An attempt that ended `error` off, as it is stored.
func matchingRecord(_ exercise: MatchingExercise, error: Double) -> MatchingRecord {
  let attempt = MatchingAttempt(
    exercise: exercise, settings: .standard, commit: commit(at: 3),
    finalHertz: exercise.targetHertz.transposed(by: Cents(error)), timeTaken: .seconds(1))
  return MatchingRecord(attempt, id: UUID(), time: Date(timeIntervalSince1970: 0), playbackLatency: 0.01)
}

extension MatchingSession {
  /// An idle session with the usual settings.
  init(seed: UInt64 = 1, settings: TrainingSettings = .standard, limit: Int? = nil, history: [MatchingRecord] = []) {
    self.init(settings: settings, generator: SeededGenerator(seed: seed), exerciseLimit: limit, history: history)
  }

  /// Starts `mode` for a control that reaches so far.
  mutating func begin(_ mode: Mode = .matching, reach: TuningReach = .free) throws -> MatchingExercise {
    try found(handle(.start(mode: mode, reach: reach)).played)
  }

  /// Hears `exercise`, begun at `start` seconds, and lets go 1.5 s into the tunable note, believed to be `error` off.
  mutating func hearAndCommit(_ exercise: MatchingExercise, start: Double, error: Double = 5) -> [Effect] {
    _ = handle(.referenceStarted(exercise.epoch, frame: Frame(Int64(start * 48_000))))
    _ = handle(.secondStarted(exercise.epoch, heard: time(start + 1)))
    return handle(
      .commit(commit(at: start + 2.5), believed: exercise.targetHertz.transposed(by: Cents(error))))
  }

  /// The renderer reports the fade of `exercise`, held `error` off.
  mutating func fade(
    _ exercise: MatchingExercise, frame: Int64, error: Double = 5, reach: TuningReach = .free
  ) -> [Effect] {
    handle(
      .faded(
        exercise.epoch, frame: Frame(frame), rate: 48_000, hertz: exercise.targetHertz.transposed(by: Cents(error)),
        reach: reach))
  }

  /// Takes a whole exercise and its feedback; gives the next one if there is one.
  mutating func complete(
    _ exercise: MatchingExercise, start: Double, error: Double = 5, reach: TuningReach = .free
  ) -> MatchingExercise? {
    _ = hearAndCommit(exercise, start: start, error: error)
    let frame = Int64((start + 2.5) * 48_000)
    let next = fade(exercise, frame: frame, error: error, reach: reach).played
    _ = handle(.feedbackEnded(exercise.epoch, frame: Frame(frame + 19_200)))
    return next
  }
}

extension [MatchingSession.Effect] {
  /// The exercise these effects play, if they play one.
  var played: MatchingExercise? {
    for case .course(.play(let exercise, _, _)) in self { return exercise }
    return nil
  }

  /// The exercise that is held, if one is.
  var ready: MatchingExercise? {
    for case .course(.ready(let exercise)) in self { return exercise }
    return nil
  }

  /// The attempt these effects keep, if they keep one.
  var kept: MatchingAttempt? {
    for case .keep(let attempt) in self { return attempt }
    return nil
  }

  /// The effects by name.
  var names: [String] {
    map { effect in
      switch effect {
      case .course(.ready): "ready"
      case .course(.play(_, _, .now)): "play now"
      case .course(.play(_, _, .at)): "play at"
      case .course(.drop): "drop"
      case .course(.discard): "discard"
      case .hearAgain: "again"
      case .enableTuning: "enable"
      case .fade: "fade"
      case .keep: "keep"
      case .takeBack: "take back"
      case .feedback: "feedback"
      case .course(.clearFeedback): "clear"
      case .course(.silence): "silence"
      case .course(.refused): "refused"
      case .course(.finished): "finished"
      }
    }
  }
}
