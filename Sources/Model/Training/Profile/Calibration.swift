import Foundation

/// What Peach knows about a player's sureness: how often answers marked as sure are right, and how often the others.
///
/// **All disciplines together.** The evidence that a player demands before an answer is sure belongs to the player more
/// than to the task, and in every discipline `edge` keeps the share of right answers at the same `target-success`. One
/// discipline alone would need several times the practice to show anything. Each has its own calibration, because the
/// order in which disciplines are learned must not matter, and `report(of:in:)` adds them up.
///
/// **The shares.** Recent answers count more: after `forgetting` more answers with the same rating, one counts 1/e.
/// With N = Σ w and Q = Σ w², n = N²/Q answers are as good as equally weighted ones (Kish 1965). The band is
/// Jeffreys's: the 5 % and 95 % quantiles of Beta(r + ½, n − r + ½), r being the right ones, and 0 or 1 if all were
/// wrong or right (Brown, Cai & DasGupta 2001, *Statistical Science* 16:101). A discipline whose last rated answer is
/// older than that of another counts less: e⁻¹ after `fading` days, as the ear forgets a player's use of "sure".
///
/// **The trend** is of the distance between both shares in log₂ odds: sureness that separates right from wrong better,
/// not a player who becomes sure more easily, or exercises that become easier, which move both shares the same way.
/// Each rating's row of shares is linear about its mean, the score test of Cochran (1954, *Biometrics* 10:417) and
/// Armitage (1955, *Biometrics* 11:375); the claims and their probabilities are those of `TrendEvidence`.
struct Calibration: Hashable, Sendable {
  /// Answers with the same rating after which one counts 1/e.
  static let forgetting = 500.0
  /// Days without a rated answer after which a discipline counts 1/e beside another.
  private static let fading = 120.0
  /// The least precision, in 1/octaves², of the change of the distance between both shares that is claimed to be small
  /// or large: about 400 answers of each rating.
  private static let leastPrecision = 10.0
  /// The fewest answers with either rating that are reported.
  static let fewest = 20
  /// The widest band of a share in the history; stretches with a wider one are added to the next.
  static let widestBand = 0.3

  /// Weighted counts of answers with one rating.
  private struct Sums: Hashable, Sendable {
    /// The number of answers.
    var answers = 0
    /// Σ w, Σ w², and Σ w of the right ones.
    var total = 0.0
    var squares = 0.0
    var right = 0.0

    mutating func learn(_ value: Double) {
      let kept = exp(-1 / Calibration.forgetting)
      answers += 1
      (total, squares, right) = (total * kept + 1, squares * kept * kept + 1, right * kept + value)
    }

    /// Adds the answers of another discipline, each weighted by `weight`, 0…1.
    mutating func add(_ other: Sums, weight: Double) {
      answers += other.answers
      total += weight * other.total
      squares += weight * weight * other.squares
      right += weight * other.right
    }

    /// The recent share of right answers; nil below `fewest` answers.
    var share: Banded? {
      answers >= Calibration.fewest ? Banded(right: right / total, of: total * total / squares) : nil
    }
  }

  /// The answers with one rating.
  private struct Track: Hashable, Sendable {
    var sums = Sums()
    /// Shares right: 1 for a right answer, 0 for a wrong one.
    var timeline = Timeline()
    var judge = TrendJudge()

    mutating func learn(correct: Bool, number: Int, at time: Double?) {
      let value: Double = correct ? 1 : 0
      sums.learn(value)
      judge.learn(ThresholdReading(octaves: value, precision: 1), number: number, at: time)
      if let time { timeline.learn(value, at: time) }
    }
  }

  private var sure = Track()
  private var unsure = Track()
  /// The time of the newest rated answer.
  private var clock = PracticeClock()

  /// The calibration of a player who has rated no answer.
  init() {}

  /// Learns an answer given at `date`; one without a rating teaches nothing. Times are handled as for comparisons.
  mutating func learn(isSure: Bool?, correct: Bool, at date: Date) {
    guard let isSure else { return }
    let time = clock.advance(to: date)
    let number = answers + 1
    if isSure {
      sure.learn(correct: correct, number: number, at: time)
    } else {
      unsure.learn(correct: correct, number: number, at: time)
    }
  }

  /// `now` in seconds since 1970, not before the newest rated answer.
  func reference(_ now: Date) -> Double { clock.reference(now) }

  /// The number of rated answers.
  var answers: Int { sure.sums.answers + unsure.sums.answers }

