import Controllers
import Pitch
import Ports
import Sound
import Time
import Training

/// An action that a session of any discipline requests. `ExerciseSide.effects(of:)` returns its effects, from that
/// side's state at that time.
enum SessionAction {
  // MARK: All disciplines

  /// This exercise comes next and waits for `.proceed`: an announcement may come before it.
  case ready(any PractisedExercise)
  /// Schedules both notes.
  case play(any PractisedExercise, NoteTiming, ExerciseStart)
  /// Cancels this exercise before any of its notes has started.
  case drop(Epoch)
  /// Fades this exercise's notes and cancels those that have not started: another exercise takes its place.
  case discard(Epoch)
  /// Clears the result; the frame is where feedback ended, nil if practice stopped before.
  case clearFeedback(Frame?)
  /// Fades everything that sounds, and drops what has not started.
  case silence
  /// Practice did not start, or cannot continue.
  case refused(ExerciseRefusal)
  /// The requested number of exercises is finished.
  case finished
  /// Saves an answer and learns from it.
  case keep(any PractisedOutcome)
  /// Counts one exercise fewer: the player does it again.
  case takeBack

  // MARK: Answers

  /// An answer counts, starting now.
  case enableAnswer
  /// Surfaces show that the exercise takes an answer.
  case invite
  /// This answer counts: its note fades, and a wrong one ticks.
  case answered(any AnsweredOutcome)
  case showFeedback(AnswerFeedback)
  /// This answer no longer counts.
  case withdraw(any AnsweredOutcome)

  // MARK: Listening

  /// The time to think begins.
  case think(Epoch)
  /// Gives the answer of a pair; it is shown once that has taken effect.
  case tellAnswer(Answer, Epoch)
  case showAnswer(Answer, Epoch)

  // MARK: Matching

  /// The note, heard from `heard`, can be tuned.
  case enableTuning(MatchingExercise, heard: MonotonicTime)
  /// Controls are only tracked, starting now.
  case endTuning
  /// The tuned note fades.
  case fadeCommit(Epoch)
  /// Plays the notes of this exercise again, as requested at this time.
  case hearAgain(MatchingExercise, NoteTiming, at: MonotonicTime)
  case showMatching(MatchingFeedback, Epoch)

  /// Whether the action makes a record.
  var isKept: Bool { if case .keep = self { true } else { false } }
}

/// An effect of one discipline's session that converts to actions.
protocol SessionEffect {
  /// The requested actions, in order.
  var actions: [SessionAction] { get }
}

extension CourseEffect where Exercise: PractisedExercise {
  /// The requested action.
  var action: SessionAction {
    switch self {
    case .ready(let exercise): .ready(exercise)
    case .play(let exercise, let timing, let start): .play(exercise, timing, start)
    case .drop(let epoch): .drop(epoch)
    case .discard(let epoch): .discard(epoch)
    case .clearFeedback(_, let frame): .clearFeedback(frame)
    case .silence: .silence
    case .refused(let refusal): .refused(refusal)
    case .finished: .finished
    }
  }
}

extension AnswerEffect: SessionEffect where Exercise: PractisedExercise, Given: AnsweredOutcome {
  var actions: [SessionAction] {
    switch self {
    case .course(let effect): [effect.action]
    case .invite: [.invite]
    // Without a marker, the start of the second note is also the invitation.
    case .enableAnswer: Exercise.opensByMarker ? [.enableAnswer] : [.enableAnswer, .invite]
    case .answered(let answer): [.answered(answer)]
    case .feedback(_, let feedback): [.showFeedback(feedback)]
    case .withdrawn(let answer): [.withdraw(answer)]
    }
  }
}
