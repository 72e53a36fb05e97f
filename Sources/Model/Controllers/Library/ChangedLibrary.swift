/// A library of which some files were written or removed since it was read. A value; whoever holds it keeps it to one thread.
public struct ChangedLibrary: Sendable {
  private let base: MappingLibrary
  /// What files say now; what was written last comes first. Nil: it is gone.
  private var changes: [(file: String, mapping: ControllerMapping?)] = []

  /// The library as it is now. What was written goes before all else, as the player's own files do, also before the mapping
  /// that was asked for, if it fits the same ports.
  public private(set) var library: MappingLibrary

  /// `base` as it was read.
  public init(_ base: MappingLibrary) { (self.base, library) = (base, base) }

  /// The file at `file` holds `mapping` now, or, where that is nil, is gone.
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
