import Controllers

/// A change of one of the player's mapping files during practice.
public struct MappingChange: Sendable {
  /// The file's path.
  public var file: String
  /// The new mapping; nil if the file was removed.
  public var mapping: ControllerMapping?
  /// The file's whole text, for recordings; nil if the file was removed.
  public var text: String?

  /// Creates a change to `mapping`, parsed from `text`.
  public init(file: String, mapping: ControllerMapping, text: String) {
    (self.file, self.mapping, self.text) = (file, mapping, text)
  }

  /// The file's name without its folder.
  package var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// Creates the removal of the file at `file`.
  public init(removed file: String) { self.file = file }
}
