import Foundation
import Glibc
import Linux
import Ports
import Practice
import SQLiteStore
import Screen

/// The pages of a running practice: their server, and the data they show and change.
struct RunningPages {
  private let server: ScreenServer
  private let mailbox: Mailbox
  private let opens: Bool

  /// Creates pages at `port` that are not served yet. `opens`: open them in a browser once they are.
  init(
    port: Int, opens: Bool, practice: Practice, live: LiveSettings, catalogues: LiveCatalogues,
    setup: Setup, ports: MonitoredMIDIPorts, practices: any KeptPractices,
    outputs: @escaping @Sendable () -> [OutputName]
  ) {
    let time = SystemTime()
    let (mailbox, views, mappings) = (practice.mailbox, practice.views, LiveMappings(setup.library))
    let hands = ControllerMonitor(
      ports: ports, time: time, controllers: { views.state.controllers }, mapping: { mappings.library.serving($0) },
      catalogue: { catalogues.catalogue(live.language) })
    let roles = RoleLearning(
      views: views, mailbox: mailbox, mappings: mappings, folder: MappingFolder(path: setup.paths.controllers),
      time: time, catalogue: { catalogues.catalogue(live.language) })
    let parts = LiveScreen(
      live: live, paths: setup.paths, mappings: mappings, catalogues: catalogues, views: views, mailbox: mailbox,
      hands: hands, roles: roles, time: time, listOutputs: outputs,
      practices: practices)
    server = ScreenServer(port: port, mailbox: mailbox, views: views, parts: parts, time: time)
    self.mailbox = mailbox
    self.opens = opens
  }

  /// Starts serving, on the server's threads. Reports the result to practice, and through `lock` to a second start.
  func start(_ lock: PracticeLock) {
    server.start { [mailbox, opens] status in
      if case .served(let address) = status { lock.tell(pages: address) }
      mailbox.post(.pages(status))
      if opens, case .served(let address) = status {
        Browser.open(address) { mailbox.post(.pages(.notOpened)) }
      }
    }
  }

  /// Ends the server.
  func close(within limit: Duration) { server.close(within: limit) }
}

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
