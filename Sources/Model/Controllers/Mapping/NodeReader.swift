import MIDI
import Yams

/// Collects what is wrong while a file is decoded: all problems are told at once, not one a run.
struct ProblemList {
  let file: String
  private(set) var problems: [MappingProblem] = []

  init(file: String) { self.file = file }

  var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// A file of 64 kB could be wrong ten thousand times; nobody reads more than some.
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
  /// Where it is written.
  var position: SourcePosition? { mark.map(SourcePosition.init) }

  /// Its text, if it is a scalar.
  var text: String? { scalar?.string }
}

/// A YAML mapping whose keys are known words. Unknown ones have been reported.
struct KnownKeys<Key: Vocabulary> {
  let node: Node
  let place: String
  private(set) var values: [Key: Node] = [:]

  /// Nil if `node` is none; both that and unknown keys are reported. `place` names it in problems.
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

  /// The value of `key`; its absence is reported.
  func required(_ key: Key, _ problems: inout ProblemList) -> Node? {
    if let value = values[key] { return value }
    problems.add(.missingKey(key: key.rawValue, place: place), at: node)
    return nil
  }

  /// The one key of `keys` that is there; none or several are reported.
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

/// Scalars and lists.
enum NodeReader {
  /// A whole number within `range`, decimal or with `0x`.
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

  /// A MIDI data value.
  static func sevenBit(_ node: Node, key: String, _ problems: inout ProblemList) -> UInt7? {
    number(node, key: key, in: 0...127, &problems).map { UInt7(truncating: $0) }
  }

  /// Numbers 0…127: one, a range as in `36-51`, or a list of both. Never empty.
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

  /// A channel 1…16, nil for `any` or where nothing is said.
  static func anyChannel(_ node: Node?, _ problems: inout ProblemList) -> Channel? {
    guard let node, node.text != "any" else { return nil }
    return channel(node, &problems)
  }

  /// A channel 1…16.
  static func channel(_ node: Node, _ problems: inout ProblemList) -> Channel? {
    number(node, key: "channel", in: 1...16, &problems).flatMap { Channel($0) }
  }

  /// One of the words of `Word`.
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

  /// Text that may be shown. Line breaks of folded text become spaces.
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

  /// The entries of a list; anything else is reported.
  static func list(_ node: Node, key: String, _ problems: inout ProblemList) -> [Node] {
    guard let sequence = node.sequence else {
      problems.add(.wrongKind(key: key, expected: "list"), at: node)
      return []
    }
    return Array(sequence)
  }

  /// `source` where nothing is said.
  static func confidence(_ node: Node?, _ problems: inout ProblemList) -> Confidence {
    guard let node else { return .source }
    return word(node, key: "confidence", &problems) ?? .unsure
  }

  private static func parse(_ text: String) -> Int? {
    if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
    return Int(text)
  }
}
