import Glibc
import Linux
import Pitch
import Simulation
import Training

extension Bench {
  private static let beatsBar = 0.27

  /// The threshold for beats: its error, the share of ears measured within a tolerance, the least error that any
  /// estimate can have (Cramér–Rao), and guessers that hear pitch alone.
  func beats() -> BarTable {
    let (listeners, counts) = (500, Comparison.usualCounts)
    var table = BarTable(
      "Which beats faster",
      "\(listeners) ears each, lapse 5 %, strategy edge: RMS of the threshold's error in octaves after this many answers; "
        + "in mixed intervals all have one threshold. The bound is that of an unbiased estimate from the same exercises, "
        + "with the ear's prior and the lapse rate known. The last rows are guessers that hear pitch alone, 20,000 "
        + "answers each: of edge, then of exercises that all differ by 3 %.",
      columns: ["Threshold", "Intervals"] + counts.map(String.init) + [
        "bound at 100/200/400", "band holds it", "right", "bar",
      ])
    for (threshold, choice) in [(1.5, BeatsChoice.third), (3, .third), (10, .third), (25, .third), (3, .mixed)] {
      let comparison = BeatsComparison(
        traits: BeatsTraits(threshold: threshold, lapse: 0.05), listeners: listeners, counts: counts, seed: seed,
        space: BeatsSpace(choice))
      let outcomes = parallel(listeners) { comparison.outcome(of: $0) }
      let errors = counts.indices.map { count in rootMeanSquare(outcomes.map { $0.errors[count] }) }
      let right = mean(outcomes.map(\.shareRight))
      let covered = Double(outcomes.count { $0.isCovered.last == true }) / Double(listeners)
      let bounds = bounds(comparison, answers: [100, 200, 400])
      var bar = ""
      if choice == .third, threshold == 3 {
        bar = "≤ 0.27 at 100: " + table.verdict(errors[2] <= Self.beatsBar)
        func share(_ count: Int, _ tolerance: Double) -> Double {
          Double(outcomes.count { abs(exp2($0.errors[count]) - 1) <= tolerance }) / Double(listeners)
        }
        let (first, second) = (share(3, 0.25), share(4, 0.15))
        bar += "; ±25 % at 200: \(percent(first, 1)) ≥ 90 %: " + table.verdict(first >= 0.9)
        bar += "; ±15 % at 400: \(percent(second, 1)) ≥ 85 %: " + table.verdict(second >= 0.85)
      }
      table.rows.append(
        ["\(decimals(threshold, 1)) %", choice.rawValue] + errors.map { decimals($0, 3) }
          + [bounds.map { decimals($0, 3) }.joined(separator: "/"), percent(covered), percent(right, 1), bar])
    }
    for rule in BeatsGuesser.Rule.allCases {
      let space = BeatsSpace(.mixed)
      let guesser = BeatsGuesser(rule, seed: seed)
      let shares = [nil, 3].map { guesser.shareRight(of: 20_000, in: space, difference: $0) }
      let isMet = shares.allSatisfy { abs($0 - 0.5) <= 0.02 }
      table.rows.append(
        ["closed ears, \(rule)", "mixed"] + [String](repeating: "", count: counts.count + 2)
          + [
            shares.map { percent($0, 1) }.joined(separator: "; "),
            BeatsGuesser.audible.contains(rule) ? "50 ± 2 %: " + table.verdict(isMet) : "",
          ])
    }
    return table
  }

  /// The least standard deviation in octaves of an estimate from the exercises of `comparison`: 1/√(Σ I + 1/prior²),
  /// with the Fisher information I of an answer about log₂ of the threshold if the lapse rate is known; the mean over
  /// 100 ears.
  private func bounds(_ comparison: BeatsComparison, answers: [Int]) -> [Double] {
    let traits = comparison.traits
    let information = parallel(100) { index -> [Double] in
      var course = comparison.course(of: index)
      var sum = 0.0
      return answers.map { count in
        while course.answers < count {
          course.step()
          let difference = course.difference
          func right(_ octaves: Double) -> Double {
            var moved = traits
            moved.threshold *= exp2(octaves)
            return moved.probabilityRight(at: difference)
          }
          let slope = (right(0.001) - right(-0.001)) / 0.002
          sum += slope * slope / (right(0) * (1 - right(0)))
        }
        return sum
      }
    }
    let prior = BeatsEar.priorDeviation
    return answers.indices.map { count in
      mean(information.map { 1 / ($0[count] + 1 / (prior * prior)).squareRoot() })
    }
  }
}
