import Pitch
import Training

/// The keys along a picture: white ones of equal width, black ones over their edges, as on a piano.
struct KeyboardAxis: Hashable, Sendable {
  let range: NoteRange
  /// The left edge of the first key.
  let left: Double
  /// The width of a white key.
  let white: Double
  private let firstWhite: Int
  private let whites: Int

  /// A keyboard of `range`, from `left`, up to `width` wide. If `isCells`, keys are whole dots wide if there is room,
  /// so that all look alike.
  init(range: NoteRange, left: Double, width: Double, isCells: Bool) {
    self.range = range
    firstWhite = Self.whiteIndex(range.low)
    whites = Self.whiteIndex(range.high) - firstWhite + (Self.isBlack(range.high) ? 2 : 1)
    let dot = Measures.cellWidth / 2
    let exact = width / Double(whites)
    white = isCells && exact >= 2 * dot ? (exact / dot).rounded(.down) * dot : exact
    self.left = left
  }

  /// Its right edge.
  var right: Double { left + Double(whites) * white }

  /// The middle of a key.
  func x(_ note: Note) -> Double {
    left + (Double(Self.whiteIndex(note) - firstWhite) + (Self.isBlack(note) ? 1 : 0.5)) * white
  }

  /// The extent of a drawing about notes `low` to `high`: a quarter of a key beyond the outer ones' middles.
  func extent(_ low: Note, _ high: Note) -> ClosedRange<Double> {
    (x(low) - white / 4)...(x(high) + white / 4)
  }

  /// Whether it is a black key.
  static func isBlack(_ note: Note) -> Bool { [1, 3, 6, 8, 10].contains(note.number % 12) }

  /// Returns the number of white keys below, from MIDI note 0; a black key counts as the white one below it.
  private static func whiteIndex(_ note: Note) -> Int {
    note.number / 12 * 7 + [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6][note.number % 12]
  }

  /// The keys, from `top` downwards.
  func shapes(top: Double, height: Double, isCells: Bool) -> [Shape] {
    // Keys without room for an edge between them are drawn as one.
    let hasEdges = white >= (isCells ? 12 : 4)
    var shapes: [Shape] = []
    if hasEdges {
      shapes = (0..<whites).map {
        .rectangle(
          x: left + Double($0) * white, y: top, width: white, height: height, fill: .whiteKey, edge: .keyEdge)
      }
    } else {
      shapes = [
        .rectangle(x: left, y: top, width: right - left, height: height, fill: .whiteKey, edge: .keyEdge)
      ]
    }
    guard hasEdges else { return shapes }
    let black = isCells ? Measures.cellWidth : white * 0.58
    let blackHeight = isCells ? Measures.cellHeight : height * 0.62
    for number in range.low.number...range.high.number {
      guard let note = Note(number), Self.isBlack(note) else { continue }
      shapes.append(
        .rectangle(
          x: x(note) - black / 2, y: top, width: black, height: blackHeight, fill: .blackKey, edge: nil))
    }
    return shapes
  }

  /// Returns the names of all C for which there is room, the same in every language, on a baseline below the keys.
  func names(baseline: Double, _ measures: Measures) -> [Shape] {
    var free = -Double.infinity
    return (range.low.number...range.high.number).compactMap { number in
      guard number % 12 == 0, let note = Note(number) else { return nil }
      let half = measures.textWidth(note.name, .tick) / 2
      let middle = x(note)
      guard middle - half >= free else { return nil }
      free = middle + half + measures.textWidth(" ", .tick)
      return .text(Text(note.name, at: Point(middle, baseline), anchor: .middle, role: .tick))
    }
  }
}
