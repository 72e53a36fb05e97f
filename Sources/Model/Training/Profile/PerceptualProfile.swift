import Foundation
import Pitch

/// Everything Peach knows about a player's hearing, learned answer by answer in the order of insertion: a value without
/// clocks.
///
/// Each answer costs the same, regardless of the number before it, and the state alone is enough to continue: a
/// snapshot and the answers after it give the same result as all answers from the first one (a test checks this to
/// 10⁻⁹).
public struct PerceptualProfile: Hashable, Sendable {
  /// The format of `snapshot`; a snapshot in another format is not read, and the profile is then learned again from the
  /// records.
  public static let snapshotFormat = 13

  /// The model learned from comparisons.
  public private(set) var ear = Ear()
  /// The time of the newest comparison.
  private var clock = PracticeClock()
  /// The sessions of comparison.
  private var sessions = SessionClock()
  /// The time of the newest match: separate, so that the interleaving of comparisons and matches does not matter.
  private var matchingClock = PracticeClock()
  /// The histories of the answered interval classes.
  private var histories: [IntervalClass: ClassHistory] = [:]
  /// What early or late has taught.
  public private(set) var timing = TimingProfile()
  /// What beats have taught.
  public private(set) var beats = BeatsProfile()
  /// What rated answers have taught about sureness, by discipline.
  private var calibrations = [Calibration](repeating: Calibration(), count: Discipline.answered.count)
  private(set) var matchings = [MatchingProfile](repeating: MatchingProfile(), count: MatchingKind.all.count)

  /// The profile of a player without answers.
  public init() {}

  /// Learns `record`.
  public mutating func learn(_ record: ExerciseRecord) { record.listed.teach(&self) }

  /// Learns a comparison; withdrawn ones teach nothing. A time before the newest record's counts as the newest, until a
  /// month of such times proves the newest wrong.
  public mutating func learn(_ record: ComparisonRecord) {
    guard !record.withdrawn else { return }
    learn(EarAnswer(record), at: record.time)
    learn(.comparison, isSure: record.isSure, correct: record.correct, at: record.time)
  }

  /// Learns an answer given at `date`.
  public mutating func learn(_ answer: EarAnswer, at date: Date) {
    let time = clock.advance(to: date)
    let reading = ear.learn(answer, at: time.map(Date.init(timeIntervalSince1970:)))
    let moment = time.map { sessions.advance(to: $0) }
    histories[answer.intervalClass, default: ClassHistory()].learn(reading, answer, at: time, moment)
  }

  /// Learns a match, unless it carries no information about the player, see `MatchingProfile`. Times are handled as for
  /// comparisons.
  public mutating func learn(_ record: MatchingRecord) {
    let time = matchingClock.advance(to: record.time)
    matchings[MatchingKind(of: record.exercise).place].learn(
      record.exercise, range: record.range, error: record.error, centsPerStep: record.centsPerStep, at: time)
  }

  /// Learns an answer to early or late; withdrawn ones teach nothing.
  public mutating func learn(_ record: TimingRecord) {
    guard !record.withdrawn else { return }
    timing.learn(TimingAnswer(record), at: record.time)
    learn(.timing, isSure: record.isSure, correct: record.correct, at: record.time)
  }

  /// Learns an answer to beats; withdrawn ones teach nothing.
  public mutating func learn(_ record: BeatsRecord) {
    guard !record.withdrawn else { return }
    beats.learn(record)
    learn(.beats, isSure: record.isSure, correct: record.correct, at: record.time)
  }

  /// Learns the rating of an answer in `discipline`.
  private mutating func learn(_ discipline: Discipline, isSure: Bool?, correct: Bool, at date: Date) {
    guard let place = Discipline.answered.firstIndex(of: discipline) else { return }
    calibrations[place].learn(isSure: isSure, correct: correct, at: date)
  }

