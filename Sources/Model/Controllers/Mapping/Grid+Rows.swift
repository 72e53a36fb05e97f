import MIDI

extension Grid {
  /// A grid in the notation of mapping files.
  struct Rows: Hashable {
    var first: Int
    var rows: Int
    var columns: Int
    var step: Int
    var firstIsBottom: Bool
  }

  /// The fewest rows that make this grid; nil if none do, because pads were removed from it.
  var rows: Rows? {
    var all = upper
    all.formUnion(lower)
    guard upper.count == lower.count, all.count % (2 * columns) == 0,
      let first = all.numbers.first.map({ Int($0.rawValue) }), let last = all.numbers.last.map({ Int($0.rawValue) })
    else { return nil }
    let isBottom = lower.contains(first)
    // The middle row of an odd number is in neither half.
    for rows in [all.count / columns, all.count / columns + 1] where (2...64).contains(rows) {
      guard (last - first - columns + 1) % (rows - 1) == 0 else { continue }
      let step = (last - first - columns + 1) / (rows - 1)
      guard step >= columns else { continue }
      let made = Grid(first: first, rows: rows, columns: columns, rowStep: step, firstRowIsBottom: isBottom)
      if made == self {
        return Rows(first: first, rows: rows, columns: columns, step: step, firstIsBottom: isBottom)
      }
    }
    return nil
  }
}
