import Pitch
import Testing

@testable import Training

struct ExerciseSpaceTests {
  @Test func `references and targets are in the set range`() throws {
    for (low, high) in [(36, 84), (60, 72), (21, 108), (60, 73)] {
      let space = try space(.intervalComparison, range: range(low, high), intervals: DirectedInterval.all)
      #expect(space.intervals.count == 25)
      for interval in space.intervals {
        let pairs = space.pairs(interval)
        #expect(pairs.count == high - low + 1 - abs(interval.semitones))
        for pair in pairs {
          #expect(space.range.contains(pair.reference) && space.range.contains(pair.target))
          #expect(pair.target.number - pair.reference.number == interval.semitones)
        }
      }
    }
  }

  @Test func `unison uses the prime, whatever intervals are chosen`() throws {
    #expect(try space(.comparison, intervals: [.perfectFifthUp]).intervals == [.prime])
  }

  @Test func `intervals without room are left out`() throws {
    let space = try space(.intervalComparison, range: range(60, 64), intervals: DirectedInterval.all)
    #expect(space.intervals.map(\.semitones) == Array(-4...4))
  }

  @Test func `a range too narrow for every chosen interval is refused with the reason`() throws {
    let narrow = try range(60, 66)
    #expect(throws: ExerciseRefusal.rangeTooNarrow(narrow, intervals: [.perfectFifthUp])) {
      try space(.intervalComparison, range: narrow)
    }
    #expect(try space(.comparison, range: narrow).intervals == [.prime])
  }

  @Test func `valid settings always leave room for every interval`() throws {
    for tuning in Tuning.all {
      for low in 21...96 {
        let settings = try TrainingSettings(
          lowest: note(low), highest: note(low + 12), intervals: DirectedInterval.all, tuning: tuning)
        #expect(try ExerciseSpace(mode: .intervalComparison, settings: settings).intervals.count == 25)
      }
    }
  }

  @Test func `only pairs with a pitch in the tuning exist`() throws {
    let tuning = Tuning(WhiteKeys())
    for mode in [Mode.intervalComparison, .intervalMatching] {
      let space = try space(mode, intervals: DirectedInterval.all, tuning: tuning)
      #expect(space.intervals.count == 25)
      for interval in space.intervals {
        let expected = (36...84).filter { reference in
          [reference, reference + interval.semitones].allSatisfy { (36...84).contains($0) && WhiteKeys.has($0) }
        }
        #expect(space.pairs(interval).map(\.reference.number) == expected)
      }
    }
    #expect(try space(.comparison, tuning: tuning).pairs(.prime).allSatisfy { WhiteKeys.has($0.reference.number) })
  }

  @Test func `intervals without a pitch in the tuning are left out, and an empty rest is refused with the reason`()
    throws
  {
    let tuning = Tuning(WhiteKeys())
    // From F to B is the only tritone in F…B, and no minor second lies in it.
    let narrow = try range(65, 71)
    let minorSecond = try found(DirectedInterval(semitones: 1))
    let tritone = try found(DirectedInterval(semitones: 6))
    #expect(
      try space(.intervalComparison, range: narrow, intervals: [minorSecond, tritone], tuning: tuning).intervals
        == [tritone])
    #expect(throws: ExerciseRefusal.notInTuning("white keys", mode: .intervalComparison, intervals: [minorSecond])) {
      try space(.intervalComparison, range: narrow, intervals: [minorSecond], tuning: tuning)
    }
    #expect(throws: ExerciseRefusal.rangeTooNarrow(narrow, intervals: [.perfectFifthUp])) {
      try space(.intervalComparison, range: narrow, tuning: tuning)
    }
    let black = try range(61, 61)
    #expect(throws: ExerciseRefusal.notInTuning("white keys", mode: .comparison, intervals: [.prime])) {
      try space(.comparison, range: black, tuning: tuning)
    }
  }
}
