import Pitch
import Training

/// Puts the parts of a page one below the other.
struct PageBuilder {
  let measures: Measures
  let words: PictureWords
  private(set) var shapes: [Shape] = []
  /// The y at which the next part begins.
  private(set) var y: Double
  /// Whether headings and numbers are shown outside the picture.
  let isPart: Bool

  init(measures: Measures, words: PictureWords, isPart: Bool = false) {
    self.measures = measures
    self.words = words
    self.isPart = isPart
    y = measures.margin
  }

  /// The left edge of texts.
  var left: Double { measures.margin }
  /// The right edge of everything. A terminal's last column stays free.
  var right: Double { measures.width - (measures.isCells ? Measures.cellWidth : measures.margin) }
  /// The left edge of plots, with room for an axis before it.
  var plotLeft: Double { left + measures.textWidth("1000 ", .tick) }

  /// The maximum width of plots. In cells the last line of dots begins at the right edge.
  var plotWidth: Double { right - plotLeft - (measures.isCells ? Measures.cellWidth / 2 : 0) }

  /// The number of terminal rows so far.
  var rows: Int { Int((y / Measures.cellHeight).rounded(.up)) }

  mutating func add(_ shape: Shape) { shapes.append(shape) }
  mutating func add(_ more: [Shape]) { shapes += more }
  /// Adds a heading with a little room below.
  mutating func heading(_ text: String) {
    guard !isPart else { return }
    sentence(text, .heading)
    y += measures.smallGap
  }

  mutating func skip(_ height: Double) { y += height }

  /// Adds the room between two parts; none before the first.
  mutating func skipToNextPart() {
    if !shapes.isEmpty { skip(measures.gap) }
  }

  /// Adds a sentence, in as many lines as needed.
  mutating func sentence(_ text: String, _ role: Text.Role) {
    for line in measures.lines(text, role, within: right - left) {
      shapes.append(.text(Text(line, at: Point(left, y + measures.ascent(role)), role: role)))
      y += measures.lineHeight(role)
    }
  }

  /// Adds numbers side by side, in as many rows as needed.
  mutating func statistics(_ all: [Statistic]) {
    guard !isPart else { return }
    let space = measures.isCells ? 3 * Measures.cellWidth : 36
    var x = left
    let hasNotes = all.contains { $0.note != nil }
    let height =
      measures.lineHeight(.label) * (hasNotes ? 2 : 1) + measures.lineHeight(.value)
    for (index, statistic) in all.enumerated() {
      let width = max(
        measures.textWidth(statistic.name, .label), measures.textWidth(statistic.value, .value),
        measures.textWidth(statistic.note ?? "", .label))
      if index > 0, x + width > right {
        x = left
        y += height + measures.smallGap
      }
      var line = y
      for (text, role) in [
        (statistic.name, Text.Role.label), (statistic.value, .value), (statistic.note ?? "", .label),
      ] {
        if !text.isEmpty {
          shapes.append(.text(Text(text, at: Point(x, line + measures.ascent(role)), role: role)))
        }
        line += measures.lineHeight(role)
      }
      x += width + space
    }
    y += height + measures.smallGap
  }

  /// Adds the explanation of a curve and the numbers over it.
  mutating func keyOfCurve() {
    sentence("\(words(.keyLine)) \(words(isPart ? .keyBand : .keyUnder))", .label)
    if !isPart { sentence(words(.keyNumbers), .label) }
  }

  /// Adds the results in other conditions, a line for each.
  mutating func conditions(_ all: [ConditionReport]) {
    guard !isPart else { return }
    for condition in all { sentence(words.sentence(condition), .label) }
  }

  /// Adds names and values in two columns; one below the other if two do not fit.
  mutating func table(_ rows: [(name: String, value: String)]) {
    let width = rows.map { measures.textWidth($0.name, .label) }.max() ?? 0
    let column = left + width + (measures.isCells ? 2 * Measures.cellWidth : 20)
    let fits = rows.allSatisfy { column + measures.textWidth($0.value, .value) <= right }
    for row in rows {
      for line in fits ? [row.name] : measures.lines(row.name, .label, within: right - left) {
        shapes.append(.text(Text(line, at: Point(left, y + measures.ascent(.value)), role: .label)))
        if !fits { y += measures.lineHeight(.label) }
      }
      let x = fits ? column : plotLeft
      for line in measures.lines(row.value, .value, within: right - x) {
        shapes.append(.text(Text(line, at: Point(x, y + measures.ascent(.value)), role: .value)))
        y += measures.lineHeight(.value)
      }
    }
  }

  /// Adds the name of the next plot's axis.
  mutating func axisName(_ text: String) {
    sentence(text, .tick)
    y += measures.plotGap
  }

  /// Adds room for a plot of this height. Returns its upper and lower limit for values. In cells half a row stays free
  /// at both ends, so that each has a row for its tick.
  mutating func plot(height: Double) -> (top: Double, bottom: Double) {
    let inset = measures.isCells ? Measures.cellHeight / 2 : 0
    defer { y += height }
    return (y + inset, y + height - inset)
  }

  /// Adds keys and the names of their octaves.
  mutating func keyboard(_ axis: KeyboardAxis) {
    let height = measures.keyHeight(white: axis.white)
    add(axis.shapes(top: y, height: height, isCells: measures.isCells))
    y += height + (measures.isCells ? 0 : 3)
    add(axis.names(baseline: y + measures.ascent(.tick), measures))
    y += measures.lineHeight(.tick) + measures.smallGap
  }
}

extension PageBuilder {
  /// Returns the drawing of all added parts.
  func drawing(_ caption: Caption) -> Drawing {
    Drawing(
      width: measures.width, height: y + measures.margin, title: caption.title, summary: caption.summary,
      language: words.language, shapes: shapes)
  }
}

/// The title of a picture and a description of it, for players who cannot see it.
public struct Caption: Hashable, Sendable {
  /// A few words.
  public var title: String
  /// Sentences.
  public var summary: String

  /// Memberwise.
  public init(title: String, summary: String) {
    self.title = title
    self.summary = summary
  }
}
