import Pitch
import Simulation
import Training

extension Bench {
  /// The reported widths of an interval.
  func widths() throws -> BarTable {
    let runs = 500
    var table = BarTable(
      "Where an ear puts an interval",
      "\(runs) ears each (lapse 5 %) that hear octaves as in tune when wider than the tuning, "
        + "after 200 answers by `edge`: the shown width in cents.",
      columns: [
        "Threshold", "Width", "Octaves", "mean", "within ±4 cents", "in the 90 % band", "threshold's bias", "bar",
      ])
    let octaves = DirectedInterval.all.filter { abs($0.semitones) == 12 }
    let directions = [("up", octaves.filter { $0.semitones > 0 }), ("up and down", octaves)]
    for (threshold, width) in [(10.0, 12.0), (10, 0), (10, -12), (5, 12), (25, 12)] {
      for (words, intervals) in directions {
        let traits = ListenerTraits(threshold: threshold, lapse: 0.05)
        let outcomes = try WidthStudy(
          traits: traits, width: width, intervals: intervals, listeners: runs, answers: 200, seed: seed
        ).outcomes()
        let shown = outcomes.compactMap(\.width)
        let near = Double(shown.count { abs($0.value - width) <= 4 }) / Double(runs)
        let covered = Double(shown.count { $0.band.contains(width) }) / Double(runs)
        let bias = mean(outcomes.compactMap { $0.threshold.map { $0 / threshold - 1 } })
        let bars = threshold == 10 ? "±4: ≥ 90 %: " + table.verdict(near >= 0.90) + ", " : ""
        table.rows.append([
          "\(decimals(threshold, 0)) cents", decimals(width, 0), words, decimals(mean(shown.map(\.value)), 1),
          percent(near, 1), percent(covered, 1), percent(bias, 1),
          bars + "band: 85–95 %: " + table.verdict((0.85...0.95).contains(covered)),
        ])
      }
    }
    return table
  }
}
