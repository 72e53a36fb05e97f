import Testing

@testable import Pitch

struct ScalaKeyboardMapTests {
  private func map(_ text: String) throws(ScalaProblem) -> ScalaKeyboardMap { try ScalaKeyboardMap(Array(text.utf8)) }

  /// A mapping of these numbers, one a line.
  private func map(_ numbers: [String]) throws(ScalaProblem) -> ScalaKeyboardMap {
    try map(numbers.map { "\($0)\n" }.joined())
  }

  @Test func `a whole file is read`() throws {
    let map = try map(
      """
      ! Template for a keyboard mapping
      !
      ! Size of map. The pattern repeats every so many keys:
      12
      ! First MIDI note number to retune:
      21
      ! Last MIDI note number to retune:
       108 the last

      60
      69
      440.0 Hz
      7
      0
      x
      1
      X
      2
      3 third
      x black
      4
      x
      5
      """)
    #expect(map.keys == 21...108 && map.middle == 60 && map.reference == 69)
    #expect(map.frequency.value == 440 && map.octaveDegree == 7)
    // Degrees missing at the end have no pitch.
    #expect(map.pattern == [0, nil, 1, nil, 2, 3, nil, 4, nil, 5, nil, nil])
  }

  @Test(arguments: [("261.625565", 261.625565), ("440", 440), ("440.", 440), (" 1", 1), ("20000", 20_000)])
  func `a frequency may have a point or none`(text: String, hertz: Double) throws {
    #expect(try map(["0", "0", "127", "60", "69", text, "0"]).frequency.value == hertz)
  }

  @Test(
    "every refusal has its line and reason",
    arguments: [
      ([], 1, ScalaProblem.Reason.missing(.mapSize)), (["! size"], 1, .missing(.mapSize)),
      (["12"], 1, .missing(.firstNote)), (["12", "0"], 2, .missing(.lastNote)),
      (["12", "0", "127"], 3, .missing(.middleNote)), (["12", "0", "127", "60"], 4, .missing(.referenceNote)),
      (["12", "0", "127", "60", "69", "! frequency"], 6, .missing(.frequency)),
      (["12", "0", "127", "60", "69", "440.0"], 6, .missing(.octaveDegree)),
      (["twelve"], 1, .badNumber(.mapSize, text: "twelve")), (["-1"], 1, .badNumber(.mapSize, text: "-1")),
      (["1025"], 1, .badNumber(.mapSize, text: "1025")), (["12.0"], 1, .badNumber(.mapSize, text: "12.0")),
      (["12", "-1"], 2, .badNumber(.firstNote, text: "-1")),
      (["12", "0", "128"], 3, .badNumber(.lastNote, text: "128")),
      (["12", "61", "60"], 3, .lastBelowFirst), (["12", "0", "127", "C4"], 4, .badNumber(.middleNote, text: "C4")),
      (["12", "0", "127", "60", "200"], 5, .badNumber(.referenceNote, text: "200")),
      (["12", "0", "127", "60", "69", "440,0"], 6, .badNumber(.frequency, text: "440,0")),
      (["12", "0", "127", "60", "69", "0.0"], 6, .badNumber(.frequency, text: "0.0")),
      (["12", "0", "127", "60", "69", "-440"], 6, .badNumber(.frequency, text: "-440")),
      (["12", "0", "127", "60", "69", "20000.1"], 6, .badNumber(.frequency, text: "20000.1")),
      (["12", "0", "127", "60", "69", "4.4e2"], 6, .badNumber(.frequency, text: "4.4e2")),
      (["12", "0", "127", "60", "69", "440", "2/1"], 7, .badNumber(.octaveDegree, text: "2/1")),
      (["2", "0", "127", "60", "60", "440", "12", "0", "y"], 9, .badEntry(text: "y")),
      (["2", "0", "127", "60", "60", "440", "12", "0", "! x", "--1"], 10, .badEntry(text: "--1")),
      (["2", "0", "127", "60", "60", "440", "12", "16385"], 8, .badEntry(text: "16385")),
      (["2", "0", "127", "60", "60", "440", "12", "-16385"], 8, .badEntry(text: "-16385")),
      (["2", "0", "127", "60", "60", "440", "12", " ! x"], 8, .badEntry(text: " ! x")),
      (["2", "0", "127", "60", "60", "440", "12", "-"], 8, .badEntry(text: "-")),
      (["2", "0", "127", "60", "60", "440", "12", "1.0 "], 8, .badEntry(text: "1.0 ")),
      (["\u{A0}12\u{200B}"], 1, .badNumber(.mapSize, text: "\u{A0}12\u{200B}")),
      (["2", "0", "127", "60", "60", "440", "12", "xx"], 8, .badEntry(text: "xx")),
      (["2", "0", "127", "60", "61", "440", "12", "0", "x"], 5, .unmappedReference(61)),
      (["2", "0", "127", "60", "59", "440", "12", "0"], 5, .unmappedReference(59)),
      (["1", "0", "127", "60", "60", "440", "12"], 5, .unmappedReference(60)),
    ] as [([String], Int, ScalaProblem.Reason)])
  func refuses(lines: [String], line: Int, reason: ScalaProblem.Reason) {
    #expect(throws: ScalaProblem(line: line, reason: reason)) { try map(lines) }
  }

  @Test(
    "degrees are numbers in any direction",
    arguments: [("0", 0), ("-1", -1), ("+4", 4), (" -12 below", -12), ("\t007", 7), ("16384", 16_384)])
  func degrees(entry: String, degree: Int) throws {
    #expect(try map(["2", "0", "127", "60", "60", "440", "12", "0", entry]).pattern == [0, degree])
    #expect(try map(["1", "0", "127", "60", "60", "440", entry, "0"]).octaveDegree == degree)
  }

  @Test func `lines after the pattern are ignored`() throws {
    #expect(try map(["1", "0", "127", "60", "69", "440", "12", "0", "nonsense"]).pattern == [0])
    #expect(try map(["0", "0", "127", "60", "69", "440", "12", "nonsense"]).pattern == [])
  }

  @Test func `a file has a maximum size`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "!"), count: ScalaScale.sizeLimit + 1)
    #expect(throws: ScalaProblem(reason: .tooLarge(limit: ScalaScale.sizeLimit))) { try ScalaKeyboardMap(bytes) }
  }
}
