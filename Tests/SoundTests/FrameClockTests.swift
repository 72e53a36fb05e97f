import Testing
import Time

@testable import Sound

@Suite("The frame clock")
struct FrameClockTests {
  @Test("knows nothing before the first cycle")
  func unknown() throws {
    let engine = try SoundEngine(rate: 48_000)
    #expect(engine.clock.cycle == nil)
  }

  @Test("a frame is heard at its cycle's time plus the playback latency")
  func heard() throws {
    let rig = try Rig(latency: 480, origin: 5_000_000_000)
    rig.run(to: 512)
    let cycle = try #require(rig.engine.clock.cycle)
    #expect(cycle.first == Frame(256))
    #expect(cycle.time(of: Frame(48_000)).nanoseconds == 6_000_000_000)
    #expect(cycle.heard(at: Frame(48_000)).nanoseconds == 6_010_000_000)
    #expect(cycle.frame(at: MonotonicTime(nanoseconds: 6_000_000_000)) == Frame(48_000))
    #expect(cycle.frameHeard(at: MonotonicTime(nanoseconds: 6_010_000_000)) == Frame(48_000))
  }

  @Test("a line from before an outage is never used")
  func outage() throws {
    let rig = try Rig()
    rig.run(to: 512)
    #expect(rig.engine.clock.cycle != nil)
    rig.engine.forgetCycle()
    #expect(rig.engine.clock.cycle == nil)
    rig.run(to: 1024)
    #expect(rig.engine.clock.cycle != nil)
    try rig.engine.prepare(rate: 48_000)
    #expect(rig.engine.clock.cycle == nil)
  }

  @Test("conversions are inverses at every rate", arguments: [44_100, 48_000, 96_000, 192_000])
  func inverses(rate: Int) {
    let cycle = FrameClock.Cycle(
      first: Frame(1_234_567), start: MonotonicTime(nanoseconds: 987_654_321_012), rate: rate, latency: 371)
    for offset in stride(from: Int64(-100_000), through: 10_000_000, by: 9_973) {
      let frame = cycle.first + offset
      #expect(cycle.frame(at: cycle.time(of: frame)) == frame)
      #expect(cycle.frameHeard(at: cycle.heard(at: frame)) == frame)
    }
  }

  @Test("far times and frames are clamped, not trapped on")
  func extremes() {
    let cycle = FrameClock.Cycle(first: Frame(10), start: MonotonicTime(nanoseconds: 10), rate: 48_000, latency: 5)
    for value in [Int64.min, -1, .max] {
      _ = cycle.heard(at: Frame(value))
      _ = cycle.frameHeard(at: MonotonicTime(nanoseconds: value))
    }
    #expect(cycle.heard(at: Frame(.max)).nanoseconds == .max)
  }
}
