import Foundation
import Glibc
import Linux

/// The player's default browser, as set on the desktop.
enum Browser {
  /// The program that opens it.
  static let program = "xdg-open"

  /// Opens `address` without waiting for the browser; calls `failed`, on any thread, if the opener is missing or finds
  /// no browser.
  static func open(
    _ address: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    failed: @escaping @Sendable () -> Void
  ) {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let paths: [String] = folders.map { "\($0)/\(program)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }),
      let process = Subprocess.start(path, [address], environment: environment)
    else { return failed() }
    // Some browsers run in the foreground as long as they are open.
    PlainThread.start(name: "browser") { if Subprocess.wait(for: process) != 0 { failed() } }
  }
}
