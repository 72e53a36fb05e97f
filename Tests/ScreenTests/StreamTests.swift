import Controllers
import Foundation
import Ports
import TestSupport
import Testing
import Time
import Training

@testable import Screen

@Suite("Streams to pages")
struct StreamTests {
  /// The states in what has come, newest last.
  static func states(_ bytes: [UInt8]) -> [[String: Any]] {
    events("state", in: bytes)
  }

  static func events(_ name: String, in bytes: [UInt8]) -> [[String: Any]] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "event: \(name)\ndata: ").dropFirst().compactMap {
      let line = $0.prefix { $0 != "\n" }
      return (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
    }
  }

  private static func view(epoch: Int) -> ViewState {
    var view = ViewState()
    view.mode = .comparison
    view.phase = .reference
    view.epoch = Epoch(UInt32(epoch))
    return view
  }

  @Test("begin with the newest state at once, and continue with the following ones")
  func first() throws {
    let server = try TestServer()
    server.views.publish(Self.view(epoch: 1))
    let (client, head) = try server.stream()
    #expect(head?.status == 200)
    #expect(head?["content-type"] == "text/event-stream; charset=utf-8")
    #expect(head?["cache-control"] == "no-store")
    #expect(client.read { Self.states($0).last?["epoch"] as? Int == 1 })
    #expect(String(decoding: client.received, as: UTF8.self).contains("retry: 500\n\n"))
    client.forget()
    server.views.publish(Self.view(epoch: 2))
    #expect(client.read { Self.states($0).last?["epoch"] as? Int == 2 })
    #expect(Self.states(client.received).count == 1)
  }

  @Test("deliver the newest state last, up to sixty a second, however often it changes")
  func rate() throws {
    let server = try TestServer()
    let (client, _) = try server.stream()
    let start = ContinuousClock.now
    var epoch = 0
    while ContinuousClock.now - start < .milliseconds(500) {
      epoch += 1
      server.views.publish(Self.view(epoch: epoch))
      usleep(200)
    }
    #expect(epoch > 200)
    #expect(client.read { Self.states($0).last?["epoch"] as? Int == epoch })
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let count = Self.states(client.received).count
    #expect(Double(count) <= seconds * 60 + 2)
    #expect(count >= 5)
  }

  @Test("send a sign of life when there is no other message")
  func heartbeat() throws {
    var limits = ScreenLimits()
    limits.heartbeat = .milliseconds(50)
    let server = try TestServer(limits)
    let (client, _) = try server.stream()
    #expect(client.read { String(decoding: $0, as: UTF8.self).components(separatedBy: "\r\n:\n\n\r\n").count > 3 })
    #expect(Self.states(client.received).count == 1)
  }

  @Test("skip states for a page that does not read, which continues with the newest")
  func stalled() throws {
    let server = try TestServer()
    let stalled = try RawClient(port: server.port, receiveBuffer: 4096)
    stalled.send(server.request("GET", "/state?page=stalled-1"))
    #expect(stalled.answer()?.status == 200)
    let (reader, _) = try server.stream(page: "reader-01")
    var view = Self.view(epoch: 0)
    // Each state is a few kilobytes long, so that what fits between the two is soon full.
    view.controllers = (0..<40).map {
      .init(name: String(repeating: "Controller \($0) ", count: 8), mapping: "Generic")
    }
    for epoch in 1...150 {
      view.epoch = Epoch(UInt32(epoch))
      server.views.publish(view)
      #expect(reader.read { Self.states($0).last?["epoch"] as? Int == epoch })
      reader.forget()
    }
    // Nothing of it is lost on the way: the stalled page gets what was on its way, and then the newest.
    #expect(stalled.read { Self.states($0).last?["epoch"] as? Int == 150 })
    #expect(Self.states(stalled.received).count < 100)
  }

  @Test("end when a page does not read for too long")
  func abandoned() throws {
    var limits = ScreenLimits()
    limits.stalled = .milliseconds(200)
    let server = try TestServer(limits)
    let stalled = try RawClient(port: server.port, receiveBuffer: 4096)
    stalled.send(server.request("GET", "/state?page=stalled-1"))
    #expect(stalled.answer()?.status == 200)
    var view = Self.view(epoch: 0)
    view.controllers = (0..<40).map {
      .init(name: String(repeating: "Controller \($0) ", count: 8), mapping: "Generic")
    }
    let isClosed = eventually {
      view.epoch = Epoch((view.epoch?.number ?? 0) + 1)
      server.views.publish(view)
      return server.connections == 0
    }
    #expect(isClosed)
  }

  @Test(
    "end when a page sends nothing more, even after a second request", arguments: ["", "/nowhere"])
  func halfClosed(behind: String) throws {
    let server = try TestServer()
    for target in ["/state?page=page-0001", "/controllers/live"] {
      let (client, head) = try server.stream(target)
      #expect(head?.status == 200)
      if !behind.isEmpty { client.send(server.request("GET", behind)) }
      client.finish()
      #expect(client.closes(within: testLimit), "\(target)")
      let isAnswered = client.received.firstRange(of: Array("HTTP/1.1 404".utf8)) != nil
      #expect(isAnswered == !behind.isEmpty, "\(target)")
    }
    #expect(eventually { server.connections == 0 && server.parts.listeners == 0 })
  }

  @Test("are limited in number; one that ends makes room")
  func places() throws {
    var limits = ScreenLimits()
    limits.streams = 2
    let server = try TestServer(limits)
    var first: RawClient? = try server.stream(page: "page-0001").client
    let (second, _) = try server.stream(page: "page-0002", "/controllers/live")
    let (_, refused) = try server.stream(page: "page-0003")
    #expect(refused?.status == 503)
    // A head alone takes no place for longer than its answer.
    first = nil
    #expect(first == nil)
    #expect(eventually { (try? server.stream(page: "page-0003").head?.status) == 200 })
    withExtendedLifetime(second) {}
  }

  @Test(
    "need a page that names itself",
    arguments: ["/state", "/state?page=", "/state?page=short", "/state?page=a%2Fb%2Fc%2Fd"])
  func pages(target: String) throws {
    let status = try TestServer().stream(target).head?.status
    #expect(status == 400 || status == 404)
  }

  @Test("that end stop practice after two seconds, if that page was played last")
  func gone() throws {
    let server = try TestServer()
    var played: RawClient? = try server.stream(page: "page-0001").client
    let (other, _) = try server.stream(page: "page-0002")
    #expect(
      try server.ask("POST", "/intents", body: #"{"page":"page-0001","intent":"start","mode":"comparison"}"#)?.status
        == 204)
    #expect(server.intents().map(\.intent) == [.start(.comparison)])
    let start = ContinuousClock.now
    played = nil
    #expect(played == nil)
    #expect(server.intents().map(\.intent) == [.pageAway])
    #expect(server.intents().map(\.intent) == [.pageGone])
    let waited = ContinuousClock.now - start
    #expect(waited >= .milliseconds(1_900) && waited < .seconds(6))
    withExtendedLifetime(other) {}
  }

  @Test("deliver the version that an intent was answered with, and its state, even without a change")
  func version() throws {
    let server = try TestServer()
    let (client, _) = try server.stream()
    func version(of intent: String) throws -> Int? {
      let answer = try server.ask("POST", "/intents", body: #"{"page":"page-0001","intent":\#(intent)}"#)
      return answer?["state-version"].flatMap { Int($0) }
    }
    func isThere(_ version: Int) -> Bool {
      client.read { String(decoding: $0, as: UTF8.self).contains("id: \(version)\nevent: state\ndata: {") }
    }
    #expect(isThere(0))
    #expect(try version(of: #""slide","position":0.5,"epoch":1"#) == nil, "no page waits for one")
    #expect(try version(of: #""stop""#) == 2)
    server.views.publish(Self.view(epoch: 1))
    #expect(client.read { Self.states($0).last?["epoch"] as? Int == 1 })
    #expect(!String(decoding: client.received, as: UTF8.self).contains("id: 2\n"), "it is not included yet")
    client.forget()
    server.views.include(2)
    #expect(isThere(2))
    #expect(Self.states(client.received).last?["epoch"] as? Int == 1)
    // The state that includes it is there before the answer, and another page has asked for it.
    client.forget()
    server.views.include(3)
    let (other, _) = try server.stream(page: "page-0002")
    #expect(other.read { Self.states($0).last?["epoch"] as? Int == 1 })
    #expect(try version(of: #""again""#) == 3)
    #expect(isThere(3))
  }

  @Test("of a page that is hidden and shown again in time stop nothing")
  func hidden() throws {
    let server = try TestServer()
    let (client, _) = try server.stream(page: "page-0001")
    for intent in [#""start","mode":"matching""#, #""hidden""#, #""shown""#] {
      #expect(try server.ask("POST", "/intents", body: #"{"page":"page-0001","intent":\#(intent)}"#)?.status == 204)
    }
    #expect(server.intents().map(\.intent) == [.start(.matching), .pageAway, .pageBack])
    #expect(server.intents(within: .milliseconds(2_500)).isEmpty)
    #expect(try server.ask("POST", "/intents", body: #"{"page":"page-0001","intent":"hidden"}"#)?.status == 204)
    #expect(server.intents().map(\.intent) == [.pageAway])
    #expect(server.intents().map(\.intent) == [.pageGone])
    withExtendedLifetime(client) {}
  }

  @Test("of controllers' messages run only while they are open, with the newest few of each")
  func live() throws {
    let server = try TestServer()
    #expect(server.parts.listeners == 0)
    var client: RawClient? = try server.stream(nil, "/controllers/live").client
    #expect(eventually { server.parts.listeners == 1 })
    server.parts.hear(HeardMessage(id: "20:0", text: "Note 64 on, velocity 80, channel 1", role: .higher))
    #expect(client?.read { Self.events("message", in: $0).count == 1 } == true)
    let message = try #require(client.map { Self.events("message", in: $0.received) }?.first)
    #expect(message["id"] as? String == "20:0" && message["role"] as? String == "higher")
    #expect(message["text"] as? String == "Note 64 on, velocity 80, channel 1" && message["time"] is Int)
    client?.forget()
    let start = ContinuousClock.now
    for value in 0...2_000 {
      for id in ["20:0", "24:0"] {
        server.parts.hear(HeardMessage(id: id, text: "Control 1: \(value)", role: nil))
      }
      if value % 4 == 0 { usleep(1_000) }
    }
    #expect(
      client?.read { bytes in
        let last = Self.events("message", in: bytes).last { $0["id"] as? String == "24:0" }
        return last?["text"] as? String == "Control 1: 2000"
      } == true)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let count = client.map { Self.events("message", in: $0.received).count } ?? 0
    #expect(Double(count) <= seconds * 2 * 20 + 8)
    client = nil
    #expect(eventually { server.parts.listeners == 0 })
  }
}

extension TestServer {
  fileprivate func stream(_ page: String?, _ target: String) throws -> (client: RawClient, head: HTTPAnswer?) {
    try stream(page: page ?? "", target)
  }

  fileprivate func stream(_ target: String) throws -> (client: RawClient, head: HTTPAnswer?) {
    try stream(page: "", target)
  }

  /// How many connections the server has open.
  var connections: Int { server.openConnections }
}
