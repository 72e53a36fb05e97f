import Pitch
import Time

/// The public state of a session.
extension ComparisonSession {
  package var phase: SessionPhase {
    switch course.state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .open(_, _, let over): over ? .awaitingAnswer : .playingTarget
    case .given, .showingFeedback: .showingFeedback
    }
  }

  /// The part of the state that may reach the player.
  public var view: SessionView<AnswerFeedback> {
    var view = SessionView<AnswerFeedback>(phase: phase, isOpen: course.open != nil)
    view.interval = course.exercise?.askedInterval
    view.feedback = course.outcome?.feedback
    return view
  }
}
