import Foundation
import Simulation
import Terminal
import Texts

/// The output of `peach simulate`. `docs/playing/reference/simulate.md` documents the data.
struct SimulationReport: Encodable {
  /// The requested listeners.
  struct Listeners: Encodable {
    var count: Int
    var threshold: Double
    var lapse: Double
    var lean: Double
    // Of comparison only.
    var slope: Double?
    var spread: Double?
    /// The fall of the threshold up to the last answer, in octaves.
    var learning: Double?
    var fatigue: Double?
    /// The criterion beyond which they are sure, in standard deviations of the noise.
    var sure: Double?
    /// The share of answers of which they are sure by chance.
    var sureByChance: Double?
  }

  /// The results of one strategy.
  struct Strategy: Encodable {
    var strategy: String
    var shareRight: Double
    var errors: [Errors]
  }

  /// The errors after a number of answers.
  struct Errors: Encodable {
    var answers: Int
    /// The root mean square of the error, in octaves.
    var rootMeanSquare: Double
    /// The mean error in octaves: positive if the estimate is too large.
    var mean: Double
    /// The share of 90 % bands that contained the threshold; absent if none was shown.
    var covered: Double?
  }

  var seed: UInt64
  var mode: SimulatedMode
  var listeners: Listeners
  var strategies: [Strategy] = []
  private var counts: [Int]

  private enum CodingKeys: String, CodingKey {
    case seed, mode, listeners, strategies
  }

  /// Creates a report of these listeners, without strategies.
  init(_ comparison: Comparison) {
    let traits = comparison.population.traits
    seed = comparison.seed
    counts = comparison.counts
    mode = .comparison
    let change = traits.change.octaves(at: comparison.counts.last ?? 0)
    listeners = Listeners(
      count: comparison.listeners, threshold: traits.threshold, lapse: traits.lapse, lean: traits.lean,
      slope: traits.slope, spread: comparison.population.curveSpread, learning: change == 0 ? 0 : -change,
      fatigue: traits.fatigue)
    switch traits.sureness {
    case .unrated: break
    case .criterion(let criterion): listeners.sure = criterion
    case .chance(let share): listeners.sureByChance = share
    }
  }

  /// Creates a report of these ears, without strategies; `lean` is in standard deviations of their noise.
  init(_ comparison: TimingComparison, lean: Double) {
    seed = comparison.seed
    counts = comparison.counts
    mode = .timing
    listeners = Listeners(
      count: comparison.listeners, threshold: comparison.traits.threshold, lapse: comparison.traits.lapse, lean: lean)
  }

  /// Creates a report of these ears for beats, without strategies; `lean` is in standard deviations of their noise.
  init(_ comparison: BeatsComparison, lean: Double) {
    seed = comparison.seed
    counts = comparison.counts
    mode = .beats
    listeners = Listeners(
      count: comparison.listeners, threshold: comparison.traits.threshold, lapse: comparison.traits.lapse, lean: lean)
  }

  /// Adds the results of the strategy of this name.
  mutating func add<Traits>(_ strategy: String, _ outcomes: [ListenerOutcome<Traits>]) {
    let errors = counts.indices.map { index in
      let errors = outcomes.map { $0.errors[index] }
      let bands = outcomes.compactMap { $0.isCovered[index] }
      return Errors(
        answers: counts[index], rootMeanSquare: rootMeanSquare(errors), mean: mean(errors),
        covered: bands.isEmpty ? nil : mean(bands.map { $0 ? 1 : 0 }))
    }
    strategies.append(
      Strategy(strategy: strategy, shareRight: mean(outcomes.map(\.shareRight)), errors: errors))
  }

  /// Returns the report as JSON.
  /// - Throws: never in practice: it consists of text, numbers and lists.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Returns the report in words: an explanation of the numbers, then a table.
  func lines(_ texts: Catalogue) -> [String] {
    let about = texts(.about, ["listeners": "\(listeners.count)", "seed": "\(seed)"])
    let head = [texts(.columnStrategy)] + counts.map(String.init) + [texts(.columnRight)]
    let rows = strategies.map { strategy in
      [strategy.strategy] + strategy.errors.map { texts.decimals($0.rootMeanSquare, places: 2) }
        + [texts.pictureWords(.percent, ["value": texts.decimals(100 * strategy.shareRight, places: 0)])]
    }
    return [texts(.heading), about, ""] + TextTable([head] + rows).lines
  }
}
