import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("A reference that keeps sounding")
struct HeldTests {
  /// A reference of 0.2 s that continues at `sustain`, and from its end a note that is tuned to it.
  private func pair(
    _ hertz: (Double, Double), sustain: Float, period: Int = 256, gain: Float = 1, seconds: Double = 3
  ) throws -> Rig {
    let rig = try Rig(period: period)
    rig.submit([
      .note(role: .reference, epoch: 1, start: .at(0), frames: 9_600, hertz: hertz.0, gain: gain, sustain: sustain),
      .note(role: .tunable, epoch: 1, start: .at(9_600), frames: .max, hertz: hertz.1, gain: gain),
    ])
    rig.run(to: Int(seconds * 48_000))
    return rig
  }

  /// Unisons and fifths from one end of the piano to the other, off by some cents.
  static let pairs: [(Double, Double)] = [27.5, 55, 110, 261.625565, 440, 1_046.5, 2_793.83, 4_186.009].flatMap {
    [($0, $0 * exp2(31.7 / 1_200)), ($0, $0 * exp2(706.3 / 1_200))]
  }

  @Test("beats with the other at the difference of their frequencies, and with no other", arguments: pairs)
  func beats(hertz: (Double, Double)) throws {
    let rig = try pair(hertz, sustain: 1, seconds: 6)
    let fit = TwoSines(rig.samples[12_000..<(12_000 + 262_144)], rate: 48_000, near: hertz)
    let beat = abs(hertz.0 - hertz.1)
    let off = abs(abs(fit.hertz.0 - fit.hertz.1) - beat)
    print("beat of \(beat) Hz: off by \(off) Hz; all else at \(fit.residualDecibels) dB of one note")
    #expect(off <= 1e-5)
    #expect(abs(fit.amplitudes.0 - 0.1) < 1e-8 && abs(fit.amplitudes.1 - 0.1) < 1e-8)
    #expect(fit.residualDecibels <= -145)
  }

  @Test("the measurement finds sound that is neither tone")
  func positiveControl() throws {
    let rig = try pair((440, 445), sustain: 1, seconds: 6)
    // A curved characteristic, as of an amplifier that is driven hard.
    let bent = rig.samples.map { $0 + 1e-4 * $0 * $0 }
    #expect(TwoSines(bent[12_000..<(12_000 + 262_144)], rate: 48_000, near: (440, 445)).residualDecibels > -120)
  }

  @Test("at full level is the same note, to the last bit", arguments: [64, 256, 1_000])
  func full(period: Int) throws {
    let held = try Rig(period: period)
    held.submit([
      .note(role: .reference, epoch: 1, start: .at(0), frames: 9_600, hertz: 441.27, gain: 0.7, sustain: 1)
    ])
    let long = try Rig(period: period)
    long.submit([.note(at: 0, frames: .max, hertz: 441.27, gain: 0.7)])
    held.run(to: 40_000)
    long.run(to: 40_000)
    #expect(held.samples == long.samples)
  }

  @Test("falls on its last frame to its later level", arguments: [0.708 as Float, 0.1, 0.0316])
  func falls(sustain: Float) throws {
    let rig = try Rig()
    rig.submit([
      .note(role: .reference, epoch: 1, start: .at(0), frames: 9_600, hertz: 440, gain: 1, sustain: sustain)
    ])
    rig.run(to: 48_000)
    let before = Analysis.fitSine(rig.samples[2_400..<8_400], rate: 48_000, near: 440)
    let after = Analysis.fitSine(rig.samples[9_600..<33_600], rate: 48_000, near: 440)
    #expect(before.residualDecibels < -149)
    #expect(abs(before.amplitude - 0.1) < 1e-8)
    #expect(after.residualDecibels < (sustain < 0.1 ? -115 : -135))
    #expect(abs(after.amplitude - 0.1 * Double(sustain)) < 1e-8)
    #expect(!rig.events.contains { if case .ended = $0 { true } else { false } })
  }

  @Test("fades with the other, on the same frame, also while it falls", arguments: [30_016, 9_024, 100, 12])
  func fades(frame: Int) throws {
    let rig = try Rig(period: 4)
    rig.submit([
      .note(role: .reference, epoch: 1, start: .at(0), frames: 9_600, hertz: 440, gain: 1, sustain: 0.3),
      .note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: 550, gain: 1),
    ])
    rig.run(to: frame)
    rig.submit([.fade(epoch: 1)])
    rig.run(to: frame + 4_800)
    let released = rig.events.filter { if case .released(_, 1, Int64(frame), _) = $0 { true } else { false } }
    let ended = rig.events.filter {
      if case .ended(_, 1, Int64(frame) + 1_200, _, faded: true) = $0 { true } else { false }
    }
    #expect(released.count == 2 && ended.count == 2)
    #expect(rig.samples[(frame + 1_200)...].allSatisfy { $0 == 0 })
    #expect(rig.samples[(frame + 1_000)..<(frame + 1_190)].contains { $0 != 0 })
  }

  @Test("is forgotten by a silence and by a change of rate")
  func silenced() throws {
    let rig = try pair((440, 441), sustain: 0.5)
    _ = rig.controller.silence()
    rig.run(to: rig.samples.count + 4_800)
    #expect(rig.samples.suffix(2_400).allSatisfy { $0 == 0 })
  }

  @Test("leaves the other's glide unchanged")
  func glide() throws {
    func tuned(with reference: Bool) throws -> [Float] {
      let rig = try Rig(period: 64)
      var batch: [SoundCommand] = [
        .note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: 450, gain: 1)
      ]
      if reference {
        batch.insert(
          .note(role: .reference, epoch: 1, start: .at(0), frames: 4_800, hertz: 440, gain: 1, sustain: 1), at: 0)
      }
      rig.submit(batch)
      rig.run(to: 9_600)
      for step in 0..<40 {
        rig.controller.tune(epoch: 1, cents: Double(step * step % 53))
        rig.run(to: rig.samples.count + 128)
      }
      return rig.samples
    }
    let alone = try Rig(period: 64)
    alone.submit([.note(at: 0, frames: .max, hertz: 440)])
    alone.run(to: 14_720)
    let (both, one) = (try tuned(with: true), try tuned(with: false))
    let worst = both.indices.map { abs(both[$0] - one[$0] - alone.samples[$0]) }.max() ?? 1
    #expect(worst <= 0x1p-24)
  }

  @Test(
    "replaces impossible numbers by the nearest possible", arguments: [Float.infinity, -.infinity, .nan, -1, 7])
  func strange(sustain: Float) throws {
    let rig = try Rig()
    rig.submit([
      .note(role: .reference, epoch: 1, start: .at(0), frames: 4_800, hertz: 440, gain: 1, sustain: sustain)
    ])
    rig.run(to: 20_000)
    #expect(rig.counters.refusedCommands == (sustain.isFinite ? 0 : 1))
    #expect(rig.samples.allSatisfy { $0.isFinite && abs($0) <= 0.1001 })
    #expect(rig.samples.suffix(4_800).contains { $0 != 0 } == (sustain == 7))
  }
}
