import Pitch
import Testing

@testable import Training

struct ReferenceChoiceTests {
  private func references(
    _ draws: Int = 3_000, in space: ExerciseSpace, interval: DirectedInterval = .prime, estimate: Double,
    tally: NoteTally = NoteTally()
  ) -> [Int: Int] {
    let choice = ReferenceChoice(
      space: space, interval: interval, estimate: Cents(estimate), last: tally.last, weakness: tally.weakness)
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
    (100.0, 54...66), (51, 54...66), (50, 52...68), (25, 50...70), (3.2, 46...74), (0.5, 40...80), (0.2, 38...82),
    (0.1, 36...84),
  ])
  func aBeginnersReferencesGrowByTwoSemitonesASideWithEachHalving(estimate: Double, expected: ClosedRange<Int>) throws {
    let drawn = references(in: try space(), estimate: estimate)
    #expect(drawn.keys.sorted() == Array(expected))
  }

  @Test func withNothingKnownEveryNoteIsAsLikely() throws {
    for naturalMechanical in [0.0, 1] {
      let drawn = references(13_000, in: try space(naturalMechanical: naturalMechanical), estimate: 100)
      // Five standard deviations about 1000 each.
      #expect(drawn.count == 13 && drawn.values.allSatisfy { abs($0 - 1000) < 152 })
    }
  }

  @Test func naturalStaysWithinAnOctaveOfTheLastNote() throws {
    let drawn = references(
      in: try space(range: range(21, 108), naturalMechanical: 0), estimate: 0.1, tally: try tally([(80, true)]))
    // 92 would be near as well, but even at 0.1 cents references reach no further than 24 semitones about the middle.
    #expect(drawn.keys.sorted() == Array(68...88))
  }

  @Test func mechanicalTakesTheWeakestQuarter() throws {
    // 13 notes in reach, four of them always wrong, the others always right.
    let weak = [54, 57, 60, 66]
    let answers = (54...66).flatMap { note in (0..<8).map { _ in (note, !weak.contains(note)) } }
    let drawn = references(in: try space(naturalMechanical: 1), estimate: 100, tally: try tally(answers))
    #expect(drawn.keys.sorted() == weak)
  }

  @Test func mechanicalTakesNotesNeverAskedBeforeWellKnownOnes() throws {
    let answers = (54...62).flatMap { note in (0..<6).map { (note, $0 > 1) } }
    let drawn = references(in: try space(naturalMechanical: 1), estimate: 100, tally: try tally(answers))
    #expect(drawn.keys.sorted() == Array(63...66))
  }

  @Test func betweenTheTwoTheSettingIsTheShareOfWeakNotes() throws {
    // 48 notes in reach, the lowest quarter weak, the last note far above it.
    let answers = (41...88).flatMap { note in (0..<8).map { _ in (note, note > 52) } }
    let space = try space(range: range(41, 88), naturalMechanical: 0.3)
    let drawn = references(10_000, in: space, estimate: 0.1, tally: try tally(answers))
    let weak = drawn.filter { $0.key <= 52 }.values.reduce(0, +)
    let near = drawn.filter { $0.key >= 76 }.values.reduce(0, +)
    #expect(weak + near == 10_000)
    // Five standard deviations.
    #expect(abs(weak - 3_000) < 230)
  }

  @Test func aLastNoteOutsideAMovedRangeDoesNotHoldPracticeBack() throws {
    let drawn = references(
      in: try space(range: range(36, 48), naturalMechanical: 0), estimate: 0.1, tally: try tally([(100, true)]))
    #expect(drawn.keys.sorted() == Array(36...48))
  }

  @Test func everyIntervalHasAReferenceForABeginnerInEveryRange() throws {
    for span in 12...30 {
      let space = try space(.intervalComparison, range: range(40, 40 + span), intervals: DirectedInterval.all)
      for interval in space.intervals {
        let references = space.pairs(interval).map(\.reference)
        #expect(
          references.contains { ReferenceChoice.isInReach($0, of: space.range, estimate: Cents(100)) },
          "\(interval) in a span of \(span)")
      }
    }
  }

  @Test func weaknessFallsWithRightAnswersAndRisesWithWrongOnes() throws {
    let note = try note(60)
    let values = try [
      tally((0..<9).map { _ in (60, true) }), tally([(60, true)]), tally([]), tally([(60, false)]),
    ].map { $0.weakness(note) }
    #expect(values == values.sorted())
    #expect(abs(values[2] - (0.5 + (1.0 / 12).squareRoot())) < 1e-12)
  }
}
