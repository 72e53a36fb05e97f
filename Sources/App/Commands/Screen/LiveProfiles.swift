import Controllers
import Synchronization

/// The controller profiles as they are now: as they were read, and what pages have written since. Any thread.
final class LiveProfiles: Sendable {
  private let changed: Mutex<ChangedLibrary>

  /// As they were read.
  init(_ library: ProfileLibrary) { changed = Mutex(ChangedLibrary(library)) }

  /// All of them.
  var library: ProfileLibrary { changed.withLock { $0.library } }

  /// The file at `file` holds `profile` now; nil: it is gone.
  func change(_ file: String, to profile: ControllerProfile?) {
    changed.withLock { $0.change(file, to: profile) }
  }
}
