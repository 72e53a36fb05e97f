import Linux
import Synchronization

/// The queue from all threads but JACK's to the loop: many writers, one reader.
///
/// The lock is held only to append to an array, or to swap it. Swift's `Mutex` raises its holder to the priority of the
/// waiting thread (a priority-inheritance futex on Linux), so a surface on an ordinary thread cannot delay the
/// sequencer's thread.
public final class Mailbox: Sendable {
  private let waiting = Mutex<[PracticeInput]>([])
  private let bell: EventFD?

  /// Creates a mailbox that signals `bell` on every post; without a bell its owner polls.
  package init(bell: EventFD?) {
    self.bell = bell
    waiting.withLock { $0.reserveCapacity(256) }
  }

  /// Adds `input` and wakes the loop. Any thread but JACK's; never waits for the loop.
  public func post(_ input: PracticeInput) {
    waiting.withLock { $0.append(input) }
    bell?.ring()
  }

  /// Takes all pending inputs. Loop thread.
  package func takeAll(into taken: inout [PracticeInput]) {
    taken.removeAll(keepingCapacity: true)
    waiting.withLock { swap(&$0, &taken) }
  }
}
