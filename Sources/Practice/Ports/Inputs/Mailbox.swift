import Linux
import Synchronization

/// The queue from all threads but JACK's to the loop: many writers, one reader.
///
/// The lock is held only to append to an array, or to swap it. Swift's `Mutex` raises its holder to the priority of the
/// waiting thread (a priority-inheritance futex on Linux), so a surface on an ordinary thread cannot delay the
/// sequencer's thread.
public final class Mailbox: Sendable {
  private struct Waiting {
    var inputs: [PracticeInput] = []
    /// The number of inputs taken so far.
    var taken = 0
  }

  private let waiting = Mutex(Waiting())
  private let bell: EventFD?

  /// Creates a mailbox that signals `bell` on every post; without a bell its owner polls.
  package init(bell: EventFD?) {
    self.bell = bell
    waiting.withLock { $0.inputs.reserveCapacity(256) }
  }

  /// Adds `input` and wakes the loop. Any thread but JACK's; never waits for the loop.
  /// - Returns: the number of inputs up to this one, the version of the view state that includes it.
  @discardableResult
  public func post(_ input: PracticeInput) -> Int {
    let number = waiting.withLock { waiting in
      waiting.inputs.append(input)
      return waiting.taken + waiting.inputs.count
    }
    bell?.ring()
    return number
  }

  /// Takes all pending inputs. Loop thread.
  /// - Returns: the number of inputs taken so far.
  @discardableResult
  package func takeAll(into taken: inout [PracticeInput]) -> Int {
    taken.removeAll(keepingCapacity: true)
    return waiting.withLock { waiting in
      swap(&waiting.inputs, &taken)
      waiting.taken += taken.count
      return waiting.taken
    }
  }
}
