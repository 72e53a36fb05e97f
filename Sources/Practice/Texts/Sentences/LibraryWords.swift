extension Catalogue {
  /// Translates `text`, a help or an error of the command-line library. Other text stays unchanged, and English is
  /// returned as it is.
  public func translated(_ text: String) -> String {
    guard language != .english else { return text }
    return LibraryWords(from: Catalogue(.english), into: self).translated(text)
  }
}

/// Replaces the library's words line by line: it has no localisation.
private struct LibraryWords {
  private let old: Catalogue
  private let new: Catalogue

  init(from old: Catalogue, into new: Catalogue) {
    self.old = old
    self.new = new
  }

  func translated(_ text: String) -> String {
    // Many values come as a list, few as a sentence; here both become a sentence.
    let text = text.replacing(#/one of the following:((?:\n  - .+)+)/#) { list in
      let values = list.output.1.split(separator: "\n").map { "'\($0.dropFirst(4))'" }
      return "one of \(values.dropLast().joined(separator: ", ")) \(old(.or)) \(values.last ?? "")."
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
      .joined(separator: "\n")
  }

  private func line(_ line: String) -> String {
    if let mistake = remainder(of: line, after: .error) {
      return "\(new(.error)) \(sentence(mistake, among: Self.mistakes) ?? mistake)"
    }
    var line = line
    for key in Self.beginnings {
      if let rest = remainder(of: line, after: key) { line = "\(new(key)) \(rest)" }
    }
    if let heading = Self.headings.first(where: { old($0) == line }) { return new(heading) }
    let indent = line.prefix { $0 == " " }
    if let note = sentence(String(line.dropFirst(indent.count)), among: Self.notes) { line = indent + note }
    for key in Self.endings where line.hasSuffix("  \(old(key))") {
      line = line.dropLast(old(key).count) + new(key)
    }
    for key in Self.words { line = line.replacing(old(key), with: new(key)) }
    return line
  }

  private func remainder(of line: String, after key: TextKey) -> String? {
    line.hasPrefix("\(old(key)) ") ? String(line.dropFirst(old(key).count + 1)) : nil
  }

  /// Returns `text` in the new language if it matches one of `keys`.
  private func sentence(_ text: String, among keys: [TextKey]) -> String? {
    for key in keys {
      guard var values = Self.values(of: old(key), in: text) else { continue }
      if let list = values["values"] {
        values["values"] = [TextKey.or, .and].reduce(list.replacing("', '", with: ", ")) {
          $0.replacing("' \(old($1)) '", with: " \(new($1)) ")
        }.replacing("'", with: "")
      }
      return new(key, values)
    }
    return nil
  }

  /// Returns the parts of `text` at the placeholders of `template`; nil if it does not match.
  static func values(of template: String, in text: String) -> [String: String]? {
    var values: [String: String] = [:]
    var (template, text) = (template[...], text[...])
    while let open = template.firstIndex(of: "{"), let close = template[open...].firstIndex(of: "}") {
      guard text.hasPrefix(template[..<open]) else { return nil }
      text = text.dropFirst(template[..<open].count)
      let name = String(template[template.index(after: open)..<close])
      template = template[template.index(after: close)...]
      let literal = template.prefix { $0 != "{" }
      // The last placeholder extends to the end: its value may contain the delimiters of others.
      let end =
        literal.count == template.count && text.hasSuffix(literal)
        ? text.index(text.endIndex, offsetBy: -literal.count) : text.firstRange(of: literal)?.lowerBound
      guard let end else { return nil }
      values[name] = String(text[..<end])
      text = text[end...]
    }
    return text == template ? values : nil
  }

  private static let headings: [TextKey] = [
    .arguments, .options, .subcommands,
  ]
  private static let beginnings: [TextKey] = [
    .overview, .usageHeading, .optionHelp, .usage,
  ]
  private static let endings: [TextKey] = [
    .commandHelp, .version, .help,
  ]
  private static let notes: [TextKey] = [
    .detailedHelp, .libraryMore,
  ]
  private static let words: [TextKey] = [
    .values, .default, .defaultCommand, .placeholderCommands, .placeholderCommand, .placeholderOptions,
  ]
  private static let mistakes: [TextKey] = [
    .unknownOptionNear, .unknownOption, .missingArgument, .missingValue, .invalidValueList, .invalidValue,
    .unexpectedValue, .unexpectedArgument, .unexpectedArguments,
  ]
}
