/// A report of the pages' server.
public enum PagesStatus: Hashable, Sendable {
  /// The pages are served at this address, as in `http://127.0.0.1:4400`.
  case served(address: String)
  /// Another user requested the pages and was refused: this user id, or nil if the process was gone before it could be
  /// read. Reported once for each user.
  case refused(user: UInt32?)
  /// The pages are not served; practice continues without them.
  case unavailable(PagesFailure)
  /// No program was found to open the pages, as requested.
  case notOpened
}

/// A reason why there are no pages.
public enum PagesFailure: Hashable, Sendable, Error {
  /// Another program listens at this port.
  case portTaken(Int)
  /// This user may not listen at this port: those below 1024 belong to the system.
  case notPermitted(Int)
  /// The owner of a connection cannot be determined, and only the player may be served.
  case ownersUnknown
  /// Another failure, with the system's message.
  case failed(reason: String)
}
