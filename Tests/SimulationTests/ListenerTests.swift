import Pitch
import Testing
import Training

@testable import Simulation

@Suite("A simulated listener")
struct ListenerTests {
  private static func middle() throws -> Note { try #require(Note(60)) }

  @Test("its threshold is the lapse-free 75 % point whatever the slope", arguments: [0.5, 1, 2])
  func threshold(slope: Double) throws {
    let ear = ListenerTraits(threshold: 8, slope: slope)
    for sign in [1.0, -1] {
      #expect(abs(ear.probabilityRight(at: Cents(8 * sign), note: try Self.middle(), answer: 0) - 0.75) < 1e-12)
    }
    // Φ(0.6745·2^slope), from tables of the normal distribution.
    let expected = [0.5: 0.8299, 1: 0.9113, 2: 0.99651][slope]
    let twice = ear.probabilityRight(at: Cents(16), note: try Self.middle(), answer: 0)
    #expect(abs(twice - (try #require(expected))) < 1e-4)
  }

  @Test("lapses are guesses, and a session's end has more of them in a tiring listener")
  func lapses() throws {
    let ear = ListenerTraits(threshold: 8, lapse: 0.1, fatigue: 0.2)
    func best(_ progress: Double) throws -> Double {
      ear.probabilityRight(at: Cents(1_000), note: try Self.middle(), answer: 0, progress: progress)
    }
    #expect(abs(try best(0) - 0.95) < 1e-12)
    #expect(abs(try best(0.5) - 0.90) < 1e-12)
    #expect(abs(try best(1) - 0.85) < 1e-12)
  }

  @Test("a lean towards higher helps if higher is right and hurts by the same share of σ if lower is")
  func lean() throws {
    let note = try Self.middle()
    let (leaning, level) = (
      ListenerTraits(threshold: 6.744897501960817, lean: 0.3), ListenerTraits(threshold: 6.744897501960817)
    )
    // σ is 10 cents, so the lean is worth 3.
    #expect(
      abs(
        leaning.probabilityRight(at: Cents(5), note: note, answer: 0)
          - level.probabilityRight(at: Cents(8), note: note, answer: 0)) < 1e-12)
    #expect(
      abs(
        leaning.probabilityRight(at: Cents(-5), note: note, answer: 0)
          - level.probabilityRight(at: Cents(-2), note: note, answer: 0)) < 1e-12)
  }

  @Test(
    "the threshold changes as specified",
    arguments: [
      (ThresholdChange.none, 500, 0.0), (.linear(octaves: -0.5, over: 2_000), 1_000, -0.25),
      (.linear(octaves: -0.5, over: 2_000), 9_000, -0.5), (.step(octaves: 1, at: 500), 499, 0),
      (.step(octaves: 1, at: 500), 500, 1), (.exponential(octaves: -1, within: 100), 0, 0),
      (.exponential(octaves: -1, within: 100), 100, -0.632_120_558_828_557_7),
    ])
  func change(change: ThresholdChange, index: Int, octaves: Double) throws {
    #expect(abs(change.octaves(at: index) - octaves) < 1e-12)
    let ear = ListenerTraits(threshold: 16, change: change)
    #expect(abs(ear.octaves(at: try Self.middle(), answer: index) - (4 + octaves)) < 1e-12)
  }

  @Test("each answer takes one random number, whatever the exercise")
  func commonLuck() throws {
    let note = try Self.middle()
    let traits = ListenerTraits(threshold: 8, lapse: 0.05)
    var (one, other) = (Listener(traits, seed: 7), Listener(traits, seed: 7))
    var numbers = Listener(traits, seed: 7)
    let luck = numbers.luck(of: 200)
    for index in 0..<200 {
      let (easy, hard) = (Cents(index % 2 == 0 ? 90 : 3), Cents(index % 3 == 0 ? 0.2 : -40))
      let probability = traits.probabilityRight(at: easy, note: note, answer: index)
      #expect(one.response(to: easy, at: note).correct == (luck[index] < probability))
      let hardly = other.response(to: hard, at: note).correct
      #expect(hardly == (luck[index] < traits.probabilityRight(at: hard, note: note, answer: index)))
    }
    #expect(one.answers == 200)
  }
}

@Suite("A listener that is sure or not")
struct SurenessTests {
  /// 10,000 luck numbers, evenly spaced: shares are exact to 10⁻⁴.
  private static let luck = (0..<10_000).map { (Double($0) + 0.5) / 10_000 }

