import Controllers
import PlainText
import Ports
import Yams

/// A file that is not valid YAML as a whole, read setting by setting: each begins with a line that is not indented, and
/// includes the indented lines below it. Unreadable parts are reported, and stay in the file.
extension SettingsDocument {
  /// The maximum number of blocks: a file with more is not a settings file.
  private static let mostBlocks = 500

  /// Reads every setting that can be read separately; false if the file has no lines of settings. `failure` is the
  /// problem with the whole file.
  mutating func readBlocks(besides failure: YAMLDocument.Failure? = nil) -> Bool {
    let blocks = blocks()
    guard let first = blocks.first, blocks.count <= Self.mostBlocks, !Self.isBraced(lines[first.lowerBound]) else {
      return false
    }
    let known = problems.count
    // The blocks find the repeated settings again.
    repeated = []
    for (order, block) in blocks.enumerated() { read(block, order: order) }
    guard problems.count == known, let failure else { return true }
    // For instance a second document: each line is valid, but the file is not.
    problems.append(
      SettingsFileProblem(
        file: file, line: failure.position?.line, column: failure.position?.column,
        reason: .syntax(detail: failure.detail)))
    return true
  }

  private static func isBraced(_ line: TextLine) -> Bool {
    line.text.first.map { "[{".utf8.contains($0) || $0 == UInt8(ascii: "-") } == true
  }

  /// The lines, from 0, of each setting.
  private func blocks() -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      if Self.endsDocument(line) { break }
      let begin = line.text.first { !Self.isBlank($0) }
      guard let begin, begin != UInt8(ascii: "#"), !line.text.starts(with: "---".utf8) else { continue }
      let isBelow = line.text.first.map(Self.isBlank) == true || line.text.starts(with: "- ".utf8)
      if isBelow, let last = blocks.last {
        blocks[blocks.count - 1] = last.lowerBound..<index + 1
      } else {
        blocks.append(index..<index + 1)
      }
    }
    return blocks
  }

  private mutating func read(_ block: Range<Int>, order: Int) {
    var slip: YAMLDocument.Failure?
    do throws(YAMLDocument.Failure) {
      if let pairs = try pairs(in: block) { return add(pairs, of: block, order: order) }
    } catch {
      slip = error
    }
    // The first line may be complete, and followed by one that does not belong there.
    let head = block.prefix(1)
    if block.count > 1, let pairs = try? pairs(in: head), pairs.allSatisfy({ $0.value.scalar?.string.isEmpty == false })
    {
      add(pairs, of: head, order: order)
      return refuse(block.dropFirst(), slip)
    }
    refuse(block, slip)
  }

  /// Reports `block`, which cannot be read. The setting that it was for gets the next value written.
  private mutating func refuse(_ block: Range<Int>, _ slip: YAMLDocument.Failure?) {
    let key = Self.word(of: lines[block.lowerBound]).flatMap(SettingKey.init)
    // If a setting occurs twice, the first counts.
    let isFirst = key.map { places[$0] == nil } == true
    problems.append(problem(slip, in: block, of: isFirst ? key : nil))
    if let key, isFirst { places[key] = block.lowerBound + 1..<block.upperBound + 1 }
  }

  private mutating func add(_ pairs: [(key: Node, value: Node)], of block: Range<Int>, order: Int) {
    for pair in pairs {
      add(pair.key, pair.value, order: order, below: block.lowerBound, before: block.upperBound + 1)
    }
  }

  /// Returns the settings in these lines, by YAML's rules; nil without any.
  private func pairs(in block: Range<Int>) throws(YAMLDocument.Failure) -> [(key: Node, value: Node)]? {
    try YAMLDocument.root(of: lines[block].flatMap { $0.text + $0.end }).mapping.map { Array($0) }
  }

  /// Returns the problem in these lines: for a common slip, in plainer words than YAML's. `slip` is nil if they have no
  /// setting.
  private func problem(
    _ slip: YAMLDocument.Failure?, in block: Range<Int>, of key: SettingKey? = nil
  ) -> SettingsFileProblem {
    let first = block.lowerBound
    func at(_ line: Int, _ column: Int, _ reason: SettingsFileProblem.Reason) -> SettingsFileProblem {
      SettingsFileProblem(file: file, line: line + 1, column: column, reason: reason, key: key)
    }
    for index in block {
      let indent = lines[index].text.prefix(while: Self.isBlank)
      if let tab = indent.firstIndex(of: UInt8(ascii: "\t")) { return at(index, tab - indent.startIndex + 1, .tab) }
    }
    let text = String(decoding: lines[first].text, as: UTF8.self)
    guard let slip else { return at(first, 1, Self.withColon(text).map { .colon(line: $0) } ?? .notAMapping) }
    let value = text.firstRange(of: /:\s+/).map { text[$0.upperBound...] } ?? ""
    if let mark = value.first, let end = Self.ends[mark], !value.dropFirst().contains(end) {
      return at(first, text.unicodeScalars.count - value.unicodeScalars.count + 1, .unclosed(mark: String(mark)))
    }
    // The parser may report the end of the lines as the place.
    let line = (slip.position?.line ?? 1) - 1
    guard line < block.count else { return at(first, 1, .syntax(detail: slip.detail)) }
    return at(first + line, slip.position?.column ?? 1, .syntax(detail: slip.detail))
  }

  /// The closing mark of a value, by its opening mark.
  private static let ends: [Character: Character] = ["\"": "\"", "'": "'", "[": "]", "{": "}"]

  /// Returns the text before the colon of a line, or before the first space if it has no colon.
  private static func word(of line: TextLine) -> String? {
    let text = String(decoding: line.text, as: UTF8.self)
    return text.split(whereSeparator: { $0 == ":" || $0.isWhitespace }).first.map {
      $0.trimmingPrefix("\"").replacing("\"", with: "")
    }.map(String.init)
  }

  /// Returns the intended line for `note-gap 1`, `note-gap=1` or `note-gap:1`; nil if it is not clear.
  private static func withColon(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /\s*([A-Za-z_-]+)\s*[:=]?\s*(\S.*)/),
      SettingKey(rawValue: String(match.1)) != nil
    else { return nil }
    return "\(match.1): \(match.2)"
  }
}

extension YAMLDocument.Failure {
  /// Whether it is a slip within a settings file, rather than another kind of file.
  var isSlip: Bool {
    switch reason {
    case .syntax, .duplicateKey: true
    default: false
    }
  }

  /// The parser's message.
  fileprivate var detail: String {
    if case .syntax(let detail) = reason { detail } else { "" }
  }
}
