import Foundation
import Pitch
import Training

extension PageBuilder {
  /// Draws the accuracy of matching over the keyboard: first the side to which notes miss, then their scatter.
  ///
  /// The spread against a sounding reference is next to the results from memory, if `reports` have it.
  mutating func matching(
    _ report: MatchingReport, among reports: [MatchingReport], over range: NoteRange, calendar: Calendar
  ) {
    skipToNextPart()
    heading(words(PictureWord(report)))
    let unknown = words(.unknown)
    let average = Statistic(
      name: words(.bias), value: report.bias.map { words.bias($0.value, of: report) } ?? unknown,
      note: report.bias.map { words.between($0.band) })
    let spreads = report.spreads(among: reports).map { name, spread in
      Statistic(
        name: words(name), value: spread.map { words.cents($0.value) } ?? unknown,
        note: spread.map { words.between($0.band) })
    }
    let matches = Statistic(name: words(.matches), value: "\(report.matches)", note: nil)
    statistics([average] + spreads + [matches])
    if let lag = report.sureLag {
      sentence(words.sentence(lag: lag), .label)
      skip(measures.smallGap)
    }
    if report.matches == 0 { invitation(over: range) }
    let regions = report.regions.filter { $0.notes.high >= range.low && $0.notes.low <= range.high }
    if !regions.isEmpty {
      let keys = KeyboardAxis(range: range, left: plotLeft, width: plotWidth, isCells: measures.isCells)
      axisName("\(words(.bias)), \(words(.axis))")
      bias(regions, keys)
      skip(measures.plotGap)
      axisName("\(words(.spread)), \(words(.axis))")
      spread(regions, keys, step: report.centsPerStep)
      skip(measures.isCells ? 0 : 8)
      keyboard(keys)
      sentence(words(report.isTemperament ? .keyDrift : .keyBias), .label)
      sentence(words(.keySpread), .label)
      sentence(words(.keyBar), .label)
      if let step = report.centsPerStep { sentence(words(.keyStep, ["value": words.cents(step)]), .label) }
    }
    timeline(
      report.timeline, heading: words(.spreadTimeline), orElse: Self.usualSpread, calendar: calendar)
  }

  /// Draws the keys alone, with an invitation to practise.
  private mutating func invitation(over range: NoteRange) {
    let keys = KeyboardAxis(range: range, left: plotLeft, width: plotWidth, isCells: measures.isCells)
    axisName("\(words(.spread)), \(words(.axis))")
    let (top, bottom) = plot(height: measures.minorPlotHeight)
    let cents = CentsAxis(showing: [], orElse: Self.usualSpread, top: top, bottom: bottom)
    add(cents.shapes(left: keys.left, right: keys.right, measures, words))
    invitation(words(.matchingInvitation), keys, middle: (top + bottom) / 2, above: bottom)
    keyboard(keys)
  }

  /// Adds the numbers of matching alone, a line for each kind.
  mutating func summary(_ reports: [MatchingReport]) {
    let rows = reports.compactMap { report in
      report.bias.flatMap { bias in
        report.spread.map { spread in
          (
            words(PictureWord(report)),
            words(.summary, ["bias": words.bias(bias.value, of: report), "spread": words.cents(spread.value)])
          )
        }
      }
    }
    guard !rows.isEmpty else { return }
    skipToNextPart()
    table(rows)
    sentence(words(.keySpread), .label)
  }

  /// The usual range of spreads. They are smaller than thresholds: no player begins at 100 cents.
  private static let usualSpread = 1.0...50.0

  private mutating func bias(_ regions: [MatchingRegion], _ keys: KeyboardAxis) {
    let height = measures.isCells ? 5 * Measures.cellHeight : measures.minorPlotHeight
    let (top, bottom) = plot(height: height)
    let largest = regions.map { max(abs($0.bias.band.lowerBound), abs($0.bias.band.upperBound)) }.max() ?? 0
    let limit = [5.0, 10, 20, 50, 100, 200, 500].first { $0 >= largest } ?? 1200
    func y(_ cents: Double) -> Double {
      (top + bottom) / 2 - min(max(cents / limit, -1), 1) * (bottom - top) / 2
    }
    for value in [-limit, 0, limit] {
      if !measures.isCells || value == 0 {
        let ink: Ink = value == 0 && !measures.isCells ? .keyEdge : .rule
        add(
          .line(
            from: Point(keys.left, y(value)), to: Point(keys.right, y(value)), ink: ink,
            width: 1, isDashed: false))
      }
      let sign = value > 0 ? "+" : ""
      add(
        .text(
          Text(
            sign + words.number(value),
            at: Point(keys.left - measures.textWidth(" ", .tick), measures.baseline(middle: y(value), .tick)),
            anchor: .end, role: .tick)))
    }
    for region in regions { bar(region.notes, region.bias, keys, y) }
  }

  private mutating func spread(_ regions: [MatchingRegion], _ keys: KeyboardAxis, step: Double?) {
    let (top, bottom) = plot(height: measures.minorPlotHeight)
    let step = step.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let floor = step.map { [$0...$0] } ?? []
    let cents = CentsAxis(
      showing: regions.map(\.spread.band) + floor, orElse: Self.usualSpread, top: top, bottom: bottom)
    add(cents.shapes(left: keys.left, right: keys.right, measures, words))
    for region in regions { bar(region.notes, region.spread, keys, cents.y) }
    if let step {
      let y = cents.y(step)
      add(.line(from: Point(keys.left, y), to: Point(keys.right, y), ink: .floor, width: 1.5, isDashed: true))
    }
  }

  /// A band as wide as its keys, with the estimate as a line in it.
  private mutating func bar(
    _ notes: NoteRange, _ value: Banded, _ keys: KeyboardAxis, _ y: (Double) -> Double
  ) {
    let extent = keys.extent(max(notes.low, keys.range.low), min(notes.high, keys.range.high))
    let ends = [extent.lowerBound, extent.upperBound]
    add(
      .band(
        upper: ends.map { Point($0, y(value.band.upperBound)) },
        lower: ends.map { Point($0, y(value.band.lowerBound)) },
        ink: .band, stops: ends.map { StrengthStop(x: $0, strength: 0.75) }))
    add(.polyline(ends.map { Point($0, y(value.value)) }, ink: .curve, width: 2.5, stops: []))
  }
}

extension MatchingReport {
  /// Its spread with the name it has there; of matching from memory also that against a sounding reference, if
  /// `reports` have one of the same kind.
  func spreads(among reports: [MatchingReport]) -> [(name: PictureWord, spread: Banded?)] {
    guard let held = held(among: reports) else { return [(.spread, spread)] }
    return [(.spreadFromMemory, spread), (.heldSpread, held.spread)]
  }
}
