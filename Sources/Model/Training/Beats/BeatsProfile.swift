import Foundation

/// What Peach knows about a player's hearing of beats, learned answer by answer.
public struct BeatsProfile: Hashable, Sendable {
  /// The model learned from the answers.
  public private(set) var ear = BeatsEar()
  /// The time of the newest answer.
  private var clock = PracticeClock()
  /// The history, in per cent.
  private var history = ConditionHistory<BeatsCondition>()

  /// The profile of a player without answers.
  init() {}

  /// Learns an answer; times are handled as for comparisons.
  mutating func learn(_ record: BeatsRecord) {
    let (exercise, time) = (record.exercise, clock.advance(to: record.time))
    let before = ear.answers
    let reading = ear.learn(
      exercise.difference, in: exercise.condition, correct: record.correct, isSure: record.isSure,
      at: time.map(Date.init(timeIntervalSince1970:)))
    // Equal rates, from the file of another program, teach nothing.
    guard ear.answers > before else { return }
    history.learn(reading.flatMap { $0.isUsable ? $0 : nil }, in: exercise.condition, at: time)
  }

  /// `now` in seconds since 1970, not before the newest answer.
  func reference(_ now: Date) -> Double { clock.reference(now) }

  /// Returns the report to show, aged to `seconds` since 1970; nil without answers.
  func report(agedTo seconds: Double, in shown: TimelineCalendar) -> BeatsReport? {
    var aged = ear
    aged.age(to: Date(timeIntervalSince1970: seconds))
    guard var report = aged.report() else { return nil }
    report.timeline = history.buckets(in: shown).map { condition, bucket in
      var bucket = bucket
      bucket.beats = condition
      return bucket
    }
    report.trend = history.trend
    return report
  }

  func write(to writer: inout SnapshotWriter) {
    ear.write(to: &writer)
    clock.write(to: &writer)
    history.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    ear = try BeatsEar(from: &reader)
    clock = try PracticeClock(from: &reader)
    history = try ConditionHistory(from: &reader)
  }
}
