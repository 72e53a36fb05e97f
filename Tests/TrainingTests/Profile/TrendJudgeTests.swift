import Foundation
import Testing

@testable import Training

/// The judge of trends against simulated readings as an ear at the edge gives them: independent, 0.155/octave² each.
///
/// Seeded, so they give the same each time; stated is how often other seeds would fail.
struct TrendJudgeTests {
  private static let precision = 0.155

  /// Returns the judge after `count` answers of an ear whose threshold is `octaves(answer)`; the first 60 are not read.
  private func judge(_ seed: UInt64, answers count: Int = 2_000, _ octaves: (Double) -> Double) -> TrendJudge {
    var generator = SeededGenerator(seed: seed)
    var judge = TrendJudge()
    let deviation = 1 / Self.precision.squareRoot()
    for answer in 60..<count {
      let octaves = octaves(Double(answer)) + generator.deviate() * deviation
      judge.learn(ThresholdReading(octaves: octaves, precision: Self.precision), at: Double(answer) * 6)
    }
    return judge
  }

  private func share(_ trend: Trend, runs: Int, seed: UInt64, _ octaves: (Double) -> Double) -> Double {
    let told = (0..<runs).filter { judge(seed + UInt64($0), octaves).trend == trend }.count
    return Double(told) / Double(runs)
  }

  /// An arrow has 3.4 %; more than 8 % of 150 runs has a probability of 0.4 %.
  @Test func `a constant ear seldom has an arrow`() {
    let stable = share(.stable, runs: 150, seed: 1) { _ in 3 }
    #expect(stable >= 0.92)
  }

  /// By half an octave, exponentially with a constant of 600: 59 %, of at most 60 % by Neyman and Pearson's lemma
  /// (see `TrendEvidence`); fewer than 45 % of 100 runs have a probability of 0.2 %.
  @Test func `an ear that improves is reported nearly as often as possible`() {
    let told = share(.improving, runs: 100, seed: 2_000) { 3 + 0.52 * exp(-$0 / 600) }
    #expect(told >= 0.45)
  }

  /// By a whole octave: 99 %; fewer than 36 of 40 have a probability below 0.1 %.
  @Test(arguments: [600.0, 1e6]) func `an octave is never overlooked`(constant: Double) {
    let whole = 1 / -expm1(-2_000 / constant)
    let told = share(.improving, runs: 40, seed: 3_000) { 3 + whole * expm1(-$0 / constant) }
    #expect(told >= 0.9)
  }

  /// A rise needs more evidence than a fall; an octave has 93 % and more.
  @Test func `a clear decline is reported`() {
    #expect(share(.declining, runs: 40, seed: 4_000) { 3 + $0 / 2_000 } >= 0.75)
    #expect(share(.improving, runs: 40, seed: 4_000) { 3 + $0 / 2_000 } == 0)
  }

  @Test func `few answers are not a trend`() {
    #expect(TrendJudge().trend == nil)
    #expect(judge(1, answers: 200) { 8 - $0 / 50 }.trend == nil)
    #expect(judge(1, answers: 300) { 8 - $0 / 50 }.trend == .improving)
  }

  @Test func `an old change is not a trend`() {
    // Three octaves in the first 500 of 6,000 answers.
    let judge = judge(7, answers: 6_000) { 6 - min($0, 500) / 167 }
    #expect(judge.trend == .stable)
    #expect(judge.blocks.count == TrendJudge.mostBlocks && judge.blocks.allSatisfy { $0.count <= 64 })
  }

  @Test func `readings from years ago are not judged`() throws {
    var judge = TrendJudge()
    let reading = { ThresholdReading(octaves: $0, precision: 0.2) }
    for _ in 0..<320 { judge.learn(reading(6), at: 0) }
    for _ in 0..<320 { judge.learn(reading(3), at: TrendJudge.memory + 1) }
    #expect(judge.trend == .stable)
    let evidence = try found(judge.evidence)
    #expect(evidence.fell < 0.24 && evidence.rose < 0.04)
  }

  @Test func `an invalid reading teaches nothing`() {
    var judge = TrendJudge()
    for (octaves, precision) in [
      (Double.nan, 1.0), (.infinity, 1), (3, 0), (3, -1), (3, .nan), (3, .infinity), (1e9, 1),
    ] {
      judge.learn(ThresholdReading(octaves: octaves, precision: precision), at: 0)
    }
    #expect(judge == TrendJudge())
  }

  /// Blocks hold everything they were given: merging loses no precision and no order.
  @Test func `merging keeps the sums`() {
    var judge = TrendJudge()
    for count in 1...4_096 {
      judge.learn(ThresholdReading(octaves: Double(count % 7), precision: 0.25), at: Double(count))
      let total = judge.blocks.reduce(0) { $0 + $1.precision }
      guard count.isMultiple(of: 61) else { continue }
      #expect(total == Double(count) / 4)
      #expect(judge.blocks.reduce(0) { $0 + $1.index } == Double(count * (count + 1)) / 8)
      #expect(judge.blocks.count <= 64)
    }
  }

  /// The mean over the prior of a change's likelihood, against the closed form: one shape's Bayes factor by summing.
  @Test func `the probabilities agree with their priors`() throws {
    // Two points: every shape goes from 0 to 1, except that the recent line does so as well.
    let points = [
      TrendEvidence.Point(position: 0, octaves: 3, precision: 20),
      TrendEvidence.Point(position: 900, octaves: 2.4, precision: 30),
    ]
    let information = 20.0 * 30 / 50
    func likelihood(_ change: Double) -> Double { exp(-information * (change - -0.6) * (change - -0.6) / 2) }
    let step = 1e-4
    var (fell, rose) = (0.0, 0.0)
    for count in 0..<60_000 {
      let change = (Double(count) + 0.5) * step
      let prior = 2 * exp(-change * change / 0.5) / (0.25 * 2 * .pi).squareRoot() * step
      fell += prior * likelihood(-change)
      rose += prior * likelihood(change)
    }
    let all = 0.72 * likelihood(0) + 0.24 * fell + 0.04 * rose
    let evidence = try found(TrendEvidence(points))
    #expect(abs(evidence.fell - 0.24 * fell / all) < 1e-6)
    #expect(abs(evidence.rose - 0.04 * rose / all) < 1e-6)
  }

  @Test func `overwhelming evidence gives a finite number`() throws {
    let points = [0.0, 1_000].map { TrendEvidence.Point(position: $0, octaves: $0, precision: 1e6) }
    let evidence = try found(TrendEvidence(points))
    #expect(evidence.rose > 0.999 && evidence.fell == 0)
    #expect(TrendEvidence([]) == nil)
  }
}
