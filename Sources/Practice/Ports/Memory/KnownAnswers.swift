import Training

/// The answers that went before, and what they have taught.
public struct KnownAnswers: Sendable {
  /// Oldest first: where the strategy `kazez` goes on from.
  public var history: [ComparisonRecord]
  /// Oldest first: what an adaptive range and a fading reference go on from.
  public var matchingHistory: [MatchingRecord]
  /// What the strategy `edge` goes on from.
  public var profile: PerceptualProfile

  /// Memberwise; nothing is known of what is left out.
  public init(
    history: [ComparisonRecord] = [], matchingHistory: [MatchingRecord] = [],
    profile: PerceptualProfile = PerceptualProfile()
  ) {
    self.history = history
    self.matchingHistory = matchingHistory
    self.profile = profile
  }

  /// The strategy of this name, going on from what is known.
  package func strategy(_ name: StrategyName) -> any Strategy {
    switch name {
    case .edge: EdgeStrategy(ear: profile.ear)
    case .kazez: KazezStrategy(resuming: history)
    }
  }
}
