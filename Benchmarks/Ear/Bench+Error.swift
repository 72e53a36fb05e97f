import Glibc
import Simulation
import Training

extension Bench {
  private typealias Outcomes = [Comparison.Outcome]

  private static var countColumns: [String] { Comparison.usualCounts.map(String.init) }

  /// The population of each group of questplus's listeners, by name.
  static let groups: [(name: String, population: Population)] = [
    ("lapse 0 %", Population(ListenerTraits(threshold: 10))),
    ("lapse 5 %", Population(tenCents)),
    ("drawn", .drawn),
  ]

  private func rms(_ outcomes: Outcomes) -> [String] {
    Comparison.usualCounts.indices.map { count in decimals(rootMeanSquare(outcomes.map { $0.errors[count] }), 2) }
  }

  private func right(_ outcomes: Outcomes) -> String { percent(mean(outcomes.map(\.shareRight))) }

  /// questplus's row, of listeners that the others meet as well.
  private func questplusRow(_ group: String, lead: [String]) -> [[String]] {
    let results = questplus.filter { $0.group == group }
    guard !results.isEmpty else { return [] }
    let errors = Comparison.usualCounts.indices.map { count in
      let known = results.compactMap { $0.errors.indices.contains(count) ? $0.errors[count] : nil }
      return known.isEmpty ? "–" : decimals(rootMeanSquare(known), 2)
    }
    return [lead + ["questplus 2023.1 (\(results.count))"] + errors + [percent(mean(results.map(\.shareRight)))]]
  }

  /// All contenders on ears of 10 cents, with and without lapses.
  func error() -> BarTable {
    var table = BarTable(
      "Error of the threshold, ears of 10 cents",
      "RMS in octaves after this many answers, and the share of right answers; \(listeners) listeners, in brackets if "
        + "fewer. All strategies begin at 100 cents.",
      columns: ["Lapses", "Strategy"] + Self.countColumns + ["right"])
    for (group, population) in Self.groups where group != "drawn" {
      for contender in Contender.all {
        let outcomes = comparison(population).outcomes(of: contender)
        table.rows.append([String(group.dropFirst(6)), contender.word] + rms(outcomes) + [right(outcomes)])
      }
      table.rows += questplusRow(group, lead: [String(group.dropFirst(6))])
    }
    return table
  }

  /// The subject against the reference on drawn ears.
  func yardstick() -> BarTable {
    var table = BarTable(
      "Error of the threshold, drawn ears",
      "RMS in octaves; thresholds log-normal about 15 cents ± 1.5 octaves, lapses 0, 2, 5 or 10 %; the same "
        + "\(listeners) listeners and the same luck for all. `reference` is the simple posterior's 80 % point. The limit "
        + "is the upper end of the ratio's 95 % interval (bootstrap over listeners).",
      columns: ["Strategy"] + Self.countColumns + ["right", "bar"])
    let comparison = comparison(.drawn)
    let theirs = comparison.outcomes(of: .reference)
    let ours = comparison.outcomes(of: subject)
    for contender in Contender.all {
      let outcomes =
        contender == subject ? ours : contender == .reference ? theirs : comparison.outcomes(of: contender)
      table.rows.append([contender.word] + rms(outcomes) + [right(outcomes), ""])
    }
    let few = questplus.count { $0.group == "drawn" }
    if few > 0 {
      table.rows.append(
        ["\(subject.word) (\(few))"] + rms(Array(ours.prefix(few))) + [right(Array(ours.prefix(few))), ""])
      table.rows += questplusRow("drawn", lead: []).map { $0 + [""] }
    }

    func ratios(to theirs: [Comparison.Outcome]) -> [ErrorRatio] {
      Comparison.usualCounts.indices.map { count in
        ErrorRatio(
          squaredErrors: ours.map { $0.errors[count] * $0.errors[count] },
          of: theirs.map { $0.errors[count] * $0.errors[count] }, seed: seed)
      }
    }
    // The cost of never narrowing an exercise after a wrong answer.
    if subject == .strategy(.edge) {
      let narrowing = comparison.outcomes(of: .edgeThatNarrows)
      table.rows.append(["edge, also narrower after a wrong answer"] + rms(narrowing) + [right(narrowing), ""])
      table.rows.append(["edge / that"] + ratios(to: narrowing).map { decimals($0.ratio, 3) } + ["", ""])
    }
    let ratios = ratios(to: theirs)
    table.rows.append(
      ["\(subject.word) / reference"] + ratios.map { decimals($0.ratio, 3) }
        + ["", "≤ 1.02: " + table.verdict(ratios.allSatisfy { $0.ratio <= 1.02 })])
    table.rows.append(
      ["its limit"] + ratios.map { decimals($0.limit, 3) }
        + ["", "≤ 1.06: " + table.verdict(ratios.allSatisfy { $0.limit <= 1.06 })])
    let share = mean(ours.filter { $0.traits.threshold <= 60 }.map(\.shareRight))
    table.rows.append(
      ["right, thresholds ≤ 60 cents"] + Self.countColumns.map { _ in "" }
        + [percent(share, 1), "78–82 %: " + table.verdict((0.78...0.82).contains(share))])
    return table
  }

