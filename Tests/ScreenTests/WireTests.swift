import Foundation
import TestSupport
import Testing

@testable import Screen

/// What a client of the pages receives, to the byte.
@Suite("The bytes of an answer")
struct WireTests {
  /// A request, and how it is called in the recorded file.
  private struct Sent {
    let name: String
    let bytes: String
    /// With what an answer that has no end begins.
    var beginning: String?
  }

  private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/wire.text")

  private static func request(
    _ method: String, _ target: String, version: String = "1.1", host: String? = "Host: 127.0.0.1:{port}\r\n",
    _ fields: String..., body: String? = nil
  ) -> String {
    let changes = ["POST", "PUT", "DELETE"].contains(method)
    let ours = changes && !fields.contains { $0.hasPrefix("Origin") } ? ["Origin: http://127.0.0.1:{port}"] : []
    let type = changes && !fields.contains { $0.hasPrefix("Content-Type") } ? ["Content-Type: application/json"] : []
    let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
    let lines = (ours + type + length + fields).map { $0 + "\r\n" }.joined()
    return "\(method) \(target) HTTP/\(version)\r\n\(host ?? "")\(lines)\r\n\(body ?? "")"
  }

  private static let routes: [Sent] = {
    let targets =
      PageModule.all.map(\.path) + [
        "/texts", "/info/list", "/settings/list", "/profile/summary", "/profile/curve.svg?theme=light&width=400",
        "/profile/curve.svg?theme=%64ark", "/profile/curve.svg?width=0", "/profile/none.svg", "/controllers/list",
        "/timers/ranges", "/history/list", "/history/list?limit=x", "/history/list?limit",
        "/history/00000000-0000-0000-0000-000000000000", "/history/no-id", "/assets/peach.js", "/assets/first.js",
        "/assets/none.js", "/intents", "/state", "/state?page=a%2Fb", "/controllers/live?page=short", "/nowhere",
        "http://evil.example/texts", "http://evil.example?a=b", "/a/", "/a//b", "/%2e", "*", "//",
      ]
    return targets.flatMap { target in
      ["GET", "HEAD"].map { Sent(name: "\($0) \(target)", bytes: request($0, target)) }
    }
  }()

