import Synchronization

/// The mappings that come with Peach: a folder until somebody asks for them, then what was found in it. Any thread.
final class ShippedMappings: Sendable {
  /// By file name, and what is wrong with them.
  typealias Found = (entries: [LibraryEntry], problems: [MappingProblem])

  private let folder: String
  private let read = Mutex<Found?>(nil)

  /// Those of `folder`.
  init(folder: String) { self.folder = folder }

  /// All of them. Whoever comes first reads them, and others wait.
  var found: Found {
    read.withLock { read in
      if let read { return read }
      let found = MappingLibrary.entries(in: folder, isShipped: true)
      read = found
      return found
    }
  }

  /// Whether somebody has asked.
  var isRead: Bool { read.withLock { $0 != nil } }
}
