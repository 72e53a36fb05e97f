import Testing

@testable import Sound

@Suite("A silence")
struct SilenceTests {
  @Test("comes after commands submitted before it and before those submitted after it")
  func order() throws {
    let rig = try Rig()
    rig.submit([.note(epoch: 1, at: 0), .marker(epoch: 1, start: .at(10))])
    let silence = rig.controller.silence()
    rig.submit([.note(.target, epoch: 2, at: 0, frames: 4_800), .marker(epoch: 2, start: .at(10))])
    #expect(silence == 2)
    rig.run(to: 4_800)
    #expect(
      rig.events.map(rounded) == [
        .applied(batch: 1, frame: 0), .applied(batch: 2, frame: 0), .applied(batch: 3, frame: 0),
        .started(role: .target, epoch: 2, frame: 0, hertz: 440), .marker(epoch: 2, frame: 10),
        .ended(role: .target, epoch: 2, frame: 4_800, hertz: 440, faded: false),
      ])
  }

  @Test("waits behind nothing, and is not lost, if no cycle has taken hundreds of commands")
  func fullRing() throws {
    let rig = try Rig()
    rig.submit([.note(epoch: 1, at: 0, frames: .max)])
    rig.run(to: 2_048)
    while rig.submit([.clicks(.tick, epoch: 2, start: .after(0))]) != nil {}
    let silence = rig.controller.silence()
    rig.run(to: 3_600)
    #expect(rig.events.contains(.applied(batch: silence, frame: 2_048)))
    #expect(rig.events.contains { if case .ended(_, 1, 3_248, _, true) = $0 { true } else { false } })
    #expect(rig.samples[3_247...].allSatisfy { $0 == 0 })
  }

  @Test("counts once, the last one of several, and does not come again")
  func lastOne() throws {
    let rig = try Rig()
    let first = rig.controller.silence()
    rig.submit([.note(epoch: 1, at: 0)])
    let second = rig.controller.silence()
    rig.cycle()
    #expect(!rig.events.contains(.applied(batch: first, frame: 0)))
    #expect(rig.events.contains(.applied(batch: second, frame: 0)))
    rig.submit([.note(epoch: 2, at: 256, frames: 4_800)])
    rig.run(to: 9_600)
    #expect(rig.events.count { if case .started = $0 { true } else { false } } == 1)
    #expect(rig.events.contains { if case .ended(_, 2, _, _, false) = $0 { true } else { false } })
  }

  @Test(
    "knows the commands before it when numbers wrap around",
    arguments: [(1, 2, true), (2, 1, false), (.max, 1, true), (1, .max, false), (.max - 1, 3, true), (700, 200, false)]
      as [(UInt32, UInt32, Bool)])
  func round(batch: UInt32, silence: UInt32, isBefore: Bool) {
    #expect(precedes(batch, silence) == isBefore)
  }

  @Test("has nothing left to do when a server returns: commands submitted without sound are not made up for")
  func serverReturns() throws {
    let rig = try Rig()
    rig.submit([
      .note(epoch: 1, at: 0), .clicks(.tick, epoch: 1, start: .after(0)), .marker(epoch: 1, start: .after(9)),
    ])
    rig.controller.setLevel(decibels: -40)
    try rig.engine.prepare(rate: 48_000)
    rig.run(to: 2_400)
    #expect(rig.events == [.applied(batch: 1, frame: 0)])
    #expect(rig.samples.allSatisfy { $0 == 0 })
    // The level holds until it changes, and where nothing sounds there is no way to it.
    rig.submit([.note(epoch: 2, at: 48_000, hertz: 12_000)])
    rig.run(to: 60_000)
    #expect(abs((rig.samples.map(abs).max() ?? 0) - 0.01) < 1e-6)
  }
}
