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

  /// What Quick Start of `kind` shows: what it was set to last. One that was never set to anything counts down before it begins
  /// if `countsDown`.
  public func quickStart(_ kind: TimerKind, countsDown: Bool = false) -> TimerConfiguration {
    configurations[kind] ?? .standard(kind, countsDown: countsDown)
  }
}

/// A practice timer that is shown as soon as practice is there.
public enum TimerStart: Hashable, Sendable {
  /// This configuration, to be confirmed.
  case chosen(TimerConfiguration)
  /// What this kind was set to last. It begins without being confirmed; where it trains, as soon as there is sound.
  case quick(TimerKind)
}
