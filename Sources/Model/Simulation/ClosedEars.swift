import Training

/// A guesser who plays early or late without sound, but knows the rules, its answers and whether they were right.
public struct ClosedEars: Sendable {
  /// A rule for the side of the next displacement, from all earlier ones: true is late.
  public enum Rule: String, Sendable, CaseIterable {
    /// The side with fewer right answers, which the original prefers.
    case fewerRight
    /// The other side.
    case alternate
    /// The same side.
    case same
    /// The side that was rarer among the last ten.
    case rarer
    /// Late after a displacement smaller than the one before it.
    case smaller
  }

  private let strategy: any TimingStrategy
  private let rule: Rule
  private let seed: UInt64

  /// A guesser by `rule`, asked by `strategy`, which has no answers yet; `seed` is of the displacements.
  public init(_ strategy: any TimingStrategy, rule: Rule, seed: UInt64) {
    self.strategy = strategy
    self.rule = rule
    self.seed = seed
  }

  /// Returns the share of right answers among `answers`.
  public func shareRight(of answers: Int, in space: TimingSpace) -> Double {
    var strategy = strategy
    var generator = SeededGenerator(seed: seed)
    var history: [(offset: Int64, correct: Bool)] = []
    for _ in 0..<answers {
      let offset = strategy.next(in: space, using: &generator)
      let correct = guess(after: history) == (offset > 0)
      strategy.learn(TimingAnswer(in: space, loops: 1, offset: offset, correct: correct))
      history.append((offset, correct))
    }
    return Double(history.count { $0.correct }) / Double(max(answers, 1))
  }

  private func guess(after history: [(offset: Int64, correct: Bool)]) -> Bool {
    guard let last = history.last else { return true }
    switch rule {
    case .fewerRight:
      // The last thousand are enough, and keep the cost linear.
      let right = history.suffix(1000).filter(\.correct)
      return 2 * right.count { $0.offset > 0 } < right.count
    case .alternate: return last.offset < 0
    case .same: return last.offset > 0
    case .rarer: return 2 * history.suffix(10).count { $0.offset > 0 } < min(history.count, 10)
    case .smaller: return history.count < 2 || last.offset.magnitude < history[history.count - 2].offset.magnitude
    }
  }
}
