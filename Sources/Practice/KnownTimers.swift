import Timers

/// What the store has kept of practice timers, as practice goes on from it.
public struct KnownTimers: Hashable, Sendable {
  /// What each kind was set to last; one that is not here has its default.
  public var configurations: [TimerKind: TimerConfiguration]
  /// The timed practice that was neither finished nor filed, to be restored paused.
  public var paused: Workout?

  /// Memberwise; nothing is known of what is left out.
  public init(configurations: [TimerKind: TimerConfiguration] = [:], paused: Workout? = nil) {
    self.configurations = configurations
    self.paused = paused
  }

  /// What Quick Start of `kind` shows.
  public func quickStart(_ kind: TimerKind) -> TimerConfiguration { configurations[kind] ?? .standard(kind) }
}
