import NIOCore
import Ports
import Synchronization
import Time

/// A stream of server-sent events. Producers only signal; the stream fetches the newest state when its page has read
/// the previous one. Any thread.
final class PageStream: Sendable {
  /// A sign of life: a comment, which pages ignore.
  private static let sign: [UInt8] = Array(":\n\n".utf8)
  /// The first line: the delay after which a page reconnects.
  private static let start: [UInt8] = Array("retry: 500\n\n".utf8)

  private let rings: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  private let channel: any Channel
  private let heartbeat: Duration
  private let next: @Sendable () -> [UInt8]?
  private let writingSince = Mutex<MonotonicTime?>(nil)

  /// Opens a stream on `channel` that calls `next` for its content after each signal. A signal without content sends a
  /// sign of life if there was none for a while: the pages' worker signals every `heartbeat` for that.
  init(on channel: any Channel, heartbeat: Duration, next: @escaping @Sendable () -> [UInt8]?) {
    self.channel = channel
    self.heartbeat = heartbeat
    self.next = next
    (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Signals possible news.
  func ring() { bell.yield() }

  /// Ends the stream.
  func end() { bell.finish() }

  /// Closes the connection if the page has read nothing since `limit`.
  func close(ifStalledSince limit: MonotonicTime) {
    if let since = writingSince.withLock({ $0 }), since <= limit { channel.close(promise: nil) }
  }

  /// Sends to the page on `connection` until it is gone or the stream ends.
  func send(
    to page: NIOAsyncChannelOutboundWriter<PagePipeline.ResponsePart>, on connection: Connection,
    time: any TimeSource
  ) async throws {
    connection.onInboundEnd { self.end() }
    defer { connection.onInboundEnd(nil) }
    try await page.write(.body(ByteBuffer(bytes: Self.start)))
    var written = time.now()
    for await _ in rings {
      let now = time.now()
      guard let bytes = next() ?? (now >= written + heartbeat / 2 ? Self.sign : nil) else {
        continue
      }
      written = now
      writingSince.withLock { $0 = now }
      try await page.write(.body(ByteBuffer(bytes: bytes)))
      writingSince.withLock { $0 = nil }
    }
  }
}

/// The open streams of one kind. Any thread.
final class StreamRoom: Sendable {
  /// Keeps a stream in the room; releasing it removes the stream.
  final class Lease: Sendable {
    let stream: PageStream
    private let leave: @Sendable () -> Void

    fileprivate init(_ stream: PageStream, leave: @escaping @Sendable () -> Void) {
      self.stream = stream
      self.leave = leave
    }

    deinit { leave() }
  }

  private let streams = Mutex<[ObjectIdentifier: PageStream]>([:])

  /// Whether no page listens.
  var isEmpty: Bool { streams.withLock { $0.isEmpty } }

  /// Adds `stream`; calls `left` when it has ended.
  func enter(_ stream: PageStream, left: @escaping @Sendable () -> Void) -> Lease {
    streams.withLock { $0[ObjectIdentifier(stream)] = stream }
    return Lease(stream) { [weak self, weak stream] in
      if let self, let stream { self.streams.withLock { $0[ObjectIdentifier(stream)] = nil } }
      left()
    }
  }

  /// Signals all of them.
  func ring() {
    for stream in streams.withLock({ Array($0.values) }) { stream.ring() }
  }

  /// Closes streams whose page has read nothing since `limit`.
  func close(ifStalledSince limit: MonotonicTime) {
    for stream in streams.withLock({ Array($0.values) }) { stream.close(ifStalledSince: limit) }
  }
}

/// The timer for signs of life of idle streams. A value; its owner keeps it on one thread.
struct StreamHeartbeat {
  private let interval: Duration
  /// The time of the last message; before that, of the first check.
  private var last: MonotonicTime?

  /// Due after `interval` without a message.
  init(every interval: Duration) { self.interval = interval }

  /// Records a message: the next heartbeat is due after a whole interval.
  mutating func sent(at now: MonotonicTime) { last = now }

  /// Calls `ring` if a heartbeat is due at `now`; returns the time of the next one.
  mutating func beat(at now: MonotonicTime, _ ring: () -> Void) -> MonotonicTime {
    let quiet = last ?? now
    let isDue = now >= quiet + interval
    last = isDue ? now : quiet
    if isDue { ring() }
    return (isDue ? now : quiet) + interval
  }
}
