import Glibc
import Testing
import Time

@testable import Controllers

struct MappingDecoderTests {
  private func problems(_ text: String) -> [MappingProblem] {
    MappingDecoder.decode(Array(text.utf8), file: "test.yaml").problems
  }

  @Test func `the smallest mapping has no problem`() {
    #expect(problems(mappingText()) == [])
  }

  /// Lines after the head of five; the problem's line and column, its key, and one of its parameters.
  /// As an argument of the macro, without a type, the table would take seconds to compile.
  static let mistakes: [(String, Int, Int, String, String, String)] = [
    ("halfs: []", 6, 1, "unknownKey", "suggestion", "halves"),
    ("roles: {hihger: [{notes: 1}]}", 6, 9, "unknownKey", "suggestion", "higher"),
    ("roles: {commit: [{note: 1}]}", 6, 19, "unknownKey", "suggestion", "notes"),
    ("roles: {commit: [{zzzzzz: 1}]}", 6, 19, "unknownKey", "place", "control"),
    ("roles: {commit: [{notes: 128}]}", 6, 26, "outOfRange", "high", "127"),
    ("roles: {commit: [{notes: 50-40}]}", 6, 26, "badRange", "value", "50-40"),
    ("roles: {commit: [{notes: -5}]}", 6, 26, "badRange", "value", "-5"),
    ("roles: {commit: [{notes: [1, x]}]}", 6, 30, "badRange", "value", "x"),
    ("roles: {commit: [{notes: []}]}", 6, 26, "wrongKind", "expected", "number"),
    ("roles: {commit: [{notes: 1, channel: 17}]}", 6, 38, "outOfRange", "low", "1"),
    ("roles: {commit: [{notes: 1, cc: 2}]}", 6, 18, "oneOf", "place", "control"),
    ("roles: {commit: [{notes: 1, encoding: twos-complement}]}", 6, 39, "notTogether", "key", "encoding"),
    ("roles: {commit: {notes: 1}}", 6, 17, "wrongKind", "expected", "list"),
    ("roles: {commit: [7]}", 6, 18, "wrongKind", "expected", "map"),
    ("roles: {commit: [{pitch-bend: any}]}", 6, 18, "wrongControl", "role", "commit"),
    ("roles: {slider: [{notes: 4}]}", 6, 18, "wrongControl", "control", "notes"),
    ("roles: {slider: [{relative: 4}]}", 6, 18, "missingKey", "key", "encoding"),
    (
      "roles: {slider: [{relative: 4, encoding: two-complement}]}", 6, 42, "unknownWord", "suggestion",
      "twos-complement"
    ),
    ("roles: {slider: [{cc-pair: 40}]}", 6, 28, "missingKey", "key", "least"),
    ("roles: {slider: [{pitch-bend: any, release: touch}]}", 6, 18, "missingKey", "key", "touch"),
    ("roles: {commit: [{notes: 1, release: settle}]}", 6, 38, "notTogether", "key", "release"),
    ("roles: {slider: [{pitch-bend: any, zone: lower}]}", 6, 42, "notTogether", "key", "zone"),
    ("roles: {slider: [{pitch-bend: any, release: settle, range: 12}]}", 6, 60, "notTogether", "key", "range"),
    ("roles: {slider: [{pitch-bend: any, release: lift, zone: middle}]}", 6, 57, "unknownWord", "word", "middle"),
    ("roles: {slider: [{pitch-bend: any, release: lift, range: 97}]}", 6, 58, "outOfRange", "value", "97"),
    ("roles: {slider: [{cc: 74, release: lift, range: 12}]}", 6, 49, "notTogether", "with", "cc"),
    ("roles: {slider: [{pitch-bend: 2, release: lift}]}", 6, 18, "notTogether", "with", "pitch-bend 2"),
    (
      "roles: {slider: [{relative: 2, encoding: binary-offset, release: lift}]}", 6, 18, "notTogether", "with",
      "relative 2"
    ),
    ("roles: {slider: [{cc: [74, 75], release: lift}]}", 6, 18, "duplicateKey", "key", "release: lift"),
    ("roles: {stop: [{together: [{notes: 1}]}]}", 6, 27, "outOfRange", "low", "2"),
    ("roles: {stop: [{long-press: {long-press: {notes: 1}}}]}", 6, 42, "notTogether", "key", "long-press"),
    ("halves: [{keyboard: {split: 0}}]", 6, 29, "outOfRange", "value", "0"),
    ("halves: [{grid: {first: 100, rows: 8, columns: 8}}]", 6, 17, "gridTooLarge", "last", "163"),
    ("halves: [{}]", 6, 10, "oneOf", "place", "halves"),
    ("feedback: {lights: {higher: [{notes: 1}]}}", 6, 20, "missingKey", "key", "dark"),
    ("feedback: {colours: {red: 200}}", 6, 27, "outOfRange", "key", "red"),
    ("feedback: {colours: {dark: 0}, cues: {corect: []}}", 6, 39, "unknownKey", "suggestion", "correct"),
    (
      "feedback: {colours: {dark: 0}, cues: {sharp: [{light: both, colour: drak}]}}", 6, 69, "unknownWord",
      "suggestion", "dark"
    ),
    (
      "feedback: {colours: {dark: 0}, cues: {sharp: [{light: pressed, colour: dark}]}}", 6, 55, "areaNotHere", "area",
      "pressed"
    ),
    ("feedback: {cues: {band: {4: []}}}", 6, 26, "outOfRange", "high", "3"),
    ("feedback: {cues: {sharp: {0: []}}}", 6, 27, "outOfRange", "low", "1"),
    ("feedback: {cues: {flat: {1: [], 3: []}}}", 6, 25, "missingKey", "key", "2"),
    ("feedback: {cues: {dead-centre: {1: []}}}", 6, 32, "wrongKind", "expected", "list"),
    ("init: [{pause: 2000}]", 6, 16, "outOfRange", "high", "1000"),
    ("init: [{pause: 5, program: 1}]", 6, 19, "unknownKey", "place", "pause"),
    ("exit: [{pause: 5}]", 6, 9, "unknownKey", "place", "message"),
    ("roles: {slider: [{pitch-bend: any, motor: 16383}]}", 6, 43, "motorNotHere", "control", "pitch-bend"),
    ("roles: {slider: [{nrpn: 1, channel: 1, motor: 127}]}", 6, 47, "motorNotHere", "control", "nrpn 1 channel 1"),
    ("roles: {slider: [{cc: 1, channel: 1, motor: 1023}]}", 6, 45, "outOfRange", "high", "127"),
    ("roles: {level: [{cc: 1, channel: 1, motor: 127}]}", 6, 44, "notTogether", "with", "level"),
    (
      "feedback: {colours: {dark: 0, red: [1, 2]}, lights: {higher: [{notes: 1}]}, cues: {sharp: [{light: both, colour: red}]}}",
      6, 114, "colourSize", "found", "2"
    ),
    ("init: [{sysex: F0 80 F7}]", 6, 16, "badSystemExclusive", "value", "F0 80 F7"),
    ("init: [{sysex: \"F0 {light} F7\"}]", 6, 16, "badSystemExclusive", "value", "F0 {light} F7"),
    ("init: [{note: 4}]", 6, 8, "missingKey", "key", "velocity"),
    ("kind: motor-fadr", 6, 7, "unknownWord", "suggestion", "motor-fader"),
    ("extent: al", 6, 9, "unknownWord", "key", "extent"),
    ("feedback: {pace: 21}", 6, 18, "outOfRange", "high", "20"),
    ("roles: {commit: [{notes: 1, latch: both}]}", 6, 36, "unknownWord", "key", "latch"),
    ("roles: {slider: [{cc: 1, latch: each}]}", 6, 33, "notTogether", "with", "slider"),
    ("roles: {stop: [{long-press: {notes: 1, latch: each}}]}", 6, 47, "notTogether", "key", "latch"),
    ("feedback: {colours: {dark: 0}, lights: {x: [{notes: 1, channels: [3]}]}}", 6, 66, "outOfRange", "low", "2"),
    ("feedback: {colours: {dark: 0}, lights: {x: [{notes: 1, channels: [3, 3]}]}}", 6, 70, "duplicateKey", "key", "3"),
    (
      "feedback: {colours: {dark: 0}, lights: {x: [{notes: 1, channels: [3, 4], channel: 5}]}}", 6, 83, "notTogether",
      "key", "channel"
    ),
    (
      "feedback: {colours: {dark: 0}, lights: {x: [{sysex: \"F0 1 {colours} F7\", numbers: 1}]}}", 6, 45, "missingKey",
      "key", "of"
    ),
    (
      "feedback: {colours: {dark: 0}, lights: {x: [{sysex: \"F0 1 {colours} F7\", of: 0-3, numbers: 3-4}]}}", 6, 92,
      "lightNotInMessage", "light", "4"
    ),
    (
      "feedback: {colours: {dark: 0}, lights: {x: [{sysex: \"F0 {light} {colours} F7\", of: 0-3, numbers: 3}]}}", 6, 53,
      "badSystemExclusive", "value", "F0 {light} {colours} F7"
    ),
    (
      "feedback: {colours: {dark: 0}, lights: {x: [{sysex: \"F0 {light} F7\", of: 0-3, numbers: 3}]}}", 6, 74,
      "notTogether", "key", "of"
    ),
    ("heartbeat: {every: 50, send: {program: 1}}", 6, 20, "outOfRange", "low", "100"),
    ("heartbeat: {every: 500}", 6, 12, "missingKey", "key", "send"),
    ("heartbeat: {every: 500, send: {program: 1, confidence: unsure}}", 6, 56, "notTogether", "with", "heartbeat"),
    ("exit: [{note-off: 1}]", 6, 8, "missingKey", "key", "velocity"),
    ("exit: [{poly-pressure: 1, velocity: 3}]", 6, 37, "notTogether", "with", "poly-pressure"),
    ("local-control: off", 6, 16, "unknownWord", "key", "local-control"),
    ("name: Again", 2, 1, "duplicateKey", "key", "name"),
    ("roles: [", 7, 1, "syntax", "detail", "did not find expected node content"),
    ("roles: {commit: [&a {notes: 1}, *a]}", 6, 1, "aliases", "", ""),
  ]

