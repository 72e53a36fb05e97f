import Training

/// The list of further exercises, which is played with two keys: the exercises that no key starts at the hub, the
/// example of higher and lower last, and the place in it.
public struct ExerciseMenu: Hashable, Sendable {
  /// An entry of the list.
  public enum Entry: Hashable, Sendable {
    /// Practice of this mode.
    case mode(Mode)
    /// The example of higher and lower.
    case example
  }

  /// The entries in order.
  public static let entries = Mode.further.map(Entry.mode) + [.example]

  /// The number of the current entry, from 1.
  public private(set) var number = 1

  /// Creates the list at its first entry.
  public init() {}

  /// The number of entries.
  public var count: Int { Self.entries.count }
  /// The current entry.
  public var entry: Entry { Self.entries[number - 1] }

  /// Moves to the next entry; after the last, to the first.
  public mutating func goOn() { number = number % count + 1 }
}
