import Testing

@testable import Pitch

struct ScalaScaleTests {
  private func scale(_ text: String) throws(ScalaProblem) -> ScalaScale { try ScalaScale(Array(text.utf8)) }

  /// The lines the format's description gives as valid, and what else is one.
  @Test(arguments: [
    ("81/64", 407.8200034615497), ("408.0", 408), ("408.", 408), ("5", 2786.3137138648345), ("-5.0", -5),
    ("10/20", -1200), ("100.0 cents", 100), (" 100.0 C#", 100), (" 5/4   E\\", 386.31371386483484),
    ("\t3/2\t! fifth", 701.9550008653875), (".5", 0.5), ("+7.25", 7.25), ("2/1", 1200), ("2", 1200), ("1/1", 0),
    ("3 / 2", 701.9550008653875), ("2 /octave", 1200), ("0.", 0), ("-1200.", -1200), ("000702.00", 702),
    ("2147483647/2147483646", 8.061670418e-7), ("100.0cents", 100), ("2/1octave", 1200), ("1.5 e3", 1.5),
    ("3/2 3/2", 701.9550008653875), ("100.0 1,5", 100),
    ("36893488147419103232/18446744073709551616", 1200),
  ])
  func `a pitch is read from its line`(line: String, cents: Double) throws {
    let scale = try scale("\n1\n\(line)\n")
    #expect(scale.degrees.count == 1)
    #expect(abs(scale.degrees[0].value - cents) < 1e-9, "\(scale.degrees[0].value)")
  }

  @Test func `a whole file is read`() throws {
    let scale = try scale(
      """
      ! meanquar.scl
      !
      1/4-comma meantone
       3 
      !
      ! a remark
       76.04900
      !! another

       5/4 third
       2/1
      !
      """)
    #expect(scale.description == "1/4-comma meantone")
    #expect(scale.degrees.map { ($0.value * 1000).rounded() } == [76_049, 386_314, 1_200_000])
  }