  @Test(arguments: mistakes)
  func `every mistake is named with its place`(
    _ line: String, at row: Int, _ column: Int, _ key: String, _ parameter: String, _ value: String
  ) throws {
    let found = problems(mappingText(line))
    let problem = try #require(
      found.first { $0.reason.key == key && $0.severity == .error }, "\(found)")
    #expect(problem.position == SourcePosition(line: row, column: column), "\(problem)")
    if !parameter.isEmpty { #expect(problem.reason.parameters[parameter] == value) }
    #expect(MappingDecoder.decode(Array(mappingText(line).utf8), file: "x").mapping == nil)
  }

  @Test(arguments: [
    ("", "empty"), ("# nothing", "empty"), ("- 1", "wrongKind"), ("schema: 2", "unknownSchema"),
    ("name: x", "missingKey"), ("schema: 1\n---\nschema: 1", "syntax"), ("schema: 1\u{0}", "syntax"),
    ("schema: 1\nname: \"a\\e[31mb\"", "badText"),
  ])
  func `a file that is not a mapping is refused with its reason`(_ text: String, key: String) {
    #expect(problems(text).contains { $0.reason.key == key }, "\(problems(text))")
  }

  @Test func `matching rules are checked`() {
    #expect(problems(mappingText(match: "{usb: [\"09e8-004f\"]}")).map(\.reason) == [.badUSBID(value: "09e8-004f")])
    #expect(problems(mappingText(match: "{port: 0}")).map(\.reason) == [.missingKey(key: "usb", place: "match")])
    // A range is of products, upwards, and of no more than a maker gives one device.
    for id in ["09e8:0049-0048", "09e8:0000-0100", "09e8:0049-", "09e8-09e9:0049", "09e8:0049-0050-0051"] {
      let found = problems(mappingText(match: "{usb: [\"\(id)\"]}"))
      #expect(found.map(\.reason) == [.badUSBID(value: id)] && found[0].position == SourcePosition(line: 5, column: 15))
    }
    let found = problems(mappingText(match: "{usb: [\"09e8:0049\"], require: both}"))
    #expect(found.map(\.reason) == [.missingKey(key: "clients", place: "require: both")])
    #expect(found[0].position == SourcePosition(line: 5, column: 38))
  }

