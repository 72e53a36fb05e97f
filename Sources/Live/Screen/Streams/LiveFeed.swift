import Controllers
import NIOCore
import Ports
import Synchronization
import Texts
import Time

/// Sends controller messages to the pages that show them: the newest few of each controller, up to ten times a second.
/// Listens to controllers only while such a page is open.
final class LiveFeed: PageTask {
  /// A message in its JSON form.
  private struct Message: Encodable {
    var id: String
    var time: Int64
    var text: String
    var role: String?
    var note: Int?
  }

  /// The messages of each controller in each turn: press and release of one pad.
  private static let newest = 2
  private static let interval = Duration.milliseconds(100)
  /// More controllers than any player has.
  private static let controllers = 64
  /// Turns that wait for a slow page.
  private static let waiting = 8

  /// The messages waiting for a stream.
  private struct Queue {
    /// Turns of messages; the oldest may be dropped.
    var messages: [[UInt8]] = []
    /// Results that a page waits for.
    var news: [[UInt8]] = []

    mutating func add(messages event: [UInt8]) { messages = (messages + [event]).suffix(LiveFeed.waiting) }
    mutating func add(news event: [UInt8]) { news = (news + [event]).suffix(LiveFeed.waiting) }
  }

  private struct Work {
    var listening: (any Sendable)?
    var sent: MonotonicTime?
    var heartbeat: StreamHeartbeat
  }

  private let parts: any ScreenParts
  private let limits: ScreenLimits
  private let time: any TimeSource
  private let ring: @Sendable () -> Void
  private let room = StreamRoom()
  private let heard = Mutex<[String: [Message]]>([:])
  private let queues = Mutex<[ObjectIdentifier: Queue]>([:])
  private let work: Mutex<Work>
  private let learner = LearnerPage()

  init(parts: any ScreenParts, limits: ScreenLimits, time: any TimeSource, ring: @escaping @Sendable () -> Void) {
    self.parts = parts
    self.limits = limits
    self.time = time
    self.ring = ring
    work = Mutex(Work(heartbeat: StreamHeartbeat(every: limits.heartbeat)))
  }

  /// Opens a stream of messages on `channel`, for `page` if it identifies itself.
  func stream(on channel: any Channel, page: PageID? = nil) -> StreamRoom.Lease {
    let key = QueueKey()
    let id = ObjectIdentifier(key)
    queues.withLock { $0[id] = Queue() }
    if let page { learner.connected(page) }
    let lease = room.enter(
      PageStream(on: channel, heartbeat: limits.heartbeat) { [weak self] in self?.waiting(for: id) }
    ) { [weak self] in
      withExtendedLifetime(key) { self?.leave(id, page) }
    }
    ring()
    return lease
  }

  /// Returns the next message for a stream; nil for none.
  private func waiting(for id: ObjectIdentifier) -> [UInt8]? {
    let waiting: [[UInt8]] = queues.withLock { queues in
      defer { queues[id] = Queue() }
      return queues[id].map { $0.messages + $0.news } ?? []
    }
    return waiting.isEmpty ? nil : Array(waiting.joined())
  }

  private func leave(_ id: ObjectIdentifier, _ page: PageID?) {
    queues.withLock { $0[id] = nil }
    if let page { learner.disconnected(page) }
    ring()
  }

  /// Requests a control for `page`, which must be able to receive the result; waits for files. Notifies all pages.
  func learn(_ role: Role, on id: String, for page: PageID, _ catalogue: Catalogue) -> Result<LearningLine, Refusal> {
    guard let ticket = learner.begin(page, on: id) else {
      return .failure(.later(line: catalogue(.learnNotNow)))
    }
    do throws(ScreenFailure) {
      try parts.learn(role, on: id) { [weak self] outcome in
        self?.learner.end(ticket)
        self?.tell(outcome)
      }
    } catch {
      learner.end(ticket)
      return .failure(.later(line: error.line))
    }
    // The page may have gone in the meantime. If the request has merely ended, there is nothing to withdraw.
    if !learner.waits(ticket) { parts.endLearning(on: id) }
    return .success(LearningLine(line: catalogue.line(waitingFor: role)))
  }

  /// Sends the result to all pages. Any thread.
  func tell(_ outcome: LearnOutcome) {
    guard let event = Reply.event("learned", outcome) else { return }
    queues.withLock { queues in
      for id in queues.keys { queues[id]?.add(news: event) }
    }
    room.ring()
  }

  /// Adds a message. On a thread of the listener's.
  private func handle(_ message: HeardMessage) {
    let sent = Message(
      id: message.id, time: time.now().nanoseconds, text: message.text, role: message.role?.rawValue, note: message.note
    )
    heard.withLock { heard in
      guard heard[message.id] != nil || heard.count < Self.controllers else { return }
      heard[message.id, default: []] = (heard[message.id, default: []] + [sent]).suffix(Self.newest)
    }
    ring()
  }

  func work(at now: MonotonicTime) -> MonotonicTime? {
    // No other page waits: withdraw the request, which sends its result as usual.
    if let controller = learner.takeAbandoned() { parts.endLearning(on: controller) }
    return work.withLock { work in
      guard !room.isEmpty else {
        work.listening = nil
        heard.withLock { $0 = [:] }
        return nil
      }
      if work.listening == nil {
        work.listening = parts.listen { [weak self] in self?.handle($0) }
      }
      room.close(ifStalledSince: now - limits.stalled)
      if heard.withLock({ !$0.isEmpty }) {
        if let sent = work.sent, now < sent + Self.interval { return sent + Self.interval }
        let messages = heard.withLock { heard in
          defer { heard = [:] }
          return heard.values.joined().sorted { $0.time < $1.time }
        }
        let event = messages.compactMap { Reply.event("message", $0) }.joined()
        queues.withLock { queues in
          for id in queues.keys { queues[id]?.add(messages: Array(event)) }
        }
        work.sent = now
        work.heartbeat.sent(at: now)
        room.ring()
      }
      return work.heartbeat.beat(at: now) { room.ring() }
    }
  }

  /// The identity of a stream's queue.
  private final class QueueKey: Sendable {}
}
