import Ports
import Testing

@testable import Speech

@Suite("Sound from a WAV that came through a pipe")
struct SpokenSoundWaveTests {
  static func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func wave(
    _ samples: [Int16], channels: UInt32 = 1, rate: UInt32 = 22050, kind: UInt32 = 1, bits: UInt32 = 16,
    riffSize: UInt32 = 0x7FFF_F024, dataSize: UInt32 = 0x7FFF_F000, before: [UInt8] = []
  ) -> [UInt8] {
    let format =
      bytes(kind, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * channels * bits / 8, 4)
      + bytes(channels * bits / 8, 2) + bytes(bits, 2)
    let data = samples.flatMap { bytes(UInt32(UInt16(bitPattern: $0)), 2) }
    return Array("RIFF".utf8) + bytes(riffSize, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + format + before
      + Array("data".utf8) + bytes(dataSize, 4) + data
  }

  /// What espeak-ng states, what other programs do, and the truth.
  @Test("the actual data count, whatever the stated sizes", arguments: [0x7FFF_F000, 0xFFFF_FFFF, 0, 6] as [UInt32])
  func sizes(stated: UInt32) throws {
    let sound = try SpokenSound(wave: Self.wave([0, 16384, -32768], dataSize: stated))
    #expect(sound == SpokenSound(samples: [0, 0.5, -1], rate: 22050))
  }

  @Test("samples end at their stated end, if that comes before the end of the data")
  func shorter() throws {
    #expect(try SpokenSound(wave: Self.wave([1, 2, 3], dataSize: 4)).samples.count == 2)
  }

  @Test("other chunks are skipped, of odd length too")
  func chunks() throws {
    let list = Array("LIST".utf8) + Self.bytes(3, 4) + [1, 2, 3, 0]
    #expect(try SpokenSound(wave: Self.wave([8192], before: list)).samples == [0.25])
  }

  @Test("two channels become one")
  func stereo() throws {
    let sound = try SpokenSound(wave: Self.wave([16384, 0, -16384, -16384], channels: 2, rate: 48000))
    #expect(sound == SpokenSound(samples: [0.25, -0.5], rate: 48000))
  }

  @Test(
    "each kind of unusable sound has its error",
    arguments: [
      ([], .notWave), (Array("espeak-ng: no such voice".utf8), .notWave), (wave([]), .incomplete),
      (wave([1], kind: 3, bits: 32), .unsupported), (wave([1], bits: 8), .unsupported),
      (wave([1], channels: 0), .unsupported), (wave([1], rate: 100), .unsupported),
    ] as [([UInt8], WaveProblem)])
  func refused(bytes: [UInt8], problem: WaveProblem) {
    #expect(throws: problem) { try SpokenSound(wave: bytes) }
  }

  @Test("a file truncated anywhere is refused or shorter, never a trap")
  func truncated() {
    let whole = Self.wave([1, 2, 3, 4], before: Array("LIST".utf8) + Self.bytes(0xFFFF_FF00, 4))
    let sound = Self.wave([1, 2, 3, 4])
    for count in 0...whole.count {
      #expect(throws: WaveProblem.self) { try SpokenSound(wave: Array(whole.prefix(count))) }
    }
    for count in 0...sound.count {
      let samples = (try? SpokenSound(wave: Array(sound.prefix(count))))?.samples.count ?? 0
      #expect(samples == max(0, count - 44) / 2)
    }
  }
}
