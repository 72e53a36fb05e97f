import Glibc
import Simulation
import Training

extension Bench {
  private static let sureBars = [0.40, 0.29, 0.21, 0.15, 0.11]
  private static let sureCurveBars = [300: 0.20, 1_000: 0.14, 3_000: 0.105]

  private static func population(_ sureness: Sureness, curveSpread: Double = 0) -> Population {
    var traits = tenCents
    traits.sureness = sureness
    return Population(traits, curveSpread: curveSpread)
  }

  /// Answers marked as sure or not.
  func sure() -> BarTable {
    var table = BarTable(
      "How sure",
      "\(listeners) ears of 10 cents, lapse 5 %, that rate their answers: RMS of the threshold's error in octaves after "
        + "this many answers; `unrated` learns the same ears without their ratings. The limits are the Cramér–Rao bound for "
        + "the exercises asked, with the criterion known, and known to ±0.3 σ.",
      columns: ["Sure", "What"] + Comparison.usualCounts.map(String.init) + ["right", "bar"])
    func row(_ sure: String, _ what: String, _ values: [String], right: [SureStudy.Outcome] = [], bar: String = "") {
      let share = right.isEmpty ? "" : percent(mean(right.map(\.shareRight)), 1)
      table.rows.append([sure, what] + values + [share, bar])
    }
    func errors(_ outcomes: [SureStudy.Outcome]) -> [Double] {
      Comparison.usualCounts.indices.map { count in rootMeanSquare(outcomes.map { $0.errors[count] }) }
    }
    for criterion in [0.85, 0.6, 1.2] {
      let comparison = comparison(Self.population(.criterion(criterion)))
      let (word, isUsual) = ("beyond \(decimals(criterion, 2)) σ", criterion == 0.85)
      let rated = SureStudy(comparison: comparison).outcomes(of: subject)
      let error = errors(rated)
      let share = mean(rated.map(\.shareRight))
      var bars: [String] = []
      if isUsual {
        let isMet = zip(error, Self.sureBars).allSatisfy { $0 <= $1 }
        bars = ["≤ 0.40/0.29/0.21/0.15/0.11: " + table.verdict(isMet)]
      }
      bars.append("78–82 %: " + table.verdict((0.78...0.82).contains(share)))
      row(word, "rated", error.map { decimals($0, 3) }, right: rated, bar: bars.joined(separator: ", "))
      let unrated = SureStudy(comparison: comparison).outcomes(of: .edgeUnrated)
      row(word, "unrated", errors(unrated).map { decimals($0, 3) }, right: unrated)
      let bounds = Comparison.usualCounts.indices.map { count in
        (
          mean(rated.map { $0.least[count].known }).squareRoot(),
          mean(rated.map { $0.least[count].estimated }).squareRoot()
        )
      }
      row(word, "limits", bounds.map { "\(decimals($0.0, 3)), \(decimals($0.1, 3))" })
      let covered = Comparison.usualCounts.indices.map { count in
        mean(rated.map { $0.isCovered[count] == true ? 1 : 0 })
      }
      let isCovered = covered.allSatisfy { (0.85...0.95).contains($0) }
      row(word, "band holds it", covered.map { percent($0, 1) }, bar: "85–95 %: " + table.verdict(isCovered))
    }
    for (word, share) in [("by chance, 50 %", 0.5), ("by chance, 20 %", 0.2), ("by chance, 80 %", 0.8), ("never", 0)] {
      let comparison = comparison(Self.population(.chance(share)))
      let (rated, unrated) = (
        SureStudy(comparison: comparison).outcomes(of: subject),
        SureStudy(comparison: comparison).outcomes(of: .edgeUnrated)
      )
      let ratios = zip(errors(rated), errors(unrated)).map { $0 / $1 }
      let bar = share == 0 ? 1 : 1.02
      row(
        word, "rated / unrated", ratios.map { decimals($0, 3) }, right: rated,
        bar: "≤ \(decimals(bar, 3)): " + table.verdict(ratios.allSatisfy { $0 <= bar + 1e-9 }))
    }
    let counts = Self.sureCurveBars.keys.sorted()
    let curves = CurveStudy(
      comparison: comparison(
        Self.population(.criterion(0.85), curveSpread: 0.24), listeners: listeners / 5, counts: counts)
    ).outcomes(of: subject, askedBy: subject)
    let curveErrors = counts.indices.map { count in mean(curves.map { $0[count].contestant ?? .nan }).squareRoot() }
    let isMet = zip(counts, curveErrors).allSatisfy { $1 <= Self.sureCurveBars[$0] ?? 0 }
    row(
      "beyond 0.85 σ",
      "curve over 49 notes, \(listeners / 5) ears, after \(counts.map(String.init).joined(separator: ", "))",
      curveErrors.map { decimals($0, 3) } + ["", ""], bar: "≤ 0.20/0.14/0.105: " + table.verdict(isMet))
    for deviation in [0.4, 0.3] {
      // 82 % right with a lapse rate of 5 %.
      let saved = 1 - ResponseTimeBound(slope: 0.15, deviation: deviation, lapse: 0.05).ratio(at: 0.975)
      row(
        "–", "least error saved by response times, log-normal ± \(decimals(deviation, 1)), −0.15 per σ",
        [percent(saved, 1), "", "", "", ""])
    }
    return table
  }
}
