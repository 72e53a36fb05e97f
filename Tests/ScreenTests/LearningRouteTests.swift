import Controllers
import Foundation
import Ports
import TestSupport
import Testing
import Texts

@testable import Screen

@Suite("Giving roles from a page")
struct LearningRouteTests {
  private static func learned(_ bytes: [UInt8]) -> [[String: Any]] { StreamTests.events("learned", in: bytes) }

  private func learn(_ server: TestServer, _ role: String, page: String = "page-0001", id: String = "20:0") throws
    -> HTTPAnswer?
  {
    try server.ask("POST", "/controllers/\(id)/learn", body: #"{"page":"\#(page)","role":"\#(role)"}"#)
  }

  /// A stream of messages to a page, known to the server.
  private func listen(_ server: TestServer, page: String = "page-0001") throws -> RawClient {
    let (client, head) = try server.stream("/controllers/live?page=\(page)")
    #expect(head?.status == 200)
    return client
  }

  @Test("a control is awaited, and the outcome goes to every listening page")
  func learning() throws {
    let server = try TestServer()
    let (page, other) = (try listen(server), try listen(server, page: "page-0002"))
    let answer = try learn(server, "higher")
    #expect(answer?.status == 200)
    #expect(answer?.json?["line"] as? String == "Press the control for Higher; Esc cancels.")
    #expect(server.parts.learning == .higher)
    server.parts.press("Higher: pad 36.")
    for client in [page, other] {
      #expect(client.read { Self.learned($0).count == 1 })
      let told = try #require(Self.learned(client.received).first)
      #expect(told["id"] as? String == "20:0" && told["role"] as? String == "higher")
      #expect(told["line"] as? String == "Higher: pad 36." && told["changed"] as? Bool == true)
    }
    // The page that asked may go now: nothing is waited for.
    withExtendedLifetime((page, other)) {}
    #expect(server.parts.ended.isEmpty)
  }

  @Test("Esc ends it; ending without learning does nothing")
  func ending() throws {
    let server = try TestServer()
    let page = try listen(server)
    #expect(
      try learn(server, "slider", id: "20%3A0")?.json?["line"] as? String
        == Catalogue(.english).line(waitingFor: .slider))
    #expect(try server.ask("DELETE", "/controllers/20:0/learn")?.status == 204)
    #expect(page.read { Self.learned($0).first?["changed"] as? Bool == false })
    #expect(try server.ask("DELETE", "/controllers/99:9/learn")?.status == 204)
  }

  @Test("it ends when its page's stream ends, and not when another's does")
  func gone() throws {
    let server = try TestServer()
    var page: RawClient? = try listen(server)
    var other: RawClient? = try listen(server, page: "page-0002")
    #expect(try learn(server, "stop")?.status == 200)
    other = nil
    #expect(other == nil && eventually { server.server.openConnections <= 1 })
    #expect(server.parts.learning == .stop)
    page = nil
    #expect(page == nil && eventually { server.parts.ended == ["20:0"] })
    #expect(server.parts.learning == nil)
  }

  @Test("another role on the same controller replaces the first, from this page or another")
  func anotherRole() throws {
    let server = try TestServer()
    let (page, other) = (try listen(server), try listen(server, page: "page-0002"))
    for (role, from) in [("higher", "page-0001"), ("lower", "page-0001"), ("lower", "page-0002")] {
      #expect(try learn(server, role, page: from)?.status == 200)
      #expect(server.parts.learning?.rawValue == role && server.parts.ended.isEmpty)
    }
    #expect(page.read { Self.learned($0).count == 2 })
    server.parts.press("Lower: pad 5.")
    #expect(other.read { Self.learned($0).last?["changed"] as? Bool == true })
  }

  @Test("a page without a stream, or a missing controller, is refused with a line")
  func refused() throws {
    let server = try TestServer()
    #expect(try learn(server, "higher")?.status == 409)
    let page = try listen(server)
    for answer in [try learn(server, "higher", page: "page-0009"), try learn(server, "higher", id: "21:0")] {
      #expect(answer?.status == 409 && (answer?.json?["line"] as? String)?.isEmpty == false)
    }
    #expect(server.parts.learning == nil)
    withExtendedLifetime(page) {}
  }

