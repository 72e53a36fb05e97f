import Foundation
import Glibc
import Linux
import Ports
import TestSupport
import Testing
import Time

@testable import Screen

@Suite("Visitors other than the player")
struct VisitorTests {
  static let isRoot = geteuid() == 0
  /// The user `nobody`.
  private static let other: uid_t = 65_534

  @Test("get no byte, whatever they send", .enabled(if: isRoot, "needs root"), arguments: HostileRequests.all)
  func hostile(name: String, bytes: String, statuses: Set<Int>) throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port, user: Self.other)
    client.send(bytes.replacing("{port}", with: "\(server.port)"))
    #expect(client.closes(within: testLimit) && client.received.isEmpty, "\(name)")
    #expect(server.intents(within: .zero).isEmpty)
    #expect(try server.ask("GET", "/texts")?.status == 200)
  }

  @Test("take no place from the player, and are reported once", .enabled(if: isRoot, "needs root"))
  func places() throws {
    var limits = ScreenLimits()
    limits.connections = 4
    limits.streams = 2
    let server = try TestServer(limits)
    let held = try (0..<100).map { _ in try RawClient(port: server.port, user: Self.other) }
    for client in held { client.send(server.request("GET", "/state?page=page-0001")) }
    for page in ["page-0002", "page-0003"] { #expect(try server.stream(page: page).head?.status == 200) }
    #expect(held.allSatisfy { $0.closes(within: testLimit) && $0.received.isEmpty })
    #expect(server.reports.filter { $0 == .refused(user: Self.other) }.count == 1)
  }

  @Test("that left before their owner was known are not served either", arguments: [true, false])
  func gone(isAbrupt: Bool) throws {
    // The first that waits when it begins to listen, with a whole request.
    let server = try TestServer(owners: { listener in
      var name = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &name) {
        _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
      }
      let port = Int(UInt16(bigEndian: name.sin_port))
      for _ in 0..<3 {
        let body = #"{"page":"page-0001","intent":"stop"}"#
        (try? RawClient(port: port, isAbrupt: isAbrupt))?.send(
          "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      }
      return SocketOwners(listener: listener)
    })
    #expect(try server.ask("GET", "/texts")?.status == 200)
    #expect(server.intents(within: .zero).isEmpty)
    #expect(server.reports.filter { $0 == .refused(user: nil) }.count == 1)
  }

  @Test("are indistinguishable from the player if the system hides owners: then there are no pages")
  func unknown() throws {
    do {
      _ = try TestServer(owners: { _ in nil })
      Issue.record("it listens")
    } catch let error as TestServer.NotListening {
      #expect(error.status == .unavailable(.ownersUnknown))
    }
  }
}
