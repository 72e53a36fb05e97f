import Synchronization

/// A bounded queue from one producing thread to one consuming thread, without locks.
///
/// - Memory is allocated once, in `init`; everything else is wait-free.
/// - Full: `push` and `pushAll` refuse and overwrite nothing. Empty: `pop` and `peek` give nil. Nobody ever waits.
/// - What was pushed in one `pushAll` becomes visible to the consumer all at once.
/// - `push` and `pushAll` are for one thread at a time, `peek`, `discard` and `pop` for one thread at a time. A
///   hand-over of either role to another thread needs its own synchronisation (a join, a lock).
struct Ring<Element: BitwiseCopyable>: ~Copyable {
  /// Most elements it can hold, 1 or more.
  let capacity: Int
  /// `capacity` elements; those between `head` and `tail` (by remainder) are initialised and belong to the consumer,
  /// the rest to the producer.
  private let slots: UnsafeMutablePointer<Element>
  /// Elements ever consumed. Written by the consumer only. Never wraps: 2^63 elements take longer than any machine
  /// runs.
  private let head = Atomic<Int>(0)
  /// Elements ever produced. Written by the producer only; `head ≤ tail ≤ head + capacity`.
  private let tail = Atomic<Int>(0)

  /// An empty ring. Any thread.
  init(capacity: Int) {
    precondition(capacity > 0, "a ring holds at least one element")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  deinit {
    slots.deallocate()  // Elements are trivial: nothing to deinitialise.
  }

  /// Appends one element; false if the ring is full. Producer.
  func push(_ element: Element) -> Bool {
    let produced = tail.load(ordering: .relaxed)  // Only this thread writes it.
    // Acquiring: the consumer has read the slot's old element before we overwrite it.
    guard produced &- head.load(ordering: .acquiring) < capacity else { return false }
    (slots + produced % capacity).initialize(to: element)
    // Releasing: whoever sees the new tail sees the element.
    tail.store(produced &+ 1, ordering: .releasing)
    return true
  }

  /// Appends `count` elements, made by `element` for 0 ..< `count`, or none of them if there is no room for all.
  /// Producer.
  func pushAll(count: Int, _ element: (Int) -> Element) -> Bool {
    let produced = tail.load(ordering: .relaxed)
    guard count >= 0, count <= capacity &- (produced &- head.load(ordering: .acquiring)) else { return false }
    for index in 0..<count {
      (slots + (produced &+ index) % capacity).initialize(to: element(index))
    }
    tail.store(produced &+ count, ordering: .releasing)
    return true
  }

  /// How many elements can be peeked at. Consumer.
  var count: Int {
    tail.load(ordering: .acquiring) &- head.load(ordering: .relaxed)
  }

  /// The element `offset` places behind the first. `offset` must be below a `count` read before. Consumer.
  func peek(_ offset: Int) -> Element {
    slots[(head.load(ordering: .relaxed) &+ offset) % capacity]
  }

  /// Gives the first `count` slots back to the producer. `count` must not be above a `count` read before. Consumer.
  func discard(_ count: Int) {
    // Releasing: our reads of the slots are over before the producer sees them free.
    head.store(head.load(ordering: .relaxed) &+ count, ordering: .releasing)
  }

  /// Takes the first element, or nil if there is none. Consumer.
  func pop() -> Element? {
    guard count > 0 else { return nil }
    let element = peek(0)
    discard(1)
    return element
  }
}

// The callback's ends of the two rings there are. The compiler can only check concrete functions for locks, and only
// finds the generic ones above to be free of them from within this file.

extension Ring<CommandSlot> {
  /// `count`. Real-time.
  @_noLocks
  func waiting() -> Int { count }

  /// `peek`. Real-time.
  @_noLocks
  func slot(_ offset: Int) -> CommandSlot { peek(offset) }

  /// `discard`. Real-time.
  @_noLocks
  func take(_ count: Int) { discard(count) }
}

extension Ring<SoundEvent> {
  /// `push`. Real-time.
  @_noLocks
  func report(_ event: SoundEvent) -> Bool { push(event) }
}
