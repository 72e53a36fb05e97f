import Foundation
import Training

extension PageBuilder {
  /// Draws the history of a number: a bar for each stretch of time, as high as its band, with the estimate in it.
  /// Stretches without answers leave a gap. A single stretch is not drawn.
  mutating func timeline(
    _ buckets: [TimelineBucket], heading: String? = nil, orElse usual: ClosedRange<Double> = CentsAxis.usual,
    calendar: Calendar
  ) {
    guard buckets.count > 1 else { return }
    skipToNextPart()
    self.heading(heading ?? words(.timeline))
    let room = plotWidth
    let shown = TimelineSlots(buckets, most: Int(room / (measures.isCells ? Measures.cellWidth : 9)))
    let exact = min(room / Double(max(shown.count, 1)), measures.isCells ? 3 * Measures.cellWidth : 44)
    let slot = measures.isCells ? (exact / Measures.cellWidth).rounded(.down) * Measures.cellWidth : exact
    let left = plotLeft
    func x(_ index: Int) -> Double { left + (Double(index) + 0.5) * slot }

    skip(measures.plotGap / 2)
    let (top, bottom) = plot(height: measures.minorPlotHeight)
    let cents = CentsAxis(showing: shown.buckets.map(\.bucket.value.band), orElse: usual, top: top, bottom: bottom)
    let end = plotLeft + Double(shown.count) * slot
    add(cents.shapes(left: plotLeft, right: max(end, plotLeft + room / 3), measures, words))
    for index in shown.borders {
      let x = plotLeft + Double(index) * slot
      add(.line(from: Point(x, top), to: Point(x, bottom), ink: .rule, width: 1, isDashed: true))
    }
    for index in shown.changes {
      let x = plotLeft + Double(index) * slot
      add(.line(from: Point(x, top), to: Point(x, bottom), ink: .label, width: 1.5, isDashed: false))
    }
    for run in shown.runs {
      for (index, bucket) in run {
        let half = slot * 0.36
        let ends = [x(index) - half, x(index) + half]
        add(
          .band(
            upper: ends.map { Point($0, cents.y(bucket.value.band.upperBound)) },
            lower: ends.map { Point($0, cents.y(bucket.value.band.lowerBound)) }, ink: .band,
            stops: ends.map { StrengthStop(x: $0, strength: 0.75) }))
      }
    }
    for run in shown.runs {
      let points = run.map { Point(x($0.index), cents.y($0.bucket.value.value)) }
      if points.count > 1 { add(.polyline(points, ink: .curve, width: 1.5, stops: [])) }
      add(points.map { .dot($0, radius: min(3.5, slot * 0.3), ink: .curve) })
    }
    skip(measures.smallGap)
    dates(shown, x, calendar)
    skip(measures.lineHeight(.tick) + measures.smallGap)
    if isPart { sentence(words(.keyBar), .label) }
    for border in shown.turns { sentence(words.sentence(from: border.older, to: border.newer), .label) }
    if !shown.changes.isEmpty { sentence(words(.keyConditions), .label) }
  }

  /// Draws as many dates as fit, the newest first.
  private mutating func dates(_ shown: TimelineSlots, _ x: (Int) -> Double, _ calendar: Calendar) {
    var free = measures.width
    let baseline = y + measures.ascent(.tick)
    for (index, bucket) in shown.buckets.reversed() {
      let date = words.date(bucket, calendar)
      let half = measures.textWidth(date, .tick) / 2
      // A long word at either end leans inwards.
      let middle = min(max(x(index), left + half), right - half)
      // Two conditions of one day have one date.
      guard middle + half <= free, index == 0 || !shown.repeats(index) else { continue }
      free = middle - half - 2 * measures.textWidth(" ", .tick)
      add(.text(Text(date, at: Point(middle, baseline), anchor: .middle, role: .tick)))
    }
  }
}

/// Stretches of time side by side, each in a place of equal width, with an empty place for missing ones.
struct TimelineSlots {
  /// The newest that fit, oldest first, with their places.
  private(set) var buckets: [(index: Int, bucket: TimelineBucket)] = []
  /// The number of places.
  private(set) var count = 0
  /// Places before which the length of the stretches changes.
  private(set) var borders: [Int] = []
  /// The lengths of the stretches on both sides of each border.
  var turns: [(older: TimelineBucket.Span, newer: TimelineBucket.Span)] {
    borders.compactMap { border in
      let older = buckets.last { $0.index < border }
      let newer = buckets.first { $0.index >= border }
      return older.flatMap { older in newer.map { (older.bucket.span, $0.bucket.span) } }
    }
  }
  /// Places before which conditions change.
  private(set) var changes: [Int] = []

  /// Creates the newest places, up to `most`.
  init(_ all: [TimelineBucket], most: Int) {
    var last: TimelineBucket?
    for bucket in all {
      if let last {
        if Self.leavesGap(last, bucket) { count += 1 }
        if last.span != bucket.span { borders.append(count) }
        if last.condition != bucket.condition { changes.append(count) }
      }
      buckets.append((count, bucket))
      count += 1
      last = bucket
    }
    let surplus = count - max(most, 1)
    guard surplus > 0 else { return }
    buckets = buckets.filter { $0.index >= surplus }.map { ($0.index - surplus, $0.bucket) }
    borders = borders.filter { $0 > surplus }.map { $0 - surplus }
    changes = changes.filter { $0 > surplus }.map { $0 - surplus }
    count -= surplus
  }

  /// Whether the stretch at this place is the one of the place before, in another condition.
  func repeats(_ index: Int) -> Bool {
    guard let here = buckets.first(where: { $0.index == index }) else { return false }
    return buckets.contains { $0.index == index - 1 && $0.bucket.start == here.bucket.start }
  }

  /// Stretches that follow one another in one condition.
  var runs: [[(index: Int, bucket: TimelineBucket)]] {
    var runs: [[(index: Int, bucket: TimelineBucket)]] = []
    for place in buckets {
      if let last = runs.last?.last, last.index + 1 == place.index, last.bucket.condition == place.bucket.condition {
        runs[runs.count - 1].append(place)
      } else {
        runs.append([place])
      }
    }
    return runs
  }

  /// Whether a stretch is missing between them: more time than the older one's length, with a day's tolerance for clock
  /// changes.
  private static func leavesGap(_ older: TimelineBucket, _ newer: TimelineBucket) -> Bool {
    let days =
      switch older.span {
      case .day: 1.0
      case .week: 7.0
      case .month: 31.0
      }
    return newer.start.timeIntervalSince(older.start) > (days + 0.5) * 86_400
  }
}

extension PictureWords {
  /// Day and month, or month and year.
  func date(_ bucket: TimelineBucket, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: bucket.start)
    let month = self(PictureWord.months[min(max((parts.month ?? 1) - 1, 0), 11)])
    return switch bucket.span {
    case .day, .week: self(.dayOfMonth, ["day": "\(parts.day ?? 1)", "month": month])
    case .month: self(.monthOfYear, ["year": "\(parts.year ?? 0)", "month": month])
    }
  }
}
