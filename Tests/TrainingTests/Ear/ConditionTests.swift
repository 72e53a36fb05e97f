import Foundation
import Glibc
import Pitch
import Testing

@testable import Training

/// A threshold belongs to its condition. Chance is seeded; `make bench-ear` has the statistics of many ears.
struct ConditionTests {
  private static let gap = Condition(noteDuration: 1, noteGap: 1, loudnessVaries: false)

  /// A course of blocks: a number of answers in a condition with a threshold in cents.
  private func practised(
    _ blocks: [(Int, Condition, (Note) -> Double)], seed: UInt64 = 1, ear: Ear = Ear()
  ) throws -> EdgeStrategy {
    var strategy = EdgeStrategy(ear: ear)
    var generator = SeededGenerator(seed: seed)
    var space = try space()
    for (count, condition, cents) in blocks {
      space.condition = condition
      for _ in 0..<count {
        let choice = strategy.next(in: space, using: &generator)
        let sigma = cents(choice.notes.reference) / Observer.thresholdPerSigma
        let right = 0.01 + 0.98 * 0.5 * erfc(-choice.offset.magnitude.value / sigma / 2.0.squareRoot())
        let asked = try exercise(offset: choice.offset.value, reference: choice.notes.reference.number)
        strategy.learn(asked, in: condition, correct: generator.unit() < right)
      }
    }
    return strategy
  }

  private func cents(_ ear: Ear, in condition: Condition) throws -> Double {
    try #require(ear.threshold(.unison, in: condition, over: .standard)).value
  }

  @Test(arguments: [
    (0.96, 0.04, 10, 0), (1.04, 0.05, 10, 1), (0, 0, 1, 0), (-1, -1, 1, 0), (Double.nan, Double.nan, 10, 0),
    (Double.infinity, 1e300, 100, 100),
  ])
  func `a condition has a tenth of a second and limits`(
    duration: Double, gap: Double, durations: Int, gaps: Int
  ) {
    let condition = Condition(noteDuration: duration, noteGap: gap, loudnessVaries: false)
    #expect(condition.durationTenths == durations && condition.gapTenths == gaps)
  }

  @Test func `a record's notes determine its condition`() throws {
    var kept = record(try exercise(offset: 20), correct: true)
    #expect(Condition(kept) == .usual && Condition(.standard) == .usual)
    kept.noteGap = 0.5
    kept.exercise.loudnessOffset = -0.2
    let settings = TrainingSettings(noteGap: 0.5, loudnessVariation: 0.1)
    #expect(Condition(kept) == Condition(settings))
    #expect(Condition(kept) == Condition(noteDuration: 1, noteGap: 0.5, loudnessVaries: true))
  }

  private static func timbres(_ first: Timbre, _ second: Timbre) -> Condition {
    Condition(noteDuration: 1, noteGap: 0, loudnessVaries: false, timbres: TimbrePair(first, second))
  }

  @Test(
    arguments: [
      (Timbre.sine, nil, Condition.usual), (.sine, .sine, .usual), (.reed, nil, timbres(.reed, .reed)),
      (.reed, .sine, timbres(.reed, .sine)), (.sine, .reed, timbres(.sine, .reed)),
    ] as [(Timbre, Timbre?, Condition)])
  func `the timbres of both notes are a condition, in settings, exercises and records`(
    first: Timbre, second: Timbre?, condition: Condition
  ) throws {
    let settings = TrainingSettings(timbre: first, timbreOfSecond: second, strategy: .kazez)
    #expect(Condition(settings) == condition)
    var session = ComparisonSession(
      settings: settings, strategy: KazezStrategy(), generator: SeededGenerator(seed: 1))
    let asked = try #require(session.handle(.start(mode: .comparison)).played)
    #expect(asked.timbres == settings.timbres)
    #expect(Condition(record(asked, correct: true)) == condition)
    var partial = record(asked, correct: true)
    partial.isPartial = true
    #expect(Condition(partial) == .unknown)
  }

  @Test(arguments: [
    (timbres(.string, .string), timbres(.string, .string), 0), (.usual, timbres(.string, .string), 1),
    (timbres(.reed, .organ), timbres(.organ, .reed), 1), (.usual, timbres(.sine, .reed), 2),
    (timbres(.reed, .reed), timbres(.sine, .reed), 2),
  ])
  func `another timbre is one step, and two timbres instead of one are a further step`(
    left: Condition, right: Condition, steps: Double
  ) {
    #expect(abs(left.variance(from: right) + 0.5 * expm1(-steps / 2)) < 1e-12)
    #expect(left.variance(from: right) == right.variance(from: left))
    #expect((left < right) != (right < left) || left == right)
  }

