import Glibc
import Simulation
import Training

extension Bench {
  private static let timingBars = [0.50, 0.36, 0.27, 0.20, 0.15]

  /// The threshold, the lean and the share right of early or late.
  func timing() throws -> BarTable {
    let (listeners, runs) = (600, 500)
    let counts = Comparison.usualCounts
    var table = BarTable(
      "Early or late",
      "\(listeners) ears each, lapse 5 %, straight sixteenths at 80, each answer after one to six loops: RMS of the "
        + "threshold's error in octaves after this many answers, in the condition practised last. The last three rows "
        + "have thresholds that fall with each step of loops, and the original's strategy.",
      columns: ["Threshold", "Strategy"] + counts.map(String.init) + ["band holds it", "right", "bar"])
    let space = try TimingSpace(TrainingSettings.standard)
    for (threshold, gain, strategy) in [
      (4.0, 0.0, StrategyName.edge), (10, 0, .edge), (25, 0, .edge), (10, 0.15, .edge), (10, 0.3, .edge),
      (10, 0, .kazez),
    ] {
      let comparison = TimingComparison(
        traits: TimingTraits(threshold: threshold, lapse: 0.05, gainOfLoops: gain), listeners: listeners,
        counts: counts, seed: seed, space: space)
      let outcomes = TimingStudy(comparison: comparison, strategy: strategy).outcomes()
      let errors = counts.indices.map { count in rootMeanSquare(outcomes.map { $0[count].error }) }
      let right = mean(outcomes.compactMap { $0.last?.shareRight })
      let covered = Double(outcomes.count { $0.last?.isCovered == true }) / Double(listeners)
      var bar = ""
      if gain == 0, strategy == .edge {
        let isMet = zip(errors, Self.timingBars).allSatisfy { $0 <= $1 }
        bar =
          "≤ 0.50/0.36/0.27/0.20/0.15: " + table.verdict(isMet) + ", 78–82 %: "
          + table.verdict((0.78...0.82).contains(right))
      }
      let loops = gain == 0 ? "" : ", −\(decimals(gain, 2)) oct. a step"
      table.rows.append(
        ["\(decimals(threshold, 0)) ms" + loops, strategy.rawValue] + errors.map { decimals($0, 3) }
          + [percent(covered), percent(right, 1), bar])
    }
    for (threshold, lean) in [(4.0, 0.0), (10, 0), (25, 0), (10, 8), (10, -8), (25, 8)] {
      let comparison = TimingComparison(
        traits: TimingTraits(threshold: threshold, lapse: 0.05, lean: lean), listeners: runs, counts: [200],
        seed: seed, space: space)
      let leans = TimingStudy(comparison: comparison).outcomes().map { $0.last?.lean }
      let shown = leans.compactMap(\.self)
      let near = Double(shown.count { abs($0.value - lean) <= 3 }) / Double(runs)
      let none = 1 - Double(shown.count) / Double(runs)
      let bar =
        switch (threshold, lean) {
        case (_, 0): "none ≥ 95 %: " + table.verdict(none >= 0.95)
        case (10, _): "±3 ms ≥ 90 %: " + table.verdict(near >= 0.90)
        default: ""
        }
      table.rows.append(
        [
          "\(decimals(threshold, 0)) ms, lean \(decimals(lean, 0)) ms", "edge",
          "after 200 answers: shown within ±3 ms \(percent(near, 1)), none shown \(percent(none, 1))",
        ] + [String](repeating: "", count: counts.count + 1) + [bar])
    }
    for strategy in StrategyName.allCases {
      for rule in ClosedEars.Rule.allCases {
        let asks: any TimingStrategy = strategy == .edge ? EdgeTimingStrategy() : KazezTimingStrategy()
        let right = ClosedEars(asks, rule: rule, seed: seed).shareRight(of: 20_000, in: space)
        table.rows.append(
          ["closed ears, \(rule)", strategy.rawValue] + [String](repeating: "", count: counts.count + 1)
            + [percent(right, 1), "50 ± 1 %: " + table.verdict(abs(right - 0.5) <= 0.01)])
      }
    }
    return table
  }
}
