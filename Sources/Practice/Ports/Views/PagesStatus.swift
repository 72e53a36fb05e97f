/// What the pages' server reports.
public enum PagesStatus: Hashable, Sendable {
  /// They are served at this address, as in `http://127.0.0.1:4400`.
  case served(address: String)
  /// Somebody who is not the player asked for them and got nothing: this user, or one who was gone before that could be seen.
  case refused(user: UInt32?)
  /// They are not; practice goes on without.
  case unavailable(PagesFailure)
  /// They were to be opened, and nothing knows how.
  case notOpened
}

/// Why there are no pages.
public enum PagesFailure: Hashable, Sendable, Error {
  /// Another program listens at this port.
  case portTaken(Int)
  /// This user may not listen at this port.
  case notPermitted(Int)
  /// Nothing tells whose a connection is, and only the player may be served.
  case ownersUnknown
  /// Anything else, in the system's own words.
  case failed(reason: String)
}
