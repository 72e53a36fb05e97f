import Time

/// A length of time that is kept as whole nanoseconds, so that nothing is rounded on the way.
@propertyWrapper
public struct Nanoseconds: Hashable, Sendable, Codable {
  /// The length.
  public var wrappedValue: Duration

  /// `wrappedValue` at first.
  public init(wrappedValue: Duration) { self.wrappedValue = wrappedValue }

  /// Reads it.
  public init(from decoder: any Decoder) throws {
    wrappedValue = .nanoseconds(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(wrappedValue.nanoseconds)
  }
}
