import Controllers
import Synchronization

/// The controller mappings as they are now: as they were read, and what pages have written since. Any thread.
final class LiveMappings: Sendable {
  private let changed: Mutex<ChangedLibrary>

  /// As they were read.
  init(_ library: MappingLibrary) { changed = Mutex(ChangedLibrary(library)) }

  /// All of them.
  var library: MappingLibrary { changed.withLock { $0.library } }

  /// The file at `file` holds `mapping` now; nil: it is gone.
  func change(_ file: String, to mapping: ControllerMapping?) {
    changed.withLock { $0.change(file, to: mapping) }
  }
}
