import Foundation

/// One finished match as it is fitted: all in cents from the correct pitch.
struct MatchedError: Hashable, Sendable {
  /// Where it ended.
  var error: Double
  /// The lowest and highest end its control could reach.
  var low: Double
  /// See `low`.
  var high: Double
  /// Cents per step of its control; 0 if there was none.
  var step: Double
  /// The octave of its target counted from C of MIDI note 0, or −1 off the keyboard.
  var octave: Int
}

/// Bias and spread of a player's errors, whose lapses and whose control's ends are told apart from them.
///
/// **Model.** With probability 1 − ε an error is normal with the player's bias m and spread s; where it would lie beyond
/// the reach of the control it is held at that end (a censored reading, Tobin 1958). Else it is a lapse: anywhere within
/// reach, or held at an end, one in ten each. A mixture with a uniform rest (Fraley & Raftery 1998) keeps wild errors from
/// moving m and s, and unlike winsorising or a Student-t likelihood it leaves the spread of normal errors as it is, with
/// nothing to calibrate.
///
/// **Forgetting.** A match that n others followed counts exp(−n/200).
///
/// **Fit.** Expectation-maximisation (Dempster, Laird & Rubin 1977) from the median and the median deviation. Weak priors:
/// a tenth of a match at bias 0 and spread 15 cents (normal-inverse-gamma), and 20 matches with one lapse.
///
/// **Bands.** With N = Σ w and Q = Σ w² of the weights that are no lapses, n = N²/Q matches are as good as equally weighted ones (Kish
/// 1965). What is not known of them, whether one is a lapse and where one would have ended, takes a share of their
/// information about m and about ln s: the variance of the complete match's score, given what was seen (Louis 1982,
/// *J. R. Statist. Soc. B* 44:226). With what is left, n′ and n″: m ± t(n′ − 1)·s/√n′, and s·√((n″ − 1)/χ²(n″ − 1)).
/// Simulated with 600 players each, spreads 3, 10 and 40 cents in a range of 100 or of three spreads, up to 10 % lapses, after 20 to
/// 1,000 matches: both bands hold the truth in 85–93 % (82 % at the worst, spread 40 with 10 % lapses); the spread is right to
/// 2 % from 200 matches on.
struct MatchingFit: Hashable, Sendable {
  /// Matches after which one counts 1/e.
  static let forgetting = 200.0
  /// An error this near an end of the reach is held by it, in cents.
  private static let atEnd = 0.05
  private static let rounds = 25
  private static let prior = (matches: 0.1, spread: 15.0)
  private static let lapsePrior = (lapses: 1.0, matches: 20.0)
  /// The share of lapses that are held at one of the ends.
  private static let lapsesAtEnd = 0.1

  /// In cents, with bands.
  let bias: Banded
  /// In cents, with its band.
  let spread: Banded
  /// How many equally weighted matches it is as good as, lapses left out.
  let matches: Double

  /// Of `errors`, each with how many matches followed it; nil if fewer than `fewest` are no lapses.
  init?(_ errors: [(error: MatchedError, age: Int)], fewest: Double) {
    guard Double(errors.count) >= fewest else { return nil }
    let weighted = errors.map { (error: $0.error, weight: exp(-Double($0.age) / Self.forgetting)) }
    var state = State(startingFrom: weighted.map(\.error.error))
    for _ in 0..<Self.rounds { state = Self.improved(state, weighted) }
    let matches = state.total * state.total / state.squares
    guard matches >= fewest else { return nil }
    // The mean was fitted too: one degree of freedom less.
    let spread = max((state.variance * matches / (matches - 1)).squareRoot(), MatchingProfile.finest)
    let known = Self.known(state, weighted)
    let forBias = max(matches * known.bias, 2)
    let error = Quantiles.student(degrees: forBias - 1) * spread / forBias.squareRoot()
    let band = Quantiles.deviationBand(degrees: matches * known.spread - 1)
    guard let bias = Banded(state.mean, between: state.mean - error, and: state.mean + error),
      let spread = Banded(spread, between: spread * band.lowerBound, and: spread * band.upperBound)
    else { return nil }
    (self.bias, self.spread, self.matches) = (bias, spread, matches)
  }

  private struct State {
    var mean: Double
    var variance: Double
    var lapse = MatchingFit.lapsePrior.lapses / MatchingFit.lapsePrior.matches
    /// Σ w and Σ w² of what is no lapse.
    var total = 0.0
    var squares = 0.0

