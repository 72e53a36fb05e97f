/// Makes untrusted text (from a device, a server, a page or a file) safe to show anywhere. Pure; any thread.
public enum CleanText {
  /// Returns whether a terminal or a line reader would act on `scalar` instead of showing it: controls (C0 and C1),
  /// line and paragraph separators, and invisible characters that change the direction of text. The two joiners of
  /// scripts and emoji are safe.
  public static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    // A fast path for nearly all text; Unicode's tables are slower.
    if (" "..."~").contains(scalar) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
    default: false
    }
  }

  /// Returns `text` on one line without anything a terminal would act on: names come from devices and files, and an
  /// escape sequence in one could rewrite the screen.
  public static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnfit) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isUnfit(scalar) {
        result.append(scalar)
      } else if scalar.properties.generalCategory != .format {
        result.append(scalar == "\t" || scalar == "\n" ? " " : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// Returns an equivalent line of JSON with unsafe characters escaped, so that a reader that prints it, or that ends
  /// lines at characters other than LF, sees one line.
  public static func json(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: isUnfit) else { return line }
    var result = ""
    for scalar in line.unicodeScalars {
      guard isUnfit(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}

extension CleanText {
  /// Returns `text` for quoting in an error message: characters that cannot be seen are written as their codes
  /// (`<U+200B>`).
  public static func quote(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if scalar == " " || scalar == "\t" { fallthrough }
        let code = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "<U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)>".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
