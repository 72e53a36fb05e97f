import Glibc
import Pitch
import Testing
import Training

@testable import Simulation

@Suite("The simple posterior")
struct PosteriorTests {
  private static let answers: [(cents: Double, correct: Bool)] = [
    (100, true), (60, true), (33.3, false), (41, true), (17.77, true), (12, true), (9.1, false), (0.03, true),
    (2_000, true),
  ]

  /// The weights without tables: lapse, threshold, weight.
  private static func direct() -> [(lapse: Double, octaves: Double, weight: Double)] {
    var cells: [(lapse: Double, octaves: Double, weight: Double)] = []
    for lapse in [0, 0.02, 0.05, 0.10] {
      for step in 0...96 {
        let octaves = log2(0.1) + Double(step) / 8
        var weight = exp(-0.5 * pow((octaves - log2(15)) / 1.5, 2))
        for (cents, correct) in answers {
          let normal = 0.5 * erfc(-0.674_489_750_196_081_7 * cents / exp2(octaves) / 2.0.squareRoot())
          let right = lapse / 2 + (1 - lapse) * normal
          weight *= correct ? right : 1 - right
        }
        cells.append((lapse, octaves, weight))
      }
    }
    let sum = cells.reduce(0) { $0 + $1.weight }
    return cells.map { ($0.lapse, $0.octaves, $0.weight / sum) }
  }

  private static func learned() -> GridPosterior {
    var posterior = GridPosterior()
    for answer in answers { posterior.learn(answer.cents, correct: answer.correct) }
    return posterior
  }

  @Test("is Bayes' rule over thresholds and lapses")
  func bayes() {
    let expected = Self.direct().reduce(0) { $0 + $1.weight * $1.octaves }
    #expect(abs(Self.learned().meanOctaves - expected) < 1e-3)
    let before = GridPosterior().threshold
    #expect(abs(log2(before.value / 15)) < 0.02)
    // 1.645 standard deviations of 1.5 octaves.
    #expect(abs(log2(before.band.upperBound / before.band.lowerBound) - 2 * 1.645 * 1.5) < 0.1)
  }

  @Test("selects the level with the desired share of right answers", arguments: [0.65, 0.8, 0.9])
  func level(success: Double) {
    func predicted(_ cents: Double) -> Double {
      Self.direct().reduce(0) { sum, cell in
        let normal = 0.5 * erfc(-0.674_489_750_196_081_7 * cents / exp2(cell.octaves) / 2.0.squareRoot())
        return sum + cell.weight * (cell.lapse / 2 + (1 - cell.lapse) * normal)
      }
    }
    let level = Self.learned().level(for: success, within: ReferenceStrategy.levels).value
    #expect(abs(predicted(level) - success) < 0.004)
    #expect(predicted(level) >= success - 1e-4 && predicted(level * exp2(-1.0 / 64)) < success + 1e-4)
  }

  @Test("stays within the levels, however good or bad the ear")
  func clamped() {
    var (good, bad) = (GridPosterior(), GridPosterior())
    for _ in 0..<300 {
      good.learn(0.1, correct: true)
      bad.learn(200, correct: false)
    }
    // The best ear there can be hears 0.1 cents three times of four; 80 % are a little more.
    let (least, most) = (
      good.level(for: 0.8, within: ReferenceStrategy.levels), bad.level(for: 0.8, within: ReferenceStrategy.levels)
    )
    #expect((0.1...0.14).contains(least.value))
    #expect((197...200).contains(most.value))
  }

  @Test("learns nothing from an undefined distance", arguments: [0, -5, .nan, .infinity])
  func nonsense(cents: Double) {
    var posterior = Self.learned()
    let before = posterior.meanOctaves
    posterior.learn(cents, correct: true)
    #expect(posterior.meanOctaves == before)
  }

  @Test("gives means, also of squares")
  func means() {
    #expect(rootMeanSquare([3, -4]) == 12.5.squareRoot() && mean([1, 2]) == 1.5)
  }
}