  /// The trend of a class's threshold; nil without enough evidence.
  public func trend(_ intervalClass: IntervalClass) -> Trend? { histories[intervalClass]?.trend }

  /// The change of a class's threshold over the minutes of a session; nil without evidence.
  public func session(_ intervalClass: IntervalClass) -> SessionCourse? { histories[intervalClass]?.sessions.course }

  /// Returns the report to show: drawn over `range`, aged to `now` (not before the newest record), with days by
  /// `calendar`.
  public func report(over range: NoteRange, now: Date, calendar: Calendar) -> ProfileReport {
    let seconds = reference(now)
    let shown = TimelineCalendar(now: seconds, calendar: calendar)
    let aged = ear(agedTo: seconds)
    let comparisons = aged.intervalClasses.sorted().compactMap { intervalClass -> ComparisonReport? in
      guard var report = aged.report(intervalClass, over: range) else { return nil }
      let history = histories[intervalClass]
      report.timeline = history?.buckets(in: shown) ?? []
      report.trend = trend(intervalClass)
      report.session = session(intervalClass)
      return report
    }
    let matchings = MatchingKind.all.compactMap { self.matchings[$0.place].report(of: $0, in: shown) }
    return ProfileReport(
      range: range, comparisons: comparisons, matchings: matchings, timing: timing.report(agedTo: seconds, in: shown),
      beats: beats.report(agedTo: seconds, in: shown),
      calibration: Calibration.report(of: Array(zip(Discipline.answered, calibrations)), in: shown))
  }

  /// `now` in seconds since 1970, not before the newest record.
  func reference(_ now: Date) -> Double {
    max(
      clock.reference(now), matchingClock.reference(now), timing.reference(now), beats.reference(now),
      calibrations.map { $0.reference(now) }.max() ?? 0)
  }

  /// The ear aged to `seconds` since 1970.
  func ear(agedTo seconds: Double) -> Ear {
    var aged = ear
    aged.age(to: Date(timeIntervalSince1970: seconds))
    return aged
  }

  /// The whole profile as bytes.
  public var snapshot: [UInt8] {
    var writer = SnapshotWriter()
    writer.write(Self.snapshotFormat)
    ear.write(to: &writer)
    clock.write(to: &writer)
    sessions.write(to: &writer)
    matchingClock.write(to: &writer)
    writer.write(histories.count)
    for (intervalClass, history) in histories.sorted(by: { $0.key < $1.key }) {
      writer.write(intervalClass.semitones)
      history.write(to: &writer)
    }
    for matching in matchings { matching.write(to: &writer) }
    timing.write(to: &writer)
    beats.write(to: &writer)
    for calibration in calibrations { calibration.write(to: &writer) }
    return writer.bytes
  }

  /// Restores the profile from `snapshot`; nil if the bytes are not in this format. Any bytes are safe.
  public init?(snapshot: [UInt8]) {
    do throws(SnapshotReader.Unreadable) {
      var reader = SnapshotReader(snapshot)
      _ = try reader.integer(in: Self.snapshotFormat...Self.snapshotFormat)
      ear = try Ear(from: &reader)
      clock = try PracticeClock(from: &reader)
      sessions = try SessionClock(from: &reader)
      matchingClock = try PracticeClock(from: &reader)
      for _ in 0..<(try reader.integer(in: 0...IntervalClass.all.count)) {
        guard let intervalClass = IntervalClass(semitones: try reader.integer(in: 0...12)),
          histories[intervalClass] == nil
        else { return nil }
        histories[intervalClass] = try ClassHistory(from: &reader)
      }
      for kind in MatchingKind.all { matchings[kind.place] = try MatchingProfile(from: &reader) }
      timing = try TimingProfile(from: &reader)
      beats = try BeatsProfile(from: &reader)
      for place in calibrations.indices { calibrations[place] = try Calibration(from: &reader) }
      guard reader.isAtEnd else { return nil }
    } catch {
      return nil
    }
  }
}
