import Foundation
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
