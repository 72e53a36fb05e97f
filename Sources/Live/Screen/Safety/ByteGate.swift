import NIOCore
import Time

/// The error for more bytes than any of our requests has.
struct TooManyBytes: Error {}

/// Counts the bytes of a connection before the codec parses them, and closes a connection if a request arrives too
/// slowly or if it is idle for too long between two. Event loop only.
final class ByteGate: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// Bytes that may still arrive while the response to a refused request is being sent.
  private static let unheard = 65_536

  private let connection: Connection
  private var timer: (due: MonotonicTime, task: Scheduled<Void>)?
  private var dropped = 0

  init(_ connection: Connection) { self.connection = connection }

  func channelActive(context: ChannelHandlerContext) {
    watch(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    // Otherwise it would retain a connection that is long gone.
    timer?.task.cancel()
    timer = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    guard !connection.isEnding else {
      // Discarded: the response is already being sent. A client that ignores it needs none.
      dropped += count
      if dropped > Self.unheard { context.close(promise: nil) }
      return
    }
    switch connection.withProgress({ progress, now in progress.received(count, at: now) }) {
    case .take: context.fireChannelRead(data)
    case .tooLong: context.fireErrorCaught(TooManyBytes())
    }
    watch(context)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    // A response may have ended, which starts the idle time.
    watch(context)
  }

  /// Schedules the check whether the connection must be closed.
  private func watch(_ context: ChannelHandlerContext) {
    guard connection.channel.isActive, let due = connection.due else { return }
    if let timer {
      guard due < timer.due else { return }
      timer.task.cancel()
    }
    let left = max(due - connection.now, .zero)
    let task = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(left.nanoseconds)) {
      self.timer = nil
      guard let due = self.connection.due else { return }
      if due <= self.connection.now {
        self.connection.channel.close(promise: nil)
      } else {
        self.watch(context)
      }
    }
    timer = (due, task)
  }
}