  /// Everything that is written for a condition comes back, and no other number is read.
  @Test func `each pair of timbres has its own snapshot`() throws {
    for first in Timbre.allCases {
      for second in Timbre.allCases {
        var writer = SnapshotWriter()
        Self.timbres(first, second).write(to: &writer)
        var reader = SnapshotReader(writer.bytes)
        #expect(try Condition(from: &reader) == Self.timbres(first, second) && reader.isAtEnd)
      }
    }
    var writer = SnapshotWriter()
    for number in [10, 0, 0, 0, Timbre.allCases.count] { writer.write(number) }
    var reader = SnapshotReader(writer.bytes)
    #expect(throws: SnapshotReader.Unreadable.self) { try Condition(from: &reader) }
  }

  @Test func `two timbres have two numbers`() throws {
    let ear = try practised([(300, .usual, { _ in 10 }), (300, Self.timbres(.sine, .reed), { _ in 40 })]).ear
    let report = try #require(ear.report(.unison, over: .standard))
    #expect(report.condition.timbres == TimbrePair(.sine, .reed))
    let (shown, other) = (try #require(report.threshold), try #require(report.otherConditions.first))
    #expect(abs(log2(shown.value / 40)) < 0.5 && abs(log2(other.threshold.value / 10)) < 0.5)
    #expect(other.condition == .usual)
  }

  @Test func `similar conditions are expected to give similar thresholds`() {
    let (usual, other) = (Condition.usual, Condition(noteDuration: 1.1, noteGap: 0, loudnessVaries: false))
    #expect(usual.variance(from: usual) == 0)
    #expect(usual.variance(from: other).squareRoot() < 0.08)
    #expect(other.variance(from: usual) == usual.variance(from: other))
    #expect(usual.variance(from: Self.gap) > 0.4)
  }

  // The error of either is about 0.15 octaves.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `two conditions have two numbers`(seed: UInt64) throws {
    let ear = try practised([(300, .usual, { _ in 10 }), (300, Self.gap, { _ in 20 })], seed: seed).ear
    let report = try #require(ear.report(.unison, over: .standard))
    let shown = try #require(report.threshold)
    #expect(report.condition == Self.gap && abs(log2(shown.value / 20)) < 0.4, "\(shown.value)")
    #expect(report.answers == 600)
    let other = try #require(report.otherConditions.first)
    #expect(report.otherConditions.count == 1 && other.condition == .usual && other.answers == 300)
    #expect(abs(log2(other.threshold.value / 10)) < 0.4, "\(other.threshold.value)")
    #expect(other.threshold.band.contains(other.threshold.value))
  }

  @Test func `few answers elsewhere give no second number`() throws {
    let ear = try practised([(10, .usual, { _ in 10 }), (200, Self.gap, { _ in 20 })]).ear
    let report = try #require(ear.report(.unison, over: .standard))
    #expect(report.condition == Self.gap && report.otherConditions.isEmpty)
  }

  @Test func `a new condition does not remove the number`() throws {
    let ear = try practised([(300, .usual, { _ in 10 }), (1, Self.gap, { _ in 20 })]).ear
    let report = try #require(ear.report(.unison, over: .standard))
    #expect(report.condition == .usual && !report.curve.isEmpty && report.first == nil)
    let found = try #require(report.threshold)
    #expect(abs(log2(found.value / 10)) < 0.4)
  }

  /// Knowledge of the keyboard applies in each condition.
  @Test func `the curve is shared by all conditions`() throws {
    let weak: (Double) -> (Note) -> Double = { cents in { $0.number < 60 ? 3 * cents : cents } }
    let first = try practised([(1_500, .usual, weak(5))]).ear
    let ear = try practised([(60, Self.gap, weak(10))], ear: first).ear
    let report = try #require(ear.report(.unison, over: .standard))
    #expect(report.condition == Self.gap)
    let (low, high) = (report.curve.filter { $0.note.number < 54 }, report.curve.filter { $0.note.number > 66 })
    func mean(_ points: [CurvePoint]) -> Double {
      points.reduce(0) { $0 + log2($1.threshold.value) } / Double(points.count)
    }
    #expect(abs(mean(low) - mean(high) - log2(3)) < 0.6)
  }

