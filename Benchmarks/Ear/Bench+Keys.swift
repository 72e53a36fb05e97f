import Simulation
import Training

extension Bench {
  /// The number of answers until the whole keyboard is asked.
  func keys() throws -> BarTable {
    let listeners = 200
    var table = BarTable(
      "The whole keyboard",
      "How many answers it takes until both ends of the range, and until each of its 49 keys have been asked: the median of "
        + "\(listeners) ears with a lapse rate of 5 %, and the slowest of them.",
      columns: ["Threshold", "Natural ↔ Mechanical", "both ends", "slowest", "each key", "slowest", "bar"])
    for threshold in [4.0, 10, 35] {
      for setting in [0.5, 1] {
        var settings = TrainingSettings.standard
        settings.naturalMechanical = setting
        let space = try ExerciseSpace(mode: .comparison, settings: settings)
        let population = Population(ListenerTraits(threshold: threshold, lapse: 0.05))
        let outcomes = KeyStudy(comparison: comparison(population, listeners: listeners, counts: [1_000], space: space))
          .outcomes(of: subject)
        let (ends, all) = (outcomes.map { $0.ends ?? .max }.sorted(), outcomes.map { $0.all ?? .max }.sorted())
        let met = (ends.last ?? .max) <= 200
        let bar =
          setting == 1
          ? "≤ 200, each ≤ 600: " + table.verdict(met && (all.last ?? .max) <= 600)
          : "≤ 200 at the slowest: " + table.verdict(met)
        let counts = [ends[listeners / 2], ends[listeners - 1], all[listeners / 2], all[listeners - 1]]
        table.rows.append(
          ["\(decimals(threshold, 0)) cents", decimals(setting, 1)]
            + counts.map { $0 == .max ? "over 1,000" : "\($0)" } + [bar])
      }
    }
    return table
  }
}
