import CLinux
import Controllers
import Glibc
import Ports
import Time

/// The hands thread: waits for the sequencer and for the loop, and transfers messages both ways. It owns all objects of
/// alsa-lib, which may be used on one thread only.
struct SequencerThread: ~Copyable {
  /// The delay before sending held-back messages again.
  private static let sendRetry = Duration.milliseconds(5)

  /// The events that ended a wait, unless it timed out.
  private struct Ready {
    /// Messages are in the outbox.
    var messages: Bool
    /// Events are waiting in the sequencer.
    var events: Bool
  }

  private let options: SequencerOptions
  private let outbox: Outbox
  private let board: StatusBoard
  private let time: any TimeSource
  private let retry: Duration
  private let report: @Sendable (MIDIPortEvent) -> Void

  private var session: SequencerSession?
  private var lastFailure: SequencerFailure?
  /// The time of the next tick, or of the next attempt to open.
  private var due: MonotonicTime
  /// Outgoing events, the next one first.
  private var pending: [OutgoingEvent] = []
  /// Some of `pending` had to be held back.
  private var mustWait = false
  private var budget = SendBudget()
  private var closeBy: MonotonicTime?

  /// `retry` is the delay after a failed opening.
  init(
    options: SequencerOptions, outbox: Outbox, board: StatusBoard, time: any TimeSource, retry: Duration,
    report: @escaping @Sendable (MIDIPortEvent) -> Void
  ) {
    self.options = options
    self.outbox = outbox
    self.board = board
    self.time = time
    self.retry = retry
    self.report = report
    due = time.now()
  }

  /// Runs until the outbox is closed. On the hands thread.
  mutating func run() {
    let result = linux_set_realtime(RealtimePriority.hands)
    board.update {
      $0.scheduling = result == 0 ? .realtime(priority: RealtimePriority.hands) : .ordinary(code: -result)
    }
    var ready = Ready(messages: false, events: true)
    while true {
      // Outgoing messages answer a key press: they go first.
      if ready.messages { collect() }
      sendPending()
      keepUp()
      let more = ready.events && readEvents()
      if let closeBy, pending.isEmpty || session == nil || time.now() >= closeBy { break }
      ready = wait(more: more)
    }
    session = nil
    board.update { $0.client = nil }
  }

  /// Opens the sequencer if it is closed, or ticks the session, when due.
  private mutating func keepUp() {
    let now = time.now()
    guard now >= due, closeBy == nil else { return }
    if let session {
      session.tick()
      due = now + session.untilTick
    } else {
      board.update { $0.attempts += 1 }
      do throws(SequencerFailure) {
        let session = try SequencerSession(options: options, time: time, report: report)
        board.update {
          $0.client = session.listening.client.number
          $0.kernelStamps = session.listening.queue != nil
        }
        self.session = session
        lastFailure = nil
        session.begin()
        due = now + session.untilTick
      } catch {
        failed(error)
      }
    }
  }

  /// Reports a failure once, and schedules a retry.
  private mutating func failed(_ failure: SequencerFailure) {
    session?.end()
    session = nil
    pending = []
    mustWait = false
    board.update { $0.client = nil }
    if failure != lastFailure { report(.unavailable(failure)) }
    lastFailure = failure
    due = time.now() + retry
  }

  private mutating func readEvents() -> Bool {
    guard let session else { return false }
    do throws(SequencerFailure) {
      let more = try session.readEvents()
      // A port that has just arrived may need another check long before the next tick.
      due = min(due, time.now() + session.untilTick)
      return more
    } catch {
      failed(error)
      return false
    }
  }

  /// Sends the messages that may go now. The order per port is kept: a port that must wait holds back all its messages.
  private mutating func sendPending() {
    mustWait = false
    guard let session, !pending.isEmpty else { return }
    let now = time.now()
    var kept: [OutgoingEvent] = []
    var held: Set<PortID> = []
    for (index, event) in pending.enumerated() {
      // Messages queued for an unplugged port are dropped.
      guard session.accepts(event.port) else { continue }
      if held.contains(event.port) || !budget.spend(event.length, on: event.port, now: now) {
        held.insert(event.port)
        kept.append(event)
      } else if session.listening.send(event) == .full {
        kept += pending[index...]
        break
      }
    }
    pending = kept
    mustWait = !kept.isEmpty
  }

  /// Takes new messages from the outbox.
  private mutating func collect() {
    let (batches, closeBy) = outbox.take()
    self.closeBy = closeBy
    guard session != nil else { return }
    for batch in batches {
      for message in batch.messages { pending += OutgoingEvent.events(message, to: batch.port) }
    }
  }

  private func wait(more: Bool) -> Ready {
    var descriptors = [pollfd(fd: outbox.wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
    if let session { descriptors += session.listening.pollDescriptors() }
    var limit = due - time.now()
    if mustWait { limit = min(limit, Self.sendRetry) }
    if let closeBy { limit = min(limit, closeBy - time.now()) }
    if more { limit = .zero }
    linux_wait(&descriptors, Int32(descriptors.count), max(0, limit.nanoseconds))
    return Ready(
      messages: descriptors[0].revents != 0, events: more || descriptors.dropFirst().contains { $0.revents != 0 })
  }
}
