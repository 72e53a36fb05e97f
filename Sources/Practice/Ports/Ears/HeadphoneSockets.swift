/// The sockets of sound cards that headphones are plugged into: the live part is `CardSockets`.
public protocol HeadphoneSockets: Sendable {
  /// Begins to watch on a thread of its own. Reports the number of a card as headphones are pulled out of it, through
  /// `report`, which must not block. Loop thread, once.
  func start(report: @escaping @Sendable (Int) -> Void)
  /// Watches no longer; waits for nothing. Loop thread.
  func close()
}

/// No socket that tells anything.
public struct NoHeadphoneSockets: HeadphoneSockets {
  /// Sockets of which nothing is ever told.
  public init() {}
  /// Does nothing.
  public func start(report: @escaping @Sendable (Int) -> Void) {}
  /// Does nothing.
  public func close() {}
}
