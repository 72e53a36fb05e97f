import Glibc
import Pitch
import Testing

@testable import EarBenchmark
@testable import Simulation
@testable import Training

/// Small seeded versions of the benchmark's tables. The bounds leave 4 standard errors on both sides of the benchmark's
/// own numbers: with another seed one in 10,000 runs would fail.
@Suite("Studies of simulated listeners")
struct StudyTests {
  private static let tenCents = Population(ListenerTraits(threshold: 10, lapse: 0.05))

  private static func comparison(
    _ population: Population = tenCents, listeners: Int = 40, counts: [Int], settings: TrainingSettings = .standard
  ) throws -> Comparison {
    Comparison(
      population: population, listeners: listeners, counts: counts, seed: 1,
      space: try ExerciseSpace(mode: .comparison, settings: settings))
  }

  /// The mean change of 15 runs moves by 0.08 octaves.
  @Test("a long course shows no change of a constant ear, and follows one that doubles only half-way")
  func change() throws {
    let stays = ChangeStudy(try Self.comparison(listeners: 15, counts: [100, 200])).outcomes(of: .reference)
    #expect(abs(mean(stays.map { $0[1].shownOctaves - $0[0].shownOctaves })) < 0.32)
    #expect(stays.allSatisfy { $0.allSatisfy { $0.trend == nil } })
    var doubling = Self.tenCents
    doubling.traits.change = .step(octaves: 1, at: 100)
    let follows = ChangeStudy(try Self.comparison(doubling, listeners: 15, counts: [100, 200])).outcomes(of: .reference)
    // The same random numbers until then; the doubling shows only after all answers.
    #expect(zip(stays, follows).allSatisfy { $0[0].shownOctaves == $1[0].shownOctaves })
    #expect(mean(follows.map { $0[1].error }) < -0.2)
    #expect(mean(follows.map { $0[1].shownOctaves - $0[0].shownOctaves }) > 0.2)
  }

  /// An octave within 400 answers: √I·a is 4.9, if half of I is lost on the level and on the lapse 3.5; a judge that
  /// errs in one of 20 finds 96 % of them.
  @Test(
    "the evidence of a change separates ears that changed from those that stayed, and is zero without suspicion")
  func evidence() throws {
    let change = ThresholdChange.step(octaves: -1, at: 200)
    let stays = ChangeStudy(try Self.comparison(.drawn, counts: [400]), suspicion: change).outcomes(of: .reference)
    var improving = Population.drawn
    improving.traits.change = change
    let changes = try Self.comparison(improving, counts: [400])
    let improves = ChangeStudy(changes, suspicion: change).outcomes(of: .reference)
    // With a likelihood ratio that is one, no more than 1 in 20 of those that stay can have one over 20 (Markov).
    #expect(stays.count { $0[0].evidence > log(20) } <= 7)
    #expect(improves.count { $0[0].evidence > 0 } >= 30)
    #expect(mean(stays.map { $0[0].evidence }) < -1 && mean(improves.map { $0[0].evidence }) > 1)
    #expect(ChangeStudy(changes).outcomes(of: .reference).allSatisfy { $0[0].evidence == 0 })
  }

  @Test("natural notes are all near the last one")
  func notes() throws {
    let natural = try Self.comparison(
      listeners: 5, counts: [100], settings: TrainingSettings(naturalMechanical: 0))
    let outcome = NoteStudy(comparison: natural).outcome(of: .strategy(.kazez))
    #expect(outcome.steps == 5 * 99 && outcome.near == outcome.steps)
    // The reference draws evenly: two of four lie within an octave, of 49 notes.
    let even = NoteStudy(comparison: natural).outcome(of: .reference)
    #expect(even.near < even.steps * 6 / 10 && even.judged == 0)
  }

  @Test("a kernel's curve follows near answers more than distant ones")
  func kernel() throws {
    var kernel = KernelCurve(range: .standard)
    let (low, high) = (try #require(Note(40)), try #require(Note(80)))
    for index in 0..<200 {
      // Of about 40 cents below, of about 10 above.
      kernel.learn(40, at: low, correct: index % 4 != 0)
      kernel.learn(10, at: high, correct: index % 4 != 0)
    }
    let octaves = kernel.octaves
    #expect(octaves.count == 49)
    #expect(abs(octaves[4] - log2(40)) < 0.35 && abs(octaves[44] - log2(10)) < 0.35, "\(octaves)")
    #expect(octaves[4] > octaves[24] && octaves[24] > octaves[44])
  }

  @Test("a kernel over even notes has the benchmark's error, and a strategy without a curve shows none")
  func curve() throws {
    let population = Population(Self.tenCents.traits, curveSpread: 0.24)
    let outcomes = CurveStudy(comparison: try Self.comparison(population, listeners: 4, counts: [300]))
      .outcomes(of: .strategy(.kazez), askedBy: .reference)
    // .258 of 600 listeners; 4 of them: a standard error of 18 %.
    #expect(abs(mean(outcomes.map { $0[0].kernel }).squareRoot() / 0.258 - 1) < 0.72)
    #expect(outcomes.allSatisfy { $0[0].contestant == nil && $0[0].shown == 0 })
  }

  @Test("the ratio of errors is reproducible, and its limit is above it")
  func ratio() {
    var generator = SeededGenerator(seed: 2)
    let theirs = (0..<400).map { _ in pow(generator.normal(), 2) }
    let equal = ErrorRatio(squaredErrors: theirs, of: theirs, resamples: 200)
    #expect(equal.ratio == 1 && equal.limit == 1)
    let ours = theirs.map { 1.21 * $0 * (generator.coin() ? 1.2 : 0.8) }
    let ratio = ErrorRatio(squaredErrors: ours, of: theirs, resamples: 200)
    #expect(abs(ratio.ratio - 1.1) < 0.03 && ratio.limit > ratio.ratio && ratio.limit < 1.15)
    #expect(ratio == ErrorRatio(squaredErrors: ours, of: theirs, resamples: 200))
  }
}
