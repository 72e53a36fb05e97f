import Foundation
import Glibc
import Testing

@testable import Training

/// Ears with known answers. Chance is seeded; `make bench-ear` has the statistics of many ears.
struct TimingEarTests {
  /// A strategy that learned `count` answers of an ear with a threshold and a lean in normalised milliseconds, heard
  /// after one to six loops. A positive lean: late notes sound on time.
  private func practised(
    _ count: Int, threshold: Double, lean: Double = 0, lapse: Double = 0.02, in space: TimingSpace? = nil,
    seed: UInt64 = 1, ear: TimingEar = TimingEar()
  ) throws -> EdgeTimingStrategy {
    var strategy = EdgeTimingStrategy(ear: ear)
    var generator = SeededGenerator(seed: seed)
    let space = try space ?? timingSpace()
    for _ in 0..<count {
      let offset = strategy.next(in: space, using: &generator)
      let z =
        Observer.thresholdPerSigma / threshold * (Double(offset) / 1e6 / max(1, space.gap / 250) - lean)
      let right = lapse / 2 + (1 - lapse) * 0.5 * erfc(-(offset > 0 ? z : -z) / 2.0.squareRoot())
      let loops = 1 + generator.below(6)
      strategy.learn(
        TimingAnswer(in: space, loops: loops, offset: offset, correct: generator.unit() < right))
    }
    return strategy
  }

  private func snapshot(_ ear: TimingEar) -> [UInt8] {
    var writer = SnapshotWriter()
    ear.write(to: &writer)
    return writer.bytes
  }

  @Test func `an ear without answers knows nothing`() throws {
    let ear = TimingEar()
    #expect(ear.isCold && ear.report() == nil && ear.answers == 0)
    #expect(ear.threshold(in: TimingAnswer(in: try timingSpace(), loops: 1, offset: 1, correct: true).condition) == nil)
  }

  @Test func `after a few answers the report counts and estimates the distance to a threshold`() throws {
    let report = try found(try practised(4, threshold: 10).ear.report())
    #expect(report.answers == 4 && (1...4).contains(report.answersHere) && report.gap == 187.5)
    #expect(report.threshold == nil && report.thresholdShare == nil && report.lean == nil && report.lapse == nil)
    #expect((1...40).contains(try found(report.first).more))
  }

  // The error after 400 answers is 0.15 octaves (`make bench-ear`): 0.5 is more than three of them.
  @Test(arguments: [3.0, 10, 30])
  func `a threshold is found`(milliseconds: Double) throws {
    let report = try found(try practised(400, threshold: milliseconds).ear.report())
    let threshold = try found(report.threshold)
    #expect(abs(log2(threshold.value / milliseconds)) < 0.5 && threshold.band.contains(threshold.value))
    #expect(abs(try found(report.thresholdShare).value - threshold.value / 1.875) < 1e-9)
    #expect(report.first == nil && report.timeline.isEmpty && report.trend == nil)
  }

  /// Gap 500 ms: the same share of the gap as at 250 ms.
  @Test func `above 250 ms a threshold is a share of the gap`() throws {
    let slow = try timingSpace(.gapped16ths3, tempo: 60)
    let report = try found(try practised(400, threshold: 10, in: slow).ear.report())
    #expect(report.gap == 500)
    #expect(abs(log2(try found(report.threshold).value / 20)) < 0.5)
    #expect(abs(log2(try found(report.thresholdShare).value / 4)) < 0.5)
  }

  /// The standard error is 1.7 ms.
  @Test(arguments: [12.0, -12])
  func `a lean is the displacement that sounds on time`(lean: Double) throws {
    let report = try found(try practised(300, threshold: 10, lean: lean).ear.report())
    let found = try found(report.lean)
    #expect(abs(found.value - lean) < 5 && found.band.contains(found.value) && !found.band.contains(0))
  }

  @Test func `answering late to everything is a lean towards early notes`() throws {
    var ear = TimingEar()
    let space = try timingSpace()
    for number in 0..<60 {
      let offset: Int64 = number.isMultiple(of: 2) ? 20_000_000 : -20_000_000
      ear.learn(TimingAnswer(in: space, loops: 2, offset: offset, correct: offset > 0))
    }
    #expect(ear.lean.mean > 10, "late is answered too often")
  }

