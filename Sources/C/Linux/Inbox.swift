import Synchronization

/// A queue from any threads to one: many writers, one reader.
///
/// The lock is held only to append to an array, or to swap it. Swift's `Mutex` raises its holder to the priority of the
/// waiting thread (a priority-inheritance futex on Linux, seen in libswiftSynchronization 6.3.1:
/// `FUTEX_LOCK_PI_PRIVATE`), so a writer on an ordinary thread cannot delay the hands thread.
public final class Inbox<Message: Sendable>: Sendable {
  private struct State {
    var waiting: [Message] = []
    /// The number of messages taken so far.
    var taken = 0
    var size = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let limit: Int
  /// Readable while messages may be waiting; nil if the reader polls the inbox itself.
  package let bell: EventFD?

  /// Creates an inbox that rings `bell` on every post and refuses messages beyond `limit`, the sum of their sizes.
  package init(bell: EventFD? = EventFD(), limit: Int = .max) {
    self.bell = bell
    self.limit = limit
    state.withLock { $0.waiting.reserveCapacity(256) }
  }

  /// Adds `message` and wakes the reader. `size` counts towards the limit; no message is accepted after one that
  /// `isLast`. Any thread but JACK's; never waits for the reader.
  /// - Returns: the number of messages up to this one, those taken included; nil if it was refused.
  @discardableResult
  public func post(_ message: Message, size: Int = 1, isLast: Bool = false) -> Int? {
    let number: Int? = state.withLock { state in
      guard !state.isClosed, size <= limit - state.size else { return nil }
      state.waiting.append(message)
      state.size += size
      state.isClosed = isLast
      return state.taken + state.waiting.count
    }
    if number != nil { bell?.ring() }
    return number
  }

  /// Takes all pending messages, in the order of arrival. The reader's thread.
  /// - Returns: the number of messages taken so far.
  @discardableResult
  package func takeAll(into taken: inout [Message]) -> Int {
    taken.removeAll(keepingCapacity: true)
    return state.withLock { state in
      swap(&state.waiting, &taken)
      state.size = 0
      state.taken += taken.count
      return state.taken
    }
  }

  /// Returns all pending messages, and clears the bell. The reader's thread.
  package func takeAll() -> [Message] {
    bell?.clear()
    var taken: [Message] = []
    takeAll(into: &taken)
    return taken
  }

  /// Returns whether a pending message satisfies `predicate`. Any thread.
  package func contains(where predicate: (Message) -> Bool) -> Bool {
    state.withLock { $0.waiting.contains(where: predicate) }
  }
}
