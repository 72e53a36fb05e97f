import CLinux
// Dispatch sources are thread-safe, but not marked Sendable.
@preconcurrency import Dispatch
import Foundation
import Glibc

/// Reports changes of a file, by any program and in any way: in place, by replacement, or through a link. If the folder
/// is missing, the nearest existing parent is watched until it is created. Does not poll.
final class WatchedFile: Sendable {
  private let path: String
  /// Negative if the system permits no watch: no change is reported then.
  private let watch = linux_folder_watch()
  private let source: (any DispatchSourceRead)?

  /// Prepares the watch. `changed` is called on a private queue, one call after the other, once at the start and then
  /// whenever an event in its folder may concern the file.
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
      // Folders first: a save during the read is then reported again.
      Self.look(at: path, watch)
      changed()
    }
    source.setCancelHandler { Glibc.close(watch) }
    self.source = source
  }

  /// Starts watching. Once.
  func start() { source?.activate() }

  /// Stops watching; a running callback may still finish. After `start`.
  func close() { source?.cancel() }

  private static func look(at path: String, _ watch: Int32) {
    // The link's own folder, and its target's folder.
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    for file in Set([path, target]) {
      let folder = URL(filePath: file).deletingLastPathComponent()
      var watched: String?
      while linux_folder_watch_saved(watch, folder.path) != 0 {
        var above = folder
        repeat {
          above.deleteLastPathComponent()
        } while linux_folder_watch_add(watch, above.path) != 0 && above.path != "/"
        // A second pass finds folders created before that one was watched.
        guard above.path != watched else { break }
        watched = above.path
      }
    }
  }
}
