import Pitch
import Time

/// The public state of a session.
extension ComparisonSession {
  package var phase: SessionPhase { course.state.pairPhase }

  /// The part of the state that may reach the player.
  public var view: SessionView<AnswerFeedback> {
    var view = SessionView<AnswerFeedback>(phase: phase, isOpen: course.open != nil)
    view.interval = course.exercise?.askedInterval
    view.feedback = course.outcome?.feedback
    return view
  }
}
