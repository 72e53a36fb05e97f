/// What has become of the pages.
public enum ScreenStatus: Hashable, Sendable {
  /// They are served at this address: `http://127.0.0.1:8080`.
  case listening(address: String)
  /// They are not; practice goes on without them.
  case failed(ScreenUnavailable)
}

/// Why pages are not served.
public enum ScreenUnavailable: Error, Hashable, Sendable {
  /// Another program, or another Peach, listens there.
  case portTaken(Int)
  /// Ports below 1024 belong to the system.
  case portNotPermitted(Int)
  /// The system's own words.
  case system(reason: String)
}
