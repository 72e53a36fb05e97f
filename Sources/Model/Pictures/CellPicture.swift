/// A drawing in the cells of a terminal: lines as dots, bands as a light pattern of them, texts as they are. Measures
/// for it are `Measures.cells`. A pure function of its input; any thread.
public struct CellPicture: Sendable {
  /// The characters that dots are combined to.
  public enum Dots: Hashable, Sendable {
    /// Two by four of them to a cell.
    case braille
    /// One by two, for consoles whose fonts have no braille.
    case blocks

    var columns: Int { self == .braille ? 2 : 1 }
    var rows: Int { self == .braille ? 4 : 2 }
  }

  private struct Cell {
    var letter: Character
    var role: Text.Role
  }

  private let dots: Dots
  private let columns: Int
  private let rows: Int
  private var inks: [Ink?]
  private var cells: [Cell?]

  /// The picture of `drawing` in cells.
  public init(_ drawing: Drawing, dots: Dots = .braille) {
    self.dots = dots
    columns = max(Int((drawing.width / Measures.cellWidth).rounded(.up)), 1)
    rows = max(Int((drawing.height / Measures.cellHeight).rounded(.up)), 1)
    inks = Array(repeating: nil, count: columns * dots.columns * rows * dots.rows)
    cells = Array(repeating: nil, count: columns * rows)
    for shape in drawing.shapes { draw(shape) }
  }

  /// Returns a line for each row, without spaces at its end. If `isEmphasised`, numbers and lines are set off by bold
  /// and dimmed letters; colours belong to the player's theme, so their contrast cannot be guaranteed.
  public func lines(isEmphasised: Bool) -> [String] {
    (0..<rows).map { row in
      let letters = (0..<columns).map { letter(column: $0, row: row) }
      let end = (letters.lastIndex { $0.letter != " " } ?? -1) + 1
      guard isEmphasised else { return String(letters[..<end].map(\.letter)) }
      var line = ""
      var weight = Weight.usual
      for (letter, wanted) in letters[..<end] {
        // A space looks the same in every weight.
        if letter != " ", wanted != weight {
          line += wanted.sequence
          weight = wanted
        }
        line.append(letter)
      }
      return weight == .usual ? line : line + Weight.usual.sequence
    }
  }

  private enum Weight {
    case usual, bold, dim

    /// Select Graphic Rendition of ECMA-48: 22 takes back both.
    var sequence: String {
      switch self {
      case .usual: "\u{1B}[22m"
      case .bold: "\u{1B}[22;1m"
      case .dim: "\u{1B}[22;2m"
      }
    }
  }

  private func letter(column: Int, row: Int) -> (letter: Character, Weight) {
    if let cell = cells[row * columns + column] {
      let weight: Weight =
        switch cell.role {
        case .heading: .bold
        case .value: .usual
        case .label, .tick: .dim
        }
      return (cell.letter, weight)
    }
    var bits = 0
    var weight = Weight.dim
    for y in 0..<dots.rows {
      for x in 0..<dots.columns {
        guard let ink = inks[place(column * dots.columns + x, row * dots.rows + y)] else { continue }
        bits |= dots == .braille ? Self.brailleBits[y * 2 + x] : 1 << y
        if ink != .band, ink != .rule, ink != .keyEdge { weight = .usual }
      }
    }
    guard bits != 0 else { return (" ", .usual) }
    guard dots == .braille else { return (["▀", "▄", "█"][bits - 1], weight) }
    return (Unicode.Scalar(0x2800 + UInt32(bits)).map(Character.init) ?? " ", weight)
  }

  /// The bits by row, left dot first: dots 1 4, 2 5, 3 6, 7 8 of the Unicode block "Braille Patterns", U+2800.
  private static let brailleBits = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  private func place(_ x: Int, _ y: Int) -> Int { y * columns * dots.columns + x }
  private func column(_ x: Double) -> Int { Self.whole(x / Measures.cellWidth * Double(dots.columns)) }
  private func row(_ y: Double) -> Int { Self.whole(y / Measures.cellHeight * Double(dots.rows)) }

  /// Rounds down; far outside the picture for large values and NaN.
  private static func whole(_ value: Double) -> Int {
    value.isFinite && abs(value) < 10_000 ? Int(value.rounded(.down)) : value > 0 ? 10_000 : -10_000
  }

  private func isInside(_ x: Int, _ y: Int) -> Bool {
    (0..<columns * dots.columns).contains(x) && (0..<rows * dots.rows).contains(y)
  }

