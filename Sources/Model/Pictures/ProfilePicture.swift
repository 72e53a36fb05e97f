import Foundation
import Pitch
import Training

/// Pictures of a player's profile. Pure functions; any thread.
public enum ProfilePicture {
  /// The whole profile, one part below the other: the threshold over the keyboard, its history, other intervals,
  /// matching, early or late, beats, sureness. With `intervalClass`, only that class.
  ///
  /// In a terminal it fits the window: parts without room are left out, the least important first, and a line says so.
  ///
  /// `calendar` is the player's: it names days.
  public static func page(
    _ report: ProfileReport, of intervalClass: IntervalClass? = nil, caption: Caption, words: PictureWords,
    measures: Measures, calendar: Calendar
  ) -> Drawing {
    func page(_ content: Content, _ measures: Measures) -> PageBuilder {
      var page = PageBuilder(measures: measures, words: words)
      let shown = intervalClass ?? report.mainClass
      let comparison = report.comparisons.first { $0.intervalClass == shown }
      page.comparison(comparison ?? ComparisonReport(intervalClass: shown, answers: 0), over: report.range)
      if content >= .timeline { page.timeline(comparison?.timeline ?? [], calendar: calendar) }
      if intervalClass == nil {
        if content >= .others { page.others(report.comparisons.filter { $0.intervalClass != shown }) }
        if content == .all {
          for matching in report.matchings {
            page.matching(matching, among: report.matchings, over: report.range, calendar: calendar)
          }
          if let timing = report.timing { page.timing(timing, calendar: calendar) }
          if let beats = report.beats { page.beats(beats, calendar: calendar) }
          if let calibration = report.calibration { page.calibration(calibration) }
        } else if content >= .matching {
          page.summary(report.matchings)
          if let timing = report.timing { page.summary(timing) }
          if let beats = report.beats { page.summary(beats) }
          if let calibration = report.calibration { page.summary(calibration) }
        }
      }
      return page
    }
    guard let rows = measures.rows else { return page(.all, measures).drawing(caption) }
    let least = measures.plotting(rows: leastPlotRows)
    let whole = page(.all, least)
    if whole.rows <= rows {
      return page(.all, least.plotting(rows: leastPlotRows + rows - whole.rows)).drawing(caption)
    }
    // The last line points to the rest.
    let content = Content.allCases.reversed().first { page($0, least).rows < rows } ?? .curve
    let spare = max(rows - 1 - page(content, least).rows, 0)
    var fitting = page(content, least.plotting(rows: leastPlotRows + spare))
    fitting.sentence(words(.more), .label)
    return fitting.drawing(caption)
  }

  /// The extent of the profile shown; each case includes all cases before it.
  private enum Content: Int, CaseIterable, Comparable {
    /// The threshold over the keyboard.
    case curve
    /// The numbers of matching, of early or late, of beats and of sureness, without pictures.
    case matching
    /// The other intervals.
    case others
    /// The history of the threshold.
    case timeline
    /// Matching over the keyboard, and all of early or late and of beats, as well.
    case all

    static func < (a: Content, b: Content) -> Bool { a.rawValue < b.rawValue }
  }

  /// The least number of rows of a plot before further numbers get room.
  private static let leastPlotRows = 6

  /// Returns the threshold over the keyboard without words, for a quick look: the same curve and keys, smaller.
  public static func preview(
    _ report: ProfileReport, of intervalClass: IntervalClass? = nil, caption: Caption, language: String,
    room: PreviewRoom = .points(width: 360, height: 72)
  ) -> Drawing {
    let shown = intervalClass ?? report.mainClass
    let curve = report.comparisons.first { $0.intervalClass == shown }?.curve ?? []
    let frame = room.frame
    let keysTop = frame.height - frame.margin - frame.keyHeight
    let keys = KeyboardAxis(
      range: report.range, left: frame.margin, width: frame.width - 2 * frame.margin, isCells: room.isCells)
    let cents = CentsAxis(
      showing: curve.map(\.threshold.band), top: frame.margin, bottom: keysTop - (room.isCells ? 1 : 4))
    return Drawing(
      width: frame.width, height: frame.height, title: caption.title, summary: caption.summary, language: language,
      shapes: CurveShapes(keys: keys, cents: cents).shapes(curve, lineWidth: 2)
        + keys.shapes(top: keysTop, height: frame.keyHeight, isCells: room.isCells))
  }
}

/// The room of a preview.
public enum PreviewRoom: Hashable, Sendable {
  /// A picture on a page; at least 80 by 40, usually 60 to 80 points high.
  case points(width: Double, height: Double)
  /// A picture in a terminal; at least 20 by 3.
  case cells(columns: Int, rows: Int)

