import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("An early release")
struct ReleasedTests {
  private func releases(_ events: [SoundEvent]) -> [SoundEvent] {
    events.filter { if case .released = $0 { true } else { false } }.map(rounded)
  }

  @Test("is reported on its first frame, before its batch is answered", arguments: [1, 64, 256, 1_024])
  func order(period: Int) throws {
    let rig = try Rig(period: period)
    rig.submit([.note(role: .tunable, epoch: 4, start: .at(0), frames: .max, hertz: 440, gain: 1)])
    rig.controller.tune(epoch: 4, cents: 50)
    rig.run(to: 4_096)
    let fade = Int64(rig.samples.count)
    let known = rig.events.count
    let batch = try #require(rig.submit([.fade(epoch: 4), .marker(epoch: 4, start: .after(0))]))
    rig.cycle()
    #expect(
      rig.events[known...].prefix(3).map(rounded) == [
        .released(
          role: .tunable, epoch: 4, frame: fade, hertz: (440 * exp2(50.0 / 1_200) * 1_000).rounded() / 1_000),
        .applied(batch: batch, frame: fade),
        .marker(epoch: 4, frame: fade),
      ])
  }

  @Test("holds the frequency that is reported, from its first frame to the note's end")
  func held() throws {
    let rig = try Rig(period: 64)
    rig.submit([.note(role: .tunable, epoch: 4, start: .at(0), frames: .max, hertz: 440, gain: 1)])
    rig.run(to: 4_096)
    rig.controller.tune(epoch: 4, cents: 100)
    rig.run(to: 4_608)  // On its way.
    rig.submit([.fade(epoch: 4)])
    rig.controller.tune(epoch: 4, cents: -100)
    rig.run(to: 6_400)
    guard case .released(_, _, 4_608, let held)? = releases(rig.events).first,
      case .ended(_, _, 5_808, let ended, true)? = rig.events.map(rounded).last
    else {
      Issue.record("\(rig.events)")
      return
    }
    #expect(held == ended)
    #expect(held > 445 && held < 460)
    // The release divided out, a steady sine of that frequency is left.
    let released = (0..<1_000).map { index -> Float in
      let release = 0.5 + 0.5 * cos(Double.pi * Double(index + 1) / 1_200)
      return Float(Double(rig.samples[4_608 + index]) / release)
    }
    let fit = Analysis.fitSine(released[...], rate: 48_000, near: held)
    #expect(abs(1_200 * log2(fit.hertz / held)) < 0.01)
  }

  @Test("after a rest of 200 ms: the reported pitch is the one heard before it, to 10⁻⁵ cents", arguments: 1...20)
  func exact(seed: Int) throws {
    let rig = try Rig(period: 256)
    rig.submit([.note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: 261.625_565, gain: 1)])
    for step in 0..<40 {
      rig.controller.tune(epoch: 1, cents: 90 * sin(Double(step * seed) / 7))
      rig.cycle()
    }
    rig.run(to: rig.samples.count + 10_240)
    let fade = rig.samples.count
    rig.submit([.fade(epoch: 1)])
    rig.cycle()
    guard
      case .released(_, _, _, let hertz)? = rig.events.first(where: { if case .released = $0 { true } else { false } })
    else {
      Issue.record("no release")
      return
    }
    let fit = Analysis.fitSine(rig.samples[(fade - 9_000)..<fade], rate: 48_000, near: hertz)
    #expect(abs(1_200 * log2(fit.hertz / hertz)) <= 1e-5)
  }

  @Test("of silence names every note; of what fades or ends already, none")
  func silence() throws {
    let rig = try Rig()
    rig.submit([
      .note(epoch: 1, at: 0, frames: .max, hertz: 300), .note(.target, epoch: 2, at: 0, frames: .max, hertz: 500),
      .note(.target, epoch: 3, at: 0, frames: 2_400, hertz: 700), .clicks(.tick, epoch: 4, start: .at(2_000)),
      .note(.target, epoch: 5, at: 9_000, frames: .max, hertz: 900),
    ])
    rig.run(to: 2_048)
    rig.submit([.fade(epoch: 1)])
    rig.submit([.fade(epoch: 1)])
    _ = rig.controller.silence()
    rig.cycle()
    // Epoch 3's natural end began at 1,200; the clicks are no note; epoch 5's has not started.
    #expect(
      rig.events.suffix(5).map(rounded) == [
        .released(role: .reference, epoch: 1, frame: 2_048, hertz: 300), .applied(batch: 2, frame: 2_048),
        .applied(batch: 3, frame: 2_048), .released(role: .target, epoch: 2, frame: 2_048, hertz: 500),
        .applied(batch: 4, frame: 2_048),
      ])
  }
}
