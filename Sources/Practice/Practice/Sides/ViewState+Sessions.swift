import Ports
import Training

extension ViewState.Phase {
  init(_ phase: ComparisonSession.Phase) {
    switch phase {
    case .idle: self = .hub
    case .waiting: self = .waiting
    case .playingReference: self = .reference
    case .playingTarget: self = .target
    case .awaitingAnswer: self = .awaitingAnswer
    case .showingFeedback: self = .feedback
    }
  }
}

extension ViewState.Phase {
  init(_ phase: MatchingSession.Phase) {
    switch phase {
    case .idle: self = .hub
    case .waiting: self = .waiting
    case .playingReference: self = .reference
    case .playingTunable: self = .tunable
    case .showingFeedback: self = .feedback
    }
  }
}
