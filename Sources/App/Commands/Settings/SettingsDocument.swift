import Ports
import Yams

/// A settings file's text, taken apart: its values with their places, and the text again with one of them changed.
struct SettingsDocument {
  /// One setting as it stands in the file.
  struct Entry {
    /// The value in one line; a list of intervals is joined by commas.
    var text: String
    /// Where the value begins, from 1.
    var line: Int
    /// Where the value begins, from 1.
    var column: Int
    /// Which entry of the file it is.
    var order: Int
    /// The lines, from 1, that key and value take.
    var lines: Range<Int>
  }

  private let file: String
  private let lines: [Substring]
  /// Lines, from 1, of settings that stand there again: they do not count.
  private let repeated: [(key: String, lines: Range<Int>)]
  /// What stands in the file, by key.
  private(set) var entries: [SettingKey: Entry] = [:]
  /// Settings that are there with something that is no value.
  private(set) var unusableKeys: Set<SettingKey> = []
  /// What does not mean anything.
  private(set) var problems: [SettingsFileProblem] = []
  /// Whether each setting has lines of its own, so that they can be changed apart.
  private var isLineByLine = true

  /// The document in `text`, or why it is none. An empty one is a document without settings.
  init(_ text: String, file: String) throws(SettingsFileProblem) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let root: Node?
    (root, repeated) = try Self.composeFirsts(lines, file: file)
    problems = repeated.map {
      SettingsFileProblem(file: file, line: $0.lines.lowerBound, column: 1, reason: .duplicate(key: $0.key))
    }
    guard let root, root != Node("", Tag(.null)) else { return }
    guard let mapping = root.mapping else {
      throw SettingsFileProblem(file: file, line: root.mark?.line, column: root.mark?.column, reason: .notAMapping)
    }
    let places = mapping.compactMap { $0.key.mark }
    isLineByLine = places.allSatisfy { $0.column == 1 } && Set(places.map(\.line)).count == mapping.count
    for (order, pair) in mapping.enumerated() {
      let next = mapping.index(mapping.startIndex, offsetBy: order + 1)
      let end = next < mapping.endIndex ? mapping[next].key.mark?.line : nil
      add(pair.key, pair.value, order: order, end: end ?? lines.count + 1)
    }
  }

  private mutating func add(_ key: Node, _ value: Node, order: Int, end: Int) {
    let word = key.scalar?.string ?? ""
    func problem(_ node: Node, _ reason: SettingsFileProblem.Reason) -> SettingsFileProblem {
      SettingsFileProblem(file: file, line: node.mark?.line, column: node.mark?.column, reason: reason)
    }
    guard let setting = SettingKey(rawValue: word) else {
      problems.append(problem(key, .setting(.unknownKey(word, suggestions: SettingKey.nearest(to: word)))))
      return
    }
    // Only what stands in a list of intervals is a list.
    let items = setting == .intervals ? value.sequence?.map { $0.scalar?.string } : nil
    let texts = items ?? [value.scalar?.string]
    guard !texts.contains(nil), let start = key.mark, let place = value.mark else {
      problems.append(problem(value, .notAValue(key: word)))
      unusableKeys.insert(setting)
      return
    }
    entries[setting] = Entry(
      text: texts.compactMap(\.self).joined(separator: ", "), line: place.line, column: place.column, order: order,
      lines: start.line..<lastLine(from: start.line, before: max(end, start.line + 1)))
  }

  /// The end of the lines that belong to a key: blank lines and comments before the next key do not.
  private func lastLine(from start: Int, before end: Int) -> Int {
    var end = min(end, lines.count + 1)
    while end > start + 1 {
      let line = lines[end - 2].drop { $0 == " " || $0 == "\t" }
      let isRepeated = repeated.contains { $0.lines.contains(end - 1) }
      guard isRepeated || line.isEmpty || line.hasPrefix("#") || line.hasPrefix("...") else { break }
      end -= 1
    }
    return end
  }

  /// What one attempt to read has found: the document, or a line that has to be left out first.
  private enum Composed {
    case document(Node?)
    case duplicate(key: String, line: Int)
  }

  /// The document in `lines` where the first of equal keys counts, and the lines of those that follow it.
  private static func composeFirsts(
    _ lines: [Substring], file: String
  ) throws(SettingsFileProblem) -> (root: Node?, repeated: [(key: String, lines: Range<Int>)]) {
    var counting = lines
    var repeated: [(key: String, lines: Range<Int>)] = []
    while true {
      switch try compose(counting.joined(separator: "\n"), file: file) {
      case .document(let root): return (root, repeated.sorted { $0.lines.lowerBound < $1.lines.lowerBound })
      case .duplicate(let key, let line):
        // Left empty, so that every other line keeps its number: this one, and what is indented or listed below it.
        let more = counting[line...].prefix { $0.hasPrefix(" ") || $0.hasPrefix("- ") }.count
        repeated.append((key, line..<line + 1 + more))
        for index in line - 1..<line + more { counting[index] = "" }
      }
    }
  }

  private static func compose(_ text: String, file: String) throws(SettingsFileProblem) -> Composed {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func problem(_ mark: Mark?, _ reason: SettingsFileProblem.Reason) -> SettingsFileProblem {
      SettingsFileProblem(file: file, line: mark?.line, column: mark?.column, reason: reason)
    }
    do {
      return .document(try Yams.compose(yaml: text))
    } catch YamlError.scanner(_, let detail, let mark, _), YamlError.parser(_, let detail, let mark, _),
      YamlError.composer(_, let detail, let mark, _)
    {
      let indent = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1].prefix { $0 == " " || $0 == "\t" } : ""
      if let tab = indent.firstIndex(of: "\t") {
        let column = indent.distance(from: indent.startIndex, to: tab) + 1
        throw SettingsFileProblem(file: file, line: mark.line, column: column, reason: .tab)
      }
      throw problem(mark, .syntax(detail: detail))
    } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
      let key = keys.first ?? ""
      let repeated = lines.indices.filter { lines[$0].hasPrefix("\(key):") || lines[$0].hasPrefix("\(key) :") }
      if repeated.count > 1 { return .duplicate(key: key, line: repeated[1] + 1) }
      // In braces or quotes: there is no line of its own to leave out.
      throw problem(context.mark, .syntax(detail: "\(key): \(key)"))
    } catch YamlError.reader(let detail, _, _, _) {
      throw problem(nil, .syntax(detail: detail))
    } catch {
      throw problem(nil, .syntax(detail: String(describing: error)))
    }
  }

  /// The text with `key` set to `value`: in its place if it is there, else at the end.
  func setting(_ key: SettingKey, to value: String) -> String {
    let line = "\(key.rawValue): \(Self.scalar(value))"
    guard isLineByLine else { return rewritten { $0 == key ? value : $1 } + (entries[key] == nil ? line + "\n" : "") }
    var lines = lines.map(String.init)
    if let entry = entries[key] {
      let comment = Self.comment(in: lines[entry.lines.lowerBound - 1])
      lines.replaceSubrange(entry.lines.lowerBound - 1..<entry.lines.upperBound - 1, with: [line + comment])
      return lines.joined(separator: "\n")
    }
    if lines.last == "" { lines.removeLast() }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }

  /// The text without `keys`, nor what repeats them: that would count then.
  func removing(_ keys: Set<SettingKey>) -> String {
    guard isLineByLine else { return rewritten { keys.contains($0) ? nil : $1 } }
    var lines = lines.map(String.init)
    let gone =
      entries.filter { keys.contains($0.key) }.map(\.value.lines)
      + repeated.filter { entry in keys.contains { $0.rawValue == entry.key } }.map(\.lines)
    for range in gone.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      lines.removeSubrange(range.lowerBound - 1..<range.upperBound - 1)
    }
    return lines.joined(separator: "\n")
  }

  /// A file in braces (`{a: 1, b: 2}`) or with indented keys is written anew, one setting a line, without its comments.
  private func rewritten(_ value: (SettingKey, String) -> String?) -> String {
    entries.sorted { $0.value.order < $1.value.order }.compactMap { key, entry in
      value(key, entry.text).map { "\(key.rawValue): \(Self.scalar($0))\n" }
    }.joined()
  }

  /// `value` so that YAML reads the same text again: bare where that is plain to see, else in double quotes.
  private static func scalar(_ value: String) -> String {
    let isPlain =
      value.first.map { $0.isLetter || $0.isNumber || $0 == "-" } == true && value != "-" && value.last != " "
      && value.allSatisfy { $0.isLetter || $0.isNumber || " .,-+_()/".contains($0) } && !value.hasPrefix("- ")
    guard !isPlain else { return value }
    return "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The comment at the end of a line, with the space before it. A `#` within quotes is none.
  private static func comment(in line: String) -> String {
    var quote: Character?
    var previous: Character = "x"
    for index in line.indices {
      let letter = line[index]
      if let open = quote {
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'", previous == " " {
        quote = letter
      } else if letter == "#", previous == " " {
        return " \(line[index...])"
      }
      previous = letter
    }
    return ""
  }
}
