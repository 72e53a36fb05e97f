import NIOHTTP1
import Testing

@testable import Screen

@Suite("The route that answers a request")
struct PageRouterTests {
  private static func head(_ method: HTTPMethod, _ target: String, _ fields: HTTPHeaders = [:]) -> RequestHead {
    RequestHead(HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: fields))
  }

  /// Routes that answer nothing; which one was found shows in its parameters.
  private static let router: PageRouter = {
    var router = PageRouter()
    router.get("/") { _ in Reply.done }
    router.get("history/list") { _ in Reply.done }
    router.get("history/:id") { _ in Reply.done }
    router.delete("history/:id") { _ in Reply.done }
    router.put("settings/:key") { _ in Reply.done }
    router.post("controllers/:id/lights/:cue") { _ in Reply.done }
    return router
  }()

  static let cases: [(HTTPMethod, String, [String: String]?)] = [
    (.GET, "/", [:]), (.HEAD, "/", [:]), (.GET, "/?a=b", [:]), (.POST, "/", nil), (.OPTIONS, "/", nil),
    (.GET, "/history/list", [:]), (.GET, "/history/list?limit=3", [:]), (.HEAD, "/history/7", ["id": "7"]),
    (.DELETE, "/history/list", ["id": "list"]), (.PUT, "/history/7", nil), (.GET, "/history", nil),
    (.GET, "/history/7/8", nil), (.PUT, "/settings/tick", ["key": "tick"]), (.HEAD, "/settings/tick", nil),
    (.POST, "/controllers/20%3A0/lights/all", ["id": "20%3A0", "cue": "all"]),
    (.POST, "/controllers/20:0/learn/all", nil), (.GET, "/History/list", nil),
  ]

  @Test("is found by method and path; fixed paths come first", arguments: cases)
  func found(method: HTTPMethod, target: String, parameters: [String: String]?) {
    #expect(Self.router.route(of: Self.head(method, target))?.parameters == parameters)
  }

  static let queries: [(String, [String: Substring])] = [
    ("/", [:]), ("/a?", [:]), ("/a?b", ["b": ""]), ("/a?b=", ["b": ""]), ("/a?b=c&b=d&e=f", ["b": "c", "e": "f"]),
    ("/a?b=c=d", ["b": "c=d"]), ("/a?b=%64ark", ["b": "dark"]), ("/a?b=%zz", ["b": "%zz"]), ("/a?b=c?d", ["b": "c?d"]),
  ]

  @Test("finds the first value of each name in a query", arguments: queries)
  func query(target: String, values: [String: Substring]) {
    #expect(Self.head(.GET, target).query == values)
  }

  @Test(
    "takes the path from a whole address, and leaves other text unchanged",
    arguments: [
      ("http://evil.example", "/"), ("http://evil.example/a/b?c=d#e", "/a/b?c=d"), ("http://evil.example?a=b", "/?a=b"),
      ("//evil.example/a", "//evil.example/a"), ("*", "*"), ("", ""), ("/a?http://b/c", "/a?http://b/c"),
    ])
  func address(sent: String, target: String) {
    #expect(Self.head(.GET, sent).target == target)
  }

  @Test("reads field names in any case, without blanks around their values")
  func fields() {
    let head = Self.head(.GET, "/", ["ORIGIN": " a b\t", "origin": "c", "Connection": "close"])
    #expect(head["Origin"] == ["a b", "c"] && head["Accept"] == [] && head.isLast)
  }
}
