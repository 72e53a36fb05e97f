import CLinux
import Glibc

/// A program that we start, without a shell, in a process group of its own.
package enum Subprocess {
  /// Starts the program at `path`; nil if it cannot be started. Whoever starts one takes its status (`waitpid`).
  /// - Parameters:
  ///   - arguments: those after the program's own name.
  ///   - standard: its three standard descriptors, negative ones /dev/null. It has no others of ours.
  ///   - endsWithThread: it gets SIGTERM when the calling thread ends, however it ends. Nothing may sound meanwhile, and
  ///     what cannot run at all is seen by its end, with status 127.
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

  /// Waits until `process` has ended; its status as `waitpid` tells it.
  @discardableResult
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// A program that we started and that does not outlive this value. One thread.
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

  /// Its status if it has ended, as `waitpid` tells it.
  package func ended() -> Int32? {
    var found: Int32 = 0
    if status == nil, waitpid(process, &found, WNOHANG) == process { status = found }
    return status
  }

  /// Ends it at once, with all that it started.
  package func end() {
    guard ended() == nil else { return }
    kill(-process, SIGKILL)
    // Nothing that was killed takes long to end.
    status = Subprocess.wait(for: process)
  }
}
