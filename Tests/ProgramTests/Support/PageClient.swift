import Foundation
import Glibc
import Synchronization
import TestSupport

/// A page as the program meets it: plain HTTP/1.1 over a socket, with the headers a browser would send.
struct PageClient {
  let port: Int
  let id = UUID().uuidString

  /// The pages of `peach`, once it has said where they are; nil if it does not.
  init?(_ peach: RunningPeach) {
    var port: Int?
    _ = eventually {
      port = peach.shown.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/).flatMap { Int($0.1) }
      return port != nil
    }
    guard let port else { return nil }
    self.port = port
  }

  /// Returns the status and the body at `path`; nil without an answer.
  func get(_ path: String) -> (status: Int, body: String)? { request("GET", path, body: nil) }

  /// Posts an intent of this page; its status.
  func post(_ fields: [String: Any]) throws -> Int? {
    let body = try JSONSerialization.data(withJSONObject: fields.merging(["page": id]) { $1 })
    return request("POST", "/intents", body: body)?.status
  }

  /// Puts `fields` at `path`; its status.
  func put(_ path: String, _ fields: [String: Any]) throws -> Int? {
    request("PUT", path, body: try JSONSerialization.data(withJSONObject: fields))?.status
  }

  /// Sends `fields` to `path` by `method`; the status and the body of the answer.
  func ask(_ method: String, _ path: String, _ fields: [String: Any]) -> (status: Int, body: String)? {
    (try? JSONSerialization.data(withJSONObject: fields)).flatMap { request(method, path, body: $0) }
  }

  private func request(_ method: String, _ path: String, body: Data?) -> (status: Int, body: String)? {
    guard let socket = Self.connect(to: port) else { return nil }
    defer { close(socket) }
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if let body {
      head += "Origin: http://127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    }
    Self.send(Data((head + "\r\n").utf8) + (body ?? Data()), to: socket)
    var answer = Data()
    while let more = Self.receive(from: socket) { answer += more }
    let text = String(decoding: answer, as: UTF8.self)
    guard let status = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      let end = text.range(of: "\r\n\r\n")
    else { return nil }
    return (status, String(text[end.upperBound...]))
  }

  static func connect(to port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  static func send(_ data: Data, to socket: Int32) {
    _ = data.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  static func receive(from socket: Int32) -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Data(buffer[..<count]) : nil
  }
}

/// The states that are pushed to a page, for as long as this lives.
final class PageStates: Sendable {
  private let socket: Int32
  private let text = Text()

  private final class Text: Sendable {
    let text = Mutex("")
  }

  /// Opens the stream of `page`'s states; nil without an answer.
  init?(_ page: PageClient) {
    guard let socket = PageClient.connect(to: page.port) else { return nil }
    self.socket = socket
    let head =
      "GET /state?page=\(page.id) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nAccept: text/event-stream\r\n\r\n"
    PageClient.send(Data(head.utf8), to: socket)
    Thread.detachNewThread { [text, socket] in
      while let more = PageClient.receive(from: socket) {
        text.text.withLock { text in
          text += String(decoding: more, as: UTF8.self)
          // Only the newest is asked for: those before it go when it is whole.
          if let newest = text.range(of: "data: ", options: .backwards), text[newest.upperBound...].contains("\n") {
            text.removeSubrange(..<newest.lowerBound)
          }
        }
      }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  /// The newest one.
  var newest: [String: Any]? {
    let lines = text.text.withLock(\.self).split(separator: "\n").filter { $0.hasPrefix("data: ") }
    return lines.last.flatMap { try? JSONSerialization.jsonObject(with: Data($0.dropFirst(6).utf8)) as? [String: Any] }
  }

  /// Waits for a state in which `holds`.
  func wait(_ holds: ([String: Any]) -> Bool) -> Bool { eventually { self.newest.map(holds) ?? false } }
}
