import Foundation
import Pitch

/// The model of an ear: one estimate for each interval class that was answered, each learning answer by answer.
///
/// A threshold's posterior after few answers is far from normal, so it is kept on an exact grid. Deviations over the
/// keyboard and leans are small, so they are kept normal, which makes neighbours learn from each other at the price of
/// a matrix of 23 × 23. One answer costs about ten microseconds and choosing an offset some tens (`make bench-ear`),
/// regardless of the number of earlier answers.
///
/// A threshold belongs to its condition. Each class keeps one curve for all conditions and an offset for each, and is
/// in the condition practised last; questions and reports about another condition are computed from there.
public struct Ear: Hashable, Sendable {
  /// The offsets in cents that teach something; other programs may write any value.
  static let offsets = 0.01...2400.0

  private var classes: [IntervalClass: ClassEstimate] = [:]
  private var clock = EarClock()
  /// The condition practised last.
  private(set) var condition = Condition.usual

  /// An ear without answers.
  public init() {}

  /// The classes with answers, smallest first.
  public var intervalClasses: [IntervalClass] { classes.keys.sorted() }

  /// Learns one answer given at `time` (nil: no time passed), in constant time. Returns the reading of the threshold
  /// from this answer alone; nil while the estimate is too vague to read it, and for an invalid answer.
  @discardableResult
  public mutating func learn(_ answer: EarAnswer, at time: Date? = nil) -> ThresholdReading? {
    let offset = answer.offset.value
    guard Self.offsets.contains(offset.magnitude) else { return nil }
    if let time { age(to: time) }
    condition = answer.condition
    let intervalClass = answer.intervalClass
    classes[intervalClass, default: ClassEstimate(intervalClass, in: condition)].move(to: condition)
    return classes[intervalClass]?
      .learn(
        note: answer.note, offset: answer.isDownwards ? -offset : offset, correct: answer.correct,
        isSure: answer.isSure)
  }

  /// Ages the ear to `time`: estimates become less certain, none is erased. Less than half a day is left to add up; a
  /// time before the newest one (a wall clock set back) ages nothing.
  public mutating func age(to time: Date) {
    guard let days = clock.days(to: time) else { return }
    for key in classes.keys { classes[key]?.age(days: days) }
  }

  /// The estimate of a class in `condition` (nil: the one practised last), with the evidence of the other classes.
  func estimate(of intervalClass: IntervalClass, in condition: Condition? = nil) -> ClassEstimate {
    SharedStrength.estimate(
      of: intervalClass, in: condition ?? classes[intervalClass]?.condition ?? self.condition, among: classes)
  }

  /// Whether the ear has no answers yet.
  var isCold: Bool { classes.isEmpty }

  func write(to writer: inout SnapshotWriter) {
    clock.write(to: &writer)
    condition.write(to: &writer)
    writer.write(classes.count)
    for (intervalClass, estimate) in classes.sorted(by: { $0.key < $1.key }) {
      writer.write(intervalClass.semitones)
      estimate.write(to: &writer)
    }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    clock = try EarClock(from: &reader)
    condition = try Condition(from: &reader)
    for _ in 0..<(try reader.integer(in: 0...IntervalClass.all.count)) {
      let semitones = try reader.integer(in: 0...IntervalClass.all.count - 1)
      guard let intervalClass = IntervalClass(semitones: semitones), classes[intervalClass] == nil else {
        throw SnapshotReader.Unreadable()
      }
      classes[intervalClass] = try ClassEstimate(intervalClass, from: &reader)
    }
  }
}
