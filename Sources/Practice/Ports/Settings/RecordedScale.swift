/// The Scala file of a tuning, and the keyboard mapping beside it.
public struct RecordedScale: Codable, Hashable, Sendable {
  /// The whole `.scl` file.
  public var scale: String
  /// The whole `.kbm` file.
  public var mapping: String?

  /// Memberwise.
  public init(scale: String, mapping: String?) {
    self.scale = scale
    self.mapping = mapping
  }
}
