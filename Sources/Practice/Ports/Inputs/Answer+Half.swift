import Controllers
import Training

extension Half {
  /// The half of the keys that gives `answer`.
  package init(_ answer: Answer) { self = answer == .higher ? .higher : .lower }
}

extension Answer {
  /// The answer that this half of the keys gives.
  package init(_ half: Half) { self = half == .higher ? .higher : .lower }
}
