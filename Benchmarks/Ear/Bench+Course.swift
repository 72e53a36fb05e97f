import Glibc
import Simulation
import Training

extension Bench {
  /// Drawn ears whose notes differ by 0.24 octaves.
  static let curved = Population(
    ListenerTraits(threshold: 15), thresholdSpread: 1.5, lapses: [0, 0.02, 0.05, 0.10], curveSpread: 0.24)

  /// The curve over the keyboard against a kernel.
  func curve() -> BarTable {
    let listeners = 600
    let counts = [100, 300, 1_000, 3_000]
    var table = BarTable(
      "Error of the curve over 49 notes",
      "RMS in octaves over the notes of \(listeners) ears of 10 cents, lapse 5 %, whose notes differ by 0.24 octaves (tilt, "
        + "bowl, and 0.1 octaves of each note's own), against the simple fit of the same answers by note, weighted by a "
        + "kernel of ±5 semitones. Answers are those that \(subject.word) asked for, or those of `reference`, whose notes "
        + "are drawn evenly.",
      columns: ["Answers asked by", "Curve"] + counts.map(String.init) + ["bar"])
    let population = Population(Self.tenCents, curveSpread: 0.24)
    for asker in subject == .reference ? [subject] : [subject, .reference] {
      let outcomes = CurveStudy(comparison: comparison(population, listeners: listeners, counts: counts))
        .outcomes(of: subject, askedBy: asker)
      let errors = counts.indices.map { count in
        let known = outcomes.compactMap { $0[count].contestant }
        return (
          ours: known.isEmpty ? Double.nan : mean(known).squareRoot(),
          kernel: mean(outcomes.map { $0[count].kernel }).squareRoot()
        )
      }
      table.rows.append([asker.word, subject.word] + errors.map { decimals($0.ours, 3) } + [""])
      table.rows.append([asker.word, "kernel"] + errors.map { decimals($0.kernel, 3) } + [""])
      let ratios = errors.map { $0.ours / $0.kernel }
      table.rows.append(
        [asker.word, "ratio"] + ratios.map { decimals($0, 3) }
          + ["≤ 1.02: " + table.verdict(ratios.allSatisfy { $0 <= 1.02 })])
    }
    return table
  }

  /// The reports on ears that stay the same, and on ears that change.
  func change() -> BarTable {
    let runs = 500
    var table = BarTable(
      "Ears that stay, and ears that change",
      "\(runs) drawn ears each (the doubling ones: 10 cents, lapse 5 %), a hundred answers a day.",
      columns: ["Ear", "What", "measured", "bar"])

    // The bars are about the first 2,000 answers.
    let barred = Array(stride(from: 200, through: 2_000, by: 100))
    let counts = barred + stride(from: 2_100, through: 3_000, by: 100)
    let judged = barred.count - 1
    let improvement = ThresholdChange.linear(octaves: -0.5, over: 2_000)
    let constant = ChangeStudy(
      comparison(.drawn, listeners: runs, counts: counts, schedule: .daily), suspicion: improvement
    ).outcomes(of: subject)
    let moved = exp2(mean(constant.map { $0[judged].shownOctaves - $0[0].shownOctaves })) - 1
    let arrows = constant.count { $0[judged].trend.isArrow }
    let ever = constant.flatMap { $0 }.count { $0.trend.isArrow }
    table.rows.append([
      "stays", "mean change of the shown threshold, answer 200 to 2,000", percent(moved, 1),
      "within ±3 %: " + table.verdict(abs(moved) <= 0.03),
    ])
    let share = Double(arrows) / Double(runs)
    table.rows.append([
      "stays", "runs with an arrow at answer 2,000", percent(share, 1), "≤ 5 %: " + table.verdict(share <= 0.05),
    ])
    table.rows.append([
      "stays", "arrows at every hundredth answer from 200 to 3,000",
      percent(Double(ever) / Double(runs * counts.count), 1),
      "",
    ])

    var improving = Population.drawn
    improving.traits.change = improvement
    let improved = ChangeStudy(
      comparison(improving, listeners: runs, counts: [2_000, 2_500, 3_000], schedule: .daily), suspicion: improvement
    ).outcomes(of: subject)
    let told = (0..<3).map { count in Double(improved.count { $0[count].trend == .improving }) / Double(runs) }
    table.rows.append([
      "improves by half an octave over 2,000 answers", "runs shown as improving at the end", percent(told[0], 1),
      "≥ 90 %: " + table.verdict(told[0] >= 0.90),
    ])
    // The limit at which the best possible evidence is wrong for one in twenty constant ears.
    let doubts = constant.map { $0[judged].evidence }.sorted()
    let line = doubts[Int(0.95 * Double(doubts.count))]
    let findable = Double(improved.count { $0[0].evidence > line }) / Double(runs)
    table.rows.append([
      "improves by half an octave over 2,000 answers",
      "the most that any judge of these answers can find while 5 % of those that stay have an arrow",
      percent(findable, 1), "",
    ])
    table.rows.append([
      "the same, then stays so", "runs shown as improving 500 and 1,000 answers later",
      told.dropFirst().map { percent($0, 1) }.joined(separator: ", "), "",
    ])

    var doubling = Population(Self.tenCents)
    doubling.traits.change = .step(octaves: 1, at: 500)
    for (name, schedule) in [("", Schedule.daily), (", in one sitting", .oneSitting)] {
      let after = Array(stride(from: 510, through: 1_500, by: 10))
      let followed = ChangeStudy(comparison(doubling, listeners: runs, counts: after, schedule: schedule))
        .outcomes(of: subject)
      let errors = after.indices.map { count in mean(followed.map { $0[count].error }) }
      let answers = errors.firstIndex { abs($0) <= 0.25 }.map { after[$0] - 500 }
      table.rows.append([
        "doubles at answer 500" + name, "answers until the mean is within 0.25 octaves",
        answers.map { "\($0)" } ?? "over 1,000", "≤ 300: " + table.verdict((answers ?? .max) <= 300),
      ])
    }
    return table
  }

