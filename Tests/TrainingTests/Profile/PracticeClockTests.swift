import Foundation
import Testing

@testable import Training

/// The clock by which knowledge of an ear ages.
struct PracticeClockTests {
  private static let day = 86_400.0
  private static let today = 1.8e9
  private static let yearsAhead = today + 3_650 * day

  /// Returns how much time has passed for the ear after each of `days` with practice, counted from today.
  private func passed(_ days: [Double], from first: Double? = nil) -> [Double] {
    var clock = PracticeClock()
    let start = first.flatMap { clock.advance(to: Date(timeIntervalSince1970: $0)) }
    let times = days.compactMap { clock.advance(to: Date(timeIntervalSince1970: Self.today + $0 * Self.day)) }
    return times.map { ($0 - (start ?? Self.today)) / Self.day }
  }

  @Test func `a clock once set years ahead does not stop ageing forever`() {
    let days = (0..<90).map(Double.init)
    let passed = passed(days, from: Self.yearsAhead)
    #expect(passed[..<30].allSatisfy { $0 == 0 }, "a month may be a machine that does not know the time")
    #expect(passed[30] == 30, "that month was time as well")
    #expect(passed.dropFirst(30).elementsEqual((30..<90).map(Double.init)), "day by day from then on")
  }

  @Test func `practice once a week proves the clock as well`() {
    #expect(passed(stride(from: 0, to: 70, by: 7).map(Double.init), from: Self.yearsAhead).last == 63)
  }

  @Test func `a machine that starts without knowing the time ages nothing`() {
    let starts = [-20_000.0, -19_999, -400, -20_000, -20_000.5, -19_999]
    #expect(passed([0] + starts) == Array(repeating: 0, count: starts.count + 1))
  }

  @Test func `a correct time that returns is accepted`() throws {
    // Forty days without a network, counted from 1970.
    let apart = (0..<40).map { Double($0) - 20_000 }
    let found = passed([0] + apart + [45, 46])
    #expect(found.suffix(2) == [45, 46])
    // Found again before as much time has passed as was counted: it never ages by decades.
    let last = try #require(passed([0] + apart + [20, 21, 22]).last)
    #expect(last <= 39 + 30 + 2)
  }

  @Test func `a snapshot keeps the clock's state`() throws {
    var clock = PracticeClock()
    _ = clock.advance(to: Date(timeIntervalSince1970: Self.yearsAhead))
    for day in 0..<60 {
      var writer = SnapshotWriter()
      clock.write(to: &writer)
      var reader = SnapshotReader(writer.bytes)
      let read = try PracticeClock(from: &reader)
      #expect(read == clock && reader.isAtEnd)
      _ = clock.advance(to: Date(timeIntervalSince1970: Self.today + Double(day) * Self.day))
    }
  }

  @Test func `displayed estimates are aged to now`() {
    var clock = PracticeClock()
    for time in [Self.yearsAhead] + (0..<40).map({ Self.today + Double($0) * Self.day }) {
      _ = clock.advance(to: Date(timeIntervalSince1970: time))
    }
    let later = clock.reference(Date(timeIntervalSince1970: Self.today + 49 * Self.day))
    #expect(later == Self.yearsAhead + 49 * Self.day)
  }
}
