/// The headphone sockets of sound cards. The live part is `CardSockets`.
public protocol HeadphoneSockets: Sendable {
  /// Starts watching on its own thread. Calls `report`, which must not block, with the number of the card that
  /// headphones are pulled out of. Loop thread, once.
  func start(report: @escaping @Sendable (Int) -> Void)
  /// Stops watching, without waiting. Loop thread.
  func close()
}

/// Sockets that never report anything.
public struct NoHeadphoneSockets: HeadphoneSockets {
  /// Creates sockets that never report anything.
  public init() {}
  /// Does nothing.
  public func start(report: @escaping @Sendable (Int) -> Void) {}
  /// Does nothing.
  public func close() {}
}
