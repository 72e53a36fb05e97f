import CLinux
import Glibc

/// A program that we started, without a shell. It does not outlive this value. Voice's thread.
final class Child {
  private let process: pid_t
  private var status: Int32?

  /// Starts the program at `path`; `standard` are its three standard descriptors, negative ones /dev/null. Nil if it
  /// cannot be started.
  init?(_ path: String, _ arguments: [String], environment: [String: String], standard: [Int32]) {
    var argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
    var environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    let started = linux_spawn(path, &argumentPointers, &environmentPointers, standard)
    for pointer in argumentPointers + environmentPointers { free(pointer) }
    guard started > 0 else { return nil }
    process = started
  }

  deinit { end() }

  /// Its status if it has ended, as `waitpid` tells it.
  func ended() -> Int32? {
    var found: Int32 = 0
    if status == nil, waitpid(process, &found, WNOHANG) == process { status = found }
    return status
  }

  /// Ends it at once, with all that it started.
  func end() {
    guard ended() == nil else { return }
    kill(-process, SIGKILL)
    var found: Int32 = 0
    // Nothing that was killed takes long to end.
    while waitpid(process, &found, 0) < 0, errno == EINTR {}
    status = found
  }
}
