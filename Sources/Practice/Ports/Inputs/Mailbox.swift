import Linux
import Synchronization

/// Where every thread but JACK's leaves its news for the loop: many writers, one reader.
///
/// The lock is held only to append to, or to swap, an array. Swift's `Mutex` hands its holder the priority of who waits
/// (a priority-inheriting futex on Linux), so a surface on a plain thread cannot hold up the hands.
public final class Mailbox: Sendable {
  private let waiting = Mutex<[PracticeInput]>([])
  private let bell: Waker?

  /// A mailbox that rings `bell` whenever something is left in it; without one its owner looks by itself.
  package init(bell: Waker?) {
    self.bell = bell
    waiting.withLock { $0.reserveCapacity(256) }
  }

  /// Leaves `input` for the loop and wakes it. Any thread but JACK's; never waits for the loop.
  public func post(_ input: PracticeInput) {
    waiting.withLock { $0.append(input) }
    bell?.ring()
  }

  /// Takes all that waits. Loop thread.
  package func takeAll(into taken: inout [PracticeInput]) {
    taken.removeAll(keepingCapacity: true)
    waiting.withLock { swap(&$0, &taken) }
  }
}
