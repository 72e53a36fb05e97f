import Foundation
import TestSupport
import Testing

@testable import SQLiteStore

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"), (0.0004, "1970-01-01T00:00:00.000Z"),
    (1_582_934_399.9996, "2020-02-29T00:00:00.000Z"), (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
    (1e15, "9999-12-31T23:59:59.999Z"), (-.infinity, "0000-01-01T00:00:00.000Z"), (.nan, "0000-01-01T00:00:00.000Z"),
  ])
  func `a date is written in UTC, rounded to the millisecond, within four-digit years`(
    seconds: Double, text: String
  ) {
    #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test func `reading is the inverse of writing`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let milliseconds = Int.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      #expect(Timestamp.date(Timestamp.text(date)) == date)
    }
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21 18:30:05.123Z", "2026-13-21T18:30:05.123Z", "2026-02-29T18:30:05.123Z",
    "2026-11-21T18:30:05.123+", "2026-11-21T18:30:0é.123Z", "２026-11-21T18:30:05.12",
  ])
  func `a date in another form is not read`(text: String) {
    #expect(Timestamp.date(text) == nil)
  }
}
