import Foundation
import Glibc
import Pitch
import Testing

@testable import Training

/// The history of beats.
struct BeatsProfileTests {
  private static let start = 1.7e9
  private static let day = 86_400.0

  private static func record(
    _ difference: Double, _ interval: BeatsInterval, at seconds: Double, correct: Bool
  ) -> BeatsRecord {
    var record = BeatsRecord.blank
    let ratio = 1 + difference.magnitude / 100
    record.exercise.interval = interval
    record.exercise.first.rate = difference > 0 ? 2 : 2 * ratio
    record.exercise.second.rate = difference > 0 ? -2 * ratio : -2
    record.time = Date(timeIntervalSince1970: seconds)
    record.correct = correct
    return record
  }

  /// Days of 80 answers, half of them to fifths, by an ear with this threshold in per cent.
  private func practised(
    days: Range<Int>, profile: PerceptualProfile = PerceptualProfile(), seed: UInt64 = 4,
    threshold: (Int) -> Double = { _ in 5 }
  ) -> PerceptualProfile {
    var (profile, generator) = (profile, SeededGenerator(seed: seed))
    for day in days {
      for answer in 0..<80 {
        let size = [0.9, 1.3, 1.9][answer % 3]
        let right = 0.01 + 0.98 * Observer.normal(Observer.thresholdPerSigma * size)
        profile.learn(
          Self.record(
            size * threshold(day) * (generator.coin() ? 1 : -1), answer % 2 == 0 ? .third : .fifth,
            at: Self.start + Double(day) * Self.day + Double(answer) * 8, correct: generator.unit() < right))
      }
    }
    return profile
  }

  private func report(_ profile: PerceptualProfile, after days: Int) throws -> BeatsReport? {
    let now = Date(timeIntervalSince1970: Self.start + Double(days) * Self.day)
    return profile.report(over: .standard, now: now, calendar: try calendar("UTC")).beats
  }

  /// A day's estimate has a standard error of about a third of an octave.
  @Test func `each condition has its own history, in per cent`() throws {
    let profile = practised(days: 0..<10)
    let report = try found(try self.report(profile, after: 10))
    #expect(report.otherConditions.count == 1 && profile.answeredModes == [.beats])
    for interval in [BeatsInterval.third, .fifth] {
      let buckets = report.timeline.filter { $0.beats?.interval == interval }
      #expect((6...10).contains(buckets.count))
      let octaves = buckets.map { log2($0.value.value / 5) }.reduce(0, +) / Double(buckets.count)
      #expect(abs(octaves) < 0.4)
    }
  }

  @Test(arguments: [(1.0, Trend.stable), (0.2, .improving), (5, .declining)])
  func `a threshold that changes has a trend`(factor: Double, trend: Trend) throws {
    let profile = practised(days: 0..<30) { 6 * pow(factor, Double($0) / 30) }
    #expect(try found(try report(profile, after: 30)).trend == trend)
  }

  @Test func `withdrawn answers and equal rates teach nothing`() throws {
    var profile = PerceptualProfile()
    var withdrawn = Self.record(20, .third, at: Self.start, correct: true)
    withdrawn.withdrawn = true
    profile.learn(withdrawn)
    profile.learn(Self.record(0, .third, at: Self.start, correct: true))
    #expect(try report(profile, after: 1) == nil && profile.answeredModes.isEmpty)
  }

  @Test func `a snapshot and the tail are the whole`() throws {
    let first = practised(days: 0..<8)
    let resumed = try found(PerceptualProfile(snapshot: first.snapshot))
    #expect(resumed == first)
    #expect(practised(days: 8..<10, profile: resumed, seed: 5) == practised(days: 8..<10, profile: first, seed: 5))
  }
}
