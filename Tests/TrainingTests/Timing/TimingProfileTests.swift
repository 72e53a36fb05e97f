import Foundation
import Testing

@testable import Training

/// The history of early or late.
struct TimingProfileTests {
  private static let start = 1.7e9
  private static let day = 86_400.0

  /// Days of 80 answers, half of them beside a gap of 500 ms, by an ear with this threshold in normalised milliseconds.
  private func practised(
    days: Range<Int>, profile: TimingProfile = TimingProfile(), seed: UInt64 = 4,
    threshold: (Int) -> Double = { _ in 10 }
  ) throws -> TimingProfile {
    var (profile, generator) = (profile, SeededGenerator(seed: seed))
    let spaces = [try timingSpace(), try timingSpace(.gapped16ths3, tempo: 60)]
    for day in days {
      for answer in 0..<80 {
        let space = spaces[answer % 2]
        let size = [0.9, 1.3, 1.9][answer % 3]
        let right = 0.01 + 0.98 * Observer.normal(Observer.thresholdPerSigma * size)
        let milliseconds = size * threshold(day) * max(1, space.gap / 250) * (generator.coin() ? 1 : -1)
        profile.learn(
          TimingAnswer(in: space, loops: 2, offset: Int64(milliseconds * 1e6), correct: generator.unit() < right),
          at: Date(timeIntervalSince1970: Self.start + Double(day) * Self.day + Double(answer) * 6))
      }
    }
    return profile
  }

  private func report(_ profile: TimingProfile, after days: Int) throws -> TimingReport? {
    let now = Self.start + Double(days) * Self.day
    return profile.report(agedTo: now, in: TimelineCalendar(now: now, calendar: try calendar("UTC")))
  }

  /// A day's estimate has a standard error of about a third of an octave.
  @Test(arguments: [(TimingPattern.straight16ths, 10.0), (.gapped16ths3, 20)])
  func `each condition has its own history, in milliseconds`(pattern: TimingPattern, milliseconds: Double) throws {
    let report = try found(try self.report(try practised(days: 0..<10), after: 10))
    let conditions = report.conditions
    #expect(conditions.count == 2 && Set(report.timeline.compactMap(\.timing)) == Set(conditions))
    #expect(report.timeline.map(\.start) == report.timeline.map(\.start).sorted())
    let buckets = report.timeline.filter { $0.timing?.pattern == pattern }
    #expect((6...10).contains(buckets.count) && buckets.allSatisfy { $0.span == .day && $0.condition == nil })
    let octaves = buckets.map { log2($0.value.value / milliseconds) }.reduce(0, +) / Double(buckets.count)
    #expect(abs(octaves) < 0.4)
  }

  @Test(arguments: [(1.0, Trend.stable), (0.2, .improving), (5, .declining)])
  func `a threshold that changes has a trend`(factor: Double, trend: Trend) throws {
    let profile = try practised(days: 0..<30) { 12 * pow(factor, Double($0) / 30) }
    let report = try found(try self.report(profile, after: 30))
    #expect(report.trend == trend)
  }

  @Test func `few answers have neither history nor trend`() throws {
    var profile = TimingProfile()
    let date = Date(timeIntervalSince1970: Self.start)
    profile.learn(TimingAnswer(in: try timingSpace(), loops: 1, offset: 20_000_000, correct: true), at: date)
    let report = try found(try self.report(profile, after: 1))
    #expect(report.timeline.isEmpty && report.trend == nil)
  }

  @Test func `an answer at an unknown tempo teaches nothing`() throws {
    var profile = TimingProfile()
    profile.learn(
      TimingAnswer(pattern: nil, position: nil, tempo: nil, loops: nil, offset: 20_000_000, correct: true),
      at: Date(timeIntervalSince1970: Self.start))
    let report = try self.report(profile, after: 1)
    #expect(report == nil)
  }

  private func snapshot(_ profile: TimingProfile) -> [UInt8] {
    var writer = SnapshotWriter()
    profile.write(to: &writer)
    return writer.bytes
  }

  @Test func `a snapshot and the tail are the whole`() throws {
    let first = try practised(days: 0..<8)
    var reader = SnapshotReader(snapshot(first))
    let resumed = try TimingProfile(from: &reader)
    #expect(resumed == first && reader.isAtEnd)
    let whole = try practised(days: 8..<12, profile: first, seed: 5)
    let continued = try practised(days: 8..<12, profile: resumed, seed: 5)
    #expect(continued == whole)
  }

  @Test func `damaged histories are refused or serve`() throws {
    let snapshot = snapshot(try practised(days: 0..<20))
    var generator = SeededGenerator(seed: 12)
    var served = 0
    for _ in 0..<150 {
      var reader = SnapshotReader(damaged(snapshot, &generator))
      guard let read = try? TimingProfile(from: &reader) else { continue }
      served += 1
      _ = try report(try practised(days: 20..<21, profile: read), after: 21)
    }
    #expect((1..<150).contains(served))
  }
}

extension TimingReport {
  /// The conditions with a threshold.
  fileprivate var conditions: [TimingCondition] { [condition] + otherConditions.map(\.condition) }
}