  @Test(arguments: [
    (0.0, 187.5), (.nan, 187.5), (.infinity, 187.5), (1e9, 187.5), (1e-9, 187.5), (20, 0), (20, -5), (20, .nan),
    (20, .infinity), (20, 1e12),
  ])
  func `values that no exercise has teach nothing`(offset: Double, gap: Double) throws {
    var ear = try practised(50, threshold: 10).ear
    let before = ear
    let condition = try found(ear.condition)
    for sign in [1.0, -1] {
      #expect(
        ear.learn(offsetMilliseconds: sign * offset, gap: gap, condition: condition, correct: true, at: .distantFuture)
          == nil)
    }
    #expect(ear == before)
  }

  @Test func `an imported answer has its own condition, and one without tempo teaches nothing`() throws {
    var ear = TimingEar()
    var answer = TimingAnswer(
      pattern: nil, position: nil, tempo: nil, loops: nil, offset: 20_000_000, correct: true)
    ear.learn(answer)
    #expect(ear.isCold && answer.gap == nil)
    answer.tempo = 120
    ear.learn(answer)
    #expect(answer.gap == 125 && ear.answersByCondition == [answer.condition: 1])
  }

  @Test func `readings average to the threshold`() throws {
    var strategy = try practised(200, threshold: 10)
    var generator = SeededGenerator(seed: 9)
    let space = try timingSpace()
    var (sum, weight) = (0.0, 0.0)
    for _ in 0..<2_000 {
      let offset = strategy.next(in: space, using: &generator)
      let z = Observer.thresholdPerSigma / 10 * Double(offset.magnitude) / 1e6
      let answer = TimingAnswer(
        in: space, loops: 3, offset: offset, correct: generator.unit() < 0.5 * erfc(-z / 2.0.squareRoot()))
      var ear = strategy.ear
      if let reading = ear.learn(answer) {
        sum += reading.octaves * reading.precision
        weight += reading.precision
      }
      strategy.learn(answer)
    }
    // Standard error: 1/√(0.155 · 2,000) = 0.06 octaves.
    #expect(abs(sum / weight - log2(10)) < 0.24)
    #expect(TimingEar().condition == nil)
  }

  @Test func `evidence in one condition is evidence in all, but less`() throws {
    let ear = try practised(300, threshold: 5).ear
    let here = try found(ear.condition)
    let near = TimingCondition(pattern: .straight16ths, position: 3, tempo: 100, loops: 2)
    let far = TimingCondition(pattern: .sextuplets, position: 4, tempo: 200, loops: 1)
    let variances = [here, near, far].map { ear.octaves(in: $0).variance }
    #expect(variances == variances.sorted() && variances[2] < 0.5)
    #expect(abs(ear.octaves(in: far).mean - log2(5)) < 0.6)
  }

  /// Two patterns with thresholds an octave apart.
  @Test func `conditions with different thresholds are distinguished`() throws {
    let fast = try timingSpace(.sextuplets, tempo: 60)
    let first = try practised(300, threshold: 8)
    let ear = try practised(300, threshold: 16, in: fast, seed: 2, ear: first.ear).ear
    let report = try found(ear.report())
    #expect(report.condition.pattern == .sextuplets && report.answers == 600)
    #expect(abs(log2(try found(report.threshold).value / 16)) < 0.5)
    let others = report.otherConditions.filter { $0.condition.pattern == .straight16ths }
    #expect(others.count == 4 && others.allSatisfy { abs(log2($0.threshold.value / 8)) < 0.6 && $0.answers >= 20 })
    #expect(others.map(\.answers) == others.map(\.answers).sorted(by: >))
  }

  @Test func `of 48 conditions the one with the fewest answers is forgotten, never the first`() throws {
    var ear = TimingEar()
    let tempos = [40, 50, 60, 70, 80, 90, 100, 120, 140, 160, 180, 200, 240]
    var asked: [TimingCondition] = []
    for tempo in tempos {
      for loops in [1, 2, 3, 5] {
        for _ in 0...(asked.count == 1 || asked.isEmpty ? 0 : 1) {
          let answer = TimingAnswer(
            in: try timingSpace(tempo: tempo), loops: loops, offset: 30_000_000, correct: true)
          ear.learn(answer)
          if asked.last != answer.condition { asked.append(answer.condition) }
        }
      }
    }
    #expect(asked.count == 52 && ear.answersByCondition.count == TimingCondition.most)
    #expect([0, 1, 51].map { ear.answersByCondition[asked[$0]] == nil } == [false, true, false])
    #expect(ear.octaves(in: asked[51]).variance.isFinite)
  }

  @Test func `estimates age by the day, and a clock set back ages nothing`() throws {
    var ear = try practised(200, threshold: 10).ear
    let condition = try found(ear.condition)
    let start = Date(timeIntervalSince1970: 1e9)
    ear.age(to: start)
    let fresh = ear
    for time in [start - 1e6, start + 40_000, Date(timeIntervalSince1970: .nan)] { ear.age(to: time) }
    #expect(ear == fresh)
    ear.age(to: start + 200 * 86_400)
    let (old, new) = (fresh.octaves(in: condition), ear.octaves(in: condition))
    #expect(new.variance > old.variance && abs(new.mean - old.mean) < 0.1)
    #expect(ear.lean.variance > fresh.lean.variance && ear.report()?.threshold != nil)
  }

  @Test func `a snapshot is the same ear, and damaged ones are refused or serve`() throws {
    var ear = try practised(60, threshold: 10).ear
    ear.age(to: Date(timeIntervalSince1970: 1e9))
    for ear in [ear, TimingEar()] {
      var reader = SnapshotReader(snapshot(ear))
      #expect(try TimingEar(from: &reader) == ear && reader.isAtEnd)
    }
    var generator = SeededGenerator(seed: 3)
    let (whole, space) = (snapshot(ear), try timingSpace())
    var served = 0
    for _ in 0..<400 {
      var reader = SnapshotReader(damaged(whole, &generator))
      guard let read = try? TimingEar(from: &reader) else { continue }
      served += 1
      var strategy = EdgeTimingStrategy(ear: read)
      for loops in 1...8 {
        let offset = strategy.next(in: space, using: &generator)
        #expect(offset != 0 && Double(offset.magnitude) <= 1e6 * space.reach)
        strategy.learn(TimingAnswer(in: space, loops: loops, offset: offset, correct: generator.coin()))
        strategy.age(to: Date(timeIntervalSince1970: 1.1e9))
      }
      _ = (strategy.ear.report(), snapshot(strategy.ear))
    }
    #expect((1..<400).contains(served))
  }
}
