import MIDI
import Yams

/// The problems found while decoding a file, so that a single run reports all of them.
struct ProblemList {
  let file: String
  private(set) var problems: [MappingProblem] = []

  init(file: String) { self.file = file }

  var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// A file of 64 kB could have ten thousand problems, more than a player would read.
  var isFull: Bool { problems.count >= 100 }

  mutating func add(_ reason: MappingProblemReason, at position: SourcePosition?) {
    guard !isFull else { return }
    problems.append(MappingProblem(file: file, position: position, reason: reason))
  }

  mutating func add(_ reason: MappingProblemReason, at node: Node) {
    add(reason, at: node.position)
  }
}

extension Node {
  /// The position in the file.
  var position: SourcePosition? { mark.map(SourcePosition.init) }

  /// The text, if the node is a scalar.
  var text: String? { scalar?.string }
}

/// A YAML mapping whose keys are known words. Unknown ones have been reported.
struct KnownKeys<Key: Vocabulary> {
  let node: Node
  let place: String
  private(set) var values: [Key: Node] = [:]

  /// Creates keys from `node`; nil if it is not a mapping. Reports that, and unknown keys. `place` names it in
  /// problems.
  init?(_ node: Node, place: String, _ problems: inout ProblemList) {
    guard let mapping = node.mapping else {
      problems.add(.wrongKind(key: place, expected: "map"), at: node)
      return nil
    }
    self.node = node
    self.place = place
    for (keyNode, value) in mapping {
      guard !problems.isFull else { return nil }
      let word = keyNode.text ?? ""
      if let key = Key(rawValue: word) {
        values[key] = value
      } else {
        let nearest = FileText.nearest(to: word, in: Key.allCases.map(\.rawValue))
        problems.add(.unknownKey(key: FileText.clean(word), place: place, suggestion: nearest), at: keyNode)
      }
    }
  }

  subscript(key: Key) -> Node? { values[key] }

  /// Returns the value of `key`, and reports if it is missing.
  func required(_ key: Key, _ problems: inout ProblemList) -> Node? {
    if let value = values[key] { return value }
    problems.add(.missingKey(key: key.rawValue, place: place), at: node)
    return nil
  }

  /// Returns the single key of `keys` that is present, and reports none or several.
  func one(of keys: [Key], _ problems: inout ProblemList) -> (key: Key, value: Node)? {
    let present = keys.filter { values[$0] != nil }
    guard present.count == 1, let value = values[present[0]] else {
      problems.add(.oneOf(keys: keys.map(\.rawValue), place: place), at: node)
      return nil
    }
    return (present[0], value)
  }

  /// Reports every key that is neither `kind` nor one of `allowed`.
  func permit(_ allowed: Set<Key>, beside kind: Key, _ problems: inout ProblemList) {
    for (key, value) in values where key != kind && !allowed.contains(key) {
      problems.add(.notTogether(key: key.rawValue, with: kind.rawValue), at: value)
    }
  }
}

/// A reader of scalars and lists.
enum NodeReader {
  /// Returns a whole number within `range`, decimal or with `0x`.
  static func number(
    _ node: Node, key: String, in range: ClosedRange<Int>, _ problems: inout ProblemList
  ) -> Int? {
    guard let text = node.text, let value = parse(text) else {
      problems.add(.wrongKind(key: key, expected: "number"), at: node)
      return nil
    }
    guard range.contains(value) else {
      problems.add(
        .outOfRange(key: key, value: FileText.clean(text), low: range.lowerBound, high: range.upperBound), at: node)
      return nil
    }
    return value
  }

  /// Returns a MIDI data value.
  static func sevenBit(_ node: Node, key: String, _ problems: inout ProblemList) -> UInt7? {
    number(node, key: key, in: 0...127, &problems).map { UInt7(truncating: $0) }
  }

  /// Returns numbers 0…127: one, a range as in `36-51`, or a list of both. Never empty.
  static func numbers(_ node: Node, key: String, _ problems: inout ProblemList) -> NumberSet? {
    var set = NumberSet()
    let parts = node.sequence.map(Array.init) ?? [node]
    guard !parts.isEmpty else {
      problems.add(.wrongKind(key: key, expected: "number"), at: node)
      return nil
    }
    for part in parts {
      guard let text = part.text else {
        problems.add(.wrongKind(key: key, expected: "number"), at: part)
        return nil
      }
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { parse(String($0)) }
      guard (1...2).contains(ends.count), let low = ends[0], let high = ends[ends.count - 1], low <= high else {
        problems.add(.badRange(key: key, value: FileText.clean(text)), at: part)
        return nil
      }
      guard low >= 0, high <= 127 else {
        problems.add(.outOfRange(key: key, value: FileText.clean(text), low: 0, high: 127), at: part)
        return nil
      }
      set.formUnion(NumberSet(low...high))
    }
    return set
  }

  /// Returns a channel 1…16; nil for `any` or without a value.
  static func anyChannel(_ node: Node?, _ problems: inout ProblemList) -> Channel? {
    guard let node, node.text != "any" else { return nil }
    return channel(node, &problems)
  }

  /// Returns a channel 1…16.
  static func channel(_ node: Node, _ problems: inout ProblemList) -> Channel? {
    number(node, key: "channel", in: 1...16, &problems).flatMap { Channel($0) }
  }

  /// Returns one of the words of `Word`.
  static func word<Word: Vocabulary>(
    _ node: Node, key: String, as: Word.Type = Word.self, _ problems: inout ProblemList
  ) -> Word? {
    let text = node.text ?? ""
    if let word = Word(rawValue: text) { return word }
    let allowed = Word.allCases.map(\.rawValue)
    problems.add(
      .unknownWord(
        key: key, word: FileText.clean(text), allowed: allowed, suggestion: FileText.nearest(to: text, in: allowed)),
      at: node)
    return nil
  }

  /// Returns showable text. Line breaks of folded text become spaces.
  static func text(_ node: Node, key: String, _ problems: inout ProblemList) -> String? {
    guard let raw = node.text else {
      problems.add(.wrongKind(key: key, expected: "text"), at: node)
      return nil
    }
    let text = raw.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard FileText.isShowable(text) else {
      problems.add(.badText(key: key), at: node)
      return nil
    }
    return text
  }

  /// Returns the entries of a list, and reports anything else.
  static func list(_ node: Node, key: String, _ problems: inout ProblemList) -> [Node] {
    guard let sequence = node.sequence else {
      problems.add(.wrongKind(key: key, expected: "list"), at: node)
      return []
    }
    return Array(sequence)
  }

  /// Returns the confidence; `source` without a value.
  static func confidence(_ node: Node?, _ problems: inout ProblemList) -> Confidence {
    guard let node else { return .source }
    return word(node, key: "confidence", &problems) ?? .unsure
  }

  private static func parse(_ text: String) -> Int? {
    if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
    return Int(text)
  }
}
