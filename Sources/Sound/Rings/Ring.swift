import Synchronization

/// A bounded queue from one producing thread to one consuming thread, without locks: the memory of its two ends.
///
/// - Memory is allocated once, in `init`; everything else is wait-free.
/// - Full: `push` and `pushAll` refuse and overwrite nothing. Empty: `pop` returns nil. No call ever waits.
/// - The elements of one `pushAll` become visible to the consumer all at once.
/// - There is one end of each kind, and ends cannot be copied: the owner of an end is the only one who may push or pop.
///   Moving an end to another thread needs its own synchronisation (a join, a lock).
struct Ring<Element: BitwiseCopyable>: ~Copyable {
  private let memory: UnsafeMutablePointer<RingMemory<Element>>
  private var hasProducer = false
  private var hasConsumer = false

  /// Creates an empty ring for `capacity` elements, 1 or more. Any thread.
  init(capacity: Int) {
    precondition(capacity > 0, "a ring holds at least one element")
    memory = .allocate(capacity: 1)
    memory.initialize(to: RingMemory(capacity: capacity))
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Returns the only end that pushes, to be released before the ring. Call it once.
  mutating func producer() -> RingProducer<Element> {
    precondition(!hasProducer, "a ring has one producer")
    hasProducer = true
    return RingProducer(memory: UnsafePointer(memory))
  }

  /// Returns the only end that pops, to be released before the ring. Call it once.
  mutating func consumer() -> RingConsumer<Element> {
    precondition(!hasConsumer, "a ring has one consumer")
    hasConsumer = true
    return RingConsumer(memory: UnsafePointer(memory))
  }
}

/// The memory shared by both ends of a ring.
private struct RingMemory<Element: BitwiseCopyable>: ~Copyable {
  let capacity: Int
  /// `capacity` elements; those between `head` and `tail` (by remainder) are initialised and belong to the consumer,
  /// the rest to the producer.
  let slots: UnsafeMutablePointer<Element>
  /// Elements consumed so far. Written by the consumer only. Never wraps: 2^63 elements take longer than any machine
  /// runs.
  let head = Atomic<Int>(0)
  /// Elements produced so far. Written by the producer only; `head ≤ tail ≤ head + capacity`.
  let tail = Atomic<Int>(0)

  init(capacity: Int) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  deinit {
    slots.deallocate()  // Elements are trivial: nothing to deinitialise.
  }
}

/// The pushing end of a ring. One thread at a time.
struct RingProducer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable` because: it is the only one of its ring and cannot be copied, and pushing is mutating, so one
  // thread at a time pushes. The atomics synchronise the memory it shares with the other end.
  fileprivate let memory: UnsafePointer<RingMemory<Element>>

  /// Appends one element; returns false if the ring is full.
  mutating func push(_ element: Element) -> Bool {
    let produced = memory.pointee.tail.load(ordering: .relaxed)  // Only this end writes it.
    // Acquiring: the consumer has read the slot's old element before we overwrite it.
    guard produced &- memory.pointee.head.load(ordering: .acquiring) < memory.pointee.capacity else { return false }
    (memory.pointee.slots + produced % memory.pointee.capacity).initialize(to: element)
    // Releasing: a reader of the new tail sees the element.
    memory.pointee.tail.store(produced &+ 1, ordering: .releasing)
    return true
  }

  /// Appends `count` elements, returned by `element` for 0 ..< `count`, or none of them if not all fit.
  mutating func pushAll(count: Int, _ element: (Int) -> Element) -> Bool {
    let produced = memory.pointee.tail.load(ordering: .relaxed)
    let free = memory.pointee.capacity &- (produced &- memory.pointee.head.load(ordering: .acquiring))
    guard count >= 0, count <= free else { return false }
    for index in 0..<count {
      (memory.pointee.slots + (produced &+ index) % memory.pointee.capacity).initialize(to: element(index))
    }
    memory.pointee.tail.store(produced &+ count, ordering: .releasing)
    return true
  }
}

/// The popping end of a ring. One thread at a time.
struct RingConsumer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable` because: as for `RingProducer`; giving slots back is mutating.
  fileprivate let memory: UnsafePointer<RingMemory<Element>>

  /// The number of elements available.
  var count: Int {
    memory.pointee.tail.load(ordering: .acquiring) &- memory.pointee.head.load(ordering: .relaxed)
  }

  /// Returns the element `offset` places after the first. `offset` must be below a `count` read before.
  func peek(_ offset: Int) -> Element {
    memory.pointee.slots[(memory.pointee.head.load(ordering: .relaxed) &+ offset) % memory.pointee.capacity]
  }

  /// Returns the first `count` slots to the producer. `count` must not be above a `count` read before.
  mutating func discard(_ count: Int) {
    // Releasing: our reads of the slots are over before the producer sees them free.
    memory.pointee.head.store(memory.pointee.head.load(ordering: .relaxed) &+ count, ordering: .releasing)
  }

  /// Removes and returns the first element; nil if the ring is empty.
  mutating func pop() -> Element? {
    guard count > 0 else { return nil }
    let element = peek(0)
    discard(1)
    return element
  }
}

// The callback's ends of both rings. The compiler can only check concrete functions for locks, and only recognises the
// generic ones above as lock-free from within this file.

extension RingConsumer<CommandSlot> {
  /// `count`. Real-time.
  @_noLocks
  func waiting() -> Int { count }

  /// `peek`. Real-time.
  @_noLocks
  func slot(_ offset: Int) -> CommandSlot { peek(offset) }

  /// `discard`. Real-time.
  @_noLocks
  mutating func take(_ count: Int) { discard(count) }
}

extension RingProducer<SoundEvent> {
  /// `push`. Real-time.
  @_noLocks
  mutating func report(_ event: SoundEvent) -> Bool { push(event) }
}
