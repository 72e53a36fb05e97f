import Foundation

/// A Bayesian comparison of three claims about a row of readings: the threshold stayed, fell, or rose.
///
/// **The rows.** Readings in different conditions have separate levels and share one change: the judgement is about how
/// they develop, not about their level.
///
/// **The claims.** It stayed: one unknown level. It fell (rose): an unknown level plus or minus a·s(i), with the whole
/// change a > 0 in octaves, half-normal with a scale of 0.5, and s one of four shapes that go from 0 at the first
/// reading to 1 at the newest, equally probable:
/// - approach with e-folding after 600, and after 200 readings. Individual learners' thresholds approach their limit
///   exponentially (Dosher & Lu 2007, *Psychological Science* 18:531; Cochrane & Green 2021, *Journal of Vision*
///   21(13):5);
/// - a straight line, and a straight line over the newer half alone: continued learning, and a recent change.
///
/// **The evidence.** With the level integrated out under a flat prior, one shape's data reduce to z, the least-squares
/// change divided by its standard error 1/√I, with the information about it I = Σ p·(s − s̄)². With k = 0.25·I and m =
/// √(k/(1 + k)) the Bayes factor against "stayed" is 2·Φ(z·m)·exp(z²·m²/2)/√(1 + k) (completing the square; the
/// normal-prior Bayes factor of Kass & Raftery 1995, *JASA* 90:773, cut at 0). A claim's evidence is the mean over its
/// shapes.
///
/// **The judgement.** Before any reading "stayed" has 72 %, "fell" 24 %, "rose" 4 %: trained ears improve more often
/// than they decline, and a false report of decline hurts more than a missing one. An arrow is shown if its claim is
/// more probable than the other two together; that is a Bayes factor of about 3 to improve and 18 to decline.
///
/// **Error rates** for independent readings of 0.155/octave² (80 % right, 5 % lapses), 4,000 runs each. A constant ear
/// has an arrow in 2–4 % of looks, whether at answer 500, 2,000 or 8,000; one that points to declining in 0.3 %. An ear
/// that improves by half an octave over 2,000 answers gets the arrow at answer 2,000 in 59 % of runs if it learns
/// exponentially (constant 600), 70 % if steadily, 86 % along an S, 96 % if at once half-way; in 80, 82, 93, 99 % at
/// some look, every 100 answers, on the way. By an octave: 99 %. These are rates of single looks: a constant ear has
/// the arrow at some of 19 looks up to answer 2,000 in 22 % of runs. An ear that differs from day to day has it more
/// often than a constant one: its days are real.
///
/// No other judge does much better. By Neyman and Pearson's lemma (1933) a judge that knew shape and size of the change
/// beforehand, and was wrong in as many constant ears (3.2 % improving), would find Φ(√I·a − 1.85) of the improving
/// ones: 60 % (exponential) and 72 % (steady), √I·a being 2.09 and 2.43. For 90 % it would need 1.7 (steady) to 2.2
/// times (exponential) the information, which 2,000 answers at 80 % right do not hold.
struct TrendEvidence: Hashable, Sendable {
  /// The mean of successive readings.
  struct Point: Hashable, Sendable {
    /// The mean of their numbers.
    var position: Double
    /// log₂ of the threshold.
    var octaves: Double
    /// 1/octave².
    var precision: Double
  }

  /// Scale of the half-normal prior of a change, in octaves.
  static let changeScale = 0.5
  /// Probabilities before any reading.
  static let priorStayed = 0.72
  static let priorFell = 0.24
  static let priorRose = 0.04

  /// The probability that the threshold fell: that the ear improved.
  let fell: Double
  /// The probability that it rose.
  let rose: Double

  /// The evidence of one row of `points`, oldest first; nil if they are not valid numbers.
  init?(_ points: [Point]) { self.init(rows: [points]) }

  /// The evidence of rows with a level each, oldest first in each of them; nil if they are not valid numbers.
  init?(rows: [[Point]]) {
    self.init(rows) { scores in
      scores.reduce((score: 0, information: 0)) { ($0.score + $1.score, $0.information + $1.information) }
    }
  }

