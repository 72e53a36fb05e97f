import Timers

/// The stored state of practice timers at the start of practice.
public struct KnownTimers: Hashable, Sendable {
  /// The last configuration of each kind; a kind without one has its default.
  public var configurations: [TimerKind: TimerConfiguration]
  /// The timed practice that was neither finished nor filed, to restore as paused.
  public var paused: Workout?

  /// Creates a state; everything is empty by default.
  public init(configurations: [TimerKind: TimerConfiguration] = [:], paused: Workout? = nil) {
    self.configurations = configurations
    self.paused = paused
  }

  /// Returns the configuration that Quick Start shows for `kind`: the last one used. A kind never used before counts
  /// down first if `countsDown`.
  public func quickStart(_ kind: TimerKind, countsDown: Bool = false) -> TimerConfiguration {
    configurations[kind] ?? .standard(kind, countsDown: countsDown)
  }
}

/// A practice timer to show at the start of practice.
public enum TimerStart: Hashable, Sendable {
  /// This configuration, for confirmation.
  case chosen(TimerConfiguration)
  /// The last configuration of this kind. It starts without confirmation; training starts as soon as there is sound.
  case quick(TimerKind)
}
