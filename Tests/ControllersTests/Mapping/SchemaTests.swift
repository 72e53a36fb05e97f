import Foundation
import Testing
import Yams

@testable import Controllers

/// `schema.json`, which editors use, says the same as the decoder.
struct SchemaTests {
  private let schema: Schema

  init() throws { schema = try Schema(file: shippedFolder + "/schema.json") }

  @Test(arguments: shippedFiles) func `shipped files fit the schema`(_ file: String) throws {
    let text = try String(contentsOfFile: shippedFolder + "/" + file, encoding: .utf8)
    let problems = schema.problems(of: try #require(try compose(yaml: text)))
    #expect(problems == [], "\(problems)")
  }

  @Test(arguments: [
    "halfs: []", "roles: {commit: [{note: 1}]}", "roles: {commit: [{notes: 128}]}",
    "roles: {commit: [{notes: 1, cc: 2}]}", "roles: {slider: [{relative: 4, encoding: nonsense}]}",
    "halves: [{keyboard: {split: 0}}]", "halves: [{}]", "feedback: {colours: {dark: 300}}",
    "feedback: {cues: {corect: []}}", "feedback: {cues: {sharp: {1: []}}}", "init: [{pause: 0}]", "exit: [{pause: 9}]",
    "init: [{pause: 9, program: 1}]", "feedback: {colours: {dark: 0}, lights: {x: [{cc: 1, poly-pressure: 2}]}}",
    "init: [{sysex: F0 80 F7}]", "init: [{note: 4}]", "local-control: off",
    "roles: {commit: [{notes: 1, latch: on}]}", "heartbeat: {every: 5, send: {program: 1}}", "heartbeat: {every: 500}",
    "feedback: {colours: {dark: 0}, lights: {x: [{notes: 1, channels: [3]}]}}", "exit: [{note-off: 1}]",
    "kind: piano", "extent: all", "feedback: {pace: 0}",
  ])
  func `schema and decoder refuse the same lines`(_ line: String) throws {
    let text = mappingText(line)
    #expect(try !schema.problems(of: #require(try compose(yaml: text))).isEmpty)
    #expect(MappingDecoder.decode(Array(text.utf8), file: "x").mapping == nil)
  }

  @Test func `schema and decoder have the same words`() throws {
    func words<Word: Vocabulary>(_ type: Word.Type) -> Set<String> { Set(type.allCases.map(\.rawValue)) }
    #expect(schema.keys() == words(MappingKey.self))
    #expect(schema.keys("properties", "roles") == words(Role.self))
    #expect(schema.keys("$defs", "match") == words(MatchKey.self))
    #expect(schema.keys("$defs", "control") == words(ControlKey.self))
    #expect(schema.keys("$defs", "halvesRule") == words(HalvesKey.self))
    #expect(schema.keys("$defs", "keyboard") == words(KeyboardKey.self))
    #expect(schema.keys("$defs", "grid") == words(GridKey.self))
    #expect(schema.keys("$defs", "feedback") == words(FeedbackKey.self))
    #expect(schema.keys("$defs", "light") == words(LightKey.self))
    #expect(schema.keys("$defs", "step") == words(StepKey.self))
    #expect(schema.keys("$defs", "message") == words(MessageKey.self))
    #expect(schema.keys("$defs", "heartbeat") == words(HeartbeatKey.self))
    #expect(schema.keys("$defs", "pause") == words(PauseKey.self))
    #expect(schema.keys("$defs", "cues") == words(CueWord.self))
    #expect(schema.keys("$defs", "cues", "properties", "mode") == words(ModeWord.self))
    #expect(schema.keys("$defs", "cues", "properties", "band") == ["0", "1", "2", "3"])
    #expect(schema.words("$defs", "control", "properties", "encoding") == words(RelativeEncoding.self))
    #expect(schema.words("$defs", "control", "properties", "release") == words(Release.self))
    #expect(schema.words("$defs", "control", "properties", "latch") == words(Latch.self))
    #expect(schema.words("$defs", "match", "properties", "require") == words(MatchRequirement.self))
    #expect(schema.words("$defs", "confidence") == words(Confidence.self))
    #expect(schema.words("$defs", "grid", "properties", "first-row") == words(FirstRow.self))
    #expect(schema.words("properties", "kind") == words(ControllerKind.self))
    #expect(schema.words("properties", "extent") == words(MappingExtent.self))
    #expect(schema.words("properties", "local-control") == words(LocalControlWord.self))
    let kinds = schema.value("$defs", "control")?["oneOf"] as? [[String: [String]]]
    #expect(kinds?.compactMap { $0["required"]?.first } == ControlKey.kinds.map(\.rawValue))
  }

  @Test func `the README explains every word`() throws {
    let readme = try String(contentsOfFile: shippedFolder + "/README.md", encoding: .utf8)
    let words =
      Role.allCases.map(\.rawValue) + ControlKey.allCases.map(\.rawValue) + CueWord.allCases.map(\.rawValue)
      + MappingKey.allCases.map(\.rawValue) + MatchKey.allCases.map(\.rawValue) + GridKey.allCases.map(\.rawValue)
      + AreaWord.allCases.map(\.rawValue) + RelativeEncoding.allCases.map(\.rawValue) + Release.allCases.map(\.rawValue)
      + MessageKey.allCases.map(\.rawValue) + PauseKey.allCases.map(\.rawValue) + LightKey.allCases.map(\.rawValue)
      + ControllerKind.allCases.map(\.rawValue) + MappingExtent.allCases.map(\.rawValue)
      + FeedbackKey.allCases.map(\.rawValue)
      + LocalControlWord.allCases.map(\.rawValue) + HeartbeatKey.allCases.map(\.rawValue)
      + Latch.allCases.map(\.rawValue) + MatchRequirement.allCases.map(\.rawValue)
    for word in words { #expect(readme.contains(word), "\(word)") }
  }
}

/// As much of JSON Schema (draft 2020-12) as `schema.json` uses; an unknown keyword is a problem.
struct Schema {
  private let root: [String: Any]

  init(file: String) throws {
    let data = try Data(contentsOf: URL(filePath: file))
    root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func value(_ path: String...) -> [String: Any]? { value(path) }

  private func value(_ path: [String]) -> [String: Any]? {
    path.reduce(root as [String: Any]?) { $0?[$1] as? [String: Any] }
  }

  func keys(_ path: String...) -> Set<String> { Set((value(path)?["properties"] as? [String: Any] ?? [:]).keys) }

  func words(_ path: String...) -> Set<String> { Set(value(path)?["enum"] as? [String] ?? []) }

  func problems(of node: Node) -> [String] { check(node, root, "") }

  private func check(_ node: Node, _ schema: [String: Any], _ path: String) -> [String] {
    schema.keys.sorted().flatMap { check(node, schema, keyword: $0, path) }
  }

  private func fits(_ node: Node, _ schema: [String: Any]) -> Bool { check(node, schema, "").isEmpty }

  private func check(_ node: Node, _ schema: [String: Any], keyword: String, _ path: String) -> [String] {
    let rule = schema[keyword]
    func say(_ isGood: Bool?) -> [String] { isGood == true ? [] : ["\(path): \(keyword)"] }
    switch keyword {
    case "$schema", "$defs", "title", "description": return []
    case "$ref":
      guard let reference = rule as? String,
        let target = value(reference.split(separator: "/").dropFirst().map(String.init))
      else { return say(nil) }
      return check(node, target, path)
    case "type":
      return switch rule as? String {
      case "object": say(node.mapping != nil)
      case "array": say(node.sequence != nil)
      case "integer": say(integer(node) != nil)
      case "string": say(node.scalar != nil && integer(node) == nil)
      default: say(nil)
      }
    case "const": return say(integer(node) == rule as? Int)
    case "enum": return say((rule as? [String]).map { $0.contains(node.scalar?.string ?? "") })
    case "minimum": return say(zip2(integer(node), rule as? Int).map { $0 >= $1 })
    case "maximum": return say(zip2(integer(node), rule as? Int).map { $0 <= $1 })
    case "minLength": return say(zip2(node.scalar?.string.count, rule as? Int).map { $0 >= $1 })
    case "maxLength": return say(zip2(node.scalar?.string.count, rule as? Int).map { $0 <= $1 })
    case "minItems": return say(zip2(node.sequence?.count, rule as? Int).map { $0 >= $1 })
    case "maxItems": return say(zip2(node.sequence?.count, rule as? Int).map { $0 <= $1 })
    case "pattern":
      guard let text = node.scalar?.string, let pattern = rule as? String, let regex = try? Regex(pattern) else {
        return say(nil)
      }
      return say(text.contains(regex))
    case "required":
      return say((rule as? [String]).map { $0.allSatisfy { node.mapping?[$0] != nil } })
    case "anyOf": return say((rule as? [[String: Any]]).map { $0.contains { fits(node, $0) } })
    case "oneOf": return say((rule as? [[String: Any]]).map { $0.count { fits(node, $0) } == 1 })
    case "items":
      guard let rule = rule as? [String: Any] else { return say(nil) }
      return (node.sequence.map(Array.init) ?? []).enumerated().flatMap { check($1, rule, "\(path)[\($0)]") }
    case "properties":
      guard let rule = rule as? [String: [String: Any]] else { return say(nil) }
      return (node.mapping.map(Array.init) ?? []).flatMap { key, value in
        rule[key.scalar?.string ?? ""].map { check(value, $0, "\(path).\(key.scalar?.string ?? "")") } ?? []
      }
    case "additionalProperties":
      let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
      let others = (node.mapping.map(Array.init) ?? []).filter { !known.contains($0.key.scalar?.string ?? "") }
      if let rule = rule as? [String: Any] { return others.flatMap { check($0.value, rule, path) } }
      return others.map { "\(path): unknown key \($0.key.scalar?.string ?? "")" }
    default: return ["\(path): the test does not know the keyword \(keyword)"]
    }
  }

  /// Not Yams' own reading, which takes `0-31` for an octal number.
  private func integer(_ node: Node) -> Int? {
    guard let scalar = node.scalar, scalar.style == .plain else { return nil }
    return scalar.string.allSatisfy(\.isNumber) ? Int(scalar.string) : nil
  }

  private func zip2(_ left: Int?, _ right: Int?) -> (Int, Int)? {
    guard let left, let right else { return nil }
    return (left, right)
  }
}
