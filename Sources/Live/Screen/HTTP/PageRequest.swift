import Foundation
import NIOCore
import NIOHTTP1
import Timers

/// The head of a request: its request line and fields.
struct RequestHead: Sendable {
  let method: HTTPMethod
  /// Path and query, such as `/state?page=0123`.
  let target: String
  private let fields: HTTPHeaders

  /// Creates the head of a received request.
  init(_ head: HTTPRequestHead) {
    method = head.method
    target = Self.target(of: head.uri)
    fields = head.headers
  }

  /// Returns the values of the fields called `name`, ignoring case, trimmed.
  subscript(name: String) -> [String] {
    fields[name].map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The part before the query.
  var path: Substring { target.prefix { $0 != "?" } }

  /// The first value of each name in the query, percent-decoded if possible.
  var query: [String: Substring] {
    let pairs = target.dropFirst(path.count + 1).split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      return (String(parts[0]), (value.removingPercentEncoding ?? value)[...])
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Whether the client announces that this is its last request.
  var isLast: Bool { self["Connection"] == ["close"] }

  /// Returns the path of a target, which may be an absolute URI, as sent to a proxy (RFC 9112, 3.2.2). `Host` alone
  /// decides whether the request is for us.
  private static func target(of uri: String) -> String {
    guard !uri.hasPrefix("/"), let address = URLComponents(string: uri), address.scheme != nil else { return uri }
    let path = address.percentEncodedPath
    return (path.isEmpty ? "/" : path) + (address.percentEncodedQuery.map { "?\($0)" } ?? "")
  }
}

/// A request being answered: its head, and its body as it arrives. For the task that answers it.
struct PageRequest {
  let head: RequestHead
  /// The path segment of each `:name` in the route.
  let parameters: [String: String]
  /// The connection it arrived on.
  let connection: Connection
  let body: RequestParts

  /// The first value of each name in the query.
  var query: [String: Substring] { head.query }

  /// Decodes the body, up to `limit` bytes, as JSON of `Value`.
  func decoded<Value: Decodable>(as type: Value.Type, upTo limit: Int) async throws(Refusal)
    -> Value
  {
    let bytes = try await collected(upTo: limit)
    do {
      return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
    } catch DecodingError.dataCorrupted(let context) {
      // Reports a reason if there is a text for it.
      if let error = context.underlyingError as? TimerConfigurationError { throw .timer(error) }
      throw .unreadable
    } catch {
      throw .unreadable
    }
  }

  private func collected(upTo limit: Int) async throws(Refusal) -> ByteBuffer {
    var bytes = ByteBuffer()
    while let part = try await nextPart() {
      guard bytes.readableBytes + part.readableBytes <= limit else { throw .bodyTooLong }
      bytes.writeImmutableBuffer(part)
    }
    return bytes
  }

  private func nextPart() async throws(Refusal) -> ByteBuffer? {
    do { return try await body.nextOfBody() } catch { throw .unreadable }
  }
}

/// The parts arriving on one connection: the socket is read again only after they have been consumed. For one task.
final class RequestParts {
  private var parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
  private var isInBody = false

  init(_ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>) {
    self.parts = parts.makeAsyncIterator()
  }

  /// Returns the next request's head, and discards the unread body before it. Nil at the end of the connection.
  func nextHead() async throws -> RequestHead? {
    while let part = try await parts.next() {
      guard case .head(let head) = part else { continue }
      isInBody = true
      return RequestHead(head)
    }
    return nil
  }

  /// Returns the next bytes of the body; nil at its end.
  func nextOfBody() async throws -> ByteBuffer? {
    guard isInBody else { return nil }
    if case .body(let bytes) = try await parts.next() { return bytes }
    isInBody = false
    return nil
  }
}
