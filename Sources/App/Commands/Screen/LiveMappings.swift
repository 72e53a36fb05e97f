import Controllers
import Synchronization

/// The current controller mappings: those read at the start, with the changes made by pages. Any thread.
final class LiveMappings: Sendable {
  private let changed: Mutex<ChangedLibrary>

  /// Starts with `library`.
  init(_ library: MappingLibrary) { changed = Mutex(ChangedLibrary(library)) }

  /// All mappings.
  var library: MappingLibrary { changed.withLock { $0.library } }

  /// Records that the file at `file` now holds `mapping`; nil if it was removed.
  func change(_ file: String, to mapping: ControllerMapping?) {
    changed.withLock { $0.change(file, to: mapping) }
  }
}