  /// Returns the report on all disciplines to show; nil until there are `fewest` answers with either rating. History
  /// and trend are those of the discipline with the most rated answers.
  static func report(
    of calibrations: [(discipline: Discipline, calibration: Calibration)], in shown: TimelineCalendar
  ) -> CalibrationReport? {
    guard let most = calibrations.max(by: { $0.calibration.answers < $1.calibration.answers }) else { return nil }
    let newest = calibrations.compactMap(\.calibration.clock.newest).max() ?? 0
    func share(_ track: (Calibration) -> Track) -> RatedShare? {
      let sums = calibrations.reduce(into: Sums()) { sums, part in
        let days = (newest - (part.calibration.clock.newest ?? newest)) / 86_400
        sums.add(track(part.calibration).sums, weight: exp(-days / fading))
      }
      return sums.share.map { share in
        RatedShare(
          answers: sums.answers, right: share,
          timeline: track(most.calibration).timeline.buckets(in: shown, value: \.shareRight))
      }
    }
    guard let sure = share(\.sure), let unsure = share(\.unsure) else { return nil }
    return CalibrationReport(sure: sure, unsure: unsure, discipline: most.discipline, trend: most.calibration.trend)
  }

  /// The trend of the distance between both shares; nil without enough evidence.
  var trend: Trend? {
    guard sure.sums.share != nil, unsure.sums.share != nil else { return nil }
    let rows = TrendJudge.recent([unsure.judge, sure.judge]).map(Self.odds)
    // The variance of a difference is the sum of both: few answers with one rating say little, however many have the
    // other.
    let variance = rows.reduce(0) { $0 + 1 / $1.reduce(0) { $0 + $1.precision } }
    guard variance <= 1 / Self.leastPrecision else { return nil }
    // The threshold of other trends becomes smaller as it improves; the distance becomes larger.
    return TrendEvidence(of: rows[0], against: rows[1])?.trend
  }

  /// Returns the shares of `blocks` in log₂ odds, from any level.
  private static func odds(_ blocks: [TrendJudge.Block]) -> [TrendEvidence.Point] {
    let count = blocks.reduce(0) { $0 + $1.precision }
    let share = (blocks.reduce(0) { $0 + $1.octaves } + 0.5) / (count + 1)
    // The derivative of the share with respect to its log₂ odds.
    let slope = share * (1 - share) * M_LN2
    return blocks.map { block in
      TrendEvidence.Point(
        position: block.index / block.precision, octaves: block.octaves / block.precision / slope,
        precision: block.precision * slope * M_LN2)
    }
  }

  func write(to writer: inout SnapshotWriter) {
    for track in [sure, unsure] {
      writer.write(track.sums.answers)
      for sum in [track.sums.total, track.sums.squares, track.sums.right] { writer.write(sum) }
      track.timeline.write(to: &writer)
      track.judge.write(to: &writer)
    }
    clock.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    sure = try Self.track(from: &reader)
    unsure = try Self.track(from: &reader)
    clock = try PracticeClock(from: &reader)
  }

  private static func track(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) -> Track {
    var track = Track()
    var sums = Sums()
    sums.answers = try reader.integer(in: SnapshotReader.counts)
    let range = 0...forgetting + 1
    sums.total = try reader.finite(in: range)
    sums.squares = try reader.finite(in: range)
    sums.right = try reader.finite(in: 0...sums.total)
    // Σ w² of geometric weights is at least (Σ w)² / 2·forgetting.
    let isSum = sums.total > 0 && sums.total * sums.total <= sums.squares * (2 * forgetting + 1)
    guard (sums.answers > 0) == isSum else { throw SnapshotReader.Unreadable() }
    track.sums = sums
    track.timeline = try Timeline(from: &reader)
    track.judge = try TrendJudge(from: &reader)
    return track
  }
}

extension Banded {
  /// The share `right`, 0…1, of `count` answers with Jeffreys's band: see `Calibration`.
  init(right: Double, of count: Double) {
    let (hits, misses) = (right * count, (1 - right) * count)
    let low = right > 0 ? Quantiles.beta(0.05, hits + 0.5, misses + 0.5) : 0
    let high = right < 1 ? Quantiles.beta(0.95, hits + 0.5, misses + 0.5) : 1
    self.init(right, min(low, right)...max(high, right))
  }
}

extension TimelineBin {
  /// The share of right answers; nil while its band is wider than `Calibration.widestBand`.
  fileprivate var shareRight: Banded? {
    guard weight > 0 else { return nil }
    let share = Banded(right: min(max(mean, 0), 1), of: weight)
    return share.band.upperBound - share.band.lowerBound <= Calibration.widestBand ? share : nil
  }
}
