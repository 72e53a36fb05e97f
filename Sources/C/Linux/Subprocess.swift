import CLinux
import Glibc

/// A program started by us, without a shell, in a separate process group.
package enum Subprocess {
  /// Starts the program at `path`; nil if it cannot be started. The caller must collect its status (`waitpid`).
  /// - Parameters:
  ///   - arguments: those after the program's own name.
  ///   - standard: its three standard descriptors, negative ones /dev/null. It has no others of ours.
  ///   - endsWithThread: it gets SIGTERM when the calling thread ends, however it ends. Sound must not be playing
  ///     during the call, and a program that cannot run at all ends with status 127.
  package static func start(
    _ path: String, _ arguments: [String], environment: [String: String], standard: [Int32] = [-1, -1, -1],
    endsWithThread: Bool = false
  ) -> pid_t? {
    var argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
    var environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
    let process =
      endsWithThread
      ? linux_spawn_bound(path, &argumentPointers, &environmentPointers, standard)
      : linux_spawn(path, &argumentPointers, &environmentPointers, standard)
    return process > 0 ? process : nil
  }

  /// Waits until `process` has ended; returns its status, as `waitpid` does.
  @discardableResult
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// A program started by us that does not outlive this value. One thread.
package final class ChildProcess {
  private let process: pid_t
  private var status: Int32?

  /// Starts a program as `Subprocess.start` does; nil if it cannot be started.
  package init?(_ path: String, _ arguments: [String], environment: [String: String], standard: [Int32]) {
    guard let process = Subprocess.start(path, arguments, environment: environment, standard: standard) else {
      return nil
    }
    self.process = process
  }

  deinit { end() }

  /// Returns its status if it has ended, as `waitpid` does.
  package func ended() -> Int32? {
    var found: Int32 = 0
    if status == nil, waitpid(process, &found, WNOHANG) == process { status = found }
    return status
  }

  /// Kills it, with all its child processes.
  package func end() {
    guard ended() == nil else { return }
    kill(-process, SIGKILL)
    // A killed process ends soon.
    status = Subprocess.wait(for: process)
  }
}