  var isCells: Bool {
    if case .cells = self { true } else { false }
  }

  fileprivate var frame: (width: Double, height: Double, margin: Double, keyHeight: Double) {
    switch self {
    case .points(let width, let height):
      let height = max(height, 40)
      return (max(width, 80), height, 4, (height * 0.22).rounded())
    case .cells(let columns, let rows):
      return (
        Double(max(columns, 20)) * Measures.cellWidth, Double(max(rows, 3)) * Measures.cellHeight, 0,
        Measures.cellHeight
      )
    }
  }
}

extension ProfileReport {
  /// The class shown first: unison or the smallest class with a curve; if none has a curve, the class nearest to one.
  public var mainClass: IntervalClass {
    let nearest = comparisons.min { ($0.first?.more ?? .max) < ($1.first?.more ?? .max) }
    return (comparisons.first { !$0.curve.isEmpty } ?? nearest)?.intervalClass ?? .unison
  }
}

extension PageBuilder {
  /// Adds the curve of one class with its numbers; an invitation over the keys before the first results.
  mutating func comparison(_ report: ComparisonReport, over range: NoteRange) {
    heading(words.heading(report))
    statistics(report.countedStatistics(words))
    conditions(report.otherConditions)
    skip(measures.smallGap)
    axisName(words(.axis))

    let keys = KeyboardAxis(range: range, left: plotLeft, width: plotWidth, isCells: measures.isCells)
    let (top, bottom) = plot(height: measures.plotHeight)
    let cents = CentsAxis(showing: report.curve.map(\.threshold.band), top: top, bottom: bottom)
    add(cents.shapes(left: keys.left, right: keys.right, measures, words))
    let curve = CurveShapes(keys: keys, cents: cents)
    add(curve.shapes(report.curve, lineWidth: 2.5))
    if report.curve.isEmpty {
      invitation(words.beginning(report), keys, middle: (cents.y(10) + cents.y(20)) / 2, above: bottom)
    }
    let inset = measures.isCells ? Measures.cellHeight / 4 : 5
    add(curve.signs(report.curve, top: y + inset, bottom: y + measures.signHeight - inset / 2, width: 2))
    skip(measures.signHeight)
    keyboard(keys)
    if !report.curve.isEmpty { keyOfCurve() }
    if report.lapse != nil, !isPart { sentence(words(.keySlips), .label) }
    if report.curve.contains(where: \.isWeak) { sentence(words(.keyWeak), .label) }
    if report.width != nil { sentence(words(.keyWidth), .label) }
    for lean in report.sureLeans { sentence(words.sentence(lean), .label) }
    for line in report.session.map(words.sentences) ?? [] { sentence(line, .label) }
  }

  /// Draws an invitation to practise, or to continue, over the middle of the keys and between two rules; higher if its
  /// lines do not fit above `bottom`.
  mutating func invitation(_ text: String, _ keys: KeyboardAxis, middle: Double, above bottom: Double) {
    let lines = measures.lines(text, .value, within: keys.right - keys.left)
    let height = measures.lineHeight(.value)
    let width = (lines.map { measures.textWidth($0, .value) }.max() ?? 0) + 2 * measures.textWidth(" ", .value)
    let x = (keys.left + keys.right) / 2
    let middle = min(middle, bottom - height * Double(lines.count) / 2)
    let first = measures.baseline(middle: middle - height * Double(lines.count - 1) / 2, .value)
    // In little room, no rule may cross the words.
    add(
      .rectangle(
        x: x - width / 2, y: first - measures.ascent(.value), width: width, height: height * Double(lines.count),
        fill: .paper, edge: nil))
    for (index, line) in lines.enumerated() {
      add(.text(Text(line, at: Point(x, first + Double(index) * height), anchor: .middle, role: .value)))
    }
  }

  /// Adds the other classes, each with its threshold and the number of its answers.
  mutating func others(_ reports: [ComparisonReport]) {
    guard !reports.isEmpty else { return }
    skip(measures.gap)
    heading(words(.others))
    table(
      reports.map { report in
        let value = report.threshold.map { words.threshold($0, answers: report.answers) } ?? words.beginning(report)
        let width = report.width.map { "; \(words.width($0.value)) (\(words.between(widths: $0)))" } ?? ""
        return (words.name(of: report.intervalClass), value + width)
      })
    if reports.contains(where: { $0.width != nil }) { sentence(words(.keyWidth), .label) }
  }
}
