import Controllers
import NIOCore
import Synchronization
import Time

/// What controllers send, to the pages that show it: the newest few of each controller, ten times a second at most.
/// Controllers are listened to only while such a page is open.
final class LiveFeed: ClerkDuty {
  /// A message as it is sent.
  private struct Message: Encodable {
    var id: String
    var time: Int64
    var text: String
    var role: String?
  }

  /// Of each controller in each turn: the press and the letting go of one pad.
  private static let newest = 2
  private static let interval = Duration.milliseconds(100)
  /// More controllers than anybody has.
  private static let controllers = 64
  /// Turns that wait for a page that reads slowly.
  private static let waiting = 8

  private struct Work {
    var listening: (any Sendable)?
    var sent: MonotonicTime?
    var beat: MonotonicTime?
  }

  private let parts: any ScreenParts
  private let limits: ScreenLimits
  private let time: any TimeSource
  private let ring: @Sendable () -> Void
  private let room = StreamRoom()
  private let heard = Mutex<[String: [Message]]>([:])
  private let queues = Mutex<[ObjectIdentifier: [[UInt8]]]>([:])
  private let work = Mutex(Work())

  init(parts: any ScreenParts, limits: ScreenLimits, time: any TimeSource, ring: @escaping @Sendable () -> Void) {
    self.parts = parts
    self.limits = limits
    self.time = time
    self.ring = ring
  }

  /// A new stream of messages on `channel`.
  func stream(on channel: any Channel) -> StreamRoom.Lease {
    let key = QueueKey()
    let id = ObjectIdentifier(key)
    queues.withLock { $0[id] = [] }
    let lease = room.enter(
      PageStream(on: channel, heartbeat: limits.heartbeat) { [weak self] in self?.waiting(for: id) }
    ) { [weak self] in
      withExtendedLifetime(key) { self?.leave(id) }
    }
    ring()
    return lease
  }

  /// Takes what waits for a stream; nil for nothing.
  private func waiting(for id: ObjectIdentifier) -> [UInt8]? {
    let waiting: [[UInt8]] = queues.withLock { queues in
      defer { queues[id] = [] }
      return queues[id] ?? []
    }
    return waiting.isEmpty ? nil : Array(waiting.joined())
  }

  private func leave(_ id: ObjectIdentifier) {
    queues.withLock { $0[id] = nil }
    ring()
  }

  /// On the hands' thread.
  private func take(_ message: HeardMessage) {
    let sent = Message(
      id: message.id, time: time.now().nanoseconds, text: message.text, role: message.role?.rawValue)
    heard.withLock { heard in
      guard heard[message.id] != nil || heard.count < Self.controllers else { return }
      heard[message.id, default: []] = (heard[message.id, default: []] + [sent]).suffix(Self.newest)
    }
    ring()
  }

  func work(at now: MonotonicTime) -> MonotonicTime? {
    work.withLock { work in
      guard !room.isEmpty else {
        work.listening = nil
        heard.withLock { $0 = [:] }
        return nil
      }
      if work.listening == nil {
        work.listening = parts.listen { [weak self] in self?.take($0) }
      }
      room.close(ifStalledSince: now - limits.stalled)
      if heard.withLock({ !$0.isEmpty }) {
        if let sent = work.sent, now < sent + Self.interval { return sent + Self.interval }
        let messages = heard.withLock { heard in
          defer { heard = [:] }
          return heard.values.joined().sorted { $0.time < $1.time }
        }
        let event = messages.compactMap { Answer.event("message", $0) }.joined()
        queues.withLock { queues in
          for id in queues.keys { queues[id] = ((queues[id] ?? []) + [Array(event)]).suffix(Self.waiting) }
        }
        work.sent = now
        work.beat = now
        room.ring()
      }
      let beat = (work.beat ?? now) + limits.heartbeat
      guard now >= beat else {
        if work.beat == nil { work.beat = now }
        return beat
      }
      work.beat = now
      room.ring()
      return now + limits.heartbeat
    }
  }

  /// What names a stream's queue.
  private final class QueueKey: Sendable {}
}
