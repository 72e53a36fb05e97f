import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Time

/// What Hummingbird leaves to its users, on one connection: how long and how slow a request may be, what is said to bytes
/// that are no HTTP, that a refused client is not listened to any longer, and the headers of every answer.
///
/// Sits between the HTTP codec and Hummingbird, with a `ByteGate` in front of the codec. Event loop only.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a refused client may keep sending unread, so that a reset does not discard the answer.
  private static let farewell = TimeAmount.milliseconds(300)

  private let connections: Connections
  private let limits: ScreenLimits
  private let time: any TimeSource
  private let refused: @Sendable (Refusal) -> [UInt8]
  private var connection: Connection?
  private var closesAfterAnswer = false

  /// `refused` makes the body of an answer to what never becomes a request.
  init(
    connections: Connections, limits: ScreenLimits, time: any TimeSource,
    refused: @escaping @Sendable (Refusal) -> [UInt8]
  ) {
    self.connections = connections
    self.limits = limits
    self.time = time
    self.refused = refused
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    let connection = Connection(channel, limits: limits, time: time)
    self.connection = connection
    let most = LoopbackListener.sendBuffer
    do {
      try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: most / 4, high: most))
      try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
      try context.pipeline.syncOperations.addHandler(ByteGate(connection), position: .first)
    } catch {
      context.close(promise: nil)
    }
  }

  func channelActive(context: ChannelHandlerContext) {
    guard let connection, connections.add(connection) else { return context.close(promise: nil) }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let connection { connections.remove(connection) }
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: connection?.withProgress { progress, _ in progress.headEnded() }
    case .end: connection?.withProgress { progress, _ in progress.requestEnded() }
    case .body: break
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isTooLong = error is TooManyBytes || error as? HTTPParserError == .headerOverflow
    let refusal = isTooLong ? Refusal.headerTooLong : .unreadable
    // Another answer cannot be sent in the middle of one.
    guard let connection, !connection.isEnding, !connection.hasUnanswered else {
      return context.close(promise: nil)
    }
    let body = ByteBuffer(bytes: refused(refusal))
    let fields: HTTPFields = [
      .contentType: Reply.json, .contentLength: "\(body.readableBytes)", .connection: "close",
    ]
    connection.isEnding = true
    let head = HTTPResponse(status: refusal.status, headerFields: Self.completed(fields))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    end(context, with: .end(nil), promise: nil)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      head.headerFields = Self.completed(head.headerFields)
      closesAfterAnswer = head.headerFields[.connection] == "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      connection?.withProgress { progress, now in progress.answered(at: now) }
      if closesAfterAnswer {
        end(context, with: unwrapOutboundIn(data), promise: promise)
      } else {
        context.write(data, promise: promise)
      }
    }
  }

  /// Writes the end of an answer, says that nothing more comes, and closes when the client has had time to read it.
  private func end(_ context: ChannelHandlerContext, with part: HTTPResponsePart, promise: EventLoopPromise<Void>?) {
    connection?.isEnding = true
    let channel = context.channel
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.whenComplete { _ in
      channel.close(mode: .output, promise: nil)
      channel.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(part), promise: written)
  }

  /// What a browser is told with every answer: to take nothing from anywhere else, to guess no types, to tell nobody where
  /// it was, and to let no other site see or embed it.
  private static func completed(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = BrowserPolicy.other }
    fields[.xContentTypeOptions] = "nosniff"
    fields[.referrerPolicy] = "no-referrer"
    if fields[.openerPolicy] == nil { fields[.openerPolicy] = BrowserPolicy.apart }
    fields[.resourcePolicy] = "same-origin"
    if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
    return fields
  }
}

/// More bytes than any of our requests has.
private struct TooManyBytes: Error {}

/// Counts bytes before anybody tries to understand them. Event loop only.
private final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// What may still come while the answer to a refused request is on its way.
  private static let unheard = 65_536

  private let connection: Connection
  private var timer: Scheduled<Void>?
  private var dropped = 0

  init(_ connection: Connection) { self.connection = connection }

  func channelInactive(context: ChannelHandlerContext) {
    // Else it would keep all of a connection that is long gone.
    timer?.cancel()
    timer = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    guard !connection.isEnding else {
      // Read and thrown away: the answer is already on its way. Whoever does not stop for it needs none.
      dropped += count
      if dropped > Self.unheard { context.close(promise: nil) }
      return
    }
    switch connection.withProgress({ progress, now in progress.received(count, at: now) }) {
    case .take: context.fireChannelRead(data)
    case .tooLong: context.fireErrorCaught(TooManyBytes())
    }
    if timer == nil { time(context) }
  }

  /// Closes the connection when a request takes too long to arrive.
  private func time(_ context: ChannelHandlerContext) {
    guard connection.channel.isActive, let left = connection.timeLeft else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(max(left, .zero).nanoseconds)) {
      self.timer = nil
      guard let left = self.connection.timeLeft else { return }
      if left <= .zero { self.connection.channel.close(promise: nil) } else { self.time(context) }
    }
  }
}
