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
