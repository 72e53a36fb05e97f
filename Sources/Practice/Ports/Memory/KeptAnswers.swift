import Foundation
import Pitch
import Training

/// The answers of one run that are kept durably, by what was practised. Withdrawn ones are left out, and pairs that were only
/// heard are counted by themselves.
public struct KeptAnswers: Sendable {
  private struct Practised {
    let mode: Mode
    let interval: DirectedInterval
  }

  /// Handed to the store, which has not said yet that it has them.
  private var waiting: [UUID: Practised] = [:]
  private var kept: [UUID: Practised] = [:]

  /// Whether there were answers that are not kept, as nobody could hear what they are about.
  public private(set) var wasUnheard = false

  /// None yet.
  public init() {}

  /// How many answers there are.
  public var count: Int { kept.values.count { $0.mode.discipline.teaches } }

  /// How many pairs were heard.
  public var heard: Int { kept.count - count }

  /// How many answers in each mode, in the order of modes; modes without any are left out.
  public var counts: [(mode: Mode, count: Int)] {
    Mode.allCases.filter(\.discipline.teaches).map { mode in (mode, kept.values.count { $0.mode == mode }) }
      .filter { $0.count > 0 }
  }

  /// The interval of all answers of `mode`; nil where there were several, or the mode asks for none.
  public func interval(of mode: Mode) -> DirectedInterval? {
    guard mode.asksIntervals else { return nil }
    let intervals = Set(kept.values.filter { $0.mode == mode }.map(\.interval))
    return intervals.count == 1 ? intervals.first : nil
  }

  /// An answer goes to the store.
  package mutating func handOver(_ id: UUID, _ mode: Mode, _ interval: DirectedInterval) {
    waiting[id] = Practised(mode: mode, interval: interval)
  }

  /// An answer goes nowhere: nobody could hear what it is about.
  package mutating func leaveOut() { wasUnheard = true }

  /// The store has it.
  package mutating func saved(_ id: UUID) {
    kept[id] = waiting.removeValue(forKey: id)
  }

  /// The store has it no more.
  package mutating func withdrawn(_ id: UUID) { kept[id] = nil }
}
