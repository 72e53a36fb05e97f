import Controllers
import PlainText
import Ports
import Yams

/// A parsed settings file: its values with their places, and its text with one of them changed. Lines end as in every
/// file (`TextLine`); a byte order mark and the file's line ends stay.
package struct SettingsDocument {
  /// One setting in the file.
  struct Entry {
    /// The value in one line; a list of intervals is joined by commas.
    var text: String
    /// The line on which the value begins, counted from 1.
    var line: Int
    /// The column at which the value begins, counted from 1.
    var column: Int
    /// The position among the entries of the file.
    var order: Int
  }

  /// The text of the file.
  package let text: String
  let file: String
  private let editable: EditableText
  var lines: [TextLine] { editable.lines }
  /// The lines, from 1, of repeated settings, which do not count.
  var repeated: [(key: String, lines: Range<Int>)] = []
  /// The entries of the file, by key.
  private(set) var entries: [SettingKey: Entry] = [:]
  /// The lines, from 1, of each setting in the file, whether its value is usable or not.
  var places: [SettingKey: Range<Int>] = [:]
  /// The problems in the file.
  var problems: [SettingsFileProblem] = []
  /// Whether each setting has separate lines, so that it can be changed without the others.
  private var isLineByLine = true

  /// Creates the document in `text`; throws if it is not one. An empty one is a document without settings. If it is not
  /// valid YAML as a whole, each setting is read separately, so that a mistake in one leaves the others.
  init(_ text: String, file: String) throws(SettingsFileProblem) {
    self.text = text
    self.file = file
    editable = EditableText(text)
    let root: Node?
    do throws(YAMLDocument.Failure) {
      root = try compose()
    } catch {
      if case .empty = error.reason { return }
      guard error.isSlip, readBlocks(besides: error) else { throw problem(error) }
      return
    }
    guard let root, root.scalar?.string != "" else { return }
    guard let pairs = root.mapping.map(Array.init) else {
      guard root.scalar != nil, readBlocks() else { throw problem(root, .notAMapping) }
      return
    }
    read(pairs)
  }

  private mutating func read(_ pairs: [(key: Node, value: Node)]) {
    problems = repeated.map {
      SettingsFileProblem(file: file, line: $0.lines.lowerBound, column: 1, reason: .duplicate(key: $0.key))
    }
    let starts = pairs.compactMap { $0.key.mark }
    isLineByLine = starts.allSatisfy { $0.column == 1 } && Set(starts.map(\.line)).count == pairs.count
    let passedOver = Set(repeated.flatMap(\.lines))
    for (order, pair) in pairs.enumerated() {
      let next = order + 1 < pairs.count ? pairs[order + 1].key.mark?.line : nil
      add(pair.key, pair.value, order: order, before: next ?? lines.count + 1, passedOver)
    }
  }

  private func problem(
    _ node: Node, _ reason: SettingsFileProblem.Reason, below line: Int = 0, of key: SettingKey? = nil
  ) -> SettingsFileProblem {
    SettingsFileProblem(
      file: file, line: node.mark.map { $0.line + line }, column: node.mark?.column, reason: reason, key: key)
  }

  /// Takes a pair of the document, or of a block that begins below `line` lines and ends before the line `end`.
  mutating func add(
    _ key: Node, _ value: Node, order: Int, below line: Int = 0, before end: Int, _ passedOver: Set<Int> = []
  ) {
    let word = key.scalar?.string ?? ""
    guard let setting = SettingKey(rawValue: word) else {
      problems.append(
        problem(key, .setting(.unknownKey(word, suggestions: SettingKey.nearest(to: word))), below: line))
      return
    }
    if let start = key.mark.map({ $0.line + line }) {
      let place = start..<lastLine(from: start, before: end, passedOver)
      guard places[setting] == nil else {
        problems.append(problem(key, .duplicate(key: word), below: line))
        repeated.append((word, place))
        return
      }
      places[setting] = place
    }
    let items = setting.kind.isList ? value.sequence?.map { $0.scalar?.string } : nil
    let texts = items ?? [value.scalar?.string]
    guard !texts.contains(nil), let place = value.mark else {
      problems.append(problem(value, .notAValue(key: word), below: line, of: setting))
      return
    }
    entries[setting] = Entry(
      text: texts.compactMap(\.self).joined(separator: ", "), line: place.line + line, column: place.column,
      order: order)
  }

  /// The end of the lines that belong to a key: blank lines and comments before the next key do not, nor the document's
  /// end.
  private func lastLine(from start: Int, before end: Int, _ passedOver: Set<Int>) -> Int {
    var end = max(min(end, lines.count + 1), start + 1)
    while end > start + 1 {
      let line = lines[end - 2].text.drop { Self.isBlank($0) }
      let isOther = line.isEmpty || line.first == UInt8(ascii: "#") || Self.endsDocument(lines[end - 2])
      guard passedOver.contains(end - 1) || isOther else { break }
      end -= 1
    }
    return end
  }

  // MARK: Reading

  /// The root of the document in which the first of equal keys counts; nil if it is empty. Fills `repeated`.
  private mutating func compose() throws(YAMLDocument.Failure) -> Node? {
    do throws(YAMLDocument.Failure) {
      return try YAMLDocument.root(of: lines.flatMap { $0.text + $0.end })
    } catch {
      if case .duplicateKey = error.reason { repeated = repeats() }
      guard !repeated.isEmpty else { throw error }
    }
    // Left empty, so that every other line keeps its number.
    var counting = lines
    for index in repeated.flatMap(\.lines) { counting[index - 1].text = [] }
    return try YAMLDocument.root(of: counting.flatMap { $0.text + $0.end })
  }

  /// Returns the problem of a settings file as a whole for `failure`.
  private func problem(_ failure: YAMLDocument.Failure) -> SettingsFileProblem {
    let reason: SettingsFileProblem.Reason =
      switch failure.reason {
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .notUTF8: .notUTF8
      case .aliases: .aliases
      // In braces or quotes there is no separate line to leave out.
      case .duplicateKey(let key): .syntax(detail: "\(key): \(key)")
      case .syntax(let detail): .syntax(detail: detail)
      default: .syntax(detail: "")
      }
    return SettingsFileProblem(
      file: file, line: failure.position?.line, column: failure.position?.column, reason: reason)
  }

  /// The lines whose key is at the beginning of an earlier line, each with the lines indented or listed below it.
  private func repeats() -> [(key: String, lines: Range<Int>)] {
    var seen: Set<ArraySlice<UInt8>> = []
    var repeats: [(key: String, lines: Range<Int>)] = []
    var index = 0
    while index < lines.count {
      let start = index
      index += 1
      guard let key = Self.key(of: lines[start]), !seen.insert(key).inserted else { continue }
      while index < lines.count, Self.isBelow(lines[index]) { index += 1 }
      repeats.append((String(decoding: key, as: UTF8.self), start + 1..<index + 1))
    }
    return repeats
  }

  /// The text before the colon of a line that begins with a letter.
  private static func key(of line: TextLine) -> ArraySlice<UInt8>? {
    guard let first = line.text.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20),
      let colon = line.text.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let key = line.text[..<colon]
    return key.prefix((key.lastIndex { !isBlank($0) } ?? key.startIndex) - key.startIndex + 1)
  }

  private static func isBelow(_ line: TextLine) -> Bool {
    line.text.first == UInt8(ascii: " ") || line.text.starts(with: "- ".utf8)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Whether `line` is `...`, which ends a document of YAML.
  static func endsDocument(_ line: TextLine) -> Bool {
    line.text.starts(with: "...".utf8) && line.text.dropFirst(3).first.map(isBlank) != false
  }
}

