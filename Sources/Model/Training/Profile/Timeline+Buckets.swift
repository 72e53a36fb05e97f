import Foundation

/// The days, weeks and months that are shown at one moment to one player.
struct TimelineCalendar {
  /// The number of days shown separately, today included.
  static let days = 14
  /// The number of weeks shown before them: 7 days each, so that all are complete and none overlaps the days.
  static let weeks = 10

  /// First moments of the weeks, then of the days, in seconds since 1970, oldest first.
  private let starts: [(span: TimelineBucket.Span, start: Double)]
  private let calendar: Calendar

  /// Creates the calendar of a player who looks at `now` (seconds since 1970).
  ///
  /// Midnights come from `calendar`, so days may have any length; a day that a time zone left out is not shown.
  init(now: Double, calendar: Calendar) {
    self.calendar = calendar
    let today = calendar.startOfDay(for: Date(timeIntervalSince1970: now))
    var starts: [(span: TimelineBucket.Span, start: Double)] = []
    func add(_ span: TimelineBucket.Span, daysAgo: Int) {
      guard let day = calendar.date(byAdding: .day, value: -daysAgo, to: today) else { return }
      let start = calendar.startOfDay(for: day).timeIntervalSince1970
      if let last = starts.last, last.start >= start { return }
      starts.append((span, start))
    }
    for week in (1...Self.weeks).reversed() { add(.week, daysAgo: Self.days - 1 + 7 * week) }
    for day in (0..<Self.days).reversed() { add(.day, daysAgo: day) }
    self.starts = starts
  }

  /// The week or day of `seconds`; nil before the first week.
  func recent(_ seconds: Double) -> (span: TimelineBucket.Span, start: Double)? {
    starts.last { $0.start <= seconds }
  }

  /// The first moment of the month of `seconds`, and of the next one.
  func month(_ seconds: Double) -> Range<Double> {
    let date = Date(timeIntervalSince1970: seconds)
    guard let month = calendar.dateInterval(of: .month, for: date), month.duration > 0 else {
      return seconds..<seconds.nextUp
    }
    return month.start.timeIntervalSince1970..<month.end.timeIntervalSince1970
  }
}

extension Timeline {
  /// The widest band that is shown, as the factor between its ends.
  static let widestBand = 4.0

  /// The buckets shown, oldest first: `value` of the sums of each day, week and month.
  ///
  /// A stretch with a band wider than a factor of 4 carries too little information alone: its answers are added to the
  /// next stretch of the same length that has answers, and left out before the first. So a player with few answers
  /// a day sees a point every few days, and no point is mostly noise.
  func buckets(in shown: TimelineCalendar, value: (TimelineBin) -> Banded?) -> [TimelineBucket] {
    var buckets: [TimelineBucket] = []
    var vague: (span: TimelineBucket.Span, bin: TimelineBin)?
    for stretch in stretches(in: shown) {
      var bin = stretch.bin
      if let carried = vague, carried.span == stretch.span { bin.add(carried.bin) }
      guard let banded = value(bin), banded.band.upperBound <= Self.widestBand * banded.band.lowerBound else {
        vague = (stretch.span, bin)
        continue
      }
      vague = nil
      let start = Date(timeIntervalSince1970: stretch.start)
      buckets.append(TimelineBucket(span: stretch.span, start: start, count: bin.count, value: banded))
    }
    return buckets
  }

  private typealias Stretch = (span: TimelineBucket.Span, start: Double, bin: TimelineBin)

  /// The sums of each day, week and month with answers, oldest first.
  private func stretches(in shown: TimelineCalendar) -> [Stretch] {
    var stretches: [Stretch] = []
    func add(_ bin: TimelineBin, span: TimelineBucket.Span, start: Double) {
      if let last = stretches.last, last.span == span, last.start >= start {
        stretches[stretches.count - 1].bin.add(bin)
      } else {
        stretches.append((span, start, bin))
      }
    }
    var month = 0.0..<0.0
    func addToMonth(_ bin: TimelineBin, at seconds: Double) {
      if !month.contains(seconds) { month = shown.month(seconds) }
      add(bin, span: .month, start: month.lowerBound)
    }
    // The middle of a month in UTC lies in the same month everywhere.
    for bin in months { addToMonth(bin, at: bin.seconds + 15 * 86_400) }
    for bin in hours + quarters {
      if let recent = shown.recent(bin.seconds) {
        add(bin, span: recent.span, start: recent.start)
      } else {
        addToMonth(bin, at: bin.seconds)
      }
    }
    return stretches
  }
}

extension TimelineBin {
  /// The first moment, in seconds since 1970.
  var seconds: Double { Double(start) * Double(Self.quarter) }
}

extension TimelineBin {
  /// The threshold in cents, from readings in octaves with their precision as weight; nil without readings.
  ///
  /// Readings averaged by precision have the sum of their precisions (Cochran 1954, "The combination of estimates from
  /// different experiments"); the band is 1.645 of its standard errors either way, in octaves.
  var threshold: Banded? {
    guard weight > 0 else { return nil }
    let error = Quantiles.normal / weight.squareRoot()
    return Banded(exp2(mean), between: exp2(mean - error), and: exp2(mean + error))
  }

  /// The spread in cents about the stretch's own mean, of errors in cents with weight 1; nil below 5 errors, the fewest
  /// whose band is within a factor of 4.
  var spread: Banded? {
    guard weight >= 5 else { return nil }
    let variance = max((second - first * mean) / (weight - 1), 0)
    let spread = max(variance.squareRoot(), MatchingProfile.finest)
    let band = Quantiles.deviationBand(degrees: weight - 1)
    return Banded(spread, between: spread * band.lowerBound, and: spread * band.upperBound)
  }
}
