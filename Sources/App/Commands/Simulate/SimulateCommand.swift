import ArgumentParser
import Controllers
import Foundation
import Linux
import Pitch
import Simulation
import Synchronization
import Texts
import Training

/// `peach simulate`: the performance of strategies with simulated listeners.
struct SimulateCommand: NamedCommand {
  static let name = "simulate"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.simulate),
    discussion: Help.example(
      "peach simulate --strategy edge,kazez --threshold 10 --answers 200"))

  @OptionGroup var common: CommonOptions
  @Option(help: Help.text(.simulatedMode))
  var mode = SimulatedMode.comparison
  @Option(help: Help.text(.strategy), completion: .list(StrategyName.allCases.map(\.rawValue)))
  var strategy: String?
  @Option(parsing: .unconditional, help: Help.text(.threshold))
  var threshold = 10.0
  @Option(parsing: .unconditional, help: Help.text(.lapse))
  var lapse = 0.05
  @Option(parsing: .unconditional, help: Help.text(.slope))
  var slope = 1.0
  @Option(parsing: .unconditional, help: Help.text(.lean))
  var lean = 0.0
  @Option(parsing: .unconditional, help: Help.text(.spread))
  var spread = 0.0
  @Option(parsing: .unconditional, help: Help.text(.learning))
  var learning = 0.0
  @Option(parsing: .unconditional, help: Help.text(.fatigue))
  var fatigue = 0.0
  @Option(parsing: .unconditional, help: Help.text(.sure))
  var sure: SimulatedSureness?
  @Option(parsing: .unconditional, help: Help.text(.listeners))
  var listeners = 1_500
  @Option(parsing: .unconditional, help: Help.text(.answers))
  var answers = 400
  @Option(parsing: .unconditional, help: Help.text(.perDay))
  var perDay: Int?
  @Option(parsing: .unconditional, help: Help.text(TextKey.seed))
  var seed: UInt64 = 1
  @Flag(help: Help.text(TextKey.json))
  var json = false

  func validate() throws {
    let texts = Help.catalogue
    if !(threshold > 0 && threshold <= 1_200) { throw ValidationError(texts(.usageThreshold)) }
    let limited: [(name: String, value: Double, range: ClosedRange<Double>)] = [
      ("lapse", lapse, 0...1), ("slope", slope, 0.1...5), ("lean", lean, -3...3), ("spread", spread, 0...2),
      ("learning", learning, -5...5), ("fatigue", fatigue, 0...1), ("sure", sure?.criterion ?? 0, 0...3),
      ("listeners", Double(listeners), 1...100_000),
      ("answers", Double(answers), 1...100_000), ("per-day", Double(perDay ?? 1), 1...100_000),
    ]
    for (name, value, range) in limited where !range.contains(value) {
      let (low, high) = (texts.decimals(range.lowerBound), texts.decimals(range.upperBound))
      throw ValidationError(texts(.optionOutOfRange, ["option": "--\(name)", "low": low, "high": high]))
    }
    let onlyComparison = [
      ("slope", slope != 1), ("spread", spread != 0), ("learning", learning != 0), ("fatigue", fatigue != 0),
      ("sure", sure != nil), ("per-day", perDay != nil),
    ]
    if mode != .comparison, let (name, _) = onlyComparison.first(where: \.1) {
      throw ValidationError(texts(.optionOnlyForComparison, ["option": "--\(name)"]))
    }
    switch mode {
    case .comparison: _ = try named(Contender.all, \.word)
    case .timing: _ = try named(StrategyName.allCases, \.rawValue)
    case .beats: _ = try named([StrategyName.edge], \.rawValue)
    }
  }

  func run() throws {
    let setup = try Setup(common: common)
    let report =
      switch mode {
      case .comparison: try comparisonReport(setup.catalogue)
      case .timing: try timingReport(setup.catalogue)
      case .beats: try beatsReport(setup.catalogue)
      }
    if json {
      put(try report.encoded())
    } else {
      for line in report.lines(setup.catalogue) { put(line) }
    }
  }

  private func comparisonReport(_ texts: Catalogue) throws -> SimulationReport {
    let comparison = Comparison(
      population: population, listeners: listeners, counts: counts, seed: seed,
      space: try ExerciseSpace(mode: .comparison, settings: .standard),
      schedule: perDay.map { Schedule(answersPerDay: $0) } ?? .oneSitting)
    return report(SimulationReport(comparison), try named(Contender.all, \.word), \.word, texts) {
      comparison.outcome(of: $0, before: $1)
    }
  }

  private func timingReport(_ texts: Catalogue) throws -> SimulationReport {
    // The listener's lean is the displacement heard as on time: judgements lean the other way.
    let sigma = threshold / SimulatedListener.thresholdPerSigma
    let comparison = TimingComparison(
      traits: TimingTraits(threshold: threshold, lapse: lapse, lean: -lean * sigma), listeners: listeners,
      counts: counts, seed: seed, space: try TimingSpace(.standard))
    let strategies = try named(StrategyName.allCases, \.rawValue)
    return report(SimulationReport(comparison, lean: lean), strategies, \.rawValue, texts) {
      comparison.outcome(of: $0, by: $1)
    }
  }

  private func beatsReport(_ texts: Catalogue) throws -> SimulationReport {
    // The listener's lean is the difference heard as none: judgements lean the other way.
    let sigma = threshold / SimulatedListener.thresholdPerSigma
    let comparison = BeatsComparison(
      traits: BeatsTraits(threshold: threshold, lapse: lapse, lean: -lean * sigma), listeners: listeners,
      counts: counts, seed: seed, space: BeatsSpace(.standard))
    let strategies = try named([StrategyName.edge], \.rawValue)
    return report(SimulationReport(comparison, lean: lean), strategies, \.rawValue, texts) { index, _ in
      comparison.outcome(of: index)
    }
  }

  /// Returns `empty` with the results of `strategies`, showing the progress.
  private func report<Name: Sendable, Traits>(
    _ empty: SimulationReport, _ strategies: [Name], _ word: (Name) -> String, _ texts: Catalogue,
    of outcome: @escaping @Sendable (Int, Name) -> ListenerOutcome<Traits>
  ) -> SimulationReport {
    let progress = Mutex(Progress(texts(.progress), texts))
    let total = strategies.count * listeners
    var report = empty
    for (place, strategy) in strategies.enumerated() {
      let outcomes = parallel(
        listeners,
        progress: { done in
          let count = place * listeners + done
          progress.withLock { $0.show(Double(count) / Double(total), count: count) }
        }, { outcome($0, strategy) })
      report.add(word(strategy), outcomes)
    }
    progress.withLock { $0.end() }
    return report
  }

  /// Returns those of `all` that `--strategy` names by their words, each once; all without it.
  private func named<Name: Equatable>(_ all: [Name], _ word: (Name) -> String) throws -> [Name] {
    guard let strategy else { return all }
    let words = all.map(word)
    var chosen: [Name] = []
    for name in strategy.split(separator: ",", omittingEmptySubsequences: false) {
      guard let index = words.firstIndex(of: String(name)) else {
        let hint = FileText.nearest(to: String(name), in: words).map { " \(Help.catalogue.didYouMean($0))" }
        throw ValidationError(
          Help.catalogue(.unknownStrategy, ["strategy": String(name), "strategies": words.joined(separator: ", ")])
            + (hint ?? ""))
      }
      if !chosen.contains(all[index]) { chosen.append(all[index]) }
    }
    return chosen
  }

  private var population: Population {
    Population(
      ListenerTraits(
        threshold: threshold, slope: slope, lapse: lapse, lean: lean,
        change: learning == 0 ? .none : .linear(octaves: -learning, over: answers), fatigue: fatigue,
        sureness: sure?.sureness ?? .unrated),
      curveSpread: spread)
  }

  /// The usual counts below the last answer, and the last answer.
  private var counts: [Int] {
    (Comparison.usualCounts + [1_000, 2_000, 5_000, 10_000, 20_000, 50_000]).filter { $0 < answers } + [answers]
  }
}

/// What the simulated listeners practise.
enum SimulatedMode: String, ExpressibleByArgument, CaseIterable, Encodable {
  case comparison
  case timing
  case beats
}

/// When the simulated listeners are sure: beyond a criterion, or of half of their answers by chance.
struct SimulatedSureness: ExpressibleByArgument {
  private static let chance = "chance"

  /// The criterion in standard deviations of the noise; nil: by chance.
  let criterion: Double?

  init?(argument: String) {
    criterion = Double(argument)
    guard criterion != nil || argument == Self.chance else { return nil }
  }

  /// The listeners' property.
  var sureness: Sureness { criterion.map(Sureness.criterion) ?? .chance(0.5) }
}

extension Help {
  /// Returns the help for `peach simulate`'s own options.
  fileprivate static func text(_ key: TextKey) -> ArgumentHelp { ArgumentHelp(catalogue(key)) }
}

extension Catalogue {
  /// Formats a number with as few decimals as needed, up to two.
  fileprivate func decimals(_ value: Double) -> String {
    let powers: [Double] = [1, 10]
    let places = powers.firstIndex { power in
      let scaled = value * power
      return abs(scaled - scaled.rounded()) < 1e-9
    }
    return decimals(value, places: places ?? 2)
  }
}
