import CLinux
// Its sources may be used from any thread, but are not marked so.
@preconcurrency import Dispatch
import Foundation
import Glibc

/// A file whose changes are told, by whom and however it is saved: in place, by a new one in its place, or through a link
/// that it is. Where its folder is missing, the nearest one above it is watched until there is one. Nothing is asked in time.
final class WatchedFile: Sendable {
  private let path: String
  /// Negative where the system lets nothing be watched: nothing is told then.
  private let watch = linux_folder_watch()
  private let source: (any DispatchSourceRead)?

  /// Not watched yet. `changed` is called on a queue of the file's own, one call after the other, once at the start and
  /// then whenever something in its folder may have changed it.
  init(_ path: String, changed: @escaping @Sendable () -> Void) {
    self.path = path
    let watch = watch
    guard watch >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: DispatchQueue(label: "peach.settings"))
    source.setRegistrationHandler {
      Self.look(at: path, watch)
      changed()
    }
    source.setEventHandler {
      linux_folder_watch_clear(watch)
      // Folders first: what is saved while the file is being read is told again.
      Self.look(at: path, watch)
      changed()
    }
    source.setCancelHandler { Glibc.close(watch) }
    self.source = source
  }

  /// Begins to watch. Once.
  func start() { source?.activate() }

  /// Ends it; a call that runs may still go on. After `start`.
  func close() { source?.cancel() }

  private static func look(at path: String, _ watch: Int32) {
    // A link's own folder, and that of what it leads to.
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    for file in Set([path, target]) {
      let folder = URL(filePath: file).deletingLastPathComponent()
      var watched: String?
      while linux_folder_watch_saved(watch, folder.path) != 0 {
        var above = folder
        repeat {
          above.deleteLastPathComponent()
        } while linux_folder_watch_add(watch, above.path) != 0 && above.path != "/"
        // What was made before that one was watched is found by looking again.
        guard above.path != watched else { break }
        watched = above.path
      }
    }
  }
}
