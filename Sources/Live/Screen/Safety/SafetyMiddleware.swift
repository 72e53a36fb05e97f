import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Time

/// Checks every request before anything else looks at it, and answers whatever is refused or fails with one calm line.
struct SafetyMiddleware: RouterMiddleware {
  let host: PageHost

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    do {
      // What was sent after something that closes the connection is not done.
      guard !host.connections.isEnding(context.channel) else { throw Refusal.tooMany }
      try host.rule.check(request.head)
      if let length = request.headers[.contentLength], Int(length) ?? .max > host.limits.body {
        throw Refusal.bodyTooLong
      }
      guard host.connections.takeRequest(on: context.channel) else { throw Refusal.tooMany }
      return try await next(request, context)
    } catch let refusal as Refusal {
      return answer(refusal, to: request)
    } catch let error as HTTPError {
      return answer(error.status == .notFound ? .notFound : .unreadable, to: request)
    } catch let error as CancellationError {
      throw error
    } catch {
      return answer(.failed(line: nil), to: request)
    }
  }

  private func answer(_ refusal: Refusal, to request: Request) -> Response {
    if refusal == .notFound, request.asksForDocument {
      let nonce = BrowserPolicy.nonce()
      let document = host.files.missing(host.catalogue, nonce: nonce)
      return Reply.document(document, nonce: nonce, to: request, refusal.status)
    }
    var fields: HTTPFields = [.contentType: Reply.json]
    if refusal.closes { fields[.connection] = "close" }
    if refusal == .method { fields[.allow] = "GET, HEAD, POST, PUT, DELETE" }
    return Response(
      status: refusal.status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: host.body(of: refusal)))
    )
  }
}

extension Request {
  /// Whether a person will see the answer, such as one who typed the address.
  fileprivate var asksForDocument: Bool {
    method == .get && headers[values: .accept].contains { $0.contains("text/html") }
  }
}

/// What a route is told of a request beside the request.
struct PageContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection it came on.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
