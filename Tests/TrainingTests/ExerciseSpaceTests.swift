import Pitch
import Testing

@testable import Training

struct ExerciseSpaceTests {
  @Test func referencesAndTargetsLieInTheSetRange() throws {
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

  @Test func unisonAsksThePrimeWhateverIntervalsAreChosen() throws {
    #expect(try space(.comparison, intervals: [.perfectFifthUp]).intervals == [.prime])
  }

  @Test func intervalsWithoutRoomAreLeftOut() throws {
    let space = try space(.intervalComparison, range: range(60, 64), intervals: DirectedInterval.all)
    #expect(space.intervals.map(\.semitones) == Array(-4...4))
  }

  @Test func aRangeTooNarrowForEveryChosenIntervalIsRefusedSayingWhy() throws {
    let narrow = try range(60, 66)
    #expect(throws: ExerciseRefusal.rangeTooNarrow(narrow, intervals: [.perfectFifthUp])) {
      try space(.intervalComparison, range: narrow)
    }
    #expect(try space(.comparison, range: narrow).intervals == [.prime])
  }

  @Test func settingsThatAreValidAlwaysLeaveEveryIntervalRoom() throws {
    for low in 21...96 {
      let settings = try TrainingSettings(range: range(low, low + 12), intervals: DirectedInterval.all)
      #expect(try ExerciseSpace(mode: .intervalComparison, settings: settings).intervals.count == 25)
    }
  }
}
