/// Rows of cells as aligned lines: the first column to the left, the others, which are numbers, to the right.
public struct TextTable: Sendable {
  private let rows: [[String]]

  /// Creates a table from rows of the same number of cells, headings first.
  public init(_ rows: [[String]]) { self.rows = rows }

  /// The lines; columns are two spaces apart.
  public var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? TextLayout.width($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let room = String(repeating: " ", count: widths[column] - TextLayout.width(cell))
        return column == 0 ? cell + room : room + cell
      }
      return cells.joined(separator: "  ")
    }
  }
}
