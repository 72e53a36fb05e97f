import Training

/// The earlier answers, and the knowledge derived from them.
public struct KnownAnswers: Sendable {
  /// The comparisons, oldest first, for the strategy `kazez`.
  public var history: [ComparisonRecord]
  /// The matches, oldest first, for an adaptive range and a fading reference.
  public var matchingHistory: [MatchingRecord]
  /// The profile, for the strategy `edge`.
  public var profile: PerceptualProfile

  /// Creates a collection; everything is empty by default.
  public init(
    history: [ComparisonRecord] = [], matchingHistory: [MatchingRecord] = [],
    profile: PerceptualProfile = PerceptualProfile()
  ) {
    self.history = history
    self.matchingHistory = matchingHistory
    self.profile = profile
  }

  /// Returns the strategy of this name, continuing from the earlier answers.
  package func strategy(_ name: StrategyName) -> any Strategy {
    switch name {
    case .edge: EdgeStrategy(ear: profile.ear)
    case .kazez: KazezStrategy(resuming: history)
    }
  }

  /// Returns the strategy of early or late that `settings` name, continuing from the earlier answers.
  package func timingStrategy(_ settings: TrainingSettings) -> any TimingStrategy {
    switch settings.strategy {
    case .edge: EdgeTimingStrategy(ear: profile.timing.ear)
    case .kazez: KazezTimingStrategy(ear: profile.timing.ear, tempo: settings.timing.tempo)
    }
  }

  /// The strategy of beats, continuing from the earlier answers: the original has none for them.
  package var beatsStrategy: EdgeBeatsStrategy { EdgeBeatsStrategy(ear: profile.beats.ear) }
}