  private mutating func set(_ x: Int, _ y: Int, _ ink: Ink?) {
    if isInside(x, y) { inks[place(x, y)] = ink }
  }

  private mutating func draw(_ shape: Shape) {
    switch shape {
    case .polyline(let points, let ink, _, let stops):
      let dotWidth = Measures.cellWidth / Double(dots.columns)
      for (from, to) in zip(points, points.dropFirst()) {
        stroke(from, to, ink) { x in
          // Faint parts are dotted.
          let strength = Self.strength(at: (Double(x) + 0.5) * dotWidth, stops)
          return strength >= 0.65 || x.isMultiple(of: 2)
        }
      }
    case .band(let upper, let lower, let ink, let stops): fill(upper, lower, ink, stops)
    case .line(let from, let to, let ink, _, let isDashed):
      let every = ink == .rule ? 4 : isDashed ? 2 : 1
      stroke(from, to, ink) { $0.isMultiple(of: every) }
    case .rectangle(let x, let y, let width, let height, let fill, _):
      let isFilled = fill == .blackKey
      // If a dot is as wide as a cell, edges would fill the keys.
      let hasEdges = dots == .braille
      let last = max(column(x + width) - (isFilled ? 1 : 0), column(x))
      for row in row(y)..<max(row(y + height), row(y) + 1) {
        for column in column(x)...last {
          let isEdge = column == self.column(x) || column == last
          set(column, row, isFilled ? fill : isEdge && fill == .whiteKey && hasEdges ? .keyEdge : nil)
        }
      }
    case .dot(let at, _, let ink):
      let (x, y) = (column(at.x), row(at.y))
      for (x, y) in [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)] { set(x, y, ink) }
    case .text(let text): write(text)
    }
  }

  /// Sets the dots of a line for which `isOn` is true, by their column, or by their row if the line is upright.
  private mutating func stroke(_ from: Point, _ to: Point, _ ink: Ink, _ isOn: (Int) -> Bool) {
    let (x0, y0, x1, y1) = (column(from.x), row(from.y), column(to.x), row(to.y))
    let steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let x = x0 + Int((Double(x1 - x0) * share).rounded())
      let y = y0 + Int((Double(y1 - y0) * share).rounded())
      if isOn(x0 == x1 ? y : x) { set(x, y, ink) }
    }
  }

  private mutating func fill(_ upper: [Point], _ lower: [Point], _ ink: Ink, _ stops: [StrengthStop]) {
    guard let first = upper.first?.x, let last = upper.last?.x else { return }
    let dotWidth = Measures.cellWidth / Double(dots.columns)
    for x in column(first)...max(column(last - dotWidth / 2), column(first)) {
      let middle = min(max((Double(x) + 0.5) * dotWidth, first), last)
      let (top, bottom) = (row(Self.height(at: middle, upper)), row(Self.height(at: middle, lower)))
      // Up to every third dot: a band is lighter than a line.
      let share = 0.08 + 0.25 * Self.strength(at: middle, stops)
      for y in min(top, bottom)...max(top, bottom) {
        let rank = Double(Self.pattern[(y & 3) * 4 + (x & 3)])
        if (rank + 0.5) / 16 < share { set(x, y, ink) }
      }
    }
  }

  /// Bayer's ordered dither, 4 by 4 (B. E. Bayer, "An optimum method for two-level rendition of continuous-tone
  /// pictures", IEEE ICC 1973).
  private static let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private mutating func write(_ text: Text) {
    let column = text.at.x / Measures.cellWidth
    let start =
      switch text.anchor {
      case .start: Self.whole(column)
      case .middle: Self.whole(column - Double(text.words.count) / 2)
      case .end: Self.whole(column) - text.words.count
      }
    let row = Self.whole(text.at.y / Measures.cellHeight)
    guard (0..<rows).contains(row) else { return }
    for (index, letter) in text.words.enumerated() where (0..<columns).contains(start + index) {
      cells[row * columns + start + index] = Cell(letter: letter, role: text.role)
    }
  }

  private static func strength(at x: Double, _ stops: [StrengthStop]) -> Double {
    stops.isEmpty ? 1 : height(at: x, stops.map { Point($0.x, $0.strength) })
  }

  /// The y of a line at `x`; level beyond its ends.
  private static func height(at x: Double, _ line: [Point]) -> Double {
    guard let after = line.firstIndex(where: { $0.x >= x }) else { return line.last?.y ?? 0 }
    guard after > 0 else { return line[0].y }
    let (a, b) = (line[after - 1], line[after])
    return b.x > a.x ? a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x) : b.y
  }
}
