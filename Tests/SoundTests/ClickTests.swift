import TestSupport
import Testing

@testable import Sound

@Suite("Beginnings and ends")
struct ClickTests {
  /// Returns the level above 8 kHz, for each moment of a note's life at which something changes.
  private func clicks(hertz: Double, shape: EnvelopeShape) throws -> [(moment: String, decibels: Double)] {
    let rig = try Rig(period: 64, shape: shape)
    // A pair without a gap, answered in the target's middle.
    rig.submit([
      .note(epoch: 1, at: 9_600, frames: 14_400, hertz: hertz),
      .note(.target, epoch: 1, at: 24_000, frames: 14_400, hertz: hertz * 1.0029),
    ])
    rig.run(to: 30_016)
    rig.submit([.fade(epoch: 1)])
    rig.run(to: 48_000)
    // A pair answered in the middle of the target's attack.
    rig.submit([
      .note(epoch: 2, at: 48_000, frames: 14_400, hertz: hertz),
      .note(.target, epoch: 2, at: 62_400, frames: 14_400, hertz: hertz * 0.9971),
    ])
    rig.run(to: 62_656)
    rig.submit([.fade(epoch: 2)])
    rig.run(to: 72_000)
    // A tunable note, retuned, made louder, stopped.
    rig.submit([
      .note(role: .tunable, epoch: 3, start: .at(76_800), frames: .max, hertz: hertz, gain: 1)
    ])
    rig.run(to: 86_400)
    rig.controller.tune(epoch: 3, cents: 73)
    rig.run(to: 96_000)
    rig.controller.setLevel(decibels: -10)
    rig.run(to: 105_600)
    _ = rig.controller.silence()
    rig.run(to: 115_200)
    // A reference that continues more quietly while another note is tuned to it, and fades with it.
    rig.submit([
      .note(role: .reference, epoch: 4, start: .at(120_000), frames: 14_400, hertz: hertz, gain: 1, sustain: 0.25),
      .note(role: .tunable, epoch: 4, start: .at(134_400), frames: .max, hertz: hertz * 1.01, gain: 1),
    ])
    rig.run(to: 144_000)
    rig.submit([.fade(epoch: 4)])
    rig.run(to: 150_000)
    let moments = [
      ("attack", 9_600), ("attack's end", 10_080), ("release", 22_800), ("end", 24_000), ("answer", 30_016),
      ("silence", 31_216), ("answer in the attack", 62_656), ("its silence", 63_856), ("retuning", 86_400),
      ("level", 96_000), ("stop", 105_600), ("stop's silence", 106_800),
      ("fall", 133_200), ("its end", 134_400), ("fade of both", 144_000), ("their silence", 145_200),
    ]
    return moments.map { moment, frame in
      (moment, Analysis.energy(above: 8_000, in: rig.samples, centre: frame, rate: 48_000))
    }
  }

  @Test("do not click", arguments: [27.5, 65.4064, 110, 261.6256, 440, 659.26, 997])
  func quiet(hertz: Double) throws {
    for (moment, decibels) in try clicks(hertz: hertz, shape: .raisedCosine) {
      #expect(decibels <= -120, "\(moment) at \(hertz) Hz")
    }
    let worst = try clicks(hertz: hertz, shape: .raisedCosine).max { $0.decibels < $1.decibels }
    print("clicks at \(hertz) Hz: worst \(worst?.decibels ?? 0) dB (\(worst?.moment ?? ""))")
  }

  @Test("would be heard clicking with a straight envelope", arguments: [110, 261.6256, 440, 997])
  func positiveControl(hertz: Double) throws {
    let worst = try clicks(hertz: hertz, shape: .linear).map(\.decibels).max() ?? -200
    print("clicks at \(hertz) Hz with a straight envelope: worst \(worst) dB")
    #expect(worst > -120)
  }
}
