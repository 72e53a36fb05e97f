import NIOCore
import NIOHTTP1
import NIOPosix

/// The HTTP/1.1 pipeline from the listening socket to the response, in the order in which bytes pass through it.
struct PagePipeline: Sendable {
  typealias ResponsePart = HTTPPart<HTTPResponseHead, ByteBuffer>

  /// An accepted connection, with its used budget.
  private struct Accepted: Sendable {
    let connection: Connection
    let channel: NIOAsyncChannel<HTTPServerRequestPart, ResponsePart>
  }

  let host: PageHost
  private let responder: PageResponder

  init(_ host: PageHost) {
    self.host = host
    responder = PageResponder(host)
  }

  /// Serves the connections to `listener` that `gate` accepts, until the task is cancelled; closes `listener`.
  func serve(
    _ listener: LoopbackListener, on group: MultiThreadedEventLoopGroup,
    through gate: @escaping @Sendable () -> VisitorGate
  ) async throws {
    let server = try await ServerBootstrap(group: group)
      // 1. The owner of the connection: only the player passes.
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(gate()) }
      }
      .bind(listener.descriptor) { channel in channel.eventLoop.makeCompletedFuture { try accept(channel) } }
    try await server.executeThenClose { accepted in
      try await withThrowingDiscardingTaskGroup { tasks in
        for try await one in accepted { tasks.addTask { await answer(one) } }
      }
    }
  }

  /// Sets up the handlers for the bytes of a connection.
  private func accept(_ channel: any Channel) throws -> Accepted {
    let connection = Connection(channel, limits: host.limits, time: host.time)
    let most = LoopbackListener.sendBuffer
    try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: most / 4, high: most))
    try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
    var lengths = NIOHTTPDecoderLimitConfiguration()
    lengths.maxHeaderFieldSize = host.limits.header
    lengths.maxHeaderListSize = host.limits.header
    lengths.maxHeaderFieldCount = host.limits.headerFields

    let pipeline = channel.pipeline.syncOperations
    // 2. The number and the pace of bytes.
    try pipeline.addHandler(ByteGate(connection))
    // 3. From bytes to requests, and from responses to bytes.
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: true,
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: lengths)
    // 4. Invalid HTTP is refused; every response gets the common fields.
    try pipeline.addHandler(ConnectionGuard(connection, among: host.connections, refused: host.body(of:)))
    // 5. One request after the other, to the task below; during a response, only a few more parts are read.
    return Accepted(
      connection: connection,
      channel: try NIOAsyncChannel(
        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
  }

  /// Answers the requests of a connection in order, until it ends.
  private func answer(_ accepted: Accepted) async {
    let channel = accepted.channel.channel
    // An error here means a lost connection.
    try? await withTaskCancellationHandler {
      try await accepted.channel.executeThenClose { inbound, outbound in
        let parts = RequestParts(inbound)
        while let head = try await parts.nextHead() {
          // 6. Rules, limits, routes.
          let response = try await responder.respond(to: head, parts, on: accepted.connection)
          // 7. Each write waits until the page has read enough of the earlier ones.
          try await write(response, to: outbound, on: accepted.connection)
          if head.isLast { break }
        }
        outbound.finish()
        try await channel.closeFuture.get()
      }
    } onCancel: {
      channel.close(mode: .input, promise: nil)
    }
  }

  private func write(
    _ response: PageResponse, to outbound: NIOAsyncChannelOutboundWriter<ResponsePart>,
    on connection: Connection
  ) async throws {
    var fields = response.fields
    fields.add(name: "Date", value: host.date)
    let head = HTTPResponseHead(version: .http1_1, status: response.status, headers: fields)
    switch response.body {
    case .bytes(let bytes) where bytes.readableBytes == 0:
      try await outbound.write(contentsOf: [.head(head), .end(nil)])
    case .bytes(let bytes):
      try await outbound.write(contentsOf: [.head(head), .body(bytes), .end(nil)])
    case .stream(let lease, let slot):
      defer { withExtendedLifetime((lease, slot)) {} }
      try await outbound.write(.head(head))
      try await lease.stream.send(to: outbound, on: connection, time: host.time)
      try await outbound.write(.end(nil))
    }
  }
}
