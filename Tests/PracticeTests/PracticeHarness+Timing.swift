@testable import Practice
@testable import Training

extension PracticeHarness {
  /// Gives every exercise of early or late, and of listening to it, this displacement in nanoseconds.
  func displace(by offset: Int64) {
    core.exercises.forEachSession { session in
      guard var timing = session as? TimingSession else { return }
      timing.change(to: FixedDisplacement(offset: offset))
      session = timing
    }
  }
}

/// Always the same displacement.
private struct FixedDisplacement: TimingStrategy {
  var name: StrategyName { .kazez }
  var offset: Int64

  func next(in space: TimingSpace, using generator: inout SeededGenerator) -> Int64 { offset }
  mutating func learn(_ answer: TimingAnswer) {}
}