  private static func shares(_ sureness: Sureness, z: Double, lapse: Double) -> (
    right: Double, sureRight: Double, sureWrong: Double
  ) {
    let responses = luck.map { sureness.response(z: z, lapse: lapse, luck: $0) }
    func share(_ isWanted: (Sureness.Response) -> Bool) -> Double { Double(responses.count(where: isWanted)) / 10_000 }
    return (
      share(\.correct), share { $0.correct && $0.isSure == true }, share { !$0.correct && $0.isSure == true }
    )
  }

  // Φ(0.8), Φ(0.8 − 0.85) and Φ(−0.8 − 0.85), from tables of the normal distribution.
  @Test("is sure beyond the criterion, and of half of the lapses")
  func criterion() {
    let attentive = Self.shares(.criterion(0.85), z: 0.8, lapse: 0)
    #expect(abs(attentive.right - 0.788_14) < 2e-4)
    #expect(abs(attentive.sureRight - 0.480_06) < 2e-4 && abs(attentive.sureWrong - 0.049_47) < 2e-4)
    let absent = Self.shares(.criterion(0.85), z: 0.8, lapse: 1)
    #expect(abs(absent.right - 0.5) < 2e-4)
    #expect(abs(absent.sureRight - 0.25) < 2e-4 && abs(absent.sureWrong - 0.25) < 2e-4)
  }

  @Test("is sure by chance whether the answer is right or wrong", arguments: [0, 0.2, 1])
  func chance(share: Double) {
    let shares = Self.shares(.chance(share), z: 0.8, lapse: 0.1)
    #expect(abs(shares.sureRight - share * shares.right) < 2e-4)
    #expect(abs(shares.sureWrong - share * (1 - shares.right)) < 2e-4)
  }

  @Test("rates nothing by default, and answers alike however it rates")
  func sameAnswers() {
    for luck in Self.luck.prefix(9_999) where Int(luck * 10_000) % 37 == 0 {
      let unrated = Sureness.unrated.response(z: 0.6, lapse: 0.05, luck: luck)
      #expect(unrated.isSure == nil)
      for sureness in [Sureness.criterion(0), .criterion(1.2), .chance(0.5)] {
        let rated = sureness.response(z: 0.6, lapse: 0.05, luck: luck)
        #expect(rated.correct == unrated.correct && rated.isSure != nil)
      }
    }
  }
}

@Suite("The source of listeners")
struct PopulationTests {
  /// 2,000 draws: the bounds are 4 standard errors, so another seed would fail in 1 of 10,000.
  @Test("thresholds are log-normal, and lapses are from the given list")
  func drawn() {
    var generator = SeededGenerator(seed: 3)
    let ears = (0..<2_000).map { _ in Population.drawn.draw(using: &generator) }
    let octaves = ears.map { $0.octaves(at: NoteRange.standard.low, answer: 0) - 3.906_890_595_608_518_5 }
    #expect(abs(mean(octaves)) < 4 * 1.5 / 2_000.0.squareRoot())
    #expect(abs(rootMeanSquare(octaves) - 1.5) < 4 * 1.5 / 4_000.0.squareRoot())
    for lapse in [0, 0.02, 0.05, 0.10] {
      #expect(abs(Double(ears.count { $0.lapse == lapse }) - 500) < 4 * 19.4)
    }
    #expect(Set(ears.map(\.curve)) == [[]])
  }

  /// The standard deviation of one curve varies by 0.02; 400 of them: 4 standard errors are 0.004.
  @Test("notes differ by the spread, half of it smoothly, about the threshold")
  func curve() {
    var generator = SeededGenerator(seed: 4)
    let population = Population(ListenerTraits(threshold: 10), curveSpread: 0.24)
    let curves = (0..<400).map { _ in Array(population.draw(using: &generator).curve[36...84]) }
    #expect(abs(rootMeanSquare(curves.flatMap { $0 }) - 0.24) < 0.004)
    #expect(abs(mean(curves.flatMap { $0 })) < 0.004)
    // Neighbours differ by their own 0.1 octaves each, and by hardly anything else.
    let steps = curves.flatMap { curve in zip(curve, curve.dropFirst()).map { $0.1 - $0.0 } }
    #expect(abs(rootMeanSquare(steps) - 0.1 * 2.0.squareRoot()) < 0.01)
  }
}
