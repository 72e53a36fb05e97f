import Foundation

/// What Peach knows about a player's sense of time, learned answer by answer.
public struct TimingProfile: Hashable, Sendable {
  /// The model learned from the answers.
  public private(set) var ear = TimingEar()
  /// The time of the newest answer.
  private var clock = PracticeClock()
  /// The history, in normalised milliseconds.
  private var history = ConditionHistory<TimingCondition>()

  /// The profile of a player without answers.
  init() {}

  /// Learns an answer given at `date`; times are handled as for comparisons.
  mutating func learn(_ answer: TimingAnswer, at date: Date) {
    let time = clock.advance(to: date)
    let before = ear.answers
    let reading = ear.learn(answer, at: time.map(Date.init(timeIntervalSince1970:)))
    // An answer without a known gap teaches nothing.
    guard ear.answers > before else { return }
    history.learn(reading.flatMap { $0.isUsable ? $0 : nil }, in: answer.condition, at: time)
  }

  /// `now` in seconds since 1970, not before the newest answer.
  func reference(_ now: Date) -> Double { clock.reference(now) }

  /// Returns the report to show, aged to `seconds` since 1970; nil without answers.
  func report(agedTo seconds: Double, in shown: TimelineCalendar) -> TimingReport? {
    var aged = ear
    aged.age(to: Date(timeIntervalSince1970: seconds))
    guard var report = aged.report() else { return nil }
    report.timeline = history.buckets(in: shown).map { condition, bucket in
      var bucket = bucket
      bucket.value = bucket.value.scaled(by: ear.scale(in: condition))
      bucket.timing = condition
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
    ear = try TimingEar(from: &reader)
    clock = try PracticeClock(from: &reader)
    history = try ConditionHistory(from: &reader)
  }
}

extension TimingAnswer {
  /// The evidence of an answer just given.
  init(_ answer: TimingResponse) {
    let exercise = answer.exercise
    self.init(
      pattern: exercise.pattern, position: exercise.position, tempo: exercise.tempo, loops: answer.loops,
      offset: exercise.offset, correct: answer.correct, isSure: answer.isSure)
  }

  /// The evidence of a stored answer.
  public init(_ record: TimingRecord) {
    let exercise = record.exercise
    self.init(
      pattern: record.isPartial ? nil : exercise.pattern, position: record.isPartial ? nil : exercise.position,
      tempo: exercise.tempo, loops: record.isPartial ? nil : record.loops, offset: exercise.offset,
      correct: record.correct, isSure: record.isSure)
  }
}
