import Synchronization

/// The slots of concurrent streams. Any thread.
final class StreamSlots: Sendable {
  /// A slot; released with this object.
  final class Slot: Sendable {
    private let slots: StreamSlots

    fileprivate init(_ slots: StreamSlots) { self.slots = slots }

    deinit { slots.free.withLock { $0 += 1 } }
  }

  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  /// Takes a slot; nil if all are taken.
  func take() -> Slot? {
    let isFree = free.withLock { free in
      defer { free = max(free - 1, 0) }
      return free > 0
    }
    return isFree ? Slot(self) : nil
  }
}