    init(mean: Double, variance: Double) { (self.mean, self.variance) = (mean, variance) }

    /// The median, and the median distance from it (of normal errors 0.6745 spreads).
    init(startingFrom errors: [Double]) {
      let middle = Self.median(errors)
      let distance = Self.median(errors.map { abs($0 - middle) }) / SimulatedListener.thresholdPerSigma
      self.init(mean: middle, variance: max(distance * distance, 1))
    }

    private static func median(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }

  private typealias Weighted = (error: MatchedError, weight: Double)

  private static func improved(_ state: State, _ errors: [Weighted]) -> State {
    var (total, squares, lapses, all) = (0.0, 0.0, 0.0, 0.0)
    var (first, second) = (0.0, 0.0)
    for (error, weight) in errors {
      let expected = Expectation(of: error, state)
      let counted = weight * expected.kept
      total += counted
      squares += counted * counted
      lapses += weight - counted
      all += weight
      first += counted * expected.mean
      second += counted * expected.square
    }
    // In spreads from the mean so far: sums of squares about 0 would lose digits.
    let spread = state.variance.squareRoot()
    let shift = (first - prior.matches * state.mean / spread) / (total + prior.matches)
    let about = second - 2 * shift * first + shift * shift * total
    var next = State(
      mean: state.mean + shift * spread,
      variance: (about * state.variance + prior.matches * prior.spread * prior.spread) / (total + prior.matches))
    next.lapse = (lapses + lapsePrior.lapses) / (all + lapsePrior.matches)
    (next.total, next.squares) = (total, squares)
    return next
  }

  /// The shares of the matches' information about mean and spread that are left by what is not known of them; 0.1…1.
  private static func known(_ state: State, _ errors: [Weighted]) -> (bias: Double, spread: Double) {
    var (total, ofMean, ofSpread) = (0.0, 0.0, 0.0)
    for (error, weight) in errors {
      let expected = Expectation(of: error, state)
      total += weight * expected.kept
      ofMean += weight * expected.missingOfMean
      ofSpread += weight * expected.missingOfSpread
    }
    // A normal match has the information 1 about its mean (in spreads) and 2 about ln spread.
    return (min(max(1 - ofMean / total, 0.1), 1), min(max(1 - ofSpread / (2 * total), 0.1), 1))
  }

  /// What is expected of one match, given where it ended.
  private struct Expectation {
    /// The probability that it is no lapse.
    let kept: Double
    /// If it is none: mean, mean square and mean fourth power of how far from the mean it would have ended without an end
    /// of the control, in spreads.
    var mean = 0.0
    var square = 0.0
    var fourth = 0.0

    init(of error: MatchedError, _ state: State) {
      let spread = state.variance.squareRoot()
      let atHigh = error.high - error.error <= atEnd
      let atLow = error.error - error.low <= atEnd
      guard atHigh || atLow else {
        mean = (error.error - state.mean) / spread
        square = mean * mean
        fourth = square * square
        let density = Self.density(mean) / spread
        kept = Self.share(density, (1 - 2 * lapsesAtEnd) / (error.high - error.low), state.lapse)
        return
      }
      let sign: Double = atHigh ? 1 : -1
      let c = sign * ((atHigh ? error.high : error.low) - state.mean) / spread
      let beyond = 0.5 * erfc(c / 2.0.squareRoot())
      kept = beyond > 1e-12 ? Self.share(beyond, lapsesAtEnd, state.lapse) : 0
      guard kept > 0 else { return }
      // Moments of a normal beyond c, with h = φ(c)/Q(c), by integration by parts.
      let h = Self.density(c) / beyond
      mean = sign * h
      square = 1 + c * h
      fourth = 3 + 3 * c * h + c * c * c * h
    }

    /// Variance of the score of the mean, kept·z, given where it ended.
    var missingOfMean: Double { kept * square - kept * kept * mean * mean }

    /// Variance of the score of ln spread, kept·(z² − 1), given where it ended.
    var missingOfSpread: Double {
      let expected = kept * (square - 1)
      return kept * (fourth - 2 * square + 1) - expected * expected
    }

    private static func density(_ z: Double) -> Double { exp(-z * z / 2) / (2 * Double.pi).squareRoot() }

    private static func share(_ density: Double, _ rest: Double, _ lapse: Double) -> Double {
      let (kept, lapsed) = ((1 - lapse) * density, lapse * rest)
      return kept + lapsed > 0 ? kept / (kept + lapsed) : 0
    }
  }
}
