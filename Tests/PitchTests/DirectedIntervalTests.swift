import Pitch
import Testing

struct DirectedIntervalTests {
  @Test func `there are twenty-five, and each reads back from its description`() {
    #expect(DirectedInterval.all.count == 25)
    #expect(Set(DirectedInterval.all.map(\.description)).count == 25)
    #expect(DirectedInterval.all == DirectedInterval.all.sorted())
    for interval in DirectedInterval.all {
      #expect(DirectedInterval(interval.description) == interval)
      #expect(DirectedInterval(semitones: interval.semitones) == interval)
      #expect(interval.inverted.inverted == interval)
      #expect(interval.inverted.abbreviation == interval.abbreviation)
    }
  }

  @Test func `the words are those of Peach's files`() {
    let upwards = DirectedInterval.all.filter { $0 >= .prime }.map(\.abbreviation)
    #expect(upwards.joined(separator: " ") == "P1 m2 M2 m3 M3 P4 d5 P5 m6 M6 m7 M7 P8")
    #expect(DirectedInterval.perfectFifthUp.description == "P5 up")
    #expect(DirectedInterval.perfectFifthUp.inverted.description == "P5 down")
    #expect(DirectedInterval.prime.description == "P1")
    #expect(DirectedInterval.prime.direction == nil)
  }

  @Test func `the prime may be written as Peach writes it`() {
    #expect(DirectedInterval("P1 up") == .prime)
  }

  @Test(arguments: [
    "", "P1 down", "P5", "p5 up", "P5 Up", "P5  up", " P5 up", "P5 up ", "A4 up", "P5 sideways", "P5 up up",
  ])
  func `a text that is not an interval is refused`(text: String) {
    #expect(DirectedInterval(text) == nil)
  }

  @Test(arguments: [-13, 13, Int.min, Int.max])
  func `nothing is wider than an octave`(semitones: Int) {
    #expect(DirectedInterval(semitones: semitones) == nil)
  }
}
