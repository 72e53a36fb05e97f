import Training

/// A comparison of strategies for early or late on the same ears, with the same random numbers for each.
public struct TimingComparison: Sendable {
  /// The traits of all ears.
  public var traits: TimingTraits
  /// The number of ears.
  public var listeners: Int
  /// Counts of answers after which the error is taken, ascending.
  public var counts: [Int]
  /// The seed of all random numbers.
  public var seed: UInt64
  /// The exercises.
  public var space: TimingSpace

  /// Memberwise.
  public init(traits: TimingTraits, listeners: Int, counts: [Int], seed: UInt64, space: TimingSpace) {
    self.traits = traits
    self.listeners = listeners
    self.counts = counts
    self.seed = seed
    self.space = space
  }

  /// Returns the course of the ear with this index, asked by `strategy`.
  public func course(of index: Int, by strategy: StrategyName) -> TimingCourse {
    var generator = SeededGenerator(seed: seed, stream: index)
    let (luck, choices) = (generator.next(), generator.next())
    let asks: any TimingStrategy =
      switch strategy {
      case .edge: EdgeTimingStrategy()
      case .kazez: KazezTimingStrategy()
      }
    return TimingCourse(asks, listener: TimingListener(traits, seed: luck), space: space, seed: choices)
  }

  /// Returns the outcome of the ear with this index, asked by `strategy`: of the threshold in the condition practised
  /// last.
  public func outcome(of index: Int, by strategy: StrategyName) -> ListenerOutcome<TimingTraits> {
    course(of: index, by: strategy).outcome(of: traits, after: counts)
  }
}
