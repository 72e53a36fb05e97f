import Controllers
import Synchronization

/// The controller profiles as they are now: as they were read, and what pages have written since. Any thread.
final class LiveProfiles: Sendable {
  private struct State {
    var changed: ChangedLibrary
    var library: ProfileLibrary
  }

  private let state: Mutex<State>

  /// As they were read.
  init(_ library: ProfileLibrary) { state = Mutex(State(changed: ChangedLibrary(library), library: library)) }

  /// All of them.
  var library: ProfileLibrary { state.withLock { $0.library } }

  /// The file at `file` holds `profile` now; nil: it is gone.
  func change(_ file: String, to profile: ControllerProfile?) {
    state.withLock { state in
      state.changed.change(file, to: profile)
      state.library = state.changed.library
    }
  }
}
