import PlainText

/// A YAML text under construction, line by line.
package struct YAMLPage {
  private(set) var text = ""
  private var indentation = ""

  /// Appends a line. Long lists are not wrapped: one thing per line.
  mutating func line(_ line: String) { text += indentation + line + "\n" }

  mutating func comment(_ comment: String) { line("# " + comment) }

  mutating func gap() { text += "\n" }

  mutating func indented(_ write: (inout YAMLPage) -> Void) {
    let outer = indentation
    indentation += "  "
    write(&self)
    indentation = outer
  }

  /// Appends a list with one line per entry.
  mutating func list(_ key: String, _ entries: [String]) {
    guard !entries.isEmpty else { return line("\(key): []") }
    line("\(key):")
    indented { page in entries.forEach { page.line("- " + $0) } }
  }

  /// Returns a list in one line.
  static func list(_ entries: [String]) -> String { "[" + entries.joined(separator: ", ") + "]" }

  /// Returns a scalar that reads back as `text`, with any content. Words stay as they are; everything else is in double
  /// quotes. Yams' emitter would do, except for `&`: before a name, in a file with a `*` before another one,
  /// `YAMLDocument` refuses it as an anchor, quoted or not. So it is escaped.
  package static func quoted(_ text: String) -> String {
    if isWord(text) { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "&": quoted += "\\x26"
      case _ where isPlain(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  /// Returns whether every YAML reader accepts `scalar` unchanged and shows it.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."~", "\u{A1}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}", "\u{FF00}"..."\u{FFFD}", "\u{10000}"...:
      !CleanText.isUnfit(scalar)
    default: false
    }
  }

  /// Returns whether `text` is letters and hyphens that no YAML reader interprets as a boolean, null or number.
  private static func isWord(_ text: String) -> Bool {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first, !words.contains(text) else {
      return false
    }
    return text.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || $0 == UInt8(ascii: "-")
    }
  }
}
