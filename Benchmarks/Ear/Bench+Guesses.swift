import Glibc
import Pitch
import Simulation
import Training

extension Bench {
  /// RMS errors after 300 answers of the same ears with seed 1, while the model knew guesses up to 15 % and edge did
  /// not ask of them.
  private static let formerErrors = [
    "12 cents": [0: 0.1677, 0.05: 0.1520], "drawn": [0: 0.1770, 0.05: 0.1583],
  ]

  /// The reports on answers that do not follow the sound.
  func guesses() throws -> BarTable {
    let counts = [300, 400]
    var table = BarTable(
      "Guesses",
      "Ears of 12 cents, and ears drawn as above, with so many guesses (2,000 each with none or 5 %, 500 each of the others), practising by "
        + "`edge`: how often a share of guesses is reported after 300 answers, how often the 90 % range that is reported holds the true "
        + "one, how often the range does after 400 answers, reported or not, the threshold's RMS error in octaves and that of edge before "
        + "it asked of guesses (seed 1), and the threshold's bias. "
        + "What asks of guesses says little of the threshold: a share of 3.5 % of the answers, as ears with 5 % get it, costs 1.8 %.",
      columns: [
        "Ears", "Guesses", "reported", "held", "range", "error", "before", "after 400", "bias", "after 400", "right",
        "bar",
      ])
    for (name, threshold, spread) in [("12 cents", 12.0, 0.0), ("drawn", 15, 1.5)] {
      for lapse in [0, 0.02, 0.05, 0.15, 0.35] {
        let former = Self.formerErrors[name]?[lapse]
        let ears = former == nil ? 500 : 2_000
        let outcomes = try LapseStudy(
          population: Population(ListenerTraits(threshold: threshold, lapse: lapse), thresholdSpread: spread),
          listeners: ears, counts: counts, seed: seed
        ).outcomes()
        let reported = outcomes.filter { $0[0].isReported }
        let share = Double(reported.count) / Double(ears)
        let held = Double(reported.count { $0[0].holds(lapse) }) / Double(reported.count)
        let covered = Double(outcomes.count { $0[1].holds(lapse) }) / Double(ears)
        let errors = counts.indices.map { count in rootMeanSquare(outcomes.map { $0[count].error }) }
        let biases = counts.indices.map { count in exp2(mean(outcomes.map { $0[count].error })) - 1 }
        var bars: [String] = []
        if let former { bars.append("error ≤ 1.02 of before: " + table.verdict(errors[0] <= 1.02 * former)) }
        if lapse < 0.05 { bars.append("reported ≤ 1 %: " + table.verdict(share <= 0.01)) }
        if lapse <= 0.15, lapse != 0.02 {
          let bar = lapse == 0 ? 0.95...1 : 0.85...0.95
          bars.append("range \(lapse == 0 ? "≥ 95 %" : "85–95 %"): " + table.verdict(bar.contains(covered)))
        }
        if lapse >= 0.15 { bars.append("held ≥ 85 %: " + table.verdict(held >= 0.85)) }
        if lapse == 0.35, spread == 0 {
          bars.append("reported ≥ 80 %: " + table.verdict(share >= 0.80))
          bars.append("bias ≤ 10 %: " + table.verdict(biases.allSatisfy { abs($0) <= 0.10 }))
        }
        table.rows.append(
          [name, percent(lapse), percent(share, 1), percent(held, 1), percent(covered, 1), decimals(errors[0], 3)]
            + [former.map { decimals($0, 3) } ?? "–", decimals(errors[1], 3)] + biases.map { percent($0, 1) }
            + [percent(mean(outcomes.map { $0[1].shareRight }), 1), bars.joined(separator: ", ")])
      }
    }
    return table
  }
}
