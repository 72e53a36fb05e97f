/// What has become of the pages.
public enum ScreenStatus: Hashable, Sendable {
  /// They are served at this address: `http://127.0.0.1:8080`.
  case listening(address: String)
  /// A connection of somebody who is not the player was closed: of this user, or of one who was gone before that could be seen.
  /// Told once of each.
  case refused(user: UInt32?)
  /// They are not; practice goes on without them.
  case failed(ScreenUnavailable)
}

/// Why pages are not served.
public enum ScreenUnavailable: Error, Hashable, Sendable {
  /// Another program, or another Peach, listens there.
  case portTaken(Int)
  /// Ports below 1024 belong to the system.
  case portNotPermitted(Int)
  /// Nothing tells whose a connection is, and only the player may be served.
  case ownersUnknown
  /// The system's own words.
  case system(reason: String)
}
