/// The state of the pages.
public enum ScreenStatus: Hashable, Sendable {
  /// They are served at this address: `http://127.0.0.1:8080`.
  case listening(address: String)
  /// A connection of another user was closed; nil if the owner could not be determined because the connection had
  /// ended. Reported once for each user.
  case refused(user: UInt32?)
  /// The pages are unavailable; practice continues without them.
  case failed(ScreenUnavailable)
}

/// The reason why pages are not served.
public enum ScreenUnavailable: Error, Hashable, Sendable {
  /// Another program, or another Peach, listens there.
  case portTaken(Int)
  /// Ports below 1024 belong to the system.
  case portNotPermitted(Int)
  /// The owners of connections are unknown, and only the player may be served.
  case ownersUnknown
  /// The system's error message.
  case system(reason: String)
}
