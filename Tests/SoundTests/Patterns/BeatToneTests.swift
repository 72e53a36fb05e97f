import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("A pattern's strokes")
struct BeatToneTests {
  private static let rates = [22_050, 44_100, 48_000, 96_000, 192_000]

  private func strokes(rate: Int) -> (plain: [Float], accent: [Float]) {
    let tones = BeatTones(rate: rate)
    func copy(_ samples: Samples) -> [Float] {
      Array(UnsafeBufferPointer(start: samples.start, count: samples.count))
    }
    return (copy(tones.plain), copy(tones.accent))
  }

  @Test("last 55 ms, begin on their first frame, reach their peak within 1.5 ms and end in silence", arguments: rates)
  func shape(rate: Int) {
    let (plain, accent) = strokes(rate: rate)
    #expect(plain.count == Int((0.055 * Double(rate)).rounded()))
    #expect(accent.count == plain.count)
    for stroke in [plain, accent] {
      let peak = stroke.map(abs).max() ?? 0
      #expect(abs(stroke[0]) > peak * 1e-5)
      let place = stroke.firstIndex { abs($0) == peak } ?? stroke.count
      #expect(Double(place) / Double(rate) < 0.0015)
      #expect(stroke.last == 0)
    }
  }

  @Test("are as loud as a note, and 3 dB less; A-weighted, at every rate", arguments: rates)
  func level(rate: Int) {
    let (plain, accent) = strokes(rate: rate)
    // IEC 61672-1, table 3: 0 dB at 1 kHz, +1.2 dB at 2 kHz.
    for (stroke, weighting, expected) in [(plain, 0.0, -3.0), (accent, 1.2, 0)] {
      let energy = stroke.reduce(0) { $0 + Double($1) * Double($1) } / Double(rate)
      let decibels = 10 * log10(energy / (0.5 * 0.125)) + weighting
      print("a stroke at \(rate): \(decibels) dB, peak \(stroke.map(abs).max() ?? 0)")
      #expect(abs(decibels - expected) < 0.5)
    }
  }

  @Test("are one partial each, an octave apart")
  func pitch() {
    let (plain, accent) = strokes(rate: 48_000)
    #expect(Analysis.share(of: 800...1_200, in: plain[...], rate: 48_000) > 0.9)
    #expect(Analysis.share(of: 1_800...2_200, in: accent[...], rate: 48_000) > 0.9)
  }

  @Test(
    "end without a click: frequencies above 6 kHz there are 80 dB below the stroke",
    arguments: [44_100, 48_000, 96_000])
  func end(rate: Int) {
    let (plain, accent) = strokes(rate: rate)
    for stroke in [plain, accent] {
      let padding = [Float](repeating: 0, count: rate / 10)
      /// Energy above 6 kHz about the end, against the energy of the stroke's loudest piece of the same length.
      func click(_ stroke: [Float]) -> Double {
        let samples = padding + stroke + padding
        let length = rate / 25
        func energy(_ centre: Int) -> Double {
          samples[(centre - length / 2)..<(centre + length / 2)].reduce(0) { $0 + Double($1) * Double($1) }
        }
        let end = padding.count + stroke.count
        let above = Analysis.energy(above: 6_000, in: samples, centre: end, length: length, rate: Double(rate))
        return above + 10 * log10(energy(end) / energy(padding.count + length / 2))
      }
      print(
        "a stroke's end at \(rate): \(click(stroke)) dB; cut off at 40 ms: \(click(Array(stroke.prefix(rate / 25)))) dB"
      )
      #expect(click(stroke) < -80)
      // The measure does detect a click.
      #expect(click(Array(stroke.prefix(rate / 25))) > -80)
      // The last steps, from frame to frame, against the peak.
      let steps = zip(stroke.suffix(rate / 1_000), stroke.suffix(rate / 1_000).dropFirst()).map { abs($0 - $1) }
      #expect((steps.max() ?? 1) < (stroke.map(abs).max() ?? 0) * 1e-3)
    }
  }

  @Test("are the accent on the beat and all alike elsewhere: the displaced one too", arguments: [Int64(-900), 900])
  func displacedIsPlain(displacement: Int64) throws {
    let rig = try Rig()
    rig.submit([.pattern(.full(by: displacement, tempo: 60, beats: 2), epoch: 1, start: .at(0), gain: 1)])
    rig.run(to: 96_000)
    let onsets = (0..<8).map { 12_000 * $0 + ($0 % 4 == 2 ? Int(displacement) : 0) }
    let strokes = onsets.map { Array(rig.samples[$0..<($0 + 2_640)]) }
    for number in 0..<8 { #expect(strokes[number] == strokes[number % 4 == 0 ? 0 : 1]) }
    let (plain, accent) = (strokes[1], strokes[0])
    func energy(_ stroke: [Float]) -> Float { stroke.reduce(0) { $0 + $1 * $1 } }
    #expect(energy(accent) > energy(plain) * 1.3)
  }

  @Test("do not clip at the usual level, nor at the highest if the gain leaves room for the loudest")
  func ceiling() throws {
    // Gaps of 24 ms.
    let pattern = BeatPattern.full(cells: 16, tempo: 156, beats: 20)
    var peak: Float = 0
    for (level, gain) in [(SoundLimits.defaultLevel, Float(1)), (-6, 1 / BeatPattern.loudest)] {
      let rig = try Rig()
      rig.controller.setLevel(decibels: level)
      rig.run(to: 256)
      rig.submit([.pattern(pattern, epoch: 1, start: .at(256), gain: gain)])
      rig.run(to: 400_000)
      #expect(rig.counters.clampedFrames == 0)
      let note = gain * Float(pow(10, Double(level) / 20))
      peak = max(peak, (rig.samples.map(abs).max() ?? 0) / note)
    }
    print("a pattern's peak: \(peak) notes")
    #expect(peak <= BeatPattern.loudest)
    #expect(peak > BeatPattern.loudest * 0.8)
  }
}
