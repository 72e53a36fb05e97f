import NIOHTTP1
import Testing
import Time

@testable import Screen

@Suite("Requests of our own pages")
struct RequestRuleTests {
  struct Asked: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var host: String? = "127.0.0.1:8080"
    var target = "/"
    var fields: [(String, String)] = []
    var refusal: Refusal?
    var testDescription: String { "\(method) \(host ?? "-") \(target) \(fields)" }
  }

  private static let json = ("Content-Type", "application/json")
  private static let ours = ("Origin", "http://127.0.0.1:8080")

  static let cases: [Asked] = [
    Asked(), Asked(host: "localhost:8080"), Asked(method: "HEAD"),
    Asked(host: nil, refusal: .host), Asked(host: "", refusal: .host), Asked(host: "127.0.0.1", refusal: .host),
    Asked(host: "127.0.0.1:8081", refusal: .host), Asked(host: "evil.example:8080", refusal: .host),
    Asked(host: "127.0.0.1:8080.evil.example", refusal: .host), Asked(host: "localhost.:8080", refusal: .host),
    Asked(host: "user@127.0.0.1:8080", refusal: .host), Asked(host: "0.0.0.0:8080", refusal: .host),
    Asked(host: "127.1:8080", refusal: .host), Asked(host: "[::ffff:127.0.0.1]:8080", refusal: .host),
    Asked(fields: [("Host", "evil.example")], refusal: .host),
    Asked(fields: [("Origin", "http://localhost:8080")]), Asked(fields: [("Origin", "null")], refusal: .origin),
    Asked(fields: [("Origin", "https://127.0.0.1:8080")], refusal: .origin),
    Asked(fields: [("Origin", "http://evil.example")], refusal: .origin),
    Asked(fields: [ours, ("Origin", "http://evil.example")], refusal: .origin),
    Asked(fields: [("Sec-Fetch-Site", "same-origin")]), Asked(fields: [("Sec-Fetch-Site", "none")]),
    Asked(fields: [("Sec-Fetch-Site", "cross-site")], refusal: .origin),
    Asked(fields: [("Sec-Fetch-Site", "same-site")], refusal: .origin),
    Asked(fields: [("Sec-Fetch-Site", "Same-Origin")], refusal: .origin),
    Asked(fields: [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], refusal: .origin),
    Asked(method: "POST", fields: [json, ours]),
    Asked(method: "PUT", fields: [json, ("Sec-Fetch-Site", "same-origin")]),
    Asked(method: "DELETE", fields: [json, ours]),
    Asked(method: "POST", fields: [("Content-Type", "Application/JSON; charset=utf-8"), ours]),
    Asked(method: "POST", fields: [ours], refusal: .type), Asked(method: "DELETE", fields: [ours], refusal: .type),
    Asked(method: "POST", fields: [("Content-Type", "text/plain"), ours], refusal: .type),
    Asked(method: "POST", fields: [("Content-Type", "application/json-patch"), ours], refusal: .type),
    Asked(method: "POST", fields: [json, json, ours], refusal: .type),
    Asked(method: "POST", fields: [json], refusal: .origin),
    Asked(method: "POST", fields: [json, ("Sec-Fetch-Site", "none")], refusal: .origin),
    Asked(method: "OPTIONS", refusal: .method), Asked(method: "TRACE", refusal: .method),
    Asked(method: "CONNECT", refusal: .method), Asked(method: "PATCH", refusal: .method),
    Asked(method: "BREW", refusal: .method),
    Asked(target: "/" + String(repeating: "a", count: 511)),
    Asked(target: "/" + String(repeating: "a", count: 512), refusal: .targetTooLong),
    Asked(target: "/controllers/20%3A0/lights"), Asked(target: "/profile/curve.svg?theme=dark&width=760"),
    Asked(target: "", refusal: .notFound), Asked(target: "*", refusal: .notFound),
    Asked(target: "http://evil.example/"), Asked(target: "//evil.example/", refusal: .notFound),
    Asked(target: "/assets/../index.html", refusal: .notFound), Asked(target: "/assets/./a.js", refusal: .notFound),
    Asked(target: "/assets/%2e%2e/a", refusal: .notFound), Asked(target: "/assets/..%2fa", refusal: .notFound),
    Asked(target: "/assets/a%00.js", refusal: .notFound), Asked(target: "/assets/a%5cb", refusal: .notFound),
    Asked(target: "/assets//a.js", refusal: .notFound), Asked(target: "/assets/", refusal: .notFound),
    Asked(target: "/assets/a\\b", refusal: .notFound), Asked(target: "/ä", refusal: .notFound),
    Asked(target: "/%", refusal: .notFound), Asked(target: "/%3", refusal: .notFound),
  ]

  @Test("are recognised by host, origin, site, method, target and type", arguments: cases)
  func checked(asked: Asked) throws {
    var fields = HTTPHeaders(asked.fields)
    if let host = asked.host { fields.add(name: "host", value: host) }
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: asked.method), uri: asked.target, headers: fields)
    var refusal: Refusal?
    do throws(Refusal) { try RequestRule(port: 8080).check(RequestHead(head)) } catch { refusal = error }
    #expect(refusal == asked.refusal)
  }

  @Test("browsers leave out HTTP's own port")
  func ownPort() {
    #expect(RequestRule(port: 80).hosts.contains("localhost"))
    #expect(!RequestRule(port: 8080).hosts.contains("localhost"))
  }

  @Test("a budget admits a number per second, and as many at once")
  func budget() {
    var budget = RequestBudget(rate: 10)
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    func takeAll() -> Int {
      var count = 0
      while count < 1_000, budget.take(at: now) { count += 1 }
      return count
    }
    #expect(takeAll() == 10)
    now = now + .milliseconds(300)
    #expect(takeAll() == 3)
    now = now + .seconds(3_600)
    #expect(takeAll() == 10)
    var bounded = RequestBudget(rate: 10, most: 4)
    #expect((0..<9).count { _ in bounded.take(at: now) } == 4)
    // A clock that stands still, or a stamp that is late, gives nothing away.
    now = now - .seconds(5)
    #expect(takeAll() == 0)
  }

  @Test("each request has its own limit of time and bytes")
  func progress() {
    let start = MonotonicTime(nanoseconds: 0)
    let limits = ScreenLimits()
    var progress = RequestProgress(limits, at: start)
    #expect(progress.due == start + limits.idle)
    let verdict1 = progress.received(1, at: start + .seconds(5))
    #expect(verdict1 == .take)
    #expect(progress.due == start + .seconds(15))
    let verdict2 = progress.received(1, at: start + .seconds(14))
    #expect(verdict2 == .take)
    #expect(progress.due == start + .seconds(15))
    progress.headEnded()
    // A request with an incomplete body is not being answered: it gives way to others.
    #expect(progress.unanswered == 1 && !progress.isAnswering)
    progress.requestEnded()
    #expect(progress.due == nil && progress.unanswered == 1 && progress.isAnswering)
    progress.answered(at: start + .seconds(20))
    #expect(progress.unanswered == 0 && !progress.isAnswering && progress.lastActive == start + .seconds(20))
    #expect(progress.due == start + .seconds(20) + limits.idle)
    let verdict3 = progress.received(10_000, at: start + .seconds(21))
    #expect(verdict3 == .take)
    let verdict4 = progress.received(10_000, at: start + .seconds(21))
    #expect(verdict4 == .tooLong)
    progress.answered(at: start + .seconds(22))
    #expect(progress.unanswered == 0)
  }
}
