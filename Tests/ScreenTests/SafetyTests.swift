import Foundation
import Practice
import Synchronization
import Testing
import Time

@testable import Screen

@Suite("What the server does with bytes that no page of ours sends")
struct SafetyTests {
  /// What is sent, with `{port}` for the server's port, and how it may be answered; 0 is a closed connection.
  static let hostile: [(name: String, bytes: String, statuses: Set<Int>)] = [
    ("no host", "GET / HTTP/1.1\r\n\r\n", [421]),
    ("another name for this machine", "GET / HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n", [421]),
    ("two hosts", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n", [421, 400]),
    (
      "a host as target beside ours, which is nobody's browser",
      "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [200]
    ),
    (
      "a page of another site",
      "GET /state?page=12345678 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n\r\n",
      [403]
    ),
    (
      "an image of another site",
      "GET /profile/curve.svg HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nSec-Fetch-Site: cross-site\r\n\r\n", [403]
    ),
    (
      "a form of another site",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\nContent-Type: text/plain\r\n"
        + "Content-Length: 38\r\n\r\n{\"page\":\"page-0001\",\"intent\":\"stop\"}  ", [403]
    ),
    (
      "an intent without an origin",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Content-Length: 38\r\n\r\n{\"page\":\"page-0001\",\"intent\":\"stop\"}  ", [403]
    ),
    (
      "a question before a request of another site",
      "OPTIONS /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
      [403, 405]
    ),
    ("an unknown method", "BREW / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [400, 405]),
    ("a tunnel", "CONNECT 127.0.0.1:{port} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [400, 404, 405]),
    ("a trace", "TRACE / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [405]),
    (
      "an upgrade", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      [200, 0]
    ),
    ("no HTTP", "\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}\u{00}\u{01}\u{fc}\u{03}\u{03}", [400]),
    ("half a line", "NONSENSE\r\n\r\n", [400]),
    ("a folder up", "GET /assets/../index.html HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("an escaped folder up", "GET /assets/%2e%2e/index.html HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("an escaped slash", "GET /assets/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("an escaped end", "GET /assets/a.js%00.png HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("a zero", "GET /\u{0} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [400]),
    ("a zero in a field", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nA: b\u{0}c\r\n\r\n", [400]),
    (
      "two lengths",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", [400]
    ),
    (
      "a length and chunks",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      [400, 403]
    ),
    ("a negative length", "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: -1\r\n\r\n", [400]),
    ("a long target", "GET /\(String(repeating: "a", count: 600)) HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [414]),
    (
      "a long field", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nA: \(String(repeating: "a", count: 9_000))\r\n\r\n",
      [431]
    ),
    (
      "many fields", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\(String(repeating: "A: b\r\n", count: 100))\r\n",
      [431]
    ),
    (
      "a long body",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Content-Length: 2000\r\n\r\n" + String(repeating: " ", count: 2_000), [413]
    ),
    (
      "a long body in chunks",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n7d0\r\n" + String(repeating: " ", count: 2_000) + "\r\n0\r\n\r\n", [413]
    ),
    (
      "a chunk of no size",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", [400, 0]
    ),
  ]

  @Test("is refused with one calm line, or closed; nothing of it reaches practice", arguments: hostile)
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

  @Test("a header without end is refused when it is too long, not when memory is")
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

  @Test("a request that takes its time is closed when it has had enough of it, byte by byte or not")
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

  @Test("a connection that is quiet is closed, before its first request and after it")
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

  @Test("whoever holds all connections keeps out nobody, and no stream is closed for it")
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

  @Test("whoever asks too often is told so and closed, and takes nothing from the others")
  func rate() throws {
    let server = try TestServer()
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
    #expect((200...2_000).contains(reached))
    for _ in 0..<30 {
      good.send(server.request("GET", "/texts"))
      #expect(good.answer()?.status == 200)
    }
  }

  @Test("requests in one write are answered in their order; a flood of them is closed")
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
    // Both ways at once, so that nobody waits for the other.
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

  /// As many as `PEACH_HOSTILE` says: `make soak` sends 100,000.
  static let count = ProcessInfo.processInfo.environment["PEACH_HOSTILE"].flatMap { Int($0) } ?? 3_000

  @Test("thousands of them cost no memory, and good requests are answered meanwhile")
  func many() throws {
    let server = try TestServer()
    let isOver = Atomic(false)
    let answers = Mutex<(good: Int, bad: Int, slowest: Duration)>((0, 0, .zero))
    let (stream, _) = try server.stream()
    let done = DispatchSemaphore(value: 0)
    let good = Thread {
      while !isOver.load(ordering: .acquiring) {
        let start = ContinuousClock.now
        let status = try? server.ask("GET", "/texts")?.status
        let time = ContinuousClock.now - start
        answers.withLock { answers in
          if status == 200 { answers.good += 1 } else { answers.bad += 1 }
          answers.slowest = max(answers.slowest, time)
        }
        usleep(5_000)
      }
      done.signal()
    }
    good.start()
    let all = Self.hostile.map { Array($0.bytes.replacing("{port}", with: "\(server.port)").utf8) }
    func attack(_ range: Range<Int>) throws {
      for number in range {
        let client = try RawClient(port: server.port, isAbrupt: true)
        client.send(all[number % all.count])
        // Some do not wait for an answer.
        if number % 3 != 0 { client.read(limit: .seconds(5)) { !$0.isEmpty } }
      }
    }
    try attack(0..<1_000)
    let before = Self.resident()
    try attack(0..<Self.count)
    let after = Self.resident()
    isOver.store(true, ordering: .releasing)
    done.wait()
    let (goodCount, badCount, slowest) = answers.withLock { $0 }
    #expect(badCount == 0 && goodCount > 20, "\(goodCount) good, \(badCount) bad, slowest \(slowest)")
    #expect(slowest < .seconds(3))
    // Other tests of this process have their part in it.
    #expect(after - before < 32 << 20, "\(before >> 10) KiB before, \(after >> 10) KiB after")
    print(
      "\(Self.count) hostile requests: \(before >> 10) KiB before, \(after >> 10) KiB after; slowest good \(slowest)")
    #expect(eventually { server.connections <= 1 })
    #expect(!stream.closes(within: .milliseconds(100)))
    #expect(server.intents(within: .zero).isEmpty)
  }

  /// Resident bytes of this process.
  private static func resident() -> Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4_096
  }
}
