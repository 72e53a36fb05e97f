import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("Clicks")
struct ClicksTests {
  private func clicks(_ kind: ClickKind, rate: Int = 48_000) throws -> Rig {
    let rig = try Rig(rate: rate)
    rig.submit([.clicks(kind, epoch: 1, start: .at(4_800))])
    rig.run(to: rate)
    return rig
  }

  @Test("a tick is two soft clicks of noise 50 ms apart, 12 dB under a note", arguments: [44_100, 48_000, 96_000])
  func tick(rate: Int) throws {
    let rig = try clicks(.tick, rate: rate)
    let click = rate * 40 / 1_000
    let second = 4_800 + rate / 20
    for first in [4_800, second] {
      let samples = rig.samples[first..<(first + click)]
      let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(click)
      let underNote = 10 * log10(power / (0.1 * 0.1 / 2))
      #expect(abs(underNote + 12) < 0.01)
    }
    #expect(rig.samples[..<4_800].allSatisfy { $0 == 0 })
    #expect(rig.samples[(4_800 + click)..<second].allSatisfy { $0 == 0 })
    #expect(rig.samples[(second + click)...].allSatisfy { $0 == 0 })
    let share = Analysis.share(of: 400...1_500, in: rig.samples[4_800..<(second + click)], rate: Double(rate))
    print("tick at \(rate): \(share) of its energy within 400–1500 Hz")
    #expect(share > 0.97)
    #expect(Analysis.energy(above: 8_000, in: rig.samples, centre: second, rate: Double(rate)) < -100)
  }

  @Test("trouble is two low clicks")
  func trouble() throws {
    let rig = try clicks(.trouble)
    #expect(Analysis.share(of: 100...370, in: rig.samples[4_800..<16_000], rate: 48_000) > 0.97)
  }

  @Test("clicks fade with their epoch without a sharp edge")
  func fade() throws {
    let rig = try Rig(period: 64)
    rig.submit([.clicks(.tick, epoch: 1, start: .at(4_800))])
    rig.run(to: 5_760)
    rig.submit([.fade(epoch: 1)])
    rig.run(to: 14_400)
    #expect(rig.samples[(5_760 + 1_199)...].allSatisfy { $0 == 0 })
    #expect(Analysis.energy(above: 8_000, in: rig.samples, centre: 5_760, rate: 48_000) < -100)
  }

  @Test("the seed decides the noise")
  func seeds() throws {
    func tick(seed: UInt64) -> [Float] {
      let clicks = Clicks(rate: 48_000, seed: seed)
      let tick = clicks.samples(of: .tick)
      return (0..<tick.count).map { tick.start[$0] }
    }
    #expect(tick(seed: 1) == tick(seed: 1))
    #expect(tick(seed: 1) != tick(seed: 2))
  }
}
