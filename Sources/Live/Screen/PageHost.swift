import Dispatch
import Glibc
import NIOCore
import Ports
import Synchronization
import Texts

/// The state shared by all routes. Any thread.
final class PageHost: Sendable {
  /// The rule for permitted requests and origins.
  let rule: RequestRule
  let mailbox: Mailbox
  let views: ViewPublisher
  let parts: any ScreenParts
  let time: any TimeSource
  let limits: ScreenLimits
  let connections: Connections
  let attendance: AttendanceDuty
  let states: StateFeed
  let live: LiveFeed
  let files = PageFiles()
  private let slots: StreamSlots
  private let texts: Mutex<Catalogue>
  private let waiting = Atomic(0)
  private let queue = DispatchQueue(label: "peach.pages")

  init(
    rule: RequestRule, mailbox: Mailbox, views: ViewPublisher, parts: any ScreenParts, time: any TimeSource,
    limits: ScreenLimits, ring: @escaping @Sendable () -> Void
  ) {
    self.rule = rule
    self.mailbox = mailbox
    self.views = views
    self.parts = parts
    self.time = time
    self.limits = limits
    connections = Connections(limits: limits, time: time)
    attendance = AttendanceDuty(mailbox: mailbox, time: time, ring: ring)
    slots = StreamSlots(limits.streams)
    states = StateFeed(views: views, limits: limits, ring: ring)
    live = LiveFeed(parts: parts, limits: limits, time: time, ring: ring)
    texts = Mutex(parts.catalogue)
  }

  /// The texts as of the last request for them: a refusal then needs no file access.
  var catalogue: Catalogue { texts.withLock { $0 } }

  /// Runs `work` with the current texts on a thread that may wait for files and the database, one task after the other;
  /// the event loop continues in the meantime. Throws if too many tasks are waiting already.
  func work<Result: Sendable>(
    _ work: @escaping @Sendable (any ScreenParts, Catalogue) -> Result
  ) async throws(Refusal) -> Result {
    guard waiting.add(1, ordering: .relaxed).newValue <= limits.waiting else {
      waiting.subtract(1, ordering: .relaxed)
      throw .tooMany
    }
    return await withCheckedContinuation { continuation in
      queue.async { [self] in
        defer { waiting.subtract(1, ordering: .relaxed) }
        let catalogue = parts.catalogue
        if texts.withLock({ known in
          defer { known = catalogue }
          return known.language != catalogue.language
        }) {
          states.changed(catalogue)
        }
        continuation.resume(returning: work(parts, catalogue))
      }
    }
  }

  /// Takes a slot for a stream; held as long as the stream lasts.
  func takeSlot() throws(Refusal) -> StreamSlots.Slot {
    guard let slot = slots.take() else { throw .streams }
    return slot
  }

  /// The current time in HTTP's format: `Wed, 25 Nov 2026 05:45:00 GMT`.
  var date: String {
    var now = Glibc.time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    // The names are English: this program sets no locale.
    return String(unsafeUninitializedCapacity: 32) { text in
      text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        return strftime(start, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      }
    }
  }

  /// Returns the body of the response to a refusal.
  func body(of refusal: Refusal) -> [UInt8] {
    let line = refusal.line(catalogue, address: rule.address)
    return Reply.bytes(RefusalLine(line: line, field: refusal.field)) ?? []
  }
}