  @Test func `a change and its reverse keep the knowledge`() throws {
    var ear = try practised([(300, .usual, { _ in 10 }), (200, Self.gap, { _ in 20 })]).ear
    let estimate = ear.estimate(of: .unison)
    var moved = estimate
    for _ in 0..<20 {
      moved.move(to: .usual)
      moved.move(to: Self.gap)
    }
    for condition in [Condition.usual, Self.gap] {
      let (before, after) = (estimate.height(in: condition), moved.height(in: condition))
      #expect(abs(before.mean - after.mean) < 0.03)
      #expect(abs(before.variance / after.variance - 1) < 0.2, "\(before) \(after)")
    }
    // And what moves it does not matter to the rest.
    ear.learn(
      EarAnswer(intervalClass: .unison, note: try note(60), offset: Cents(10), correct: true, condition: .usual))
    let found = try cents(ear, in: Self.gap)
    #expect(abs(log2(found / 20)) < 0.4)
  }

  /// Intervals that were practised in another condition lead in this one by how far the conditions lie apart.
  @Test func `classes inform one another in one condition`() throws {
    let ear = try practised([(300, .usual, { _ in 10 }), (300, Self.gap, { _ in 20 })]).ear
    let fifth = IntervalClass(.perfectFifthUp)
    let (near, far) = (
      ear.estimate(of: fifth, in: .usual).grid.moments, ear.estimate(of: fifth, in: Self.gap).grid.moments
    )
    #expect(abs(far.mean - near.mean - 1) < 0.5)
  }

  @Test func `the rarest of more than twelve conditions is forgotten`() throws {
    var blocks: [(Int, Condition, (Note) -> Double)] = (0..<20).map { index in
      (10 + index, Condition(noteDuration: 1, noteGap: Double(index) / 5, loudnessVaries: false), { _ in 10 })
    }
    blocks.append((30, .usual, { _ in 10 }))
    let ear = try practised(blocks).ear
    let estimate = ear.estimate(of: .unison)
    #expect(estimate.field.others.count == Condition.most - 1)
    #expect(estimate.condition == .usual && !estimate.field.others.contains(.usual))
    #expect(estimate.answers == blocks.reduce(0) { $0 + $1.0 })
    for condition in [Condition.usual] + estimate.field.others {
      let found = try cents(ear, in: condition)
      #expect(abs(log2(found / 10)) < 0.8, "\(condition)")
    }
  }

  @Test func `a snapshot has the conditions to the bit`() throws {
    let ear = try practised([(60, .usual, { _ in 10 }), (60, Self.gap, { _ in 20 }), (5, .usual, { _ in 10 })]).ear
    var writer = SnapshotWriter()
    ear.write(to: &writer)
    var reader = SnapshotReader(writer.bytes)
    #expect(try Ear(from: &reader) == ear && reader.isAtEnd)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      var bytes = writer.bytes
      for _ in 0..<4 {
        bytes[generator.below(generator.coin() ? 1_400 : bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
      }
      var reader = SnapshotReader(bytes)
      guard var read = try? Ear(from: &reader) else { continue }
      for condition in [Self.gap, .usual] {
        read.learn(
          EarAnswer(intervalClass: .unison, note: try note(60), offset: Cents(10), correct: true, condition: condition))
      }
      _ = read.report(.unison, over: .standard)
    }
  }

  /// A gap that doubles the threshold is no change of the ear, however often it changes.
  @Test func `a change of condition is not a trend`() throws {
    var profile = PerceptualProfile()
    var strategy = EdgeStrategy()
    var (generator, space) = (SeededGenerator(seed: 7), try space())
    for index in 0..<1_200 {
      let isGap = index / 150 % 2 == 1
      space.condition = isGap ? Self.gap : .usual
      let choice = strategy.next(in: space, using: &generator)
      let z = choice.offset.magnitude.value / (isGap ? 20 : 10) * Observer.thresholdPerSigma
      let correct = generator.unit() < 0.01 + 0.98 * 0.5 * erfc(-z / 2.0.squareRoot())
      let asked = try exercise(offset: choice.offset.value, reference: choice.notes.reference.number)
      strategy.learn(asked, in: space.condition, correct: correct)
      profile.learn(
        EarAnswer(asked, in: space.condition, correct: correct),
        at: Date(timeIntervalSince1970: 1.7e9 + Double(index / 150) * 86_400 + Double(index % 150) * 4))
    }
    #expect(profile.trend(.unison) == .stable)
    let calendar = Calendar(identifier: .gregorian)
    let report = profile.report(
      over: .standard, now: Date(timeIntervalSince1970: 1.7e9 + 8 * 86_400), calendar: calendar)
    let timeline = try #require(report.comparisons.first).timeline
    #expect(timeline.map { $0.condition == Self.gap } == [false, true, false, true, false, true, false, true])
    for bucket in timeline.dropFirst(2) {
      #expect(abs(log2(bucket.value.value / (bucket.condition == Self.gap ? 20 : 10))) < 0.7)
    }
  }
}