// MARK: Writing

extension SettingsDocument {
  /// The values of all settings except `keys`, and the problems with them: they must be the same after a change of
  /// `keys`.
  func rest(without keys: Set<SettingKey>) -> [String] {
    let words = Set(keys.map(\.rawValue))
    let values = entries.filter { !keys.contains($0.key) }.map { "\($0.key.rawValue): \($0.value.text)" }
    let others = problems.filter { problem in
      switch problem.reason {
      case .duplicate(let key), .notAValue(let key): !words.contains(key)
      default: problem.key.map(keys.contains) != true
      }
    }
    return values.sorted() + others.map { "\($0.reason)" }
  }

  /// The text with `key` set to `value`: in its place if it is there, else at the end.
  func setting(_ key: SettingKey, to value: String) -> String {
    let line = Array("\(key.rawValue): \(Self.scalar(value))".utf8)
    guard isLineByLine else {
      let text = rewritten { $0 == key ? value : $1 }
      return text + (entries[key] == nil ? String(decoding: line + lineEnd, as: UTF8.self) : "")
    }
    var lines = lines
    if let place = places[key] {
      let comment = Self.comment(in: lines[place.lowerBound - 1])
      let new = TextLine(text: (line + comment)[...], end: lines[place.upperBound - 2].end)
      lines.replaceSubrange(place.lowerBound - 1..<place.upperBound - 1, with: [new])
    } else {
      // After the end of a document another one begins.
      let end = lines.firstIndex(where: Self.endsDocument) ?? lines.count
      if end > 0, lines[end - 1].end.isEmpty { lines[end - 1].end = lineEnd }
      lines.insert(TextLine(text: line[...], end: lineEnd), at: end)
    }
    return text(lines)
  }

