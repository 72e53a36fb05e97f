import Time

/// A duration encoded as whole nanoseconds, so that nothing is rounded.
@propertyWrapper
public struct Nanoseconds: Hashable, Sendable, Codable {
  /// The duration.
  public var wrappedValue: Duration

  /// Creates a duration of `wrappedValue`.
  public init(wrappedValue: Duration) { self.wrappedValue = wrappedValue }

  /// Decodes whole nanoseconds.
  public init(from decoder: any Decoder) throws {
    wrappedValue = .nanoseconds(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes whole nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(wrappedValue.nanoseconds)
  }
}
