/// Text of somebody else's (a device, a server, a page, a file) made fit for any surface. Pure; any thread.
public enum CleanText {
  /// Whether a terminal, a line or a reader would act on `scalar` instead of showing it: controls (C0 and C1), line and paragraph
  /// separators, and what is invisible and turns the direction of text. The two joiners of scripts and emoji do neither.
  public static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    // Nearly all there is, and quicker than Unicode's tables.
    if (" "..."~").contains(scalar) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
    default: false
    }
  }

  /// `text` on one line without anything a terminal would act on: names come from devices and files, and an escape
  /// sequence in one could rewrite the screen.
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

  /// A line of JSON that says the same with escapes for what is unfit, whatever text is in it: a reader that prints it, and one
  /// that ends lines at other characters than LF, sees one line.
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
