import Foundation
import Pitch
import Testing
import Time

@testable import Training

/// `value`, or a failure of the test where it is nil. `#require` cannot take the result of a mutating call.
func found<Value>(_ value: Value?, sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
  try #require(value, sourceLocation: sourceLocation)
}

/// The note of a MIDI number.
func note(_ number: Int) throws -> Note {
  try found(Note(number))
}

/// The notes `low`…`high`.
func range(_ low: Int, _ high: Int) throws -> NoteRange {
  let (lowest, highest) = (try note(low), try note(high))
  return try found(NoteRange(lowest, highest))
}

/// A point `seconds` after an arbitrary origin.
func time(_ seconds: Double) -> MonotonicTime {
  MonotonicTime(nanoseconds: 1_000_000_000_000 + Int64((seconds * 1e9).rounded()))
}

/// An exercise on `reference`, unison unless `interval` is given.
func exercise(
  offset: Double, reference: Int = 60, interval: DirectedInterval? = nil, epoch: UInt32 = 1
) throws -> ComparisonExercise {
  let note = try note(reference)
  let asked = interval ?? .prime
  let hertz = Tuning.equal.reference(note, concertPitch: .standard)
  return ComparisonExercise(
    epoch: Epoch(epoch), index: 1, mode: interval == nil ? .comparison : .intervalComparison, reference: note,
    referenceHertz: hertz, target: try found(note.transposed(by: asked)), offset: Cents(offset),
    targetHertz: Tuning.equal.target(from: note, at: hertz, interval: asked, offset: Cents(offset)), interval: asked,
    loudnessOffset: 0)
}

extension Strategy {
  /// Learns an answer given in the usual condition.
  mutating func learn(_ exercise: ComparisonExercise, correct: Bool) {
    learn(exercise, in: .usual, correct: correct)
  }
}

/// A stored answer to `exercise`.
func record(_ exercise: ComparisonExercise, correct: Bool, withdrawn: Bool = false) -> ComparisonRecord {
  ComparisonRecord(
    id: UUID(), time: Date(timeIntervalSince1970: 0), exercise: exercise, tuning: "equal",
    concertPitch: ConcertPitch.standard.hertz, noteDuration: 1, noteGap: 0, strategy: "kazez",
    answer: correct ? exercise.correctAnswer : exercise.correctAnswer.opposite, correct: correct, responseTime: 0.5,
    controller: nil, source: .simulated, playbackLatency: 0, withdrawn: withdrawn)
}

/// A space of exercises from its parts.
func space(
  _ mode: Mode = .comparison, range: NoteRange = .standard, intervals: [DirectedInterval] = [.perfectFifthUp],
  naturalMechanical: Double = 0.5, tuning: Tuning = .equal
) throws -> ExerciseSpace {
  try ExerciseSpace(
    mode: mode, range: range, tuning: tuning, intervals: intervals, naturalMechanical: naturalMechanical,
    targetSuccess: 0.8)
}

extension ComparisonSession {
  /// An idle session with the usual settings.
  init(seed: UInt64 = 1, settings: TrainingSettings = .standard, limit: Int? = nil) {
    self.init(
      settings: settings, strategy: KazezStrategy(), generator: SeededGenerator(seed: seed), exerciseLimit: limit)
  }

  /// Hears `exercise` to the end of its target, begun at `start` seconds, and answers it 0.3 s into the target.
  mutating func hearAndAnswer(
    _ exercise: ComparisonExercise, start: Double, with answer: Answer? = nil
  ) -> [Effect] {
    _ = handle(.referenceStarted(exercise.epoch, frame: Frame(Int64(start * 48_000))))
    _ = handle(.secondStarted(exercise.epoch, heard: time(start + 1)))
    return handle(
      .answer(answer ?? exercise.correctAnswer, at: time(start + 1.3), source: .controller, controller: "pads"))
  }

  /// Takes a whole exercise and its feedback; gives the next one if there is one.
  mutating func complete(
    _ exercise: ComparisonExercise, start: Double, with answer: Answer? = nil
  ) -> ComparisonExercise? {
    _ = hearAndAnswer(exercise, start: start, with: answer)
    let frame = Frame(Int64((start + 1.3) * 48_000))
    let next = handle(.feedbackStarted(exercise.epoch, frame: frame, rate: 48_000)).played
    _ = handle(.feedbackEnded(exercise.epoch, frame: frame + 19_200))
    return next
  }
}

extension [ComparisonSession.Effect] {
  /// The exercise these effects play, if they play one.
  var played: ComparisonExercise? {
    for case .course(.play(let exercise, _, _)) in self { return exercise }
    return nil
  }

  /// The answer these effects report, if they report one.
  var answered: ComparisonAnswer? {
    for case .answered(let answer) in self { return answer }
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
      case .invite: "invite"
      case .enableAnswer: "enable"
      case .answered: "answered"
      case .feedback: "feedback"
      case .course(.clearFeedback): "clear"
      case .withdrawn: "withdrawn"
      case .course(.silence): "silence"
      case .course(.refused): "refused"
      case .course(.finished): "finished"
      }
    }
  }
}
