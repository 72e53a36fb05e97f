import Glibc

/// Rows of cells as aligned lines: the first column to the left, the others, which are numbers, to the right.
public struct TextTable: Sendable {
  private let rows: [[String]]

  /// Of rows of the same number of cells, headings first.
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

extension Catalogue {
  /// A number with so many decimals and this language's decimal mark; a dash for what is no number.
  public func decimals(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "–" }
    let scale = pow(10, Double(places))
    let units = Int((abs(value) * scale).rounded())
    let digits = String(units)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && units > 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    let mark = language == .german ? "," : "."
    return sign + padded.dropLast(places) + mark + padded.suffix(places)
  }
}