  private static let changes: [Sent] = {
    let bodies: [(target: String, body: String)] = [
      ("POST /intents", #"{"page":"page-0001","intent":"stop"}"#), ("POST /intents", #"{"page":"page-0001"}"#),
      ("POST /intents", ""), ("POST /intents", String(repeating: " ", count: 1_024)),
      ("POST /intents", String(repeating: " ", count: 1_025)), ("PUT /settings/note-duration", #"{"value":"0.5"}"#),
      ("PUT /settings/note-duration", #"{"value":"9"}"#), ("PUT /settings/nothing", #"{"value":"9"}"#),
      ("PUT /settings/tick", #"{"value":true}"#), ("DELETE /settings", ""),
      ("POST /controllers/20%3A0/lights", #"{"cue":"correct"}"#),
      ("POST /controllers/9:9/lights", #"{"cue":"correct"}"#),
      ("POST /controllers/20:0/learn", #"{"page":"page-0001","role":"higher"}"#),
      ("DELETE /controllers/20:0/learn", ""),
      ("POST /controllers/20:0/mapping", #"{"to":"before"}"#), ("POST /controllers/9:9/mapping", #"{"to":"before"}"#),
      ("PUT /history/00000000-0000-0000-0000-000000000000", ""), ("DELETE /history/no-id", ""),
      ("POST /texts", "{}"), ("PUT /nowhere", "{}"), ("DELETE /history/list", ""),
    ]
    return bodies.map { target, body in
      let words = target.split(separator: " ").map(String.init)
      return Sent(name: "\(target) \(body.prefix(40))", bytes: request(words[0], words[1], body: body))
    }
  }()

  private static let others: [Sent] = [
    Sent(name: "a person at a wrong address", bytes: request("GET", "/nowhere", "Accept: text/html")),
    Sent(name: "a window that the player led here", bytes: request("GET", "/", "Sec-Fetch-Site: none")),
    Sent(name: "a file that is known", bytes: request("GET", "/assets/peach.js", "If-None-Match: *")),
    Sent(name: "a head of a file that is known", bytes: request("HEAD", "/assets/peach.js", "If-None-Match: *")),
    Sent(name: "HTTP/1.0", bytes: request("GET", "/nowhere", version: "1.0")),
    Sent(name: "HTTP/2.0", bytes: request("GET", "/nowhere", version: "2.0")),
    Sent(name: "a request that is the last", bytes: request("GET", "/nowhere", "Connection: close")),
    Sent(
      name: "several requests at once",
      bytes: request("GET", "/nowhere") + request("HEAD", "/nowhere") + request("HEAD", "/texts")
        + request("POST", "/intents", body: "{}") + request("POST", "/nowhere", body: "{}") + request("GET", "/a/")),
    Sent(
      name: "a refused one among several",
      bytes: request("GET", "/nowhere") + request("GET", "/", host: "Host: evil\r\n") + request("GET", "/nowhere")),
    Sent(
      name: "chunks",
      bytes: request("POST", "/intents", "Transfer-Encoding: chunked")
        + "5;a=b\r\n{\"pag\r\n1f\r\ne\":\"page-0001\",\"intent\":\"stop\"}\r\n0\r\nA: b\r\n\r\n"),
    Sent(
      name: "a body that waits to be asked for", bytes: request("POST", "/nowhere", "Expect: 100-continue", body: "{}")),
    Sent(
      name: "a host twice", bytes: request("GET", "/", host: "Host: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}\r\n")),
    Sent(name: "an origin and spaces", bytes: request("GET", "/nowhere", "Origin:  http://127.0.0.1:{port} \t")),
    Sent(
      name: "a type and spaces", bytes: request("POST", "/nowhere", "Content-Type: application/json \t", body: "{}")),
    Sent(name: "no type", bytes: request("POST", "/nowhere", "Content-Type: text/plain", body: "{}")),
    Sent(
      name: "the messages of controllers", bytes: request("GET", "/controllers/live"), beginning: "retry: 500\n\n\r\n"),
    Sent(name: "states", bytes: request("GET", "/state?page=page-0001"), beginning: "retry: 500\n\n\r\n"),
  ]

  @Test("are as recorded, for every route and every refusal")
  func recorded() throws {
    let hostile = HostileRequests.all.map { Sent(name: $0.name, bytes: $0.bytes) }
    var text = ""
    for sent in Self.routes + Self.changes + Self.others + hostile {
      text += "=== \(sent.name)\n\(try Self.answers(to: sent))\n"
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: Self.golden) }
    let known = try String(contentsOf: Self.golden, encoding: .utf8).components(separatedBy: "=== ")
    for (answer, known) in zip(text.components(separatedBy: "=== "), known) { #expect(answer == known) }
    #expect(text.components(separatedBy: "=== ").count == known.count, "RECORD_GOLDEN=1 make check records it anew")
  }

  /// All bytes that come until the connection is closed, as text; a request for a last answer follows the one that was
  /// sent.
  private static func answers(to sent: Sent) throws -> String {
    let server = try TestServer()
    let client = try server.connect()
    func send(_ bytes: String) { client.send(bytes.replacing("{port}", with: "\(server.port)")) }
    send(sent.bytes)
    if let beginning = sent.beginning {
      #expect(client.read { $0.firstRange(of: Array(beginning.utf8)) != nil }, "\(sent.name)")
    } else {
      client.read { $0.firstRange(of: Array("\r\n\r\n".utf8)) != nil }
      send(request("GET", "/texts", "If-None-Match: *", "Sec-Fetch-Site: cross-site"))
      #expect(client.closes(within: testLimit), "\(sent.name)")
    }
    var text = String(decoding: client.received, as: UTF8.self)
    if let beginning = sent.beginning, let end = text.range(of: beginning) { text = String(text[..<end.upperBound]) }
    return readable(text, port: server.port)
  }

  /// What nearly every answer says to browsers.
  private static let safe = """
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    X-Content-Type-Options: nosniff
    Referrer-Policy: no-referrer
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Cache-Control: no-store

    """
  /// The answer to the last request, after which a connection is closed.
  private static let last = """
    HTTP/1.1 403 Forbidden
    Content-Type: application/json; charset=utf-8
    Connection: close
    Content-Length: 51
    Date: DATE
    SAFE

    {"line":"Only Peach's own pages may ask for this."}
    """

  /// Returns `text` without its varying and long parts, and with a word for the parts that are nearly always the same.
  private static func readable(_ text: String, port: Int) -> String {
    text.replacing(/Date: [^\r]*/, with: "Date: DATE")
      .replacing(/nonce-[0-9a-z]+/, with: "nonce-NONCE")
      .replacing(/ETag: [^\r]*/, with: "ETag: TAG")
      // After the nonce and the tag, which may contain the same digits.
      .replacing("\(port)", with: "PORT")
      .replacing(/Content-Length: [0-9]{4,}/, with: "Content-Length: LONG")
      // Long bodies: their texts and files are tested elsewhere.
      .replacing(/\r\n\r\n((?!HTTP\/1)[\s\S]){400,}?(?=HTTP\/1|$)/, with: "\r\n\r\nLONG\n")
      .replacing("\r\n", with: "\n")
      .replacing(safe, with: "SAFE\n")
      .replacing(last, with: "LAST")
  }
}
