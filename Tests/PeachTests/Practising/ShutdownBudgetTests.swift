import Foundation
import Testing

@testable import Commands

@Suite("The end of practice")
struct OrderlyEndTests {
  /// Before that it would be killed while it keeps answers.
  @Test("a service manager waits as long as leaving may take")
  func service() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let unit = try String(contentsOf: root.appending(path: "udev/peach.service"), encoding: .utf8)
    let seconds = try #require(unit.firstMatch(of: /\nTimeoutStopSec=([0-9]+)\n/).flatMap { Int($0.1) })
    #expect(.seconds(seconds) > ShutdownBudget.limit)
    #expect(ShutdownBudget.limit > ShutdownBudget.longest)
  }
}