  @Test("every system's line ends, a last line without one, and a byte order mark", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let text = ["! name", "text", "2", "3/2", "2/1"].joined(separator: end)
    let expected = try scale("text\n2\n3/2\n2/1\n")
    #expect(try scale(text) == expected)
    #expect(try scale(text + end) == expected)
    #expect(try scale("\u{FEFF}" + text) == expected)
    #expect(throws: ScalaProblem(line: 5, reason: .notAPitch(text: "x"))) {
      try scale(["! name", "text", "2", "3/2", "x", "2/1"].joined(separator: end))
    }
  }

  @Test func `descriptions are UTF-8 or Latin-1 and of any length`() throws {
    #expect(try scale("Gärtner ½\n1\n2/1\n").description == "Gärtner ½")
    let latin = Array("G".utf8) + [0xE4] + Array("rtner ".utf8) + [0xBD] + Array("\n1\n2/1 \n".utf8)
    #expect(try ScalaScale(latin).description == "Gärtner ½")
    #expect(try ScalaScale(Array("x\n1\n2/1 ".utf8) + [0xE9, 0xFF]).degrees == [Cents(1200)])
    #expect(try scale("\n1\n2/1\n").description == "")
    #expect(try scale("12\n1\n2/1\n").description == "12")
    #expect(try scale(String(repeating: "long ", count: 9_000) + "\n1\n2/1\n").degrees.count == 1)
  }

  @Test func `degrees may fall and follow any order`() throws {
    #expect(try scale("falling\n3\n-100.\n50.\n-1200.\n").degrees.map(\.value) == [-100, 50, -1200])
  }

  @Test func `lines after the announced degrees are ignored`() throws {
    #expect(try scale("x\n1 degree\n2/1\nnonsense\n").degrees == [Cents(1200)])
    #expect(try scale("x\n0\nnonsense\n").degrees.isEmpty)
  }

  @Test(
    "every refusal has its line and reason",
    arguments: [
      ("", 1, ScalaProblem.Reason.noCount), ("! only\n! comments\n", 2, .noCount), ("text\n", 1, .noCount),
      ("text\n\n\n", 3, .noCount),
      ("text\n2/1\n", 2, .badCount(text: "2/1")), ("text\n!\n twelve \n", 3, .badCount(text: " twelve ")),
      ("text\n-1\n", 2, .badCount(text: "-1")), ("text\n12.0\n", 2, .badCount(text: "12.0")),
      ("text\n99999999999999999999\n", 2, .badCount(text: "99999999999999999999")),
      ("text\n2\n3/2\n", 3, .missingDegrees(expected: 2, found: 1)),
      ("text\n9223372036854775807\n3/2\n\n! end\n", 5, .missingDegrees(expected: Int.max, found: 1)),
      ("text\n1\n\n", 3, .missingDegrees(expected: 1, found: 0)),
      ("text\n2\n!\n3/2\nfive\n", 5, .notAPitch(text: "five")),
      ("text\n1\n701,955\n", 3, .notAPitch(text: "701,955")), ("text\n1\n1.5e3\n", 3, .notAPitch(text: "1.5e3")),
      ("text\n1\n2e3\n", 3, .notAPitch(text: "2e3")), ("text\n1\n2E+3\n", 3, .notAPitch(text: "2E+3")),
      ("text\n1\n3/2/1\n", 3, .notAPitch(text: "3/2/1")), ("text\n1\n3/\n", 3, .notAPitch(text: "3/")),
      ("text\n1\n/2\n", 3, .notAPitch(text: "/2")), ("text\n1\n.\n", 3, .notAPitch(text: ".")),
      ("text\n1\n1.2.3\n", 3, .notAPitch(text: "1.2.3")), ("text\n1\n3/2.5\n", 3, .notAPitch(text: "3/2.5")),
      ("text\n1\n+-3.\n", 3, .notAPitch(text: "+-3.")), ("text\n1\nnan\n", 3, .notAPitch(text: "nan")),
      ("text\n1\n0x10\n", 3, .notPositive(text: "0x10")),
      ("text\n1\n ! no comment\n", 3, .notAPitch(text: " ! no comment")),
      ("text\n1\n-3/2\n", 3, .notPositive(text: "-3/2")), ("text\n1\n3/-2\n", 3, .notPositive(text: "3/-2")),
      ("text\n1\n-2\n", 3, .notPositive(text: "-2")), ("text\n1\n0\n", 3, .notPositive(text: "0")),
      ("text\n1\n 0/5 x\n", 3, .notPositive(text: " 0/5 x")), ("text\n1\n3/0\n", 3, .notPositive(text: "3/0")),
      ("text\n1\n48000.1\n", 3, .tooFar(text: "48000.1", limit: 48_000)),
      ("text\n1\n-48000.1\n", 3, .tooFar(text: "-48000.1", limit: 48_000)),
    ])
  func refuses(text: String, line: Int, reason: ScalaProblem.Reason) {
    #expect(throws: ScalaProblem(line: line, reason: reason)) { try scale(text) }
  }

  @Test func `numbers too long for any machine are refused`() {
    let digits = String(repeating: "9", count: 400)
    for line in [digits, digits + ".0", "\(digits)/\(digits)", "1/\(digits)", "-\(digits)."] {
      #expect(throws: ScalaProblem(line: 3, reason: .tooFar(text: line, limit: ScalaScale.reach))) {
        try scale("text\n1\n\(line)\n")
      }
    }
  }

  @Test func `a file has a maximum size`() throws {
    let head = "text\n1\n2/1\n"
    let full = head + String(repeating: "!", count: ScalaScale.sizeLimit - head.utf8.count)
    #expect(try scale(full).degrees.count == 1)
    #expect(throws: ScalaProblem(reason: .tooLarge(limit: 65_536))) { try scale(full + "!") }
  }

  @Test func `a scale repeats after its period both ways`() throws {
    let scale = try scale("text\n3\n100.\n350.\n1250.\n")
    let pitches = (-4...7).compactMap { scale.pitch(of: $0)?.value }
    #expect(pitches == [-2150, -1250, -1150, -900, 0, 100, 350, 1250, 1350, 1600, 2500, 2600])
    let empty = try self.scale("text\n0\n")
    #expect(empty.pitch(of: 0) == nil)
  }

  @Test("random bytes are read or refused")
  func noise() {
    var random = Noise(seed: 5)
    for _ in 0..<2_000 {
      let bytes = random.bytes(of: "0123456789/.-! \n\r\tx,e".utf8 + [0xE9, 0x00], count: 60)
      if let scale = try? ScalaScale(Array("x\n3\n".utf8) + bytes) {
        #expect(scale.degrees.count == 3 && scale.degrees.allSatisfy { $0.value.isFinite })
      }
      if let map = try? ScalaKeyboardMap(bytes) { #expect((0...127).contains(map.middle)) }
    }
  }
}
