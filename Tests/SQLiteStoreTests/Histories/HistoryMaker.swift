import Foundation
import Pitch
import TestSupport

@testable import Training

/// Histories of simulated players: answers and matches of all modes, over weeks.
struct HistoryMaker {
  private struct Impossible: Error {}
  private var random: TestSupport.SplitMix64
  private let seed: UInt64
  /// It has nothing that Peach's CSV cannot say, and one condition.
  private let isPlain: Bool
  private var milliseconds = 1_780_000_000_000
  /// Of early or late: the other records are the same with it and without it.
  private var timingRandom: TestSupport.SplitMix64

  init(seed: UInt64, isPlain: Bool) {
    random = TestSupport.SplitMix64(seed: seed)
    timingRandom = TestSupport.SplitMix64(seed: seed ^ 0x7131)
    self.seed = seed
    self.isPlain = isPlain
  }

  private mutating func unit() -> Double { .random(in: 0..<1, using: &random) }
  private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
  private mutating func chance(_ share: Double) -> Bool { unit() < share }
  private mutating func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }

  private mutating func identifier() -> UUID {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[6] = 0x40 | bytes[6] & 0x0F
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Answers to early or late, as many as one in four of the others; now and then two that say the same.
  private mutating func addTiming(_ records: inout [ExerciseRecord]) throws {
    guard Int.random(in: 0..<4, using: &timingRandom) == 0 else { return }
    milliseconds += .random(in: 1_000...2_000, using: &timingRandom)
    let pattern = TimingPattern.allCases.randomElement(using: &timingRandom) ?? .straight16ths
    var record = TimingRecord.blank
    record.time = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    (record.id, record.strategy, record.source) = (timingIdentifier(), "edge", .keys)
    (record.exercise.pattern, record.exercise.position) = (pattern, pattern.usualPosition)
    record.exercise.tempo = .random(in: 60...90, using: &timingRandom)
    record.exercise.offset =
      .random(in: 100_000...40_000_000, using: &timingRandom) * (Bool.random(using: &timingRandom) ? 1 : -1)
    record.loops = .random(in: 1...6, using: &timingRandom)
    record.correct = Int.random(in: 0..<4, using: &timingRandom) > 0
    record.answer = record.correct ? record.exercise.correctAnswer : record.exercise.correctAnswer.opposite
    record.withdrawn = !isPlain && Int.random(in: 0..<50, using: &timingRandom) == 0
    record.responseTime = .random(in: 0.3...1.3, using: &timingRandom)
    records.append(.timing(record))
    guard Int.random(in: 0..<20, using: &timingRandom) == 0 else { return }
    milliseconds = max(milliseconds, milliseconds / 1000 * 1000 + 950)
    (record.id, record.time) = (timingIdentifier(), Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    records.append(.timing(record))
  }

  private mutating func timingIdentifier() -> UUID {
    swap(&random, &timingRandom)
    defer { swap(&random, &timingRandom) }
    return identifier()
  }

  /// `count` records in the order in which they were kept; now and then two that say the same within a second.
  mutating func history(_ count: Int) throws -> [ExerciseRecord] {
    let ear = (
      threshold: 4 + 30 * unit(), bias: 4 * normal(), lag: 3 * unit(), spread: 3 + 15 * unit(), lapse: 0.05 * unit()
    )
    let settings = try settings()
    let range = Double(try pick([20, 50, 100, 200]))
    var records: [ExerciseRecord] = []
    while records.count < count {
      milliseconds +=
        chance(0.02) ? .random(in: 3_600_000...200_000_000, using: &random) : .random(in: 1_100...6_000, using: &random)
      let time = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let mode = try pick(
        isPlain
          ? [.comparison, .intervalComparison, .matching, .intervalMatching]
          : Mode.allCases.filter { !$0.playsPatterns && $0 != .beats })
      let chord = mode == .chords ? try pick(Chord.allCases) : nil
      let interval: DirectedInterval =
        if let chord {
          chord.interval
        } else if mode.asksIntervals {
          try pick([.perfectFifthUp, DirectedInterval(semitones: -4) ?? .prime])
        } else {
          .prime
        }
      guard let reference = Note(.random(in: 48...72, using: &random)), let target = reference.transposed(by: interval)
      else { throw Impossible() }
      let tuning = try mode.asksIntervals && !isPlain ? pick(["equal", "just", "meantone"]) : "equal"
      let here = isPlain || chance(0.8) ? settings : try self.settings()
      if mode.discipline == .matching {
        let start = (2 * unit() - 1) * range
        let tuned = ear.bias + (start < 0 ? -ear.lag : ear.lag) + ear.spread * normal()
        let end = chance(ear.lapse) ? start + (2 * unit() - 1) * range : min(max(tuned, start - range), start + range)
        var record = MatchingRecord.blank
        (record.id, record.time, record.error, record.tuning) = (identifier(), time, Cents(end), tuning)
        (record.noteDuration, record.noteGap, record.timeTaken) = (here.duration, here.gap, 1 + unit())
        (record.exercise.mode, record.exercise.interval, record.exercise.index) = (mode, interval, 1)
        (record.exercise.reference, record.exercise.target) = (reference, target)
        record.exercise.chord = chord
        if mode == .temperament {
          record.exercise.temperament = TemperamentPlace(order: "fifths-from-a", step: 1, run: record.id)
        }
        (record.exercise.startOffset, record.exercise.range) = (Cents(start), Cents(range))
        record.exercise.heldLevel = mode.playsTogether || !isPlain && chance(0.3) ? 0 : nil
        record.source = .keys
        records.append(.matching(record))
      } else {
        var record = ComparisonRecord.blank
        let cents = 0.1 + 60 * unit() * unit()
        (record.id, record.time, record.tuning, record.strategy) = (identifier(), time, tuning, "edge")
        (record.noteDuration, record.noteGap, record.responseTime) = (here.duration, here.gap, 0.3 + unit())
        record.exercise.loudnessOffset = here.varies ? min(max(5 * normal(), -10), 10) : 0
        (record.exercise.mode, record.exercise.interval, record.exercise.index) = (mode, interval, 1)
        (record.exercise.reference, record.exercise.target) = (reference, target)
        record.exercise.offset = Cents(chance(0.5) ? cents : -cents)
        record.correct =
          abs(normal()) > 0 && (chance(ear.lapse) ? chance(0.5) : normal() < 0.6745 * cents / ear.threshold)
        record.answer = record.correct ? record.exercise.correctAnswer : record.exercise.correctAnswer.opposite
        record.source = .keys
        record.withdrawn = !isPlain && chance(0.02)
        records.append(mode.discipline == .listening ? .listening(heard(record)) : .comparison(record))
      }
      if chance(0.02), let last = records.last, case .comparison(var twin) = last {
        let second = milliseconds / 1000 * 1000
        twin.time = Date(timeIntervalSince1970: Double(max(milliseconds, second + 900)) / 1000)
        twin.id = identifier()
        milliseconds = second + 900
        records.append(.comparison(twin))
      }
      try addTiming(&records)
    }
    return records
  }

  private func heard(_ record: ComparisonRecord) -> ListeningRecord {
    ListeningRecord(
      id: record.id, time: record.time, exercise: record.exercise, tuning: record.tuning,
      concertPitch: record.concertPitch, noteDuration: record.noteDuration, noteGap: record.noteGap,
      strategy: record.strategy)
  }

  private mutating func settings() throws -> (duration: Double, gap: Double, varies: Bool) {
    (try pick([0.5, 1, 1.5]), try pick([0, 0.3, 1]), chance(0.3))
  }
}