  /// The average error of the threshold.
  func bias() -> BarTable {
    let listeners = 400
    var table = BarTable(
      "Bias of the threshold after 200 answers",
      "Geometric mean of estimate over threshold, less 1; \(listeners) listeners in each cell. Lean in σ.",
      columns: ["Threshold", "Lean", "lapse 0 %", "5 %", "10 %", "bar: ≤ 10 %, at lapse 10 % ≤ 15 %"])
    for threshold in [4.0, 10, 35] {
      for lean in [0.0, 0.3] {
        let biases = [0, 0.05, 0.10].map { lapse in
          let traits = ListenerTraits(threshold: threshold, lapse: lapse, lean: lean)
          let outcomes = comparison(Population(traits), listeners: listeners, counts: [200]).outcomes(of: subject)
          return (lapse, bias: exp2(mean(outcomes.map { $0.errors[0] })) - 1)
        }
        let met = biases.allSatisfy { abs($0.bias) <= ($0.0 < 0.10 ? 0.10 : 0.15) }
        table.rows.append(
          ["\(decimals(threshold, 0)) cents", decimals(lean, 1)] + biases.map { percent($0.bias, 1) }
            + [table.verdict(met)])
      }
    }
    return table
  }

  /// Whether bands hold the truth as often as they promise.
  func coverage() -> BarTable {
    var table = BarTable(
      "Coverage of the 90 % band",
      "The share of \(listeners) drawn ears whose threshold lies in the band that is shown, and of the notes of 200 "
        + "drawn ears with a curve (spread 0.24 octaves) whose own threshold lies in theirs.",
      columns: ["Band"] + Self.countColumns + ["bar"])
    let outcomes = comparison(.drawn).outcomes(of: subject)
    let shares = Comparison.usualCounts.indices.map { count in
      let shown = outcomes.compactMap { $0.isCovered[count] }
      return mean(shown.map { $0 ? 1.0 : 0 })
    }
    table.rows.append(
      ["threshold"] + shares.map { percent($0, 1) }
        + ["85–95 %: " + table.verdict(shares.allSatisfy { (0.85...0.95).contains($0) })])
    let curves = CurveStudy(comparison: comparison(Self.curved, listeners: 200)).outcomes(of: subject, askedBy: subject)
    let byNote = Comparison.usualCounts.indices.map { count in
      Double(curves.reduce(0) { $0 + $1[count].covered }) / Double(curves.reduce(0) { $0 + $1[count].shown })
    }
    table.rows.append(
      ["note by note"] + byNote.map { percent($0, 1) }
        + ["85–95 %: " + table.verdict(byNote.allSatisfy { (0.85...0.95).contains($0) })])
    return table
  }
}
