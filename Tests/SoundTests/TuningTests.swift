import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("Tuning")
struct TuningTests {
  private func tunable(epoch: UInt32 = 4) throws -> Rig {
    let rig = try Rig()
    rig.submit([
      .note(role: .tunable, epoch: epoch, start: .at(0), frames: .max, hertz: 440, gain: 1)
    ])
    rig.run(to: 4_096)
    return rig
  }

  private func hertz(cents: Double) -> Double { 440 * exp2(cents / 1_200) }

  @Test("the tunable note arrives at its target", arguments: [-100.0, -12.345678, 0.5, 37, 100])
  func arrives(cents: Double) throws {
    let rig = try tunable()
    rig.controller.tune(epoch: 4, cents: cents)
    rig.run(to: 20_000)
    let fit = Analysis.fitSine(rig.samples[5_100..<20_000], rate: 48_000, near: hertz(cents: cents))
    #expect(abs(1_200 * log2(fit.hertz / 440) - cents) < 2e-6)
    #expect(fit.residualDecibels < -150)
  }

  @Test("the glide takes 20 ms and never jumps")
  func glide() throws {
    let rig = try tunable()
    rig.controller.tune(epoch: 4, cents: 100)
    rig.run(to: 8_192)
    // A jump of phase or frequency would show in the second difference, which a sine bounds by amplitude · ω².
    let omega = 2 * Double.pi * hertz(cents: 100) / 48_000
    let values = rig.samples.map(Double.init)
    let steepest = (4_000..<8_000).map { index -> Double in
      let around: Double = values[index - 1] + values[index + 1]
      return abs(around - 2 * values[index])
    }
    #expect((steepest.max() ?? 1) < 0.1 * omega * omega * 1.01)
    let before = Analysis.fitSine(rig.samples[2_000..<4_096], rate: 48_000, near: 440)
    let after = Analysis.fitSine(rig.samples[(4_096 + 960)..<8_192], rate: 48_000, near: hertz(cents: 100))
    #expect(before.residualDecibels < -149)
    #expect(after.residualDecibels < -149)
  }

  @Test("another epoch's tuning is ignored, and other notes are never retuned")
  func foreignEpoch() throws {
    let rig = try tunable()
    rig.controller.tune(epoch: 5, cents: 50)
    rig.submit([.fade(epoch: 4)])
    rig.run(to: 8_192)
    guard case .ended(_, _, _, let ended, _) = rig.events.last else {
      Issue.record("no end")
      return
    }
    #expect(abs(ended - 440) < 1e-9)
    let other = try Rig()
    other.submit([.note(.target, epoch: 4, at: 0, frames: 40_000)])
    other.controller.tune(epoch: 4, cents: 50)
    other.run(to: 20_000)
    #expect(abs(Analysis.fitSine(other.samples[2_000..<18_000], rate: 48_000, near: 440).hertz - 440) < 1e-6)
  }

  @Test("a tunable note that starts before another has ended takes the tuning over")
  func handedOver() throws {
    let rig = try tunable(epoch: 4)
    rig.controller.tune(epoch: 4, cents: 60)
    rig.submit([.note(role: .tunable, epoch: 4, start: .after(100), frames: .max, hertz: 880, gain: 1)])
    rig.cycle()
    let held = rig.engine.renderer.pointee.voices[0].increment
    #expect(held > 440.0 / 48_000)
    rig.run(to: 8_192)
    rig.controller.tune(epoch: 4, cents: -60)
    rig.run(to: 12_288)
    #expect(rig.engine.renderer.pointee.voices[0].increment == held)
    let expected = 880 / 48_000 * exp2(-60.0 / 1_200)
    #expect(abs(rig.engine.renderer.pointee.voices[1].increment / expected - 1) < 1e-12)
  }

  @Test("any word in the atomic is a valid tuning; a value that is not a number is ignored")
  func words() throws {
    #expect(TuningWord(epoch: 1, cents: .nan) == nil)
    #expect(TuningWord(epoch: 1, cents: .infinity)?.cents == 2_000)
    #expect(TuningWord(epoch: .max, cents: -3.25)?.epoch == .max)
    #expect(abs((TuningWord(epoch: 1, cents: -3.25)?.cents ?? 0) + 3.25) < 1e-9)
  }
}
