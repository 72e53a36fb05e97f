/// Why practice stopped. The raw values are words of the event stream.
public enum StopReason: String, Hashable, Sendable {
  /// The stop chord, the stop button or the surface's own way of leaving.
  case asked
  /// As many exercises as were asked for have been answered.
  case finished
  /// The controller in use was unplugged.
  case unplugged
  /// Headphones were pulled out of the socket in use.
  case headphonesPulled = "headphones-pulled"
  /// Settings that were changed meanwhile leave no exercise.
  case refused
  /// Its timer was paused, or ended by hand.
  case timer
  /// Sound was lost.
  case soundLost = "sound-lost"
  /// The machine was suspended.
  case suspended
  /// Nobody has touched anything for three minutes, or half an hour in listening.
  case idle
  /// The terminal went away (SIGHUP).
  case hangup
  /// Ctrl-C (SIGINT).
  case interrupt
  /// The system asked the program to end (SIGTERM).
  case terminate
  /// Ctrl-Z (SIGTSTP).
  case paused
}

extension StopReason {
  /// Whether the player knows of it, having asked for it or being gone.
  package var wasAskedFor: Bool {
    switch self {
    case .unplugged, .idle, .suspended: false
    case .asked, .finished, .headphonesPulled, .refused, .timer, .soundLost, .hangup, .interrupt, .terminate, .paused:
      true
    }
  }
}
