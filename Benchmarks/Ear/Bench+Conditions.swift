import Glibc
import Simulation
import Training

extension Bench {
  /// Notes of 1 s with silence between them, and loudness that varies.
  private static func condition(gap: Double, loudnessVaries: Bool = false) -> Condition {
    Condition(noteDuration: 1, noteGap: gap, loudnessVaries: loudnessVaries)
  }

  /// The reports on ears that are practised with several gaps.
  func conditions() -> BarTable {
    let runs = 500
    var table = BarTable(
      "Conditions",
      "\(runs) ears each (10 cents, lapse 5 %; the constant ones drawn), 100 answers a day. First without a gap, then with one "
        + "of 1 s, which doubles the threshold or does not matter.",
      columns: ["Ear", "Practised", "What", "measured", "bar"])
    let gap = Self.condition(gap: 1)

    var doubling = Population(Self.tenCents)
    doubling.traits.conditions = [gap: 1]
    for (words, block) in [("300 answers in one, then in the other", 300), ("100 in turn, 300 in each", 100)] {
      guard let plan = ConditionPlan([.usual, gap], answers: block) else { continue }
      let outcomes = ConditionStudy(
        comparison: comparison(doubling, listeners: runs, counts: [600], schedule: .daily, plan: plan)
      ).outcomes(of: subject)
      let near = outcomes.count { $0.errors.allSatisfy { abs($0 ?? .infinity) <= 0.25 } }
      let share = Double(near) / Double(runs)
      table.rows.append([
        "threshold doubles with the gap", words, "both numbers within 25 %", percent(share, 1),
        "≥ 90 %: " + table.verdict(share >= 0.90),
      ])
      let differences = outcomes.compactMap(\.difference)
      table.rows.append([
        "threshold doubles with the gap", words, "shown difference in octaves: mean, standard deviation",
        "\(decimals(mean(differences), 2)), \(decimals(deviation(differences), 2))", "",
      ])
    }

    let varied = [.usual, gap, Self.condition(gap: 0.3), Self.condition(gap: 0, loudnessVaries: true)]
    let counts = Array(stride(from: 200, through: 2_000, by: 100))
    for (name, population) in [("constant", Population.drawn), ("threshold doubles with the gap", doubling)] {
      guard let plan = ConditionPlan(name == "constant" ? varied : [.usual, gap], answers: 50) else { continue }
      let outcomes = ChangeStudy(
        comparison(population, listeners: runs, counts: counts, schedule: .daily, plan: plan)
      ).outcomes(of: subject)
      let arrows = Double(outcomes.count { $0[counts.count - 1].trend.isArrow }) / Double(runs)
      let practised = name == "constant" ? "four conditions, 50 answers in turn" : "50 answers in turn"
      if name == "constant" {
        let moved = exp2(mean(outcomes.map { $0[counts.count - 1].shownOctaves - $0[0].shownOctaves })) - 1
        table.rows.append([
          name, practised, "mean change of the shown threshold, answer 200 to 2,000", percent(moved, 1),
          "within ±3 %: " + table.verdict(abs(moved) <= 0.03),
        ])
        let error = mean(outcomes.map { $0[counts.count - 1].error * $0[counts.count - 1].error }).squareRoot()
        table.rows.append([name, practised, "error at answer 2,000, RMS in octaves", decimals(error, 2), ""])
      }
      table.rows.append([
        name, practised, "runs with an arrow at answer 2,000", percent(arrows, 1),
        "≤ 5 %: " + table.verdict(arrows <= 0.05),
      ])
    }
    return table
  }
}

/// The standard deviation.
private func deviation(_ values: [Double]) -> Double {
  let middle = mean(values)
  return mean(values.map { ($0 - middle) * ($0 - middle) }).squareRoot()
}
