import CLinux
import Foundation
import Glibc

/// The player's browser, as the desktop knows it.
enum Browser {
  /// The program that knows it.
  static let program = "xdg-open"

  /// Opens `address`; false if that program is missing. It is not waited for. Any thread.
  static func open(_ address: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let paths: [String] = folders.map { "\($0)/\(program)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return false }
    let words: [String] = [path, address]
    let assignments: [String] = environment.map { "\($0.key)=\($0.value)" }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = assignments.map { strdup($0) } + [nil]
    let process = linux_spawn(path, &arguments, &variables, [-1, -1, -1])
    for pointer in arguments + variables { free(pointer) }
    guard process > 0 else { return false }
    // Whoever has started a program takes its status; some browsers stay for as long as they are used.
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    return true
  }
}
