/// A library with the files that were written or removed since it was read. A value; its owner keeps it to one thread.
public struct ChangedLibrary: Sendable {
  private let base: MappingLibrary
  /// The present contents of files, the latest written first. Nil: the file is gone.
  private var changes: [(file: String, mapping: ControllerMapping?)] = []

  /// The library as it is now. Written files precede everything else, like the player's own files, including the
  /// requested mapping if they fit the same ports.
  public private(set) var library: MappingLibrary

  /// Creates a library without changes to `base`.
  public init(_ base: MappingLibrary) { (self.base, library) = (base, base) }

  /// Records that the file at `file` now holds `mapping`, or that it is gone if nil.
  public mutating func change(_ file: String, to mapping: ControllerMapping?) {
    changes.removeAll { $0.file == file }
    changes.insert((file, mapping), at: 0)
    library = merged
  }

  private var merged: MappingLibrary {
    let written = changes.compactMap(\.mapping)
    let files = Set(changes.map(\.file))
    var preferred = base.preferred
    if let asked = base.preferred {
      if let change = changes.first(where: { $0.file == asked.file }) { preferred = change.mapping }
      if let twin = written.first(where: { $0.match == asked.match }) { preferred = twin }
    }
    return base.changed(files, written: written, preferred: preferred)
  }
}
