/// The sizes for the medium of a drawing: a page in points, or the cells of a terminal, which are 8 by 16 points.
public struct Measures: Hashable, Sendable {
  /// The width of the whole picture, in points.
  public let width: Double
  /// The height of the plot over the keyboard, in points.
  public let plotHeight: Double
  let isCells: Bool
  /// The maximum number of rows of a picture; nil if its height is not limited.
  let rows: Int?
  /// The margin around everything, in points.
  let margin: Double

  /// The width of a cell in points; it is twice as high.
  static let cellWidth = 8.0
  /// The height of a cell in points.
  static let cellHeight = 16.0

  /// A page of this width, at least 280 points, with an empty `margin` of 0 to 40 points.
  public static func page(width: Double = 760, margin: Double = 24) -> Measures {
    let width = max(width, 280)
    return Measures(
      width: width, plotHeight: (max(width, 320) * 0.34).rounded(), isCells: false, rows: nil,
      margin: min(max(margin, 0), 40))
  }

  /// A terminal of this size, at least 30 columns and 12 rows. It shows the most important parts for which there are
  /// rows; the plot over the keyboard takes the remaining height.
  public static func cells(columns: Int, rows: Int) -> Measures {
    cells(width: Double(max(columns, 30)) * cellWidth, rows: rows, plotRows: rows - 11)
  }

  private static func cells(width: Double, rows: Int?, plotRows: Int) -> Measures {
    Measures(width: width, plotHeight: Double(max(plotRows, 5)) * cellHeight, isCells: true, rows: rows, margin: 0)
  }

  /// The same terminal with a plot this high, of at least 5 rows.
  func plotting(rows: Int) -> Measures { Self.cells(width: width, rows: self.rows, plotRows: rows) }

  /// The gap between two parts.
  var gap: Double { isCells ? Self.cellHeight : 30 }
  /// The gap between things of one part.
  var smallGap: Double { isCells ? 0 : 6 }
  /// The gap between a line of words and the plot below it, whose uppermost tick reaches half a line beyond it.
  var plotGap: Double { isCells ? 0 : 12 }
  /// The height of a plot below the main one.
  var minorPlotHeight: Double { isCells ? 6 * Self.cellHeight : (plotHeight * 0.5).rounded() }
  /// Returns the height of a keyboard with white keys of the width `white`.
  func keyHeight(white: Double) -> Double { isCells ? 2 * Self.cellHeight : min(max(white * 2.6, 26), 56) }
  /// Room for the sign of weak notes, between plot and keys.
  var signHeight: Double { isCells ? Self.cellHeight : 14 }

  /// The font's size in points.
  func size(_ role: Text.Role) -> Double {
    switch role {
    case .heading: 18
    case .value: 15
    case .label: 13
    case .tick: 12
    }
  }

  /// The distance from one baseline to the next.
  func lineHeight(_ role: Text.Role) -> Double {
    isCells ? Self.cellHeight : (size(role) * 1.45).rounded()
  }

  /// Returns the distance from the upper edge of a line to its baseline.
  func ascent(_ role: Text.Role) -> Double { isCells ? 12 : (size(role) * 1.1).rounded() }

  /// The approximate width of `words`: exact in cells; in an unknown sans-serif font, too wide rather than too narrow.
  func textWidth(_ words: String, _ role: Text.Role) -> Double {
    Double(words.count) * (isCells ? Self.cellWidth : size(role) * 0.56)
  }

  /// Returns a baseline in the middle of `y`.
  func baseline(middle y: Double, _ role: Text.Role) -> Double {
    // In cells the baseline lies in the row that `y` is in.
    isCells ? (y / Self.cellHeight).rounded(.down) * Self.cellHeight + 12 : y + size(role) * 0.35
  }

  /// Returns `words` in lines up to `width` points wide, broken at spaces.
  func lines(_ words: String, _ role: Text.Role, within width: Double) -> [String] {
    var lines: [String] = []
    for word in words.split(separator: " ") {
      if let last = lines.last, textWidth("\(last) \(word)", role) <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
