import Foundation
import Ports
import TestSupport
import Testing
import Time

@testable import Screen

@Suite("The server's reaction to bytes from outside our pages")
struct SafetyTests {
  @Test("is one calm line or closing, and no byte reaches practice", arguments: HostileRequests.all)
  func refused(name: String, bytes: String, statuses: Set<Int>) throws {
    let server = try TestServer()
    let client = try server.connect()
    client.send(bytes.replacing("{port}", with: "\(server.port)"))
    let answer = client.answer()
    #expect(statuses.contains(answer?.status ?? 0), "\(name): \(answer?.status ?? 0)")
    if let answer, answer.status >= 400 {
      #expect((answer.json?["line"] as? String)?.isEmpty == false, "\(name)")
      #expect(answer["content-security-policy"] != nil && answer["x-content-type-options"] == "nosniff")
      if answer["connection"] == "close" { #expect(client.closes(within: .seconds(5)), "\(name)") }
    }
    #expect(server.intents(within: .zero).isEmpty)
    #expect(try server.ask("GET", "/texts")?.status == 200)
  }

  private static func patient(_ change: (inout ScreenLimits) -> Void) -> ScreenLimits {
    var limits = ScreenLimits()
    change(&limits)
    return limits
  }

  @Test("an endless header is refused when it is too long, before it fills memory")
  func endlessHeader() throws {
    let server = try TestServer()
    for filler in ["a", "a: b\r\n"] {
      let client = try server.connect()
      client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n")
      var sent = 0
      let bytes = Array(String(repeating: filler, count: 4_096 / filler.count).utf8)
      while sent < 64_000_000, client.send(bytes, limit: .seconds(2)) { sent += bytes.count }
      #expect(sent < 64_000_000)
      #expect(client.closes(within: .seconds(5)))
      #expect(eventually { server.connections == 0 })
    }
    let client = try server.connect()
    client.send("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 8_300))")
    #expect(client.answer()?.status == 431)
  }

  @Test("a slow request is closed at its limit, byte by byte or not")
  func slow() throws {
    let server = try TestServer(Self.patient { $0.arriving = .milliseconds(300) })
    let head = "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nOrigin: \(server.address)\r\n"
    for beginning in [
      "GET /", "GET / HTTP/1.1\r\n", "\(head)Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
    ] {
      let client = try server.connect()
      let start = ContinuousClock.now
      client.send(beginning)
      var bytes = 0
      while !client.isClosed, ContinuousClock.now - start < .seconds(10) {
        client.send(beginning.hasSuffix("{") ? " " : "a")
        bytes += 1
        client.read(limit: .milliseconds(20)) { _ in false }
      }
      #expect(client.isClosed, "\(beginning)")
      #expect(ContinuousClock.now - start >= .milliseconds(250) && bytes > 3)
    }
  }

  @Test("a quiet connection is closed, before its first request and after it")
  func idle() throws {
    let server = try TestServer(Self.patient { $0.idle = .milliseconds(300) })
    #expect(try server.connect().closes(within: .seconds(5)))
    let client = try server.connect()
    client.send(server.request("GET", "/texts"))
    #expect(client.answer()?.status == 200)
    #expect(client.closes(within: .seconds(5)))
    // A stream is not quiet, even where nothing changes.
    let (stream, _) = try server.stream()
    #expect(!stream.closes(within: .milliseconds(900)))
  }

  @Test("a client that holds all connections keeps none out, and no stream is closed for it")
  func connections() throws {
    let server = try TestServer(Self.patient { $0.connections = 8 })
    let (stream, _) = try server.stream()
    var held: [RawClient] = []
    for number in 0..<40 {
      let client = try server.connect()
      if number % 2 == 0 { client.send("GET / HTTP/1.1\r\n") }
      // A body that never comes.
      if number % 4 == 1 { client.send(server.request("POST", "/intents", fields: ["Content-Length": "5"])) }
      held.append(client)
      if number % 10 == 9 { #expect(try server.ask("GET", "/texts")?.status == 200) }
    }
    #expect(eventually { server.connections <= 8 })
    #expect(!stream.closes(within: .milliseconds(100)))
    #expect(held.count { $0.closes(within: .milliseconds(5)) } >= 30)
  }

  @Test("a client with too many requests is informed and closed, and takes nothing from the others")
  func rate() throws {
    // Asked slowly, as a busy machine asks, it is still too often, and others leave nothing over.
    let server = try TestServer(
      Self.patient {
        $0.requestsPerConnection = 0.1
        $0.requests = 0.1
      })
    let good = try server.connect()
    let flood = try server.connect()
    let request = server.request("GET", "/state")
    var refused = 0
    var reached = 0
    for _ in 0..<2_000 where !flood.isClosed {
      flood.send(request)
      switch flood.answer()?.status {
      case 400: reached += 1
      case 429: refused += 1
      default: break
      }
    }
    #expect(refused == 1)
    #expect((60...2_000).contains(reached), "as many as may come at once")
    for _ in 0..<30 {
      good.send(server.request("GET", "/texts"))
      #expect(good.answer()?.status == 200)
    }
  }

  @Test("requests in one write are answered in order; a flood of them is closed")
  func pipelined() throws {
    let server = try TestServer()
    let patient = try server.connect()
    let targets = (0..<20).map { $0.isMultiple(of: 2) ? "/texts" : "/nowhere" }
    patient.send(targets.map { server.request("GET", $0) }.joined())
    for target in targets { #expect(patient.answer()?.status == (target == "/texts" ? 200 : 404)) }

    let flood = try server.connect()
    var rest = Array(String(repeating: server.request("GET", "/texts"), count: 20_000).utf8)[...]
    let start = ContinuousClock.now
    var bytes: [UInt8] = []
    // Both ways at once, so that neither side waits for the other.
    while !flood.isClosed, ContinuousClock.now - start < .seconds(20) {
      rest = rest.dropFirst(flood.sendSome(rest))
      flood.read(limit: .milliseconds(1)) { _ in false }
      bytes += flood.received
      flood.forget()
    }
    #expect(flood.isClosed)
    let answered = String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").count - 1
    #expect(Double(answered) <= 302 + 370 * ((ContinuousClock.now - start) / .seconds(1)))
    #expect(try server.ask("GET", "/texts")?.status == 200)
  }
}
