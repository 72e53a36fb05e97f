import Foundation
import Pitch
import Testing

@testable import Training

/// The moment written as `2024-02-29T12:00Z`.
func moment(_ text: String) throws -> Date {
  try Date(text.replacing("Z", with: ":00Z"), strategy: .iso8601)
}

/// The Gregorian calendar of a time zone.
func calendar(_ zone: String) throws -> Calendar {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = try found(TimeZone(identifier: zone))
  return calendar
}

extension TimelineBucket {
  /// Its local date, span and count, as `day 2024-02-29 ×3`.
  func described(in calendar: Calendar) -> String {
    let day = calendar.dateComponents([.year, .month, .day], from: start)
    let date = String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
    return "\(span.rawValue) \(date) ×\(count)"
  }
}

extension SeededGenerator {
  /// Returns a draw with mean 0 and variance 1. It is uniform, because the tests average many.
  mutating func deviate() -> Double { (unit() - 0.5) * 12.0.squareRoot() }

  /// A normal draw with mean 0 and variance 1 (Box & Muller 1958).
  mutating func normal() -> Double {
    let (first, second) = (unit(), unit())
    return (-2 * log(1 - first)).squareRoot() * cos(2 * .pi * second)
  }
}

/// A match and an answer at `date`.
func matched(
  error: Double, at date: Date, mode: Mode = .matching, start: Double = 40, range: Double = 100, target: Int? = nil,
  step: Double? = nil
) throws -> MatchingRecord {
  var exercise = try matchingExercise(startOffset: start, range: range, mode: mode)
  if let target { exercise.target = try note(target) }
  var record = matchingRecord(exercise, error: 0)
  (record.error, record.time, record.centsPerStep) = (Cents(error), date, step)
  return record
}

/// An answer at `date`.
func answered(_ interval: DirectedInterval?, offset: Double, correct: Bool, at date: Date) throws -> ComparisonRecord {
  var answer = record(try exercise(offset: offset, interval: interval), correct: correct)
  answer.time = date
  return answer
}

/// Returns `snapshot` with some words replaced by those most likely to trap, and sometimes cut short.
func damaged(_ snapshot: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
  let words: [UInt64] = [
    0, 1, UInt64.max, UInt64(Int64.max), 1 << 63, 1 << 52, 64, 16, Double.nan.bitPattern,
    Double.infinity.bitPattern, Double.greatestFiniteMagnitude.bitPattern, (1e15).bitPattern, (-1.0).bitPattern,
    (7_258_118_400.0).bitPattern, generator.next(), generator.next() >> 12,
  ]
  var bytes = snapshot
  for _ in 0...generator.below(3) where bytes.count >= 8 {
    let at = generator.below(bytes.count / 8) * 8
    withUnsafeBytes(of: words[generator.below(words.count)].littleEndian) { word in
      bytes.replaceSubrange(at..<at + 8, with: word)
    }
  }
  if generator.below(10) == 0 { bytes.removeLast(generator.below(bytes.count)) }
  return bytes
}
