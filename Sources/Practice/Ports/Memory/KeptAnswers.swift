import Foundation
import Pitch
import Training

/// The durably saved answers of one run, by mode and interval. Withdrawn ones are not included; exercises of
/// listening are counted separately.
public struct KeptAnswers: Sendable {
  private struct Practised {
    let mode: Mode
    let interval: DirectedInterval?
  }

  /// Answers handed to the store and not confirmed yet.
  private var waiting: [UUID: Practised] = [:]
  private var kept: [UUID: Practised] = [:]

  /// Whether there were answers that were not saved because the sound was inaudible.
  public private(set) var wasUnheard = false

  /// Creates an empty collection.
  public init() {}

  /// The number of saved answers.
  public var count: Int { kept.values.count { $0.mode.discipline.teaches } }

  /// The number of saved exercises of listening.
  public var heard: Int { kept.count - count }

  /// The number of answers per mode, in the order of modes; modes without answers are left out.
  public var counts: [(mode: Mode, count: Int)] {
    Mode.allCases.filter(\.discipline.teaches).map { mode in (mode, kept.values.count { $0.mode == mode }) }
      .filter { $0.count > 0 }
  }

  /// Returns the interval of all answers of `mode`; nil if there were several, or the mode has no intervals.
  public func interval(of mode: Mode) -> DirectedInterval? {
    guard mode.asksIntervals else { return nil }
    let intervals = Set(kept.values.filter { $0.mode == mode }.compactMap(\.interval))
    return intervals.count == 1 ? intervals.first : nil
  }

  /// Records that an answer goes to the store.
  package mutating func handOver(_ id: UUID, _ mode: Mode, _ interval: DirectedInterval?) {
    waiting[id] = Practised(mode: mode, interval: interval)
  }

  /// Records that an answer is not saved because the sound was inaudible.
  package mutating func leaveOut() { wasUnheard = true }

  /// Records that the store has saved the answer.
  package mutating func saved(_ id: UUID) {
    kept[id] = waiting.removeValue(forKey: id)
  }

  /// Records that the store has withdrawn the answer.
  package mutating func withdrawn(_ id: UUID) { kept[id] = nil }
}
