import TestSupport
import Testing
import Time

@testable import ALSASequencer

@Suite struct QueueClockTests {
  private static let second: Int64 = 1_000_000_000

  private static func at(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

  private static func reading(_ before: Int64, _ queue: Int64, _ after: Int64) -> QueueReading {
    QueueReading(before: at(before), queue: queue, after: at(after))
  }

  @Test func `a stamp is moved by the offset of the narrowest reading`() {
    var clock = QueueClock()
    // Offsets 5000, 6000 and 9000; the second was bracketed most closely.
    clock.adjust(to: [Self.reading(5000, 1000, 7000), Self.reading(6990, 1000, 7010), Self.reading(9000, 1000, 11_000)])
    #expect(clock.time(ofStamp: 2000, now: Self.at(10_000)) == Self.at(8000))
  }

  struct Clamp: Sendable {
    let stamp: Int64?
    let now: Int64
    let time: Int64
  }

  @Test(arguments: [
    Clamp(stamp: 5 * second, now: 5 * second + 10, time: 5 * second),
    Clamp(stamp: 5 * second + 11, now: 5 * second + 10, time: 5 * second + 10),
    Clamp(stamp: 4 * second + 10, now: 5 * second + 10, time: 4 * second + 11),
    Clamp(stamp: 0, now: 5 * second, time: 4 * second + 1),
    Clamp(stamp: nil, now: 5 * second, time: 5 * second),
    Clamp(stamp: .max, now: 5 * second, time: 5 * second),
    Clamp(stamp: .min, now: 5 * second, time: 4 * second + 1),
  ])
  func `the result is within the last second`(_ row: Clamp) {
    var clock = QueueClock()
    clock.adjust(to: [Self.reading(0, 0, 0)])
    #expect(clock.time(ofStamp: row.stamp, now: Self.at(row.now)) == Self.at(row.time))
  }

  @Test func `a sum that overflows counts as unstamped`() {
    var clock = QueueClock()
    clock.adjust(to: [Self.reading(100, 0, 100)])
    #expect(clock.time(ofStamp: .max, now: Self.at(50)) == Self.at(50))
  }

  @Test func `before the first reading an event's time is now`() {
    var clock = QueueClock()
    #expect(clock.time(ofStamp: 1, now: Self.at(77)) == Self.at(77))
  }

  @Test func `without new readings the old offset remains`() {
    var clock = QueueClock()
    clock.adjust(to: [Self.reading(10, 0, 10)])
    clock.adjust(to: [])
    #expect(clock.time(ofStamp: 1, now: Self.at(100)) == Self.at(11))
  }

  @Test func `a reading during which the clock ran backwards is ignored`() {
    var clock = QueueClock()
    clock.adjust(to: [Self.reading(100, 0, 50), Self.reading(20, 0, 30)])
    #expect(clock.time(ofStamp: 0, now: Self.at(1000)) == Self.at(25))
  }

  @Test func `an adjustment never swaps two keys`() {
    var clock = QueueClock()
    clock.adjust(to: [Self.reading(1000, 0, 1000)])
    let first = clock.time(ofStamp: 500, now: Self.at(10_000))
    clock.adjust(to: [Self.reading(400, 0, 400)])
    let second = clock.time(ofStamp: 600, now: Self.at(10_001))
    #expect(first == Self.at(1500))
    #expect(second == first)
    #expect(clock.time(ofStamp: 2000, now: Self.at(10_002)) == Self.at(2400))
  }

  @Test(arguments: [UInt64](1...20))
  func `times are within the last second and in order, whatever the clocks do`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var clock = QueueClock()
    var now: Int64 = 10 * Self.second
    var last = Int64.min
    for _ in 0..<2000 {
      now += Int64.random(in: 0...50_000_000, using: &generator)
      if Int.random(in: 0..<10, using: &generator) == 0 {
        let before = now - Int64.random(in: 0...3_000_000, using: &generator)
        clock.adjust(to: [Self.reading(before, now - Int64.random(in: -9...9, using: &generator) * 1_000_000, now)])
      }
      let stamp = now - Int64.random(in: -Self.second...3 * Self.second, using: &generator)
      let time = clock.time(ofStamp: stamp, now: Self.at(now)).nanoseconds
      #expect(time <= now && time > now - Self.second && time >= last)
      last = time
    }
  }
}
