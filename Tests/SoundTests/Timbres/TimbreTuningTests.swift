import Glibc
import Pitch
import TestSupport
import Testing

@testable import Sound

@Suite("Tuning a note of several partials")
struct TimbreTuningTests {
  private func tunable(_ timbre: Timbre, _ hertz: Double, rate: Int = 48_000, period: Int = 64) throws -> Rig {
    let rig = try Rig(rate: rate, period: period)
    rig.submit([
      .note(role: .tunable, epoch: 4, start: .at(0), frames: .max, hertz: hertz, gain: 1, timbre: timbre)
    ])
    rig.run(to: 4_096)
    return rig
  }

  @Test("brings every partial to its place", arguments: tones, [-200.0, 0.5, 200])
  func arrives(timbre: Timbre, cents: Double) throws {
    for hertz in [41.2034, 441.27, 4_186.009] {
      let rig = try tunable(timbre, hertz)
      rig.controller.tune(epoch: 4, cents: cents)
      rig.run(to: 8_000 + 131_072)
      let tuned = hertz * exp2(cents / 1_200)
      let count = min(16, Int(0.45 * 48_000 / hertz / exp2(1.0 / 6)))
      let found = Partials(rig.samples[8_000..<(8_000 + 131_072)], rate: 48_000, fundamental: tuned, count: count)
      let expected = Harmonics(timbre).amplitudes
      for (index, partial) in found.partials.enumerated() where expected[index] > 0 {
        #expect(abs(1_200 * log2(partial.hertz / (Double(index + 1) * tuned))) < 3e-6)
        #expect(abs(20 * log10(partial.amplitude / (0.1 * expected[index]))) < 0.001)
      }
      #expect(found.residualDecibels < -140)
    }
  }

  @Test("glides by the same path as a sine, partial by partial", arguments: tones)
  func glide(timbre: Timbre) throws {
    let hertz = 300.0
    func play(_ timbre: Timbre, _ hertz: Double) throws -> [Float] {
      let rig = try tunable(timbre, hertz)
      for step in 0..<60 {
        rig.controller.tune(epoch: 4, cents: Double(step * step % 53) - 20)
        rig.run(to: rig.samples.count + 128)
      }
      return rig.samples
    }
    let amplitudes = Harmonics(timbre).amplitudes
    // The increments of a sine n times as high are n times as large on every frame.
    var sum = [Double](repeating: 0, count: try play(.sine, hertz).count)
    for index in amplitudes.indices where amplitudes[index] > 0 {
      for (frame, sample) in try play(.sine, hertz * Double(index + 1)).enumerated() {
        sum[frame] += amplitudes[index] * Double(sample)
      }
    }
    let worst = zip(try play(timbre, hertz), sum).map { abs(Double($0) - $1) }.max() ?? 1
    print("\(timbre): a glide differs from the sum of its sines' by \(worst)")
    #expect(worst < 3e-8)
  }

  @Test("beyond practice's reach silences partials before they fold back, without a jump", arguments: tones)
  func fallsSilent(timbre: Timbre) throws {
    let hertz = 3_000.0
    let rig = try tunable(timbre, hertz)
    for cents in stride(from: 0.0, through: 2_000, by: 2) {
      rig.controller.tune(epoch: 4, cents: cents)
      rig.run(to: rig.samples.count + 256)
    }
    let tuned = hertz * exp2(2_000 / 1_200.0)
    let start = rig.samples.count + 2_048
    rig.run(to: start + 131_072)
    let found = Partials(rig.samples[start..<(start + 131_072)], rate: 48_000, fundamental: tuned, count: 2)
    // The third partial is 28.6 kHz, and would fold to 19.4 kHz.
    #expect(found.residualDecibels < -140)
    // A jump would have energy everywhere: the note rises slowly, so nothing is below it.
    for centre in stride(from: 10_000, to: start, by: 4_800) {
      let piece = Analysis.energy(above: 2_500, in: rig.samples, centre: centre, rate: 48_000)
      #expect(piece > -1e-4)
    }
  }
}
