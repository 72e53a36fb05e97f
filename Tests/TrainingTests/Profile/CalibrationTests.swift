import Foundation
import Testing

@testable import Training

/// A player's sureness, from seeded answers.
struct CalibrationTests {
  private struct Player {
    /// The share of answers marked as sure.
    var sureness = 0.5
    /// The share of right answers of either rating, after this part of the practice, 0…1.
    var sure: (Double) -> Double
    var unsure: (Double) -> Double
  }

  private func calibration(
    _ player: Player, answers: Int, _ generator: inout SeededGenerator, from start: Double = 1.7e9
  ) -> Calibration {
    var calibration = Calibration()
    for answer in 0..<answers {
      let part = Double(answer) / Double(answers)
      let isSure = generator.unit() < player.sureness
      let correct = generator.unit() < (isSure ? player.sure(part) : player.unsure(part))
      calibration.learn(
        isSure: isSure, correct: correct, at: Date(timeIntervalSince1970: start + Double(answer) * 60))
    }
    return calibration
  }

  private func report(_ calibration: Calibration, and other: Calibration = Calibration()) throws -> CalibrationReport? {
    let now = calibration.reference(Date(timeIntervalSince1970: 0))
    return Calibration.report(
      of: [(.comparison, calibration), (.timing, other)],
      in: TimelineCalendar(now: now, calendar: try calendar("UTC")))
  }

  /// Beta(½, ½) is the arcsine distribution; of whole parameters, the cumulative is a binomial tail (Abramowitz &
  /// Stegun 26.5.24).
  @Test func `quantiles of a share agree with exact values`() {
    for probability in [0.01, 0.05, 0.3, 0.5, 0.95] {
      let root = sin(.pi * probability / 2)
      #expect(abs(Quantiles.beta(probability, 0.5, 0.5) - root * root) < 1e-9)
    }
    for (count, hits) in [(5, 1), (20, 17), (100, 94), (400, 200), (3_000, 2_900)] {
      for share in [0.02, 0.3, 0.5, 0.85, 0.96] {
        let tail = (hits...count).reduce(0.0) { sum, k in
          let ways = lgamma(Double(count + 1)) - lgamma(Double(k + 1)) - lgamma(Double(count - k + 1))
          return sum + exp(ways + Double(k) * log(share) + Double(count - k) * log(1 - share))
        }
        let found = Quantiles.betaCumulative(share, Double(hits), Double(count - hits + 1))
        #expect(abs(found - tail) < 1e-9, "\(hits) of \(count) at \(share)")
      }
    }
  }

  @Test func `a share without exceptions reaches its end`() {
    #expect(Banded(right: 1, of: 30).band.upperBound == 1 && Banded(right: 1, of: 30).band.lowerBound > 0.9)
    #expect(Banded(right: 0, of: 30).band.lowerBound == 0 && Banded(right: 0, of: 30).band.upperBound < 0.1)
    for hits in 0...20 {
      let share = Banded(right: Double(hits) / 20, of: 20)
      #expect(share.band.contains(share.value))
    }
  }

  /// From the first numbers shown. 800 bands; fewer than 86 % or more than 94 % have a probability below 0.02 % if the
  /// true rate is 90 %.
  @Test(arguments: [40, 100, 1_000, 5_000]) func `the bands cover the truth`(answers: Int) throws {
    var generator = SeededGenerator(seed: UInt64(answers))
    var (covered, bands) = (0, 0)
    while bands < 800 {
      let (sure, unsure) = (0.75 + 0.24 * generator.unit(), 0.5 + 0.3 * generator.unit())
      let share = answers == 2 * Calibration.fewest ? 0.5 : 0.3 + 0.4 * generator.unit()
      let player = Player(sureness: share, sure: { _ in sure }, unsure: { _ in unsure })
      guard let report = try report(calibration(player, answers: answers, &generator)) else { continue }
      covered += report.sure.right.band.contains(sure) ? 1 : 0
      covered += report.unsure.right.band.contains(unsure) ? 1 : 0
      bands += 2
    }
    let rate = Double(covered) / Double(bands)
    #expect((0.86...0.94).contains(rate), "\(rate)")
  }

