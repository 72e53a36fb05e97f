import Pitch
import Time

/// What others may know of a session.
extension ComparisonSession {
  /// Where it is.
  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .playingTarget: .playingTarget
    case .awaitingAnswer: .awaitingAnswer
    case .showingFeedback: .showingFeedback
    }
  }

  /// What may reach the player.
  public var view: ComparisonView {
    var view = ComparisonView(phase: phase, canAnswer: false)
    switch state {
    case .idle, .waiting:
      return view
    case .holding(let exercise, _), .playingReference(let exercise):
      view.interval = exercise.askedInterval
    case .playingTarget(let exercise, _), .awaitingAnswer(let exercise, _):
      view.interval = exercise.askedInterval
      view.canAnswer = true
    case .showingFeedback(let answer, _):
      view.interval = answer.exercise.askedInterval
      view.feedback = answer.feedback
    }
    return view
  }

  /// The exercise that can be answered now and when its target is first heard: for a simulated listener. Nothing that
  /// reaches the player may depend on it.
  public var answerable: (exercise: ComparisonExercise, heard: MonotonicTime)? {
    switch state {
    case .playingTarget(let exercise, let heard), .awaitingAnswer(let exercise, let heard): (exercise, heard)
    case .idle, .waiting, .holding, .playingReference, .showingFeedback: nil
    }
  }
}

extension ComparisonAnswer {
  /// The result as it is shown.
  var feedback: ComparisonFeedback { ComparisonFeedback(answer: answer, correct: correct) }
}

extension ComparisonExercise {
  /// The interval as the question it is; nil in unison comparison.
  var askedInterval: DirectedInterval? { mode.asksIntervals ? interval : nil }
}
