import Controllers
import Pitch
import Ports
import Sound
import Time
import Training

/// What a session asks for, whatever its discipline. `ExerciseSide.effects(of:)` says what each means, as that side stands when it
/// is the action's turn.
enum SessionAction {
  // MARK: Of every discipline

  /// This exercise comes next and waits for `.proceed`: something may be said before it.
  case ready(any PractisedExercise)
  /// Schedules both notes.
  case play(any PractisedExercise, NoteTiming, ExerciseStart)
  /// Takes this exercise back: none of its notes has started.
  case drop(Epoch)
  /// Shows no result any more; the frame is where feedback ended, nil if practice stopped before.
  case clearFeedback(Frame?)
  /// Fades all that sounds, and drops all that has not started.
  case silence
  /// Practice did not start, or cannot go on.
  case refused(ExerciseRefusal)
  /// As many exercises as were asked for are finished.
  case finished
  /// Keeps an answer, and learns from it.
  case keep(any PractisedOutcome)

  // MARK: Of comparison

  /// An answer counts from now on.
  case enableAnswer
  /// This answer counts: its note fades, and a wrong one ticks.
  case answered(ComparisonAnswer)
  case showComparison(ComparisonFeedback)
  /// This answer no longer counts.
  case withdraw(ComparisonAnswer)

  // MARK: Of listening

  /// The time to think begins.
  case think(Epoch)
  /// The answer of a pair is given from now on, and is shown once that has taken effect.
  case tellAnswer(Answer, Epoch)
  case showAnswer(Answer, Epoch)

  // MARK: Of matching

  /// The note, which is heard from then on, can be tuned.
  case enableTuning(MatchingExercise, heard: MonotonicTime)
  /// Controls are only followed from now on.
  case endTuning
  /// The tuned note fades.
  case fadeCommit(Epoch)
  /// The notes of this exercise sound once more, which was asked for then.
  case hearAgain(MatchingExercise, NoteTiming, at: MonotonicTime)
  case showMatching(MatchingFeedback, Epoch)

  /// Whether a record is made of it.
  var isKept: Bool { if case .keep = self { true } else { false } }
}

/// An effect of one discipline's session, as actions.
protocol SessionEffect {
  /// What it asks for, in this order.
  var actions: [SessionAction] { get }
}

extension CourseEffect where Exercise: PractisedExercise {
  /// What it asks for.
  var action: SessionAction {
    switch self {
    case .ready(let exercise): .ready(exercise)
    case .play(let exercise, let timing, let start): .play(exercise, timing, start)
    case .drop(let epoch): .drop(epoch)
    case .clearFeedback(_, let frame): .clearFeedback(frame)
    case .silence: .silence
    case .refused(let refusal): .refused(refusal)
    case .finished: .finished
    }
  }
}
