/// What stands in a terminal of endless width, and where its cursor is, by what was written to it: letters, line ends and returns, and
/// one column on. What is written over something else replaces it, as in a terminal.
public struct Paper: Equatable, Sendable {
  /// From the top, the one below the last line end too.
  public private(set) var lines = [""]
  /// The cursor's, counted from 0.
  public private(set) var row = 0
  /// The cursor's, counted from 0.
  public private(set) var column = 0

  /// What `text` comes to on an empty one. That pastes are to be marked is asked of a terminal, which draws nothing for it.
  public init(_ text: String) {
    let drawn = text.replacing("\u{1B}[?2004h", with: "").replacing("\u{1B}[?2004l", with: "")
    // One scalar, which nobody writes.
    for scalar in drawn.replacing("\u{1B}[C", with: "\u{E000}").unicodeScalars {
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
