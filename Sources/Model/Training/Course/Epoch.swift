/// The number of an exercise across the life of the program. Every event and every scheduled sound carries the epoch of
/// its exercise; events with an old epoch are dropped.
public struct Epoch: Hashable, Comparable, Sendable {
  /// 1 for the first exercise since the program started.
  public var number: UInt32

  /// The epoch with this number.
  public init(_ number: UInt32) { self.number = number }

  /// Earlier comes first.
  public static func < (left: Epoch, right: Epoch) -> Bool { left.number < right.number }
}
