import Controllers

/// A mapping file of the player's own that was written, or removed, while practice runs.
public struct MappingChange: Sendable {
  /// The file's path.
  public var file: String
  /// What it holds; nil if it is gone.
  public var mapping: ControllerMapping?
  /// Its whole text, for recordings; nil if it is gone.
  public var text: String?

  /// The file at `file` holds `mapping` now, which `text` says.
  public init(file: String, mapping: ControllerMapping, text: String) {
    (self.file, self.mapping, self.text) = (file, mapping, text)
  }

  /// The file's name without its folder.
  package var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// The file at `file` is gone.
  public init(removed file: String) { self.file = file }
}