  /// The evidence about the distance by which `row` lies above `other`: it fell if they approached each other. A change
  /// common to both, which may be of any size, says nothing. Nil if the rows are not valid numbers.
  init?(of row: [Point], against other: [Point]) {
    guard !row.isEmpty, !other.isEmpty else { return nil }
    self.init([row, other]) { scores in
      // The variances of both changes add up.
      let information = 1 / scores.reduce(0) { $0 + 1 / $1.information }
      return (
        (scores[0].score / scores[0].information - scores[1].score / scores[1].information) * information, information
      )
    }
  }

  /// The score and the information of a change.
  private typealias Score = (score: Double, information: Double)

  /// The evidence of `rows`, oldest first in each of them, whose scores `sum` combines; nil if they are not valid
  /// numbers.
  private init?(_ rows: [[Point]], sum: ([Score]) -> Score) {
    guard let first = rows.compactMap(\.first?.position).min(), let last = rows.compactMap(\.last?.position).max(),
      last - first >= 1
    else { return nil }
    var logFell: [Double] = []
    var logRose: [Double] = []
    for shape in Shape.allCases {
      let (score, information) = sum(
        rows.filter { !$0.isEmpty }.map { Self.score($0, shape, from: first, length: last - first) })
      guard score.isFinite, information.isFinite, information > 0 else { return nil }
      let standardized = score / information.squareRoot()
      logFell.append(Self.logBayesFactor(-standardized, information))
      logRose.append(Self.logBayesFactor(standardized, information))
    }
    // Relative to the greatest, so that overwhelming evidence stays a number.
    let greatest = max(0, logFell.max() ?? 0, logRose.max() ?? 0)
    func weight(_ logs: [Double]) -> Double { logs.reduce(0) { $0 + exp($1 - greatest) } / Double(logs.count) }
    let (stayed, fell, rose) = (
      Self.priorStayed * exp(-greatest), Self.priorFell * weight(logFell), Self.priorRose * weight(logRose)
    )
    self.fell = fell / (stayed + fell + rose)
    self.rose = rose / (stayed + fell + rose)
  }

  /// The trend shown.
  var trend: Trend { fell > 0.5 ? .improving : rose > 0.5 ? .declining : .stable }

  private enum Shape: CaseIterable {
    case slowApproach, quickApproach, line, recentLine

    /// The share of the change, 0…1, after `past` of `length` readings.
    func value(_ past: Double, of length: Double) -> Double {
      switch self {
      case .slowApproach: approach(past, of: length, constant: 600)
      case .quickApproach: approach(past, of: length, constant: 200)
      case .line: past / length
      case .recentLine: max(2 * past / length - 1, 0)
      }
    }

    private func approach(_ past: Double, of length: Double, constant: Double) -> Double {
      expm1(-past / constant) / expm1(-length / constant)
    }
  }

  /// Σ p·(s − s̄)·octaves and Σ p·(s − s̄)² over one row: the score and the information of the change.
  private static func score(
    _ points: [Point], _ shape: Shape, from first: Double, length: Double
  ) -> Score {
    let values = points.map { shape.value($0.position - first, of: length) }
    var (total, mean) = (0.0, 0.0)
    for (point, value) in zip(points, values) {
      total += point.precision
      mean += point.precision * value
    }
    mean /= total
    var (score, information) = (0.0, 0.0)
    for (point, value) in zip(points, values) {
      score += point.precision * (value - mean) * point.octaves
      information += point.precision * (value - mean) * (value - mean)
    }
    return (score, information)
  }

  /// The natural logarithm of the Bayes factor of "it rose" against "it stayed", for a change of `standardized`
  /// standard errors with this much information.
  static func logBayesFactor(_ standardized: Double, _ information: Double) -> Double {
    let k = changeScale * changeScale * information
    let shrunk = standardized * (k / (1 + k)).squareRoot()
    return log(2) + Quantiles.logNormalCumulative(shrunk) + shrunk * shrunk / 2 - log1p(k) / 2
  }
}
