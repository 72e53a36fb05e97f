/// The contents and the cursor of an infinitely wide terminal after output of letters, line ends, returns and column
/// moves to the right. New text replaces old, as in a terminal.
public struct Paper: Equatable, Sendable {
  /// From the top, the one below the last line end too.
  public private(set) var lines = [""]
  /// The cursor's, counted from 0.
  public private(set) var row = 0
  /// The cursor's, counted from 0.
  public private(set) var column = 0

  /// Creates the terminal that results from `text` on an empty one. Switching bracketed paste on and off draws nothing.
  public init(_ text: String) {
    let drawn = text.replacing("\u{1B}[?2004h", with: "").replacing("\u{1B}[?2004l", with: "")
    // Scalars that never occur in text, one for each column.
    let steps = drawn.replacing(#/\u{1B}\[([0-9])C/#) { String(repeating: "\u{E000}", count: Int($0.output.1) ?? 0) }
    for scalar in steps.unicodeScalars {
      switch scalar {
      case "\r": column = 0
      case "\u{E000}": column += 1
      case "\n":
        row += 1
        if row == lines.count { lines.append("") }
      default:
        var letters = Array(lines[row].unicodeScalars)
        while letters.count <= column { letters.append(" ") }
        letters[column] = scalar
        lines[row] = String(String.UnicodeScalarView(letters))
        column += 1
      }
    }
  }

  /// What a braille display shows, which follows the cursor.
  public var felt: String { lines[row] }
}
