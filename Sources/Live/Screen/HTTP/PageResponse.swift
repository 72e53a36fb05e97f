import NIOCore
import NIOHTTP1

/// What a request is answered with.
struct PageResponse: Sendable {
  /// What follows the head.
  enum Body: Sendable {
    case bytes(ByteBuffer)
    /// Events, until the page is gone; the stream has its place for as long.
    case stream(StreamRoom.Lease, StreamSlots.Slot)
  }

  let status: HTTPResponseStatus
  let fields: HTTPHeaders
  let body: Body

  /// An answer with all of `bytes`, whose length it tells.
  init(
    _ status: HTTPResponseStatus, _ fields: HTTPHeaders = [:], _ bytes: ByteBuffer = ByteBuffer()
  ) {
    self.init(status, fields, bytes, length: bytes.readableBytes)
  }

  /// The beginning of a stream.
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

  /// The answer to one who asks for the head alone. Of a stream the length is 0, since chunks would have to end.
  var withoutBody: PageResponse { PageResponse(status, fields) }
}
