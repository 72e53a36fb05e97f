import NIOCore
import NIOHTTP1

/// The response to a request.
struct PageResponse: Sendable {
  /// The body of a response.
  enum Body: Sendable {
    case bytes(ByteBuffer)
    /// Events, until the page is gone; the stream holds its slot that long.
    case stream(StreamRoom.Lease, StreamSlots.Slot)
  }

  let status: HTTPResponseStatus
  let fields: HTTPHeaders
  let body: Body

  /// Creates a response with all of `bytes`, and their length in its head.
  init(
    _ status: HTTPResponseStatus, _ fields: HTTPHeaders = [:], _ bytes: ByteBuffer = ByteBuffer()
  ) {
    self.init(status, fields, bytes, length: bytes.readableBytes)
  }

  /// Creates the response of a stream.
  init(_ fields: HTTPHeaders, streaming lease: StreamRoom.Lease, _ slot: StreamSlots.Slot) {
    status = .ok
    self.fields = fields
    body = .stream(lease, slot)
  }

  private init(
    _ status: HTTPResponseStatus, _ fields: HTTPHeaders, _ bytes: ByteBuffer, length: Int
  ) {
    self.status = status
    var fields = fields
    if !fields.contains(name: "Content-Length") {
      fields.add(name: "Content-Length", value: "\(length)")
    }
    self.fields = fields
    body = .bytes(bytes)
  }

  /// The response to a HEAD request. For a stream the length is 0, as a chunked body would need an end.
  var withoutBody: PageResponse { PageResponse(status, fields) }
}