  @Test func `nothing is reported before there are enough answers with either rating`() throws {
    var calibration = Calibration()
    func learn(_ isSure: Bool?, _ count: Int) {
      for _ in 0..<count {
        calibration.learn(isSure: isSure, correct: true, at: Date(timeIntervalSince1970: 1.7e9))
      }
    }
    learn(nil, 100)
    #expect(calibration == Calibration())
    learn(true, 100)
    learn(false, Calibration.fewest - 1)
    #expect(try report(calibration) == nil)
    learn(false, 1)
    let found = try #require(try report(calibration))
    #expect(found.sure.answers == 100 && found.unsure.answers == Calibration.fewest)
    #expect(found.sure.right.value == 1 && found.sure.right.band.upperBound == 1)
  }

  @Test func `recent answers count more`() throws {
    var generator = SeededGenerator(seed: 5)
    let changed = Player(sure: { $0 < 0.5 ? 0.7 : 0.95 }, unsure: { _ in 0.6 })
    let found = try #require(try report(calibration(changed, answers: 6_000, &generator)))
    #expect(abs(found.sure.right.value - 0.95) < 0.02)
  }

  @Test func `an exercise that is no longer rated counts less and less`() throws {
    var generator = SeededGenerator(seed: 6)
    let old = Player(sure: { _ in 0.6 }, unsure: { _ in 0.5 })
    let new = Player(sure: { _ in 0.95 }, unsure: { _ in 0.5 })
    let years = 3 * 365 * 86_400.0
    let before = calibration(old, answers: 6_000, &generator)
    let found = try #require(
      try report(before, and: calibration(new, answers: 2_000, &generator, from: 1.7e9 + years)))
    #expect(abs(found.sure.right.value - 0.95) < 0.02)
    // Their history is that of the one with more answers.
    #expect(found.discipline == .comparison && found.sure.answers > 3_000)
    let both = try #require(try report(before, and: calibration(new, answers: 2_000, &generator)))
    #expect(both.sure.right.value < 0.9)
  }

  /// Its shares are known apart, but not the change of their distance.
  @Test func `few answers with one rating give no trend`() {
    var generator = SeededGenerator(seed: 14)
    for sureness in [0.05, 0.08] {
      for _ in 0..<50 {
        let player = Player(sureness: sureness, sure: { $0 < 0.5 ? 0.65 : 0.97 }, unsure: { _ in 0.66 })
        #expect(calibration(player, answers: 500, &generator).trend == nil)
      }
    }
  }

  private func arrows(_ player: Player, answers: Int, runs: Int, seed: UInt64) -> [Trend: Double] {
    var generator = SeededGenerator(seed: seed)
    var arrows: [Trend: Double] = [:]
    for _ in 0..<runs {
      guard let trend = calibration(player, answers: answers, &generator).trend else { continue }
      arrows[trend, default: 0] += 1 / Double(runs)
    }
    return arrows
  }

  /// A constant calibration has an arrow in 2 % of runs; more than 5 % of 300 have a probability of 0.1 %.
  @Test(arguments: [1_000, 2_000, 4_000]) func `a constant calibration seldom has an arrow`(answers: Int) {
    let constant = Player(sure: { _ in 0.93 }, unsure: { _ in 0.66 })
    let arrows = arrows(constant, answers: answers, runs: 300, seed: UInt64(answers))
    #expect(arrows[.improving, default: 0] + arrows[.declining, default: 0] <= 0.05, "\(arrows)")
    #expect(arrows[.stable, default: 0] > 0.9, "\(arrows)")
  }

  /// A player who becomes sure more easily, or for whom everything becomes easier, is not calibrated better or worse.
  @Test func `what moves both shares is no trend`() {
    let easier = Player(
      sure: { 1 / (1 + exp(-1.5 - 1.5 * $0)) }, unsure: { 1 / (1 + exp(0.3 - 1.5 * $0)) })
    let arrows = arrows(easier, answers: 3_000, runs: 200, seed: 9)
    #expect(arrows[.improving, default: 0] + arrows[.declining, default: 0] <= 0.06, "\(arrows)")
  }

  @Test func `a clear change has its arrow`() {
    let apart = Player(sure: { 0.8 + 0.17 * $0 }, unsure: { 0.8 - 0.25 * $0 })
    #expect(arrows(apart, answers: 3_000, runs: 40, seed: 10)[.improving, default: 0] >= 0.9)
    let together = Player(sure: { 0.97 - 0.17 * $0 }, unsure: { 0.55 + 0.25 * $0 })
    #expect(arrows(together, answers: 3_000, runs: 40, seed: 11)[.declining, default: 0] >= 0.8)
  }

  @Test func `the history has the share of each day`() throws {
    var generator = SeededGenerator(seed: 12)
    let days = Player(sure: { $0 < 0.5 ? 0.6 : 0.98 }, unsure: { _ in 0.5 })
    // Two days of 600 answers, one a minute each.
    let found = try #require(
      try report(
        calibration(days, answers: 1_200, &generator, from: try moment("2024-03-01T14:00Z").timeIntervalSince1970)))
    #expect(found.sure.timeline.count == 2 && found.unsure.timeline.count == 2)
    #expect(found.sure.timeline.map(\.count).reduce(0, +) == found.sure.answers)
    let values = found.sure.timeline.map(\.value)
    #expect(values[0].band.contains(0.6) || abs(values[0].value - 0.6) < 0.08)
    #expect(values[1].value > values[0].value)
  }

  @Test func `a snapshot continues as if nothing had happened, and a damaged one is refused or usable`() throws {
    var generator = SeededGenerator(seed: 13)
    let player = Player(sure: { _ in 0.9 }, unsure: { _ in 0.6 })
    let whole = calibration(player, answers: 2_500, &generator)
    var writer = SnapshotWriter()
    whole.write(to: &writer)
    var exact = SnapshotReader(writer.bytes)
    #expect(try Calibration(from: &exact) == whole && exact.isAtEnd)
    var served = 0
    for _ in 0..<200 {
      var reader = SnapshotReader(damaged(writer.bytes, &generator))
      guard var read = try? Calibration(from: &reader) else { continue }
      served += 1
      read.learn(isSure: true, correct: false, at: Date(timeIntervalSince1970: 1.8e9))
      _ = (read.trend, try report(read))
    }
    #expect((1..<200).contains(served))
  }

  @Test func `every discipline that is answered teaches it, and withdrawn answers do not`() throws {
    var profile = PerceptualProfile()
    func learn(withdrawn: Bool) throws {
      for answer in 0..<60 {
        let isSure: Bool? = answer < 30
        var comparison = record(try exercise(offset: 20), correct: answer % 3 > 0, withdrawn: withdrawn)
        comparison.isSure = isSure
        var timing = TimingRecord.blank
        (timing.correct, timing.isSure, timing.withdrawn) = (answer % 3 > 0, isSure, withdrawn)
        var beats = BeatsRecord.blank
        (beats.correct, beats.isSure, beats.withdrawn) = (answer % 3 > 0, isSure, withdrawn)
        for record in [comparison.asExerciseRecord, timing.asExerciseRecord, beats.asExerciseRecord] {
          profile.learn(record)
        }
      }
    }
    func report() throws -> CalibrationReport? {
      profile.report(over: .standard, now: Date(timeIntervalSince1970: 1.7e9), calendar: try calendar("UTC"))
        .calibration
    }
    try learn(withdrawn: true)
    #expect(try report() == nil)
    try learn(withdrawn: false)
    let found = try #require(try report())
    #expect(found.sure.answers == 90 && found.unsure.answers == 90)
    #expect(abs(found.sure.right.value - 2 / 3) < 0.05)
    #expect(PerceptualProfile(snapshot: profile.snapshot) == profile)
  }

  /// A store learns each table for itself.
  @Test func `the order in which disciplines are learned does not matter`() {
    func records<Record: ListedRecord>(_ blank: Record, _ rate: (inout Record, Bool) -> Void) -> [ExerciseRecord] {
      (0..<40).map { index in
        var record = blank
        rate(&record, index % 3 > 0)
        return record.asExerciseRecord
      }
    }
    let comparisons = records(ComparisonRecord.blank) { ($0.isSure, $0.correct) = ($1, $1) }
    let timings = records(TimingRecord.blank) { ($0.isSure, $0.correct) = (!$1, $1) }
    var (mixed, apart) = (PerceptualProfile(), PerceptualProfile())
    for (comparison, timing) in zip(comparisons, timings) {
      mixed.learn(comparison)
      mixed.learn(timing)
    }
    for record in timings + comparisons { apart.learn(record) }
    #expect(mixed.snapshot == apart.snapshot)
  }
}
