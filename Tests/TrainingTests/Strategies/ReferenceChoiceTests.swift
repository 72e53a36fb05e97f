import Pitch
import Testing

@testable import Training

struct ReferenceChoiceTests {
  private func references(
    _ draws: Int = 3_000, in space: ExerciseSpace, interval: DirectedInterval = .prime, answers: Int,
    tally: NoteTally = NoteTally()
  ) -> [Int: Int] {
    let choice = ReferenceChoice(
      space: space, interval: interval, answers: answers, last: tally.last, weakness: tally.weakness)
    var generator = SeededGenerator(seed: 5)
    var counts: [Int: Int] = [:]
    for _ in 0..<draws { counts[choice.draw(using: &generator).reference.number, default: 0] += 1 }
    return counts
  }

  private func tally(_ answers: [(Int, Bool)]) throws -> NoteTally {
    var tally = NoteTally()
    for (number, correct) in answers { tally.count(try note(number), correct: correct) }
    return tally
  }

  @Test(arguments: [
    (0, 54...66), (5, 54...66), (6, 53...67), (60, 44...76), (107, 37...83), (108, 36...84), (1_000_000, 36...84),
  ])
  func `a beginner's references gain a semitone on each side with every six answers`(
    answers: Int, expected: ClosedRange<Int>
  ) throws {
    let drawn = references(in: try space(), answers: answers)
    #expect(drawn.keys.sorted() == Array(expected))
  }

  @Test func `without knowledge every note is equally likely`() throws {
    for naturalMechanical in [0.0, 1] {
      let drawn = references(13_000, in: try space(naturalMechanical: naturalMechanical), answers: 0)
      // Five standard deviations about 1000 each.
      #expect(drawn.count == 13 && drawn.values.allSatisfy { abs($0 - 1000) < 152 })
    }
  }

  @Test func `natural stays within an octave of the last note`() throws {
    let drawn = references(
      in: try space(range: range(21, 108), naturalMechanical: 0), answers: 1_000, tally: try tally([(80, true)]))
    #expect(drawn.keys.sorted() == Array(68...92))
  }

  @Test func `mechanical takes the weakest quarter`() throws {
    // 13 notes in reach, four of them always wrong, the others always right.
    let weak = [54, 57, 60, 66]
    let answers = (54...66).flatMap { note in (0..<8).map { _ in (note, !weak.contains(note)) } }
    let drawn = references(in: try space(naturalMechanical: 1), answers: 0, tally: try tally(answers))
    #expect(drawn.keys.sorted() == weak)
  }

  @Test func `mechanical prefers notes without answers to well-known ones`() throws {
    let answers = (54...62).flatMap { note in (0..<6).map { (note, $0 > 1) } }
    let drawn = references(in: try space(naturalMechanical: 1), answers: 0, tally: try tally(answers))
    #expect(drawn.keys.sorted() == Array(63...66))
  }

  @Test func `mechanical chooses only the notes with the highest priority`() throws {
    let choice = ReferenceChoice(space: try space(naturalMechanical: 1), interval: .prime, answers: 0, last: nil) {
      $0.number == 57 || $0.number == 61 ? .infinity : Double($0.number)
    }
    var generator = SeededGenerator(seed: 5)
    let drawn = Set((0..<200).map { _ in choice.draw(using: &generator).reference.number })
    #expect(drawn == [57, 61])
  }

  @Test func `between the two the setting is the share of weak notes`() throws {
    // 48 notes in reach, the lowest quarter weak, the last note far above it.
    let answers = (41...88).flatMap { note in (0..<8).map { _ in (note, note > 52) } }
    let space = try space(range: range(41, 88), naturalMechanical: 0.3)
    let drawn = references(10_000, in: space, answers: 1_000, tally: try tally(answers))
    let weak = drawn.filter { $0.key <= 52 }.values.reduce(0, +)
    let near = drawn.filter { $0.key >= 76 }.values.reduce(0, +)
    #expect(weak + near == 10_000)
    // Five standard deviations.
    #expect(abs(weak - 3_000) < 230)
  }

  @Test func `a last note outside a changed range does not stop practice`() throws {
    let drawn = references(
      in: try space(range: range(36, 48), naturalMechanical: 0), answers: 1_000, tally: try tally([(100, true)]))
    #expect(drawn.keys.sorted() == Array(36...48))
  }

  @Test func `every interval has a reference for a beginner in every range`() throws {
    for span in 12...30 {
      let space = try space(.intervalComparison, range: range(40, 40 + span), intervals: DirectedInterval.all)
      for interval in space.intervals {
        let references = space.pairs(interval).map(\.reference)
        #expect(
          references.contains { ReferenceChoice.isInReach($0, of: space.range, answers: 0) },
          "\(interval) in a span of \(span)")
      }
    }
  }

  @Test func `weakness falls with right answers and rises with wrong ones`() throws {
    let note = try note(60)
    let values = try [
      tally((0..<9).map { _ in (60, true) }), tally([(60, true)]), tally([]), tally([(60, false)]),
    ].map { $0.weakness(note) }
    #expect(values == values.sorted())
    #expect(abs(values[2] - (0.5 + (1.0 / 12).squareRoot())) < 1e-12)
  }
}
