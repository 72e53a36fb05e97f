import Testing

@testable import Sound

@Suite("A sine")
struct SineDigestTests {
  /// Everything that a sine does: it rises, is held and falls, is tuned, faded and cut short, at several periods.
  @Test(
    "sounds bit for bit as it did before there were timbres",
    arguments: [
      (64, 4_309_510_584_669_848_075 as UInt64), (256, 17_451_060_886_445_768_436), (1_000, 12_646_408_501_401_341_132),
    ])
  func digest(period: Int, expected: UInt64) throws {
    let rig = try Rig(period: period)
    rig.submit([
      .note(role: .reference, epoch: 1, start: .at(0), frames: 4_800, hertz: 441.27, gain: 0.7, sustain: 0.3),
      .note(role: .tunable, epoch: 1, start: .at(4_800), frames: .max, hertz: 448.1, gain: 1),
      .note(.target, epoch: 2, at: 300, frames: 900, hertz: 27.5, gain: 3),
      .note(.target, epoch: 2, at: 900, frames: 2_000, hertz: 4_186.009, gain: 0.1),
    ])
    for step in 0..<12 {
      rig.run(to: 4_000 + step * 1_000)
      rig.controller.tune(epoch: 1, cents: Double(step * step % 53) - 20)
    }
    rig.submit([.fade(epoch: 1), .note(.target, epoch: 3, at: 0, frames: 700, hertz: 997)])
    rig.run(to: 20_000)
    // FNV-1a over the bits of each sample.
    let digest = rig.samples[..<20_000].reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1.bitPattern)) &* 0x100_0000_01b3
    }
    #expect(digest == expected, "\(period): \(digest)")
  }
}
