import Testing

@testable import Pitch

struct TuningTests {
  /// 440 · 2^((n − 69)/12), computed with 40 decimal digits.
  @Test(arguments: [
    (0, 8.17579891564370733), (21, 27.5), (36, 65.40639132514965867), (60, 261.62556530059863468),
    (61, 277.18263097687209625), (69, 440), (84, 1046.50226120239453871), (108, 4186.00904480957815485),
    (127, 12543.85395141597741074),
  ])
  func referencesLieOnTheEqualTemperedKeyboard(number: Int, hertz: Double) throws {
    let reference = Tuning.equal.reference(try note(number), concertPitch: .standard)
    #expect(Cents(from: Hertz(hertz), to: reference).magnitude.value < 1e-9)
  }

  @Test func inEqualTemperamentACorrectTargetIsTheReferenceOfItsKey() throws {
    for number in 21...108 {
      let note = try note(number)
      let reference = Tuning.equal.reference(note, concertPitch: .standard)
      for interval in DirectedInterval.all {
        let target = Tuning.equal.target(from: reference, interval: interval)
        let key = Tuning.equal.reference(try #require(note.transposed(by: interval)), concertPitch: .standard)
        #expect(Cents(from: key, to: target).magnitude.value < 1e-9)
      }
    }
  }

  @Test func theOffsetIsWhatIsAddedToTheCorrectPitch() {
    for interval in DirectedInterval.all {
      for offset in [-100, -3.25, 0.1, 47] {
        let correct = Tuning.equal.target(from: Hertz(311), interval: interval)
        let target = Tuning.equal.target(from: Hertz(311), interval: interval, offset: Cents(offset))
        #expect((Cents(from: correct, to: target) - Cents(offset)).magnitude.value < 1e-9)
      }
    }
  }

  @Test func concertPitchMovesEveryNoteAlike() throws {
    let baroque = try #require(ConcertPitch(Hertz(415)))
    for number in 21...108 {
      let note = try note(number)
      let modern = Tuning.equal.reference(note, concertPitch: .standard)
      let old = Tuning.equal.reference(note, concertPitch: baroque)
      #expect(abs(old.value / modern.value - 415.0 / 440) < 1e-12)
    }
  }

  @Test(arguments: [379.999, 500.001, -440, 0, .nan, .infinity])
  func aConcertPitchOutsideItsRangeIsRefused(hertz: Double) {
    #expect(ConcertPitch(Hertz(hertz)) == nil)
  }

  @Test(arguments: [380.0, 440, 500])
  func aConcertPitchWithinItsRangeIsKept(hertz: Double) {
    #expect(ConcertPitch(Hertz(hertz))?.hertz.value == hertz)
  }

  /// Regression, original's suspected bug i: on an A-rooted scale most just intervals were wrong.
  @Test func anUnequalIntervalIsTheSameFromEveryReference() throws {
    let pureFifth = Cents(from: Hertz(2), to: Hertz(3))
    var sizes = (0...12).map { Cents(Double($0) * 100) }
    sizes[7] = pureFifth
    let tuning = try #require(Tuning(name: "test", sizes: sizes))
    for number in 21...108 {
      let reference = tuning.reference(try note(number), concertPitch: .standard)
      let up = tuning.target(from: reference, interval: .perfectFifthUp)
      let down = tuning.target(from: reference, interval: .perfectFifthUp.inverted)
      #expect(abs(up.value / reference.value - 1.5) < 1e-12)
      #expect(abs(reference.value / down.value - 1.5) < 1e-12)
    }
  }

  @Test func aTuningNeedsThirteenSizesAndAPrimeOfNothing() {
    #expect(Tuning(name: "short", sizes: Array(repeating: .zero, count: 12)) == nil)
    #expect(Tuning(name: "crooked", sizes: Array(repeating: Cents(1), count: 13)) == nil)
  }

  @Test func tuningsAreFoundByTheirNames() {
    #expect(Tuning.named("equal") == .equal)
    #expect(Tuning.named("Equal") == nil)
    #expect(Set(Tuning.all.map(\.name)).count == Tuning.all.count)
  }
}
