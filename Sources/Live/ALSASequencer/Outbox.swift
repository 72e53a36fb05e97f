import Controllers
import Linux
import MIDI
import Synchronization
import Time

/// The queue from the loop to the hands thread: messages to send, and the request to stop.
///
/// The lock is held for an append or a swap only. Swift's `Mutex` on Linux is a priority-inheriting futex (seen in
/// libswiftSynchronization 6.3.1: `FUTEX_LOCK_PI_PRIVATE`), so a lower-priority thread that holds it is raised in the
/// meantime.
final class Outbox: Sendable {
  /// The maximum number of messages kept while the kernel accepts none: ten seconds of a full DIN cable.
  static let limit = 10_000

  /// Messages to one port, in order.
  struct Batch: Sendable {
    var port: PortID
    var messages: [MIDIMessage]
  }

  private struct State {
    var batches: [Batch] = []
    var count = 0
    var closeBy: MonotonicTime?
  }

  private let state = Mutex(State())

  /// Wakes the hands.
  let wakeup = EventFD()
  /// Rung at the end of the hands thread.
  let ended = EventFD()

  /// Messages dropped because too many were waiting.
  let dropped = Atomic<Int>(0)

  /// Appends `messages` and wakes the thread. Any thread.
  func put(_ messages: [MIDIMessage], to port: PortID) {
    guard !messages.isEmpty else { return }
    let fits = state.withLock { state in
      guard state.count + messages.count <= Self.limit else { return false }
      state.batches.append(Batch(port: port, messages: messages))
      state.count += messages.count
      return true
    }
    if fits {
      wakeup.ring()
    } else {
      dropped.add(messages.count, ordering: .relaxed)
    }
  }

  /// Returns all waiting messages, in order, and whether to stop. Hands thread.
  func take() -> (batches: [Batch], closeBy: MonotonicTime?) {
    wakeup.clear()
    return state.withLock { state in
      defer {
        state.batches = []
        state.count = 0
      }
      return (state.batches, state.closeBy)
    }
  }

  /// Makes the thread send waiting messages until `deadline`, and then end. Any thread.
  func close(by deadline: MonotonicTime) {
    state.withLock { $0.closeBy = $0.closeBy.map { min($0, deadline) } ?? deadline }
    wakeup.ring()
  }
}
