import Foundation
import Testing

@testable import Training

/// Days, weeks and months as the player's own calendar has them, from sums that are kept in UTC.
struct TimelineTests {
  private func learned(_ times: [Date], weight: Double = 10, octaves: Double = 3) -> Timeline {
    var clock = PracticeClock()
    var timeline = Timeline()
    for date in times {
      if let time = clock.advance(to: date) { timeline.learn(octaves, weight: weight, at: time) }
    }
    return timeline
  }

  private func shown(_ timeline: Timeline, at now: Date, _ calendar: Calendar) -> [String] {
    timeline.buckets(in: TimelineCalendar(now: now.timeIntervalSince1970, calendar: calendar), value: \.threshold)
      .map { $0.described(in: calendar) }
  }

  /// Answers about midnight; the last one is when the player looks.
  @Test(arguments: [
    // Clocks forward: a day of 23 hours.
    (
      "Europe/Berlin", ["2024-03-30T22:45Z", "2024-03-30T23:00Z", "2024-03-31T21:59Z", "2024-03-31T22:00Z"],
      ["day 2024-03-30 ×1", "day 2024-03-31 ×2", "day 2024-04-01 ×1"]
    ),
    // Clocks back: a day of 25 hours.
    (
      "Europe/Berlin", ["2024-10-26T21:59Z", "2024-10-26T22:00Z", "2024-10-27T22:59Z", "2024-10-27T23:00Z"],
      ["day 2024-10-26 ×1", "day 2024-10-27 ×2", "day 2024-10-28 ×1"]
    ),
    // Clocks forward at midnight: the day begins at one.
    (
      "America/Sao_Paulo", ["2018-11-04T02:59Z", "2018-11-04T03:00Z", "2018-11-05T01:59Z", "2018-11-05T02:00Z"],
      ["day 2018-11-03 ×1", "day 2018-11-04 ×2", "day 2018-11-05 ×1"]
    ),
    // A day that never was: Samoa went from the 29th to the 31st.
    (
      "Pacific/Apia", ["2011-12-30T09:59Z", "2011-12-30T10:00Z", "2011-12-31T09:59Z"],
      ["day 2011-12-29 ×1", "day 2011-12-31 ×2"]
    ),
    // Half and quarter hours from UTC.
    ("Asia/Kolkata", ["2024-06-01T18:29Z", "2024-06-01T18:30Z"], ["day 2024-06-01 ×1", "day 2024-06-02 ×1"]),
    ("Asia/Kathmandu", ["2024-06-01T18:14Z", "2024-06-01T18:15Z"], ["day 2024-06-01 ×1", "day 2024-06-02 ×1"]),
    // A leap day, and none in 2100.
    (
      "UTC", ["2024-02-28T23:59Z", "2024-02-29T12:00Z", "2024-03-01T00:00Z"],
      ["day 2024-02-28 ×1", "day 2024-02-29 ×1", "day 2024-03-01 ×1"]
    ),
    ("UTC", ["2100-02-28T23:59Z", "2100-03-01T00:00Z"], ["day 2100-02-28 ×1", "day 2100-03-01 ×1"]),
  ])
  func `days are the player's own`(zone: String, times: [String], expected: [String]) throws {
    let (times, calendar) = (try times.map(moment), try calendar(zone))
    #expect(shown(learned(times), at: try found(times.last), calendar) == expected)
  }

