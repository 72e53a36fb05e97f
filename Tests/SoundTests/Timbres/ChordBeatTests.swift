import Glibc
import Pitch
import TestSupport
import Testing

@testable import Sound

@Suite("A chord of three")
struct ChordBeatTests {
  /// The pure intervals of a triad: bass and fifth, bass and third, third and fifth.
  private static let pure = [(0, 2, 3, 2), (0, 1, 5, 4), (1, 2, 6, 5)]
  /// Basses whose fifths end at the piano's highest note.
  static let basses = [27.5, 55, 110, 261.625565, 523.3, 1_046.5, 2_093.01, 2_790.6]

  /// The sound of a bass, a third tuned by `cents` and a fifth, as chords are played: all from one frame on.
  private func played(_ notes: [Double], cents: Double, timbre: Timbre, frames: Int) throws -> [Float] {
    let rig = try Rig(period: 128)
    rig.submit([
      .note(
        role: .reference, epoch: 1, start: .at(0), frames: 48_000, hertz: notes[0], gain: 0.5, sustain: 1,
        timbre: timbre),
      .note(
        role: .companion, epoch: 1, start: .at(0), frames: 48_000, hertz: notes[2], gain: 0.5, sustain: 1,
        timbre: timbre),
      .note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: notes[1], gain: 0.5, timbre: timbre),
    ])
    rig.run(to: 1_000)
    rig.controller.tune(epoch: 1, cents: cents)
    rig.run(to: 4_800 + frames)
    #expect(rig.counters.clampedFrames == 0)
    return Array(rig.samples[4_800..<(4_800 + frames)])
  }

  /// Every pair of partials that is apart from all others: the multiples of the lowest one of each pure interval.
  private func pairs(_ notes: [Double], _ timbre: Timbre) -> [(Double, Double)] {
    func partials(_ note: Double) -> [Double] {
      (1...16).filter { timbre.hasPartial($0) && Double($0) * note < 0.4 * 48_000 }.map { Double($0) * note }
    }
    let all = notes.flatMap(partials)
    return Self.pure.flatMap { lower, upper, below, above in
      (1...5).compactMap { multiple -> (Double, Double)? in
        guard timbre.hasPartial(multiple * below), timbre.hasPartial(multiple * above) else { return nil }
        let pair = (Double(multiple * below) * notes[lower], Double(multiple * above) * notes[upper])
        let others = all.filter { $0 != pair.0 && $0 != pair.1 }
        let isAlone = others.allSatisfy { min(abs($0 - pair.0), abs($0 - pair.1)) > 5.5 }
        return all.contains(pair.0) && all.contains(pair.1) && isAlone && abs(pair.1 - pair.0) > 0.7 ? pair : nil
      }
    }
  }

  @Test("beats by theory at each pair of its partials, over the piano's keyboard", arguments: [Timbre.string, .organ])
  func beats(timbre: Timbre) throws {
    var (worst, measured) = (0.0, 0)
    for bass in Self.basses {
      // The third is 13 cents below its place until it is tuned.
      let third = bass * 5 / 4 + 0.9
      let notes = [bass, third, bass * 3 / 2 - 0.8]
      let start = [bass, third * exp2(-13.0 / 1_200), notes[2]]
      let samples = try played(start, cents: 13, timbre: timbre, frames: 196_608)
      for near in pairs(notes, timbre) {
        let beats = TwoPartials(samples[...], rate: 48_000, near: near).beats
        worst = max(worst, abs(beats - (near.1 - near.0)))
        measured += 1
      }
    }
    print("\(timbre): \(measured) pairs of partials beat within \(worst) Hz of theory")
    #expect(worst < 0.001)
    #expect(measured >= 3 * Self.basses.count)
  }

  @Test("is measured by an analysis that finds another rate")
  func positiveControl() throws {
    let notes = [110.0, 138.4, 164.2]
    let samples = try played(notes, cents: 0, timbre: .string, frames: 196_608)
    let near = (5 * notes[0], 4 * notes[1])
    let shifted = (near.0, near.1 + 0.05)
    #expect(abs(TwoPartials(samples[...], rate: 48_000, near: shifted).beats - (near.1 - near.0)) < 0.001)
    let sharp = try played(notes, cents: 0.1, timbre: .string, frames: 196_608)
    let change = TwoPartials(sharp[...], rate: 48_000, near: near).beats - (near.1 - near.0)
    #expect(abs(change - near.1 * (exp2(0.1 / 1_200) - 1)) < 0.001)
    #expect(change > 0.02)
  }
}
