import PlainText

/// A YAML text being written, line by line.
package struct YAMLPage {
  private(set) var text = ""
  private var indentation = ""

  /// A line of its own; long lists are left long: each line is one thing.
  mutating func line(_ line: String) { text += indentation + line + "\n" }

  mutating func comment(_ comment: String) { line("# " + comment) }

  mutating func gap() { text += "\n" }

  mutating func indented(_ write: (inout YAMLPage) -> Void) {
    let outer = indentation
    indentation += "  "
    write(&self)
    indentation = outer
  }

  /// A list with a line for each entry.
  mutating func list(_ key: String, _ entries: [String]) {
    guard !entries.isEmpty else { return line("\(key): []") }
    line("\(key):")
    indented { page in entries.forEach { page.line("- " + $0) } }
  }

  /// A list in one line.
  static func list(_ entries: [String]) -> String { "[" + entries.joined(separator: ", ") + "]" }

  /// A scalar that is read back as `text`, whatever it is. Words stand as they are, all else in double quotes. Yams' emitter
  /// would do, but for `&`: before a name, in a file with a `*` before another one, it is refused as an anchor, quotes or not.
  /// So it is escaped.
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

  /// Whether every reader of YAML takes `scalar` as it is, and shows it.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."~", "\u{A1}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}", "\u{FF00}"..."\u{FFFD}", "\u{10000}"...:
      !CleanText.isUnfit(scalar)
    default: false
    }
  }

  /// Letters and hyphens that no YAML reader takes for a truth value, nothing or a number.
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
