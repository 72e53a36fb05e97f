import Glibc
import Simulation
import Training

extension Bench {
  /// The reports on ears that tire within a session, and on ears that do not.
  func session() -> BarTable {
    let (runs, answers, minutes) = (200, 300, 20.0)
    var table = BarTable(
      "Within a session",
      "\(runs) drawn ears each, 30 sessions of 20 minutes and \(answers) answers on as many days. One that tires has a threshold that rises "
        + "by 40 % from the first answer to the last.",
      columns: ["Ear", "What", "measured", "bar"])
    let schedule = Schedule(answersPerDay: answers, secondsPerAnswer: 60 * minutes / Double(answers))
    for (name, octaves) in [("tires", log2(1.4)), ("stays", 0)] {
      var population = Population.drawn
      population.traits.tiring = octaves
      let outcomes = ChangeStudy(
        comparison(population, listeners: runs, counts: [30 * answers], schedule: schedule)
      ).outcomes(of: subject).compactMap(\.last)
      let told = outcomes.compactMap(\.session?.change.value)
      let rises = Double(told.count { $0 > 1 }) / Double(runs)
      if octaves > 0 {
        table.rows.append([
          name, "reported as rising", percent(rises, 1), "≥ 90 %: " + table.verdict(rises >= 0.90),
        ])
        table.rows.append([
          name, "mean of the reported rises", percent(exp2(mean(told.map { log2($0) })) - 1), "",
        ])
      } else {
        let share = Double(told.count) / Double(runs)
        table.rows.append([
          name, "reported as rising or falling", percent(share, 1), "≤ 5 %: " + table.verdict(share <= 0.05),
        ])
      }
    }
    return table
  }
}