  static let bodies: [(String, Int)] = [
    (#"{"page":"page-0001","role":"HIGHER"}"#, 400), (#"{"page":"page-0001","role":7}"#, 400),
    (#"{"page":"page-0001"}"#, 400), (#"{"page":"page-0001","role":"higher","to":"before"}"#, 400),
    (#"{"role":"higher"}"#, 400), (#"{"page":"<b>","role":"higher"}"#, 400),
    ("[]", 400),
    ("", 400), (#"{"page":"page-0001","role":""#, 400),
    (#"{"page":"page-0001","role":"\#(String(repeating: "x", count: 2_000))"}"#, 413),
  ]

  @Test("a request from outside our pages is refused, and nothing is awaited", arguments: bodies)
  func hostile(body: String, status: Int) throws {
    let server = try TestServer()
    let page = try listen(server)
    #expect(try server.ask("POST", "/controllers/20:0/learn", body: body)?.status.description == "\(status)")
    #expect(try server.ask("POST", "/controllers/20:0/mapping", body: body)?.status.description == "\(status)")
    #expect(server.parts.learning == nil && server.parts.gone.isEmpty)
    withExtendedLifetime(page) {}
  }

  @Test(
    "neither another site's page nor a form may request it",
    arguments: [
      ["Origin": "http://example.org"], ["Content-Type": "text/plain"], ["Host": "example.org"],
      ["Sec-Fetch-Site": "cross-site"],
    ])
  func elsewhere(fields: [String: String]) throws {
    let server = try TestServer()
    let page = try listen(server)
    let body = #"{"page":"page-0001","role":"higher"}"#
    for (method, target) in [("POST", "learn"), ("DELETE", "learn"), ("POST", "mapping")] {
      let status = try #require(
        try server.ask(method, "/controllers/20:0/\(target)", body: method == "POST" ? body : nil, fields: fields)?
          .status)
      #expect((400..<500).contains(status), "\(method) \(target)")
    }
    #expect(server.parts.learning == nil && server.parts.ended.isEmpty)
    #expect(try server.stream("/controllers/live?page=a%20b").head?.status == 400)
    withExtendedLifetime(page) {}
  }

  @Test("a mapping is undone and redone, and all pages are informed")
  func ways() throws {
    let server = try TestServer()
    let page = try listen(server)
    for way in ScreenController.Way.allCases {
      #expect(
        try server.ask("POST", "/controllers/20:0/mapping", body: #"{"to":"\#(way.rawValue)"}"#)?.status == 204)
    }
    #expect(server.parts.gone == [.before, .learned])
    #expect(page.read { Self.learned($0).count == 2 })
    #expect(Self.learned(page.received).allSatisfy { $0["role"] == nil && $0["changed"] as? Bool == true })
    let refused = try server.ask("POST", "/controllers/21:0/mapping", body: #"{"to":"before"}"#)
    #expect(refused?.status == 409 && refused?.json?["line"] as? String == "It is away.")
    #expect(try server.ask("POST", "/controllers/20:0/mapping", body: #"{"to":"other"}"#)?.status == 400)
  }

  @Test("some of many messages are left out, but no outcome")
  func flood() throws {
    let server = try TestServer()
    let page = try listen(server)
    #expect(try learn(server, "commit")?.status == 200)
    #expect(eventually { server.parts.listeners == 1 })
    server.parts.press("Commit: button 20.")
    for value in 0...2_000 { server.parts.hear(HeardMessage(id: "20:0", text: "Control \(value)", role: nil, note: 5)) }
    #expect(page.read { StreamTests.events("message", in: $0).last?["text"] as? String == "Control 2000" })
    #expect(StreamTests.events("message", in: page.received).last?["note"] as? Int == 5)
    #expect(Self.learned(page.received).count == 1)
  }

  @Test("one page waits, for as long as it listens")
  func learner() throws {
    let learner = LearnerPage()
    let (one, two) = (try #require(PageID("page-0001")), try #require(PageID("page-0002")))
    #expect(learner.begin(one, on: "20:0") == nil)
    learner.connected(one)
    learner.connected(one)
    learner.connected(two)
    let first = try #require(learner.begin(one, on: "20:0"))
    #expect(learner.waits(first))
    learner.disconnected(one)
    #expect(learner.takeAbandoned() == nil)
    learner.disconnected(one)
    #expect(learner.takeAbandoned() == "20:0" && learner.takeAbandoned() == nil && !learner.waits(first))
    // That an older one is over says nothing of a newer one of the same controller.
    let second = try #require(learner.begin(two, on: "24:0"))
    let third = try #require(learner.begin(two, on: "24:0"))
    learner.end(second)
    #expect(learner.waits(third) && !learner.waits(second))
    learner.end(third)
    learner.disconnected(two)
    #expect(learner.takeAbandoned() == nil)
  }
}

extension TestServer {
  fileprivate func stream(_ target: String) throws -> (client: RawClient, head: HTTPAnswer?) {
    try stream(page: "", target)
  }
}
