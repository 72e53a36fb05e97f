import Synchronization

/// The newest of a series of values of four words each, written by the real-time thread and read by any other. The
/// writer never waits, and a reader never waits for the writer: the writer may have been preempted in the middle of a
/// value by the very thread that reads.
///
/// There are two places, and every value goes into the one that does not hold the newest. So there is a complete value
/// at any time. Each place is a separate sequence lock: a reader that was overtaken notices by the value's number,
/// which is both before and after its words.
struct LatestWords: ~Copyable {
  /// A value. Any bits are valid.
  typealias Words = (Int64, Int64, Int64, Int64)

  /// One of the two places.
  private struct Place: ~Copyable {
    /// The number of its value, 0 while it is being written.
    let number = Atomic<UInt>(0)
    let first = Atomic<Int64>(0)
    let second = Atomic<Int64>(0)
    let third = Atomic<Int64>(0)
    let fourth = Atomic<Int64>(0)

    @_noLocks
    func write(_ words: Words) {
      number.store(0, ordering: .relaxed)
      // Releasing: a reader of one of the new words sees that the number is gone (a fence is not known to be lock-free
      // here).
      first.store(words.0, ordering: .releasing)
      second.store(words.1, ordering: .releasing)
      third.store(words.2, ordering: .releasing)
      fourth.store(words.3, ordering: .releasing)
    }

    func read(_ wanted: UInt) -> Words? {
      guard number.load(ordering: .acquiring) == wanted else { return nil }
      let words = (
        first.load(ordering: .acquiring), second.load(ordering: .acquiring), third.load(ordering: .acquiring),
        fourth.load(ordering: .acquiring)
      )
      // After the words: they were acquired.
      return number.load(ordering: .relaxed) == wanted ? words : nil
    }
  }

  private let even = Place()
  private let odd = Place()
  /// The number of the newest complete value, counted from 1; 0 before the first. It is in `odd` or `even`, by parity.
  private let newest = Atomic<UInt>(0)

  /// The number of attempts of a reader. To spoil one attempt the writer must finish a value and begin the next in that
  /// time, a whole cycle within a few nanoseconds of the reader's own time.
  static let tries = 4

  /// Publishes a value. Real-time; one thread.
  @_noLocks
  func publish(_ words: Words) { finish(begin(words)) }

  /// Writes to the place that is not being read: the first half of `publish`. Returns the value's number.
  @_noLocks
  func begin(_ words: Words) -> UInt {
    let number = newest.load(ordering: .relaxed) &+ 1  // Only this thread writes it. Never wraps.
    if number & 1 == 0 { even.write(words) } else { odd.write(words) }
    return number
  }

  /// Makes the value the newest: the second half of `publish`.
  @_noLocks
  func finish(_ number: UInt) {
    // Releasing: a reader of the number in either place sees all of its words.
    if number & 1 == 0 {
      even.number.store(number, ordering: .releasing)
    } else {
      odd.number.store(number, ordering: .releasing)
    }
    newest.store(number, ordering: .releasing)
  }

  /// Returns the newest value; nil before the first, and if the writer was faster `tries` times in a row: a caller that
  /// needs a value then keeps its last one. Any thread but the writer's; up to `tries` attempts.
  func read() -> Words? {
    for _ in 0..<Self.tries {
      let number = newest.load(ordering: .acquiring)
      if number == 0 { return nil }
      if let words = number & 1 == 0 ? even.read(number) : odd.read(number) { return words }
    }
    return nil
  }
}
