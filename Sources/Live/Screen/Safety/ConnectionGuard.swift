import NIOCore
import NIOHTTP1
import Time

/// A handler on one connection, behind the HTTP codec: refuses invalid HTTP, ends the connection of a refused client,
/// and adds the fields of every response. Event loop only.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = PagePipeline.ResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The time a refused client may continue sending, ignored, so that a reset does not discard the response.
  private static let farewell = TimeAmount.milliseconds(300)

  private let connection: Connection
  private let connections: Connections
  private let refused: @Sendable (Refusal) -> [UInt8]
  private var closesAfterAnswer = false

  /// `refused` creates the body of a response to invalid HTTP.
  init(
    _ connection: Connection, among connections: Connections,
    refused: @escaping @Sendable (Refusal) -> [UInt8]
  ) {
    self.connection = connection
    self.connections = connections
    self.refused = refused
  }

  func channelActive(context: ChannelHandlerContext) {
    guard connections.add(connection) else { return context.close(promise: nil) }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.remove(connection)
    connection.inboundEnded()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { connection.inboundEnded() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: connection.withProgress { progress, _ in progress.headEnded() }
    case .end: connection.withProgress { progress, _ in progress.requestEnded() }
    case .body: break
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isTooLong = error is TooManyBytes || error as? HTTPParserError == .headerOverflow
    let refusal = isTooLong ? Refusal.headerTooLong : .unreadable
    // A second response cannot be sent in the middle of one.
    guard !connection.isEnding, !connection.hasUnanswered else { return context.close(promise: nil) }
    let body = ByteBuffer(bytes: refused(refusal))
    connection.isEnding = true
    let fields: HTTPHeaders = [
      "Content-Type": Reply.json, "Content-Length": "\(body.readableBytes)", "Connection": "close",
    ]
    let head = HTTPResponseHead(
      version: .http1_1, status: refusal.status, headers: Self.completed(fields))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    end(context, promise: nil)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      head.headers = Self.completed(head.headers)
      closesAfterAnswer = head.headers.first(name: "Connection") == "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body(let bytes):
      context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
    case .end:
      connection.withProgress { progress, now in progress.answered(at: now) }
      if closesAfterAnswer {
        end(context, promise: promise)
      } else {
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
      }
    }
  }

  /// Writes the end of a response, shuts down the sending side, and closes when the client has had time to read it.
  private func end(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    connection.isEnding = true
    let channel = context.channel
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.whenComplete { _ in
      channel.close(mode: .output, promise: nil)
      channel.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
  }

  /// Adds the fields of every response: load nothing from elsewhere, do not guess types, send no referrer, and do not
  /// let other sites read or embed it.
  private static func completed(_ fields: HTTPHeaders) -> HTTPHeaders {
    var fields = fields
    func add(_ name: String, _ value: String) {
      if !fields.contains(name: name) { fields.add(name: name, value: value) }
    }
    add("Content-Security-Policy", BrowserPolicy.other)
    add("X-Content-Type-Options", "nosniff")
    add("Referrer-Policy", "no-referrer")
    add("Cross-Origin-Opener-Policy", BrowserPolicy.apart)
    add("Cross-Origin-Resource-Policy", "same-origin")
    add("Cache-Control", "no-store")
    return fields
  }
}
