import Glibc
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

  @Test("the tunable note arrives where it is tuned to", arguments: [-100.0, -12.345678, 0.5, 37, 100])
  func arrives(cents: Double) throws {
    let rig = try tunable()
    rig.controller.tune(epoch: 4, cents: cents)
    rig.run(to: 20_000)
    let fit = Analysis.fitSine(rig.samples[5_000..<20_000], rate: 48_000, near: hertz(cents: cents))
    #expect(abs(1_200 * log2(fit.hertz / 440) - cents) < 2e-6)
    #expect(fit.residualDecibels < -150)
  }

  @Test("the glide takes 10 ms and never jumps")
  func glide() throws {
    let rig = try tunable()
    rig.controller.tune(epoch: 4, cents: 100)
    rig.run(to: 8_192)
    // A jump of phase or frequency would show in the second difference, which a sine bounds by amplitude · ω².
    let omega = 2 * Double.pi * hertz(cents: 100) / 48_000
    let values = rig.samples.map(Double.init)
    let steepest = (4_000..<8_000).map { index -> Double in
      abs(values[index + 1] - 2 * values[index] + values[index - 1])
    }
    #expect((steepest.max() ?? 1) < 0.1 * omega * omega * 1.01)
    let before = Analysis.fitSine(rig.samples[2_000..<4_096], rate: 48_000, near: 440)
    let after = Analysis.fitSine(rig.samples[(4_096 + 480)..<8_192], rate: 48_000, near: hertz(cents: 100))
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

  @Test("from the fade's first frame the frequency stands still, and is what is reported")
  func frozen() throws {
    let rig = try tunable()
    rig.controller.tune(epoch: 4, cents: 100)
    rig.cycle()  // 256 of 480 frames of the glide.
    rig.submit([.fade(epoch: 4)])
    rig.controller.tune(epoch: 4, cents: -100)
    let fade = rig.samples.count
    rig.run(to: fade + 1_280)
    guard case .ended(.tunable, 4, let frame, let held, true) = rig.events.last else {
      Issue.record("no faded end: \(rig.events)")
      return
    }
    #expect(frame == Int64(fade + 1_200))
    #expect(abs(held - (440 + (hertz(cents: 100) - 440) * 256 / 480)) < 1e-6)
    // The samples agree: their release divided out, a steady sine of that frequency is left.
    let released = (0..<900).map { index in
      Float(Double(rig.samples[fade + index]) / (0.5 + 0.5 * cos(.pi * Double(index + 1) / 1_200)))
    }
    let fit = Analysis.fitSine(released[...], rate: 48_000, near: held)
    #expect(abs(1_200 * log2(fit.hertz / held)) < 0.001)
  }

  @Test("any word in the atomic is a valid tuning; what is not a number is none")
  func words() throws {
    #expect(Tuning(epoch: 1, cents: .nan) == nil)
    #expect(Tuning(epoch: 1, cents: .infinity)?.cents == 2_000)
    #expect(Tuning(epoch: .max, cents: -3.25)?.epoch == .max)
    #expect(abs((Tuning(epoch: 1, cents: -3.25)?.cents ?? 0) + 3.25) < 1e-9)
  }
}