  @Test func `all mistakes are reported at once, but not thousands`() {
    let two = problems(mappingText("roles: {commit: [{note: 1}]}\nhalfs: []"))
    #expect(two.count { $0.reason.key == "unknownKey" } == 2)
    let many = (0..<3000).map { "k\($0): 1\n" }.joined()
    #expect(problems(mappingText(many)).count == 100)
  }

  @Test(arguments: [
    ("roles: {commit: [{notes: 1-3}], stop: [{notes: 3}]}\nhalves: [{keyboard: {}}]", ["overlap", "unreachable"]),
    ("roles: {commit: [{notes: 1-3}], stop: [{notes: 3-4}]}\nhalves: [{keyboard: {}}]", ["overlap"]),
    ("roles: {commit: [{notes: 1, channel: 2}], stop: [{notes: 1, channel: 3}]}\nhalves: [{keyboard: {}}]", []),
    ("roles: {commit: [{notes: 0}]}", ["unreachable", "unreachable"]),
    ("roles: {higher: [{notes: 1, latch: each}], lower: [{notes: 0}]}", ["latchedHalf"]),
    ("halves: [{keyboard: {}}]\nfeedback: {cues: {trouble: []}}", ["cueWithoutLight"]),
    ("halves: [{keyboard: {}}]\nfeedback: {colours: {dark: 0}, lights: {x: [{cc: 1}]}}", ["unusedLights"]),
    (
      "halves: [{keyboard: {}}]\nfeedback: {cues: {trouble: [{send: {cc: 1, value: 2, confidence: unsure}}]}}",
      ["unsureIsOff"]
    ),
    ("halves: [{keyboard: {}}]\ninit: [{program: 1, confidence: unsure}]", ["unsureIsOff"]),
    (
      "halves: [{keyboard: {}}]\nroles: {slider: [{pitch-bend: 1, motor: 16383, confidence: unsure}]}", ["unsureIsOff"]
    ),
    (
      """
      halves: [{keyboard: {}}]
      feedback:
        colours: {dark: 0, red: 5}
        lights: {higher: [{notes: 1}], lower: [{notes: 2}]}
        cues:
          correct: [{light: pressed, colour: red, channel: 7}]
          incorrect: [{light: other, colour: red}]
      """, ["unequalWeight"]
    ),
  ])
  func `lint warns, and the mapping serves`(_ lines: String, keys: [String]) {
    let (mapping, problems) = MappingDecoder.decode(Array(mappingText(lines).utf8), file: "test.yaml")
    #expect(mapping != nil)
    #expect(problems.map(\.reason.key) == keys, "\(problems)")
    #expect(problems.allSatisfy { $0.severity == .warning })
  }