  /// The choice of notes.
  func notes() throws -> BarTable {
    let listeners = 60
    var table = BarTable(
      "Natural ↔ Mechanical",
      "\(listeners) ears of 10 cents whose notes differ by 0.24 octaves, 400 answers each; the quarters are those of the notes "
        + "in reach.",
      columns: ["Setting", "steps ≤ 12 semitones", "notes in the weakest or least certain quarter", "bar"])
    let population = Population(Self.tenCents, curveSpread: 0.24)
    for setting in [0, 0.5, 1] {
      var settings = TrainingSettings.standard
      settings.naturalMechanical = setting
      let space = try ExerciseSpace(mode: .comparison, settings: settings)
      let outcome = NoteStudy(comparison: comparison(population, listeners: listeners, counts: [400], space: space))
        .outcome(of: subject)
      let near = Double(outcome.near) / Double(outcome.steps)
      let weak = Double(outcome.weakOrUncertain) / Double(outcome.judged)
      let bar =
        switch setting {
        case 0: "all near: " + table.verdict(outcome.near == outcome.steps)
        case 1: "≥ 90 % of the quarters: " + table.verdict(weak >= 0.90)
        default: ""
        }
      table.rows.append([decimals(setting, 1), percent(near, 1), percent(weak, 1), bar])
    }
    return table
  }

  /// Time to think.
  func cost() -> BarTable {
    var table = BarTable(
      "Cost",
      "On one thread of this machine, after 400 answers, in microseconds; of `edge`, two ears learn, the strategy's and the "
        + "profile's. The bar is the share of questplus's time for both, in the same run; with ratings, the time of one ear.",
      columns: ["Strategy", "choose", "learn an answer", "bar"])
    let peer = questplus.isEmpty ? nil : mean(questplus.map(\.microseconds))
    for contender in Contender.all {
      let cost = CostStudy(of: contender, before: Self.tenCents, space: space)
      var bar = ""
      if contender == subject, let peer {
        let share = (cost.choice + cost.update) / peer
        bar = "\(percent(share, 1)), ≤ 2 %: " + table.verdict(share <= 0.02)
      }
      table.rows.append([contender.word, decimals(cost.choice, 1), decimals(cost.update, 1), bar])
    }
    var traits = Self.tenCents
    traits.sureness = .criterion(0.85)
    let rated = CostStudy(of: subject, before: traits, space: space)
    table.rows.append([
      "\(subject.word), answers rated", decimals(rated.choice, 1), decimals(rated.update, 1),
      "\(decimals(rated.update / 2, 1)), ≤ 30: " + table.verdict(rated.update / 2 <= 30),
    ])
    if let peer { table.rows.append(["questplus 2023.1", decimals(peer, 0) + " for both", "", ""]) }
    return table
  }
}

extension Trend? {
  /// Whether a player would see an arrow.
  var isArrow: Bool { self == .improving || self == .declining }
}
