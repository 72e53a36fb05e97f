import Synchronization

/// The mappings that come with Peach: a folder until first use, then its contents. Any thread.
final class ShippedMappings: Sendable {
  /// The entries by file name, and their problems.
  typealias Found = (entries: [LibraryEntry], problems: [MappingProblem])

  private let folder: String
  private let read = Mutex<Found?>(nil)

  /// Creates the mappings of `folder`, without reading it.
  init(folder: String) { self.folder = folder }

  /// All shipped mappings. The first caller reads them; others wait.
  var found: Found {
    read.withLock { read in
      if let read { return read }
      let found = MappingLibrary.entries(in: folder, isShipped: true)
      read = found
      return found
    }
  }

  /// Whether the folder has been read.
  var isRead: Bool { read.withLock { $0 != nil } }
}
