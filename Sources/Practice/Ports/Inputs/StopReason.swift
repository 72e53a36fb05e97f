/// A reason why practice stopped. The raw values are words of the event stream.
public enum StopReason: String, Hashable, Sendable {
  /// The stop chord, the stop button or the surface's stop command.
  case asked
  /// The requested number of exercises has been answered.
  case finished
  /// The controller in use was unplugged.
  case unplugged
  /// Headphones were pulled out of the socket in use.
  case headphonesPulled = "headphones-pulled"
  /// Changed settings leave no exercise.
  case refused
  /// The timer was paused, or ended by the player.
  case timer
  /// Sound was lost.
  case soundLost = "sound-lost"
  /// The machine was suspended.
  case suspended
  /// No input for three minutes, or for half an hour in listening.
  case idle
  /// No controller can come, and nothing else could begin practice.
  case noInput = "no-input"
  /// The terminal went away (SIGHUP).
  case hangup
  /// Ctrl-C (SIGINT).
  case interrupt
  /// The system asked the program to end (SIGTERM).
  case terminate
  /// Ctrl-Z (SIGTSTP).
  case paused
}

/// Requests to stop from outside the program. The live part is `Signals`.
public protocol StopRequests: Sendable {
  /// Readable when a request is pending; negative if none can come.
  var descriptor: Int32 { get }

  /// Returns the next pending request as a reason for stopping, or nil. Loop thread.
  func next() -> StopReason?
}

extension StopReason {
  /// Whether the stop needs no spoken announcement: the player caused or noticed it, or is gone.
  package var wasAskedFor: Bool {
    switch self {
    case .unplugged, .idle, .suspended: false
    case .asked, .finished, .headphonesPulled, .refused, .timer, .soundLost, .noInput, .hangup, .interrupt, .terminate,
      .paused:
      true
    }
  }
}