  /// The text without `keys` and their repetitions, which would otherwise count.
  func removing(_ keys: Set<SettingKey>) -> String {
    guard isLineByLine else { return rewritten { keys.contains($0) ? nil : $1 } }
    let words = Set(keys.map(\.rawValue))
    let gone = Set(
      places.filter { keys.contains($0.key) }.flatMap(\.value)
        + repeated.filter { words.contains($0.key) }.flatMap(\.lines))
    return text(lines.enumerated().filter { !gone.contains($0.offset + 1) }.map(\.element))
  }

  private func text(_ lines: [TextLine]) -> String {
    var changed = editable
    changed.lines = lines
    return changed.text
  }

  private var lineEnd: ArraySlice<UInt8> { editable.lineEnd }

  /// A file in braces (`{a: 1, b: 2}`) or with indented keys is rewritten, one setting a line, without its comments.
  private func rewritten(_ value: (SettingKey, String) -> String?) -> String {
    let kept = entries.sorted { $0.value.order < $1.value.order }.compactMap { key, entry in
      value(key, entry.text).map { Array("\(key.rawValue): \(Self.scalar($0))".utf8) }
    }
    return text(kept.map { TextLine(text: $0[...], end: lineEnd) })
  }

  /// `value` in a form that YAML reads back as the same text: bare if that is certain, otherwise in double quotes.
  private static func scalar(_ value: String) -> String {
    let scalars = value.unicodeScalars
    func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    let isPlain =
      scalars.first.map { isWord($0) || $0 == "-" } == true && value != "-" && scalars.last != " "
      && scalars.allSatisfy { isWord($0) || " .,-+_()/".unicodeScalars.contains($0) } && !value.hasPrefix("- ")
    return isPlain ? value : YAMLPage.quoted(value)
  }

  /// The comment at the end of a line, with the space before it. A `#` inside quotes does not start a comment.
  private static func comment(in line: TextLine) -> [UInt8] {
    var quote: UInt8?
    var previous = UInt8(ascii: "x")
    for index in line.text.indices {
      let byte = line.text[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), isBlank(previous) {
        quote = byte
      } else if byte == UInt8(ascii: "#"), isBlank(previous) {
        return [UInt8(ascii: " ")] + line.text[index...]
      }
      previous = byte
    }
    return []
  }
}
