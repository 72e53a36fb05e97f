import Pitch
import Testing
import Training

@testable import EarBenchmark
@testable import Simulation

@Suite("The size at which an interval sounds in tune")
struct WidthStudyTests {
  private static let octaves = DirectedInterval.all.filter { abs($0.semitones) == 12 }

  private func outcomes(
    _ width: Double, _ intervals: [DirectedInterval], threshold: Double = 10, answers: Int = 200
  ) throws -> [WidthStudy.Outcome] {
    try WidthStudy(
      traits: ListenerTraits(threshold: threshold, lapse: 0.05), width: width, intervals: intervals, listeners: 40,
      answers: answers, seed: 4
    ).outcomes()
  }

  /// Of 500 ears 93 % are within 4 cents; of 40, fewer than 80 % are so once in 300 seeds.
  @Test(
    "is reported in cents, in either direction of practice, and makes the ear no coarser",
    arguments: [12.0, -12, 0], [[12], [-12], [12, -12]])
  func told(width: Double, semitones: [Int]) throws {
    let shown = try outcomes(width, Self.octaves.filter { semitones.contains($0.semitones) })
    let near = shown.compactMap(\.width).filter { abs($0.value - width) <= 4 }
    #expect(near.count >= 32)
    let thresholds = shown.compactMap(\.threshold)
    let mean = thresholds.reduce(0, +) / Double(thresholds.count)
    #expect(abs(mean - 10) < 1.5)
  }

  @Test("is not reported for unison, nor before there are enough answers")
  func early() throws {
    #expect(try outcomes(12, [.prime]).allSatisfy { $0.width == nil })
    #expect(try outcomes(12, Self.octaves, answers: 30).allSatisfy { $0.width == nil })
  }
}