  @Test func `text from files cannot reach a terminal as commands`() {
    let found = problems(mappingText("\"\\e[2Jx\": 1"))
    #expect(found.flatMap(\.reason.parameters.values).allSatisfy { !$0.contains("\u{1B}") })
    #expect(found.first?.reason.parameters["key"] == "?[2Jx")
  }

  /// Files made to hang, overflow or fill the memory are refused with little work compared with a small mapping.
  /// Measured in processor time, which a busy machine does not lengthen.
  @Test(arguments: Malicious.allCases) func `malicious files are refused`(_ kind: Malicious) {
    let (small, malicious) = (Array(mappingText("").utf8), Array(kind.text.utf8))
    let usual = Self.processorSeconds { for _ in 0..<100 { _ = MappingDecoder.decode(small, file: "test.yaml") } } / 100
    var (mapping, problems): (ControllerMapping?, [MappingProblem]) = (nil, [])
    let took = Self.processorSeconds { (mapping, problems) = MappingDecoder.decode(malicious, file: "test.yaml") }
    #expect(mapping == nil)
    #expect(!problems.isEmpty)
    #expect(took < 50_000 * usual, "\(kind) took \(took / usual) times as long as a small mapping")
  }

  /// For how long this thread computes in `body`.
  private static func processorSeconds(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let begun = now()
    body()
    return now() - begun
  }
}

enum Malicious: CaseIterable {
  case aliasBomb, aliasBombAsKeys, deepFlow, deepBlock, deepKeys, tenMegabytes, manyKeys, longScalar, openQuote, longKey

  var text: String {
    switch self {
    case .aliasBomb:
      mappingText(
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
          + zip("bcdefghijklmn", "abcdefghijklm").map { "\($0): &\($0) [*\($1),*\($1),*\($1),*\($1),*\($1)]\n" }
          .joined())
    case .aliasBombAsKeys:
      mappingText(
        "a: &a {x: y}\n" + zip("bcdefghijklmn", "abcdefghijklm").map { "\($0): &\($0) {*\($1) : *\($1)}\n" }.joined())
    case .deepFlow: mappingText("roles: " + String(repeating: "[", count: 30_000))
    case .deepBlock: mappingText("roles:\n  " + String(repeating: "- ", count: 900) + "x")
    case .deepKeys:
      mappingText("roles: " + String(repeating: "{? ", count: 900) + "x" + String(repeating: "}", count: 900))
    case .tenMegabytes: mappingText(String(repeating: "# comment\n", count: 1_000_000))
    case .manyKeys: mappingText((0..<6000).map { "key\($0): x\n" }.joined())
    case .longScalar: mappingText("name2: " + String(repeating: "x", count: 60_000))
    case .openQuote: mappingText("name2: \"" + String(repeating: "x\n ", count: 20_000))
    case .longKey: mappingText(String(repeating: "k", count: 60_000) + ": 1")
    }
  }
}
