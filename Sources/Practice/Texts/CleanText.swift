/// Text of somebody else's (a device, a file) made fit for any surface. Pure; any thread.
public enum CleanText {
  /// `text` on one line without anything a terminal would act on: names come from devices and files, and an escape
  /// sequence in one could rewrite the screen.
  public static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append(scalar == "\t" || scalar == "\n" ? " " : "�")
      // Invisible scalars that turn the direction of what follows them.
      case .format where scalar != "\u{200D}" && scalar != "\u{200C}": continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
