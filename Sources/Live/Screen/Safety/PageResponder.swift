import NIOCore
import NIOHTTP1

/// Checks every request first, and answers a refused or failed one with one calm line.
struct PageResponder: Sendable {
  private let host: PageHost
  private let router: PageRouter

  init(_ host: PageHost) {
    self.host = host
    router = PageRoutes.router(host)
  }

  /// Responds to `head`, whose body is the next of `parts`. Throws only if the task was cancelled.
  func respond(
    to head: RequestHead, _ parts: RequestParts, on connection: Connection
  ) async throws(CancellationError) -> PageResponse {
    let response: PageResponse
    do {
      response = try await checked(head, parts, on: connection)
    } catch let refusal as Refusal {
      response = answer(refusal, to: head)
    } catch let error as CancellationError {
      throw error
    } catch {
      response = answer(.failed(line: nil), to: head)
    }
    return head.method == .HEAD ? response.withoutBody : response
  }

  private func checked(
    _ head: RequestHead, _ parts: RequestParts, on connection: Connection
  ) async throws -> PageResponse {
    // Requests after one that closes the connection are ignored.
    guard !connection.isEnding else { throw Refusal.tooMany }
    try host.rule.check(head)
    if let length = head["Content-Length"].first,
      Int(length) ?? .max > host.limits.body
    {
      throw Refusal.bodyTooLong
    }
    guard host.connections.takeRequest(on: connection) else { throw Refusal.tooMany }
    guard let (answer, parameters) = router.route(of: head) else { throw Refusal.notFound }
    return try await answer(
      PageRequest(head: head, parameters: parameters, connection: connection, body: parts))
  }

  private func answer(_ refusal: Refusal, to head: RequestHead) -> PageResponse {
    if refusal == .notFound, head.asksForDocument {
      let nonce = BrowserPolicy.nonce()
      return Reply.document(
        host.files.missing(host.catalogue, nonce: nonce), nonce: nonce, to: head, refusal.status)
    }
    var fields: HTTPHeaders = ["Content-Type": Reply.json]
    if refusal.closes { fields.add(name: "Connection", value: "close") }
    if refusal == .method { fields.add(name: "Allow", value: "GET, HEAD, POST, PUT, DELETE") }
    return PageResponse(refusal.status, fields, ByteBuffer(bytes: host.body(of: refusal)))
  }
}

extension RequestHead {
  /// Whether a person will see the response, as after typing the address.
  fileprivate var asksForDocument: Bool {
    method == .GET && self["Accept"].contains { $0.contains("text/html") }
  }
}
