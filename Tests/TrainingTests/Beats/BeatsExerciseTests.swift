import Glibc
import Pitch
import Testing

@testable import Training

/// A space of `choice` in `timbre`.
func beatsSpace(
  _ choice: BeatsChoice = .third, timbre: Timbre = .string, concertPitch: ConcertPitch = .standard
) -> BeatsSpace {
  BeatsSpace(choice, timbre: timbre, concertPitch: concertPitch)
}

@Suite("The two sounds of beats")
struct BeatsExerciseTests {
  /// Two thousand exercises of each interval at each of several differences.
  private func eachPair(
    _ differences: [Double] = [0.3, 3, 12, 50, 100],
    _ body: (BeatsInterval, Double, BeatingNotes, BeatingNotes) throws -> Void
  ) rethrows {
    var generator = SeededGenerator(seed: 3)
    let space = beatsSpace(.mixed)
    for interval in BeatsInterval.allCases {
      for difference in differences {
        for _ in 0..<2_000 {
          let signed = generator.coin() ? difference : -difference
          let (first, second) = space.draw(interval, difference: signed, using: &generator)
          try body(interval, signed, first, second)
        }
      }
    }
  }

  @Test func `beat as far apart as asked, 1 to 12 times a second`() {
    eachPair { interval, difference, first, second in
      let exercise = BeatsExercise(
        epoch: Epoch(1), index: 1, interval: interval, timbre: .string, first: first, second: second)
      #expect(abs(exercise.difference - difference) < 1e-9 * difference.magnitude)
      #expect(exercise.correctAnswer == (difference > 0 ? .higher : .lower))
      for notes in [first, second] {
        #expect((1 - 1e-12...12 + 1e-12).contains(notes.rate.magnitude))
        let heard = interval.partials.rate(lower: notes.bassHertz, upper: notes.upperHertz(interval))
        #expect(abs(heard - notes.rate) < 1e-9)
      }
    }
  }

  @Test func `stay within a quarter tone of pure and three octaves of basses`() {
    eachPair { interval, _, first, second in
      let lowest = interval.lowestBass(at: .standard)
      for notes in [first, second] {
        #expect(notes.width(interval).magnitude.value <= 50 && notes.width(interval).value * notes.rate > 0)
        #expect((lowest.number...lowest.number + BeatsSpace.span).contains(notes.bass.number))
        #expect(notes.bassHertz == Tuning.equal.reference(notes.bass, concertPitch: .standard))
      }
    }
  }

  @Test(arguments: [
    (BeatsInterval.unison, 69), (.third, 41), (.fifth, 50), (.octave, 57),
  ])
  func `have basses that are as low as the fastest beats allow`(interval: BeatsInterval, lowest: Int) throws {
    #expect(interval.lowestBass(at: .standard) == (try note(lowest)))
    let high = try found(ConcertPitch(Hertz(460)))
    #expect(interval.lowestBass(at: high) < interval.lowestBass(at: .standard))
  }

  @Test func `have basses farther apart than the rates, in either direction`() {
    var (rises, wider) = (0, 0)
    eachPair { interval, difference, first, second in
      let step = second.bass.number - first.bass.number
      #expect(exp2(Double(step.magnitude) / 12) > 1 + difference.magnitude / 100)
      // So the interval becomes purer exactly if the bass rises.
      #expect((second.width(interval).magnitude < first.width(interval).magnitude) == (step > 0))
      if step > 0 { rises += 1 }
      if second.rate > 0 { wider += 1 }
    }
    // 40,000: 5 standard errors.
    #expect(abs(rises - 20_000) < 500 && abs(wider - 20_000) < 500)
  }

  @Test(arguments: [
    (Timbre.sine, BeatsInterval.unison, Timbre.sine), (.sine, .third, .string), (.sine, .octave, .string),
    (.reed, .unison, .reed), (.reed, .fifth, .string), (.reed, .third, .string), (.organ, .third, .organ),
    (.voice, .octave, .voice), (.brass, .fifth, .brass),
  ])
  func `sound as a string in timbres without the partials that beat`(
    timbre: Timbre, interval: BeatsInterval, sounding: Timbre
  ) {
    #expect(timbre.beating(in: interval) == sounding)
    #expect(beatsSpace(timbre: timbre).condition(interval) == BeatsCondition(interval, sounding))
  }

  @Test func `have the interval of the setting, or each in turn`() {
    for choice in BeatsChoice.allCases {
      var generator = SeededGenerator(seed: 5)
      let space = beatsSpace(choice)
      let heard = Set(
        (0..<60).map { _ in EdgeBeatsStrategy().choose(Epoch(1), index: 1, in: space, using: &generator).interval })
      #expect(heard == Set(choice.intervals) && (choice == .mixed) == (heard.count == 4))
    }
  }
}