  @Test func `the same answers are other days in other time zones`() throws {
    let timeline = learned([try moment("2024-06-01T12:00Z"), try moment("2024-06-01T20:00Z")])
    let now = try moment("2024-06-02T12:00Z")
    #expect(shown(timeline, at: now, try calendar("UTC")) == ["day 2024-06-01 ×2"])
    #expect(shown(timeline, at: now, try calendar("Pacific/Auckland")) == ["day 2024-06-02 ×2"])
    #expect(
      shown(timeline, at: now, try calendar("Asia/Tokyo")) == ["day 2024-06-01 ×1", "day 2024-06-02 ×1"])
  }

  @Test func `fourteen days are followed by ten weeks and then months`() throws {
    let calendar = try calendar("Europe/Berlin")
    let now = try moment("2024-07-31T12:00Z")
    let times = (0..<200).reversed().map { now.addingTimeInterval(-86_400 * Double($0)) }
    let all = shown(learned(times), at: now, calendar)
    #expect(all.filter { $0.hasPrefix("day") } == (18...31).map { "day 2024-07-\($0) ×1" })
    let weeks = all.filter { $0.hasPrefix("week") }
    #expect(weeks.count == 10 && weeks.first == "week 2024-05-09 ×7" && weeks.last == "week 2024-07-11 ×7")
    #expect(
      all.filter { $0.hasPrefix("month") } == [
        "month 2024-01-01 ×18", "month 2024-02-01 ×29", "month 2024-03-01 ×31", "month 2024-04-01 ×30",
        "month 2024-05-01 ×8",
      ])
  }

  @Test(arguments: ["Pacific/Kiritimati", "UTC", "Asia/Kolkata", "America/Los_Angeles", "Pacific/Apia"])
  func `nothing is counted twice or lost in ten years`(zone: String) throws {
    var generator = SeededGenerator(seed: 5)
    let calendar = try calendar(zone)
    var time = try moment("2008-01-01T00:00Z").timeIntervalSince1970
    var timeline = Timeline()
    var count = 0
    var largest = 0
    for day in 0..<3_653 {
      for _ in 0..<4 {
        timeline.learn(4, weight: 5, at: time + generator.unit() * 3_600)
        count += 1
      }
      time += 86_400 + (generator.unit() - 0.5) * 3_600
      guard day % 300 == 299 || day == 3_652 else { continue }
      let shown = TimelineCalendar(now: time, calendar: calendar)
      let buckets = timeline.buckets(in: shown, value: \.threshold)
      #expect(buckets.reduce(0) { $0 + $1.count } == count)
      #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.start < $1.start })
      var writer = SnapshotWriter()
      timeline.write(to: &writer)
      largest = max(largest, writer.bytes.count)
    }
    #expect(largest < 25_000, "bytes of ten years with some answers within an hour a day")
  }

  @Test func `a clock set back ages nothing`() throws {
    let calendar = try calendar("UTC")
    let times = try ["2024-06-10T12:00Z", "2024-01-01T12:00Z", "1969-01-01T00:00Z", "9999-01-01T00:00Z"].map(moment)
    let timeline = learned(times + [Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity)])
    #expect(shown(timeline, at: times[0], calendar) == ["day 2024-06-10 ×6"])
    var clock = PracticeClock()
    #expect(clock.advance(to: Date(timeIntervalSince1970: .nan)) == nil)
    #expect(clock.advance(to: times[0]) != nil)
    #expect(clock.reference(times[1]) == times[0].timeIntervalSince1970)
    #expect(clock.reference(Date(timeIntervalSince1970: .nan)) == times[0].timeIntervalSince1970)
  }

  /// One answer at the edge has about 0.15/octave²; a point needs 2.7.
  @Test func `days of uncertain means are merged with the next`() throws {
    let calendar = try calendar("UTC")
    let days = try ["01", "02", "03", "05", "06"].map { try moment("2024-06-\($0)T12:00Z") }
    let few = learned(days, weight: 1)
    #expect(shown(few, at: days[4], calendar) == ["day 2024-06-03 ×3"])
    let more = learned((days + days).sorted(), weight: 1)
    #expect(shown(more, at: days[4], calendar) == ["day 2024-06-02 ×4", "day 2024-06-05 ×4"])
  }

  @Test func `a point is the mean weighted by precision, with its band`() throws {
    var timeline = Timeline()
    timeline.learn(4, weight: 12, at: 1e9)
    timeline.learn(2, weight: 4, at: 1e9)
    timeline.learn(nil, at: 1e9)
    let shown = TimelineCalendar(now: 1e9, calendar: try calendar("UTC"))
    let bucket = try found(timeline.buckets(in: shown, value: \.threshold).first)
    #expect(bucket.count == 3)
    #expect(abs(log2(bucket.value.value) - 3.5) < 1e-12)
    #expect(abs(log2(bucket.value.band.upperBound) - 3.5 - 1.6449 / 4) < 1e-4)
    #expect(abs(log2(bucket.value.band.lowerBound) - 3.5 + 1.6449 / 4) < 1e-4)
  }

  @Test func `months follow the calendar`() throws {
    let calendar = try calendar("UTC")
    for day in stride(from: 0, to: 84_000, by: 13) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let month = try found(calendar.dateInterval(of: .month, for: date)).start.timeIntervalSince1970
      #expect(Double(CivilMonth.firstDay(ofMonthWith: day)) == month / 86_400)
    }
  }

  @Test func `a long break merges everything at once`() throws {
    let calendar = try calendar("UTC")
    let first = try moment("2020-02-01T12:00Z")
    let before = (0..<40).map { first.addingTimeInterval(Double($0) * 86_400) }
    let now = try moment("2024-02-29T12:00Z")
    let timeline = learned(before + [now])
    #expect(timeline.quarters.count == 1 && timeline.hours.isEmpty && timeline.months.count == 2)
    #expect(
      shown(timeline, at: now, calendar) == ["month 2020-02-01 ×29", "month 2020-03-01 ×11", "day 2024-02-29 ×1"])
  }
}
