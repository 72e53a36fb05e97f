import Testing

@testable import Controllers
@testable import Texts

@Suite("Problems of a mapping, in words")
struct MappingTextTests {
  /// Everything that can be wrong. The words and numbers that fill a text occur in no other part of it.
  static let reasons: [MappingProblemReason] = [
    .unreadable(code: 13), .notAFile, .tooLarge(limit: 4_321), .notUTF8, .syntax(detail: "q1"), .aliases, .empty,
    .unknownSchema(found: "q1", known: 4_321), .unknownKey(key: "q1", place: "q2", suggestion: "q3"),
    .missingKey(key: "q1", place: "q2"), .duplicateKey(key: "q1"), .wrongKind(key: "q1", expected: "q2"),
    .outOfRange(key: "q1", value: "q2", low: 4_321, high: 5_432),
    .unknownWord(key: "q1", word: "q2", allowed: ["q3", "q4"], suggestion: "q5"), .badUSBID(value: "q1"),
    .badRange(key: "q1", value: "q2"), .badSystemExclusive(value: "q1"), .badText(key: "q1"),
    .oneOf(keys: ["q1", "q2"], place: "q3"), .notTogether(key: "q1", with: "q2"),
    .wrongControl(role: "q1", control: "q2"), .areaNotHere(area: "q1", cue: "q2"),
    .colourSize(colour: "q1", expected: 4_321, found: 5_432), .lightNotInMessage(light: 4_321),
    .gridTooLarge(last: 4_321), .motorNotHere(control: "q1"), .overlap(role: "q1", earlier: "q2"),
    .unreachable(role: "q1"), .cueWithoutLight(cue: "q1"), .latchedHalf(role: "q1"), .unusedLights(area: "q1"),
    .unsureIsOff(place: "q1"), .unequalWeight, .sameDevice(file: "q1"),
  ]

  @Test("each has its own text, with all known details", arguments: Language.allCases)
  func texts(language: Language) {
    let catalogue = Catalogue(language)
    for reason in Self.reasons {
      let line = catalogue.line(MappingProblem(file: "m.yaml", position: nil, reason: reason))
      // The errno appears in the system's words.
      for (name, value) in reason.parameters where name != "code" { #expect(line.contains(value), "\(line)") }
    }
    #expect(Set(Self.reasons.map(\.key)).count == Self.reasons.count)
  }
}
