import Testing

@testable import Pitch

@Suite("The order of a temperament")
struct TemperamentOrderTests {
  private func order(_ text: String) throws -> TemperamentOrder {
    try TemperamentOrder(name: "mine.txt", Array(text.utf8))
  }

  @Test(arguments: [(TemperamentOrder.fifthsFromA, 57, 62), (.fifthsFromC, 60, 65)])
  func `by fifths lays all twelve notes within an octave, each against the last`(
    order: TemperamentOrder, start: Int, last: Int
  ) throws {
    #expect(order.start.number == start && order.steps.count == 11)
    let notes = [order.start] + order.steps.map(\.note)
    #expect(Set(notes.map { $0.number % 12 }).count == 12)
    #expect(order.ends.low.number == start && order.ends.high.number == start + 11)
    #expect(order.steps.map(\.reference) == Array(notes.dropLast()))
    #expect(order.steps.allSatisfy { $0.interval.stepOfFifths == 1 })
    // The last note's fourth down to the first closes the circle.
    let closing = try #require(order.closing)
    #expect(closing.reference.number == last && closing.note == order.start && closing.interval.semitones == -5)
    #expect(TemperamentOrder.named(order.name) == order)
  }

  @Test func `in a file is a line for each note, with comments, sharps and flats`() throws {
    let read = try order("\u{FEFF}# Bearings\r\n\r\nE4 A3 # the first\r\n  f#4   b3x\r\n".replacing("b3x", with: "A3"))
    #expect(read.steps.map { [$0.note.number, $0.reference.number] } == [[64, 57], [66, 57]])
    #expect(read.name == "mine.txt" && read.closing == nil)
    #expect(try order("Bb3 F4\nEb4 Bb3").steps.map(\.interval.semitones) == [-7, 5])
  }

  @Test func `closes with the one fifth that is left, in whatever order the others are laid`() throws {
    // Up to G# and down to E flat, as meantone is laid.
    let meantone = try order(
      "G3 C4\nD4 G3\nA3 D4\nE4 A3\nB3 E4\nF#4 B3\nC#4 F#4\nG#3 C#4\nF3 C4\nBb3 F3\nEb4 Bb3")
    let closing = try #require(meantone.closing)
    #expect([closing.reference.number, closing.note.number] == [56, 63])
    // Two are left: nothing closes.
    #expect(try order("G3 C4\nD4 G3").closing == nil)
    // A third takes the place of a fifth.
    #expect(
      try order("E4 C4\nG3 C4\nD4 G3\nA3 D4\nB3 E4\nF#4 B3\nC#4 F#4\nG#3 C#4\nF3 C4\nBb3 F3\nEb4 Bb3").closing == nil)
  }

  struct Wrong: CustomTestStringConvertible {
    var text: String
    var line: Int?
    var column: Int?
    var reason: TemperamentOrderProblem.Reason
    var testDescription: String { text }

    static let all = [
      Wrong(text: "", reason: .noSteps), Wrong(text: "# E4 A3\n\n", reason: .noSteps),
      Wrong(text: "E4", line: 1, reason: .notTwoNotes(text: "E4")),
      Wrong(text: "E4 A3\nB3 E4 A3", line: 2, reason: .notTwoNotes(text: "B3 E4 A3")),
      Wrong(text: "E4 A3\n  B3 H4", line: 2, column: 6, reason: .notANote(text: "H4")),
      Wrong(text: "E A3", line: 1, column: 1, reason: .notANote(text: "E")),
      Wrong(text: "E4 A3\n\nF#4 B3", line: 3, column: 5, reason: .notTunedYet(Note(literal: 59))),
      Wrong(text: "E4 A3\nE4 A3", line: 2, column: 1, reason: .tunedBefore(Note(literal: 64))),
      Wrong(text: "E4 A3\nA3 E4", line: 2, column: 1, reason: .tunedBefore(Note(literal: 57))),
      Wrong(text: "A3 A3", line: 1, column: 1, reason: .tunedBefore(Note(literal: 57))),
      Wrong(text: "B4 A3", line: 1, column: 1, reason: .tooWide(Note(literal: 71), Note(literal: 57))),
      Wrong(text: String(repeating: "#", count: 70_000), reason: .tooLarge(limit: 65_536)),
    ]
  }

  @Test(arguments: Wrong.all) func `names the place and the reason of a mistake`(wrong: Wrong) {
    let problem = TemperamentOrderProblem(line: wrong.line, column: wrong.column, reason: wrong.reason)
    #expect(throws: problem) { try order(wrong.text) }
  }

  @Test func `any bytes are safe`() {
    var noise = Noise(seed: 7)
    for _ in 0..<2_000 {
      let bytes = noise.bytes(of: Array("ABCDEFG#b345 \n\r\t\u{FF}".utf8) + [0xFF, 0], count: 40)
      guard let read = try? TemperamentOrder(name: "noise", bytes) else { continue }
      #expect(!read.steps.isEmpty && Set(read.steps.map(\.note)).count == read.steps.count)
    }
  }
}

@Suite("A temperament of the keyboard")
struct KeyboardTests {
  @Test func `each named one is the shipped file of its name, at any concert pitch`() throws {
    #expect(
      Tuning.temperaments.map(\.name) == ["equal", "werckmeister-3", "vallotti", "young", "quarter-comma"])
    let a415 = try #require(ConcertPitch(Hertz(415)))
    for temperament in Tuning.temperaments.dropFirst() {
      let shipped = try Shipped.tuning(temperament.name)
      for number in 21...108 {
        let key = try note(number)
        let (mine, theirs) = (
          temperament.reference(key, concertPitch: .standard), shipped.reference(key, concertPitch: .standard)
        )
        #expect(Cents(from: theirs, to: mine).magnitude.value < 1e-6)
        let lower = temperament.reference(key, concertPitch: a415)
        #expect(abs(lower.value / mine.value - 415.0 / 440) < 1e-12)
        for interval in DirectedInterval.all {
          let difference = temperament.size(of: interval, from: key) - shipped.size(of: interval, from: key)
          #expect(difference.magnitude.value < 1e-6)
        }
      }
    }
  }

  @Test func `a Scala scale without a keyboard map begins at C, and its octave may be stretched`() throws {
    let degrees = (1...12).map { "\(Double($0) * 100.25)" }.joined(separator: "\n")
    let scale = try ScalaScale(Array("x\n12\n\(degrees)".utf8))
    let tuning = try Tuning(temperament: "stretched.scl", scale: scale)
    #expect(tuning.name == "stretched.scl")
    let (a4, c4) = (try note(69), try note(60))
    #expect(tuning.reference(a4, concertPitch: .standard) == Hertz(440))
    let fifth = try #require(DirectedInterval(semitones: 7))
    #expect(abs(tuning.size(of: fifth, from: c4).value - 701.75) < 1e-9)
    // From F over the octave's end.
    #expect(abs(tuning.size(of: fifth, from: try note(65)).value - 701.75) < 1e-9)
    let unequal = try Tuning(temperament: "septimal.scl", scale: ScalaScale(Shipped.bytes("septimal.scl")))
    #expect(unequal.size(of: fifth, from: c4) != unequal.size(of: fifth, from: try note(62)))
    #expect(throws: ScalaProblem.self) { try Tuning(temperament: "x", scale: ScalaScale(Array("x\n1\n2/1".utf8))) }
  }
}
