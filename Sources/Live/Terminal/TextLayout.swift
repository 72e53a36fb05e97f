/// Measures and wraps text for a terminal. Pure functions; any thread.
public enum TextLayout {
  /// Returns the columns of `text`: two for wide East Asian letters and emoji, none for combining marks (Unicode TR 11,
  /// approximately).
  static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// Wraps `text` into lines of up to `width` columns, broken at `gap` between two of its parts; within a part only if
  /// it is longer than a line.
  static func wrap(hints text: String, gap: String, width: Int) -> [String] {
    let joint: Character = "\u{A0}"
    let parts = text.split(separator: gap).map { part in
      Self.width(part) > width ? String(part) : String(part.map { $0 == " " ? joint : $0 })
    }
    return wrap(parts.joined(separator: gap), width: width).map { String($0.map { $0 == joint ? " " : $0 }) }
  }

  /// Wraps `text` into lines of up to `width` columns, broken at spaces; cuts a word longer than a line. At least one
  /// line.
  public static func wrap(_ text: String, width: Int) -> [String] {
    let width = max(width, 2)
    var lines: [String] = []
    var line = ""
    func columns(_ text: some StringProtocol) -> Int { Self.width(text) }
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, columns(line) + 1 + columns(word) > width {
        // Multiple spaces separate columns; those at the break are removed.
        lines.append(String(line.reversed().drop { $0 == " " }.reversed()))
        line = ""
      } else if !line.isEmpty {
        line += " "
      }
      for character in word {
        if columns(line) + self.width(of: character) > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return lines + [line]
  }
}
