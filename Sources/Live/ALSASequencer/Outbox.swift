import Controllers
import Linux
import MIDI
import Synchronization
import Time

/// The queue from the loop to the hands thread: messages to send, and the request to stop.
final class Outbox: Sendable {
  /// The maximum number of messages kept while the kernel accepts none: ten seconds of a full DIN cable.
  static let limit = 10_000

  /// Messages to one port, in order.
  struct Batch: Sendable {
    var port: PortID
    var messages: [MIDIMessage]
  }

  private let batches: Inbox<Batch>
  private let closeBy = Mutex<MonotonicTime?>(nil)

  /// Wakes the hands.
  let wakeup = EventFD()
  /// Rung at the end of the hands thread.
  let ended = EventFD()

  /// Messages dropped because too many were waiting.
  let dropped = Atomic<Int>(0)

  init() { batches = Inbox(bell: wakeup, limit: Self.limit) }

  /// Appends `messages` and wakes the thread. Any thread.
  func put(_ messages: [MIDIMessage], to port: PortID) {
    guard !messages.isEmpty else { return }
    let fits = batches.post(Batch(port: port, messages: messages), size: messages.count) != nil
    if !fits { dropped.add(messages.count, ordering: .relaxed) }
  }

  /// Returns all waiting messages, in order, and whether to stop. Hands thread.
  func take() -> (batches: [Batch], closeBy: MonotonicTime?) {
    wakeup.clear()
    // Before the batches: those put before the request to stop are then among them.
    let deadline = closeBy.withLock(\.self)
    var taken: [Batch] = []
    batches.takeAll(into: &taken)
    return (taken, deadline)
  }

  /// Makes the thread send waiting messages until `deadline`, and then end. Any thread.
  func close(by deadline: MonotonicTime) {
    closeBy.withLock { $0 = $0.map { min($0, deadline) } ?? deadline }
    wakeup.ring()
  }
}
