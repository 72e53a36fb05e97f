import CJACK
import Foundation
import Ports
import Sound
import Synchronization
import Testing
import Time

@testable import JACKOutput

/// JACK's own clock in µs past CLOCK_MONOTONIC, for the functions below, which can capture nothing.
private let clockShift = Atomic<Int64>(0)

/// How many µs ago the cycle began, by JACK's account.
private let cycleLateness = Atomic<Int64>(2000)

private func fakeTime() -> UInt64 {
  UInt64(SystemTime().now().nanoseconds / 1000 + clockShift.load(ordering: .relaxed))
}

/// The trampoline with a server's functions made up.
@Suite(.serialized) struct TrampolineTests {
  let engine: SoundEngine
  let bridge: Bridge
  /// A "port" is the address of its buffer.
  let buffers: [UnsafeMutableBufferPointer<Float>]
  static let capacity = 10_000

  init() throws {
    engine = try SoundEngine(rate: 48000)
    bridge = try #require(Bridge(engine: engine))
    buffers = [0, 1].map { _ in
      let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: Self.capacity)
      buffer.initialize(repeating: 7)
      return buffer
    }
    let functions = UnsafeMutablePointer<cjack_functions>.allocate(capacity: 1)
    memset(functions, 0, MemoryLayout<cjack_functions>.size)
    functions.pointee.get_time = { fakeTime() }
    functions.pointee.port_get_buffer = { port, _ in UnsafeMutableRawPointer(port) }
    functions.pointee.get_cycle_times = { _, frames, start, next, period in
      frames?.pointee = 0
      start?.pointee = UInt64(Int64(fakeTime()) - cycleLateness.load(ordering: .relaxed))
      next?.pointee = fakeTime()
      period?.pointee = 2667
      return 0
    }
    defer { functions.deallocate() }
    let ports = try buffers.map { OpaquePointer(try #require($0.baseAddress)) }
    cjack_bridge_attach(bridge.pointer, functions, ports[0], ports[0], ports[1])
  }

  private func cycle(_ frames: UInt32 = 128) {
    #expect(cjack_process(frames, UnsafeMutableRawPointer(bridge.pointer)) == 0)
  }

  @Test(arguments: [0, 250_000, -250_000, 86_400_000_000])
  func `a server's own clock does not change conversions`(shift: Int64) throws {
    clockShift.store(shift, ordering: .relaxed)
    defer { clockShift.store(0, ordering: .relaxed) }
    bridge.setRunning(true)
    // The best of several, as this thread may be interrupted between two readings.
    let errors = try (0..<20).map { _ in
      let now = SystemTime().now()
      cycle()
      let start = try #require(engine.clock.cycle?.start)
      return abs((now - .milliseconds(2) - start).nanoseconds)
    }
    #expect(try #require(errors.min()) < 200_000)
  }

  /// µs by which the cycle's time lies before JACK's now; with a period of 2.667 ms, beyond 12.667 ms is implausible.
  @Test(arguments: [
    (lateness: 0, believed: true), (12_000, true), (13_000, false), (850_000, false), (-100, false), (-200_000, false),
    (-77_000_000, false),
  ])
  func `a cycle with an impossible start begins now`(lateness: Int64, believed: Bool) throws {
    cycleLateness.store(lateness, ordering: .relaxed)
    defer { cycleLateness.store(2000, ordering: .relaxed) }
    bridge.setRunning(true)
    let expected = believed ? lateness * 1000 : 0
    // The best of several, as this thread may be interrupted between two readings.
    let errors = try (0..<20).map { _ in
      let now = SystemTime().now()
      cycle()
      let start = try #require(engine.clock.cycle?.start)
      return abs((now - .nanoseconds(expected) - start).nanoseconds)
    }
    #expect(try #require(errors.min()) < 50_000)
  }

  @Test func `cycles are silent and uncounted until the output runs`() throws {
    cycle()
    #expect(engine.clock.cycle == nil)
    for buffer in buffers {
      #expect(buffer[..<128].allSatisfy { $0 == 0 })
      #expect(buffer[128] == 7, "nothing is written past the cycle")
    }
    #expect(bridge.lastCycle > MonotonicTime(nanoseconds: 0))
    bridge.setRunning(true)
    cycle()
    #expect(engine.clock.cycle?.first == Frame(0))
    cycle()
    #expect(engine.clock.cycle?.first == Frame(128))
  }

  @Test(arguments: [0, 1, 8192, 9000])
  func `any number of frames is safe`(frames: Int) throws {
    bridge.setRunning(true)
    cycle(UInt32(frames))
    for buffer in buffers {
      #expect(buffer[..<frames].allSatisfy { $0 == 0 })
      #expect(buffer[frames] == 7)
    }
  }

  @Test func `the latency is passed on`() {
    bridge.setLatency(512)
    bridge.setRunning(true)
    cycle()
    #expect(engine.clock.cycle?.latency == 512)
  }

  @Test func `the first cycle is reported once`() {
    bridge.expect(.cycle)
    #expect(bridge.takeFlags().isEmpty)
    cycle()
    #expect(waitReadable(bridge.descriptor, milliseconds: 0))
    #expect(bridge.takeFlags() == .cycle)
    cycle()
    #expect(!waitReadable(bridge.descriptor, milliseconds: 0))
    #expect(bridge.takeFlags().isEmpty)
  }

  @Test func `a cycle is reported as rendered once the clock knows it`() {
    bridge.expect([.cycle, .rendered])
    cycle()
    #expect(bridge.takeFlags() == .cycle, "silent, and not rendered")
    #expect(engine.clock.cycle == nil)
    bridge.setRunning(true)
    cycle()
    #expect(bridge.takeFlags() == .rendered)
    #expect(engine.clock.cycle != nil)
    cycle()
    #expect(bridge.takeFlags().isEmpty)
  }

  /// A number of cycles of 128 frames, 2.667 ms of sound each at 48 kHz, each a number of µs after the previous one.
  typealias Cycles = [(count: Int, microseconds: Int64)]
  static let byFours: Cycles = (0..<500).flatMap { _ in [(1, 10_667), (3, 0)] }

  static let paces: [(rate: Int, cycles: Cycles, outruns: Bool)] = [
    (48_000, [(1_000, 2_667)], false),
    // A clock that is an eighth too fast, and cycles that come by fours.
    (48_000, [(4_000, 2_400)], false), (48_000, byFours, false),
    // A stop of 0.3 s and of 4 s that is made up for at once, and one that is not.
    (48_000, [(500, 2_667), (1, 300_000), (112, 10)], false),
    (48_000, [(9, 2_667), (1, 4_000_000), (1_500, 5)], false),
    (48_000, [(9, 2_667), (1, 4_000_000), (500, 2_667)], false),
    // Hundreds of times as fast as sound, twice, and half as fast again; and by a rate that is not known.
    (48_000, [(100, 2_667), (39, 20)], true), (48_000, [(200, 1_333)], true), (48_000, [(400, 1_778)], true),
    (0, [(9_000, 20)], false),
    // From the beginning; and when it is over, within a second.
    (48_000, [(60, 20)], true), (48_000, [(5_000, 20), (20, 2_667)], true),
    (48_000, [(5_000, 20), (300, 2_667)], false),
  ]

  @Test(arguments: paces)
  func `an export is recognised by the pace of its cycles`(rate: Int, cycles: Cycles, outruns: Bool) {
    var pace = cjack_pace()
    var (now, isOutrun) = (Int64(1_000_000_000), false)
    for (count, microseconds) in cycles {
      for _ in 0..<count {
        now += microseconds * 1000
        isOutrun = cjack_outruns(&pace, 128, UInt32(rate), now)
      }
    }
    #expect(isOutrun == outruns)
  }

  @Test func `cycles too fast to be heard are silent, uncounted and reported`() throws {
    cjack_bridge_set_rate(bridge.pointer, 48_000)
    bridge.setRunning(true)
    cycle()
    _ = bridge.takeFlags()
    // 100 ms of sound and a cycle, at once.
    for _ in 0..<60 { cycle() }
    #expect(bridge.takeFlags() == .freewheel && bridge.isFreewheeling)
    let made = try #require(engine.clock.cycle?.first)
    #expect(made.count < 48 * 110)
    cycle()
    #expect(engine.clock.cycle?.first == made)
    for buffer in buffers { #expect(buffer[..<128].allSatisfy { $0 == 0 }) }
  }
}
