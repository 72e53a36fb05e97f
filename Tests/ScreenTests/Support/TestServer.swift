import Foundation
import Linux
import Ports
import Synchronization
import TestSupport
import Time

@testable import Screen

/// A server on any free port, with everything around it in memory. Closed when it is let go.
final class TestServer: Sendable {
  let parts = FakeParts()
  let mailbox = Mailbox(bell: nil)
  let views: ViewPublisher
  let port: Int
  let server: ScreenServer
  private let log: ReportLog

  private final class ReportLog: Sendable {
    let all = Mutex<[PagesStatus]>([])
  }

  /// The server's reports.
  var reports: [PagesStatus] { log.all.withLock(\.self) }

  struct NotListening: Error {
    var status: PagesStatus?
  }

  init(
    _ limits: ScreenLimits = ScreenLimits(), views: ViewPublisher = ViewPublisher(),
    owners: @escaping @Sendable (_ listener: Int32) -> SocketOwners? = { SocketOwners(listener: $0) }
  ) throws {
    self.views = views
    server = ScreenServer(
      port: 0, mailbox: mailbox, views: views, parts: parts, time: SystemTime(), limits: limits, owners: owners)
    let status = Waiting<PagesStatus>()
    let log = ReportLog()
    self.log = log
    server.start { report in
      log.all.withLock { $0.append(report) }
      status.set(report)
    }
    let reported = status.wait()
    guard case .served(let address) = reported, let port = URL(string: address)?.port else {
      throw NotListening(status: reported)
    }
    self.port = port
  }

  deinit { server.close(within: .seconds(5)) }

  var address: String { "http://127.0.0.1:\(port)" }

  func connect() throws -> RawClient { try RawClient(port: port) }

  /// A request as our own pages send it.
  func request(
    _ method: String = "GET", _ target: String, body: String? = nil, fields: [String: String] = [:]
  ) -> String {
    var all = ["Host": "127.0.0.1:\(port)"]
    if method != "GET", method != "HEAD" {
      all["Origin"] = address
      all["Content-Type"] = "application/json"
      all["Content-Length"] = "\(body?.utf8.count ?? 0)"
    }
    all.merge(fields) { _, given in given }
    let lines = all.filter { $0.value != "-" }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return "\(method) \(target) HTTP/1.1\r\n\(lines.joined())\r\n\(body ?? "")"
  }

  /// Sends a request on a new connection.
  func ask(
    _ method: String = "GET", _ target: String, body: String? = nil, fields: [String: String] = [:]
  ) throws -> HTTPAnswer? {
    let client = try connect()
    client.send(request(method, target, body: body, fields: fields))
    return client.answer(to: method)
  }

  /// A stream of states, its head read.
  func stream(page: String = "page-0001", _ target: String? = nil) throws -> (client: RawClient, head: HTTPAnswer?) {
    let client = try connect()
    client.send(request("GET", target ?? "/state?page=\(page)"))
    return (client, client.answer())
  }

  /// Takes the intents that wait, until one is there or `limit` has passed.
  func intents(within limit: Duration = testLimit) -> [(intent: Intent, source: String, time: MonotonicTime)] {
    var taken: [PracticeInput] = []
    let end = ContinuousClock.now + limit
    while true {
      mailbox.takeAll(into: &taken)
      let intents = taken.compactMap { input -> (Intent, String, MonotonicTime)? in
        if case .intent(let intent, let time, let source) = input { (intent, source.rawValue, time) } else { nil }
      }
      if !intents.isEmpty || ContinuousClock.now >= end { return intents }
      usleep(1_000)
    }
  }
}

/// A value that comes from another thread.
final class Waiting<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func set(_ value: Value) {
    self.value.withLock { $0 = value }
    isThere.signal()
  }

  func wait(_ limit: DispatchTimeInterval = .seconds(20)) -> Value? {
    _ = isThere.wait(timeout: .now() + limit)
    return value.withLock { $0 }
  }
}
