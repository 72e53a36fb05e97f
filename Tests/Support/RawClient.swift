import Foundation
import Glibc

/// A client that sends any bytes and waits for what comes, each time with a limit. One thread.
package final class RawClient {
  private let descriptor: Int32
  /// All that has come and was not taken yet.
  package private(set) var received: [UInt8] = []
  /// Whether the server has closed its side.
  package private(set) var isClosed = false

  /// A socket that could not be had, or a server that does not listen.
  package struct Failure: Error, CustomStringConvertible {
    /// Which call, and its `errno`.
    package let description: String
  }

  /// Connects to `port` of this machine, by IPv4 or, if `isMapped`, by IPv4 within IPv6. One that is `isAbrupt` leaves
  /// no trace in the kernel when it is let go. It belongs to `user`, another than the test's own only where that is
  /// root.
  package init(
    port: Int, receiveBuffer: Int32? = nil, isAbrupt: Bool = false, isMapped: Bool = false, user: uid_t? = nil
  ) throws {
    descriptor = socket(
      isMapped ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(description: "socket: \(errno)") }
    if let user, fchown(descriptor, user, .max) != 0 {
      close(descriptor)
      throw Failure(description: "fchown: \(errno)")
    }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    if isAbrupt {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    guard Self.connect(descriptor, port, isMapped: isMapped) == 0 || errno == EINPROGRESS && wait(POLLOUT, testLimit)
    else {
      close(descriptor)
      throw Failure(description: "connect: \(errno)")
    }
  }

  private static func connect(_ descriptor: Int32, _ port: Int, isMapped: Bool) -> Int32 {
    func connect<Address>(_ address: Address) -> Int32 {
      withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
    guard isMapped else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
      return connect(address)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(port).bigEndian
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr)
    return connect(address)
  }

  deinit { close(descriptor) }

  private func wait(_ events: Int32, _ limit: Duration) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&waited, 1, Int32(limit / .milliseconds(1))) > 0
  }

  /// Sends all of `bytes`, unless the server closes first. Returns whether it took them.
  @discardableResult
  package func send(_ bytes: [UInt8], limit: Duration = testLimit) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard wait(POLLOUT, limit) else { return false }
      } else {
        return false
      }
    }
    return true
  }

  /// Sends as much of `bytes` as possible without waiting. Returns how much that was.
  package func sendSome(_ bytes: ArraySlice<UInt8>) -> Int {
    max(bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }, 0)
  }

  /// Sends `text`, as the other does bytes.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Reads until `isEnough` of the received bytes, or until the server closes. Returns whether it was enough.
  @discardableResult
  package func read(limit: Duration = testLimit, until isEnough: ([UInt8]) -> Bool) -> Bool {
    let end = ContinuousClock.now + limit
    while !isEnough(received) {
      let left = end - .now
      guard !isClosed, left > .zero else { return false }
      guard wait(POLLIN, left + .milliseconds(1)) else { continue }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        received += buffer[..<count]
      } else if count == 0 || errno != EAGAIN {
        isClosed = true
      }
    }
    return true
  }

  /// Whether the server closes within `limit`.
  package func closes(within limit: Duration) -> Bool {
    _ = read(limit: limit) { _ in false }
    return isClosed
  }

  /// Takes one answer; nil if none comes in time.
  package func answer(to method: String = "GET", limit: Duration = testLimit) -> HTTPAnswer? {
    guard read(limit: limit, until: { $0.firstRange(of: Array("\r\n\r\n".utf8)) != nil }),
      let head = received.firstRange(of: Array("\r\n\r\n".utf8)),
      var answer = HTTPAnswer(head: received[..<head.lowerBound])
    else { return nil }
    received.removeFirst(head.upperBound)
    guard method != "HEAD", ![204, 304].contains(answer.status),
      let length = answer["content-length"].flatMap({ Int($0) })
    else { return answer }
    guard read(limit: limit, until: { $0.count >= length }) else { return nil }
    answer.body = Array(received[..<length])
    received.removeFirst(length)
    return answer
  }

  /// Says that nothing more is sent; what comes can still be read.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Forgets what has come.
  package func forget() { received = [] }
}

/// What a server answered.
package struct HTTPAnswer {
  /// The code of its first line.
  package var status: Int
  /// Its header's fields in their order, names in small letters.
  package var fields: [(name: String, value: String)] = []
  /// The body: as many bytes as its header declares.
  package var body: [UInt8] = []

  /// Creates an answer from `head`, the lines above its body; nil if that is not HTTP/1.1.
  init?(head: some Collection<UInt8>) {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    self.status = status
    fields = lines.dropFirst().compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
  }

  /// The first field called `name`.
  package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON.
  package var json: [String: Any]? { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] }
}
