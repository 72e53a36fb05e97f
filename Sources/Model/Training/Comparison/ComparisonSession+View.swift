import Pitch
import Time

/// What others may know of a session.
extension ComparisonSession {
  /// Where it is.
  public var phase: Phase {
    switch course.state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .open(_, _, let over): over ? .awaitingAnswer : .playingTarget
    case .given, .showingFeedback: .showingFeedback
    }
  }

  /// What may reach the player.
  public var view: ComparisonView {
    var view = ComparisonView(phase: phase, canAnswer: course.open != nil)
    view.interval = course.exercise?.askedInterval
    view.feedback = course.outcome?.feedback
    return view
  }

  /// The exercise that can be answered now and when its target is first heard: for a simulated listener. Nothing that
  /// reaches the player may depend on it.
  public var answerable: (exercise: ComparisonExercise, heard: MonotonicTime)? { course.open }
}

extension ComparisonAnswer {
  /// The result as it is shown.
  var feedback: ComparisonFeedback { ComparisonFeedback(answer: answer, correct: correct) }
}
