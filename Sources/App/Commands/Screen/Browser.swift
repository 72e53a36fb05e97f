import Foundation
import Glibc
import Linux

/// The player's browser, as the desktop knows it.
enum Browser {
  /// The program that knows it.
  static let program = "xdg-open"

  /// Opens `address`; false if that program is missing. It is not waited for. Any thread.
  static func open(_ address: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let paths: [String] = folders.map { "\($0)/\(program)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return false }
    guard let process = Subprocess.start(path, [address], environment: environment) else { return false }
    // Some browsers stay for as long as they are used.
    PlainThread.start(name: "browser") { Subprocess.wait(for: process) }
    return true
  }
}
