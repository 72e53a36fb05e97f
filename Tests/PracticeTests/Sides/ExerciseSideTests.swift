import Controllers
import Pitch
import Ports
import Testing

@testable import Practice
@testable import Training

@Suite("Exercises")
struct ExerciseSideTests {
  @Test("the next exercise's range for a control is from its own mode, whatever was practised before")
  func ranges() throws {
    var match = MatchingRecord.blank
    match.exercise.range = Cents(100)
    match.error = Cents(1)
    let side = ExerciseSide(
      PracticeConfiguration(
        settings: PracticeSettings(Settings(training: TrainingSettings(matchingAdaptive: true))),
        library: MappingLibrary(mappings: []), seed: 1,
        known: KnownAnswers(matchingHistory: [MatchingRecord](repeating: match, count: 100))))
    let unison = try #require(side.tuningRange(in: .matching))
    #expect(unison < Cents(20))
    #expect(side.tuningRange(in: .intervalMatching) == side.wanted.training.matchingRange)
    #expect(side.tuningRange(in: .comparison) == nil)
  }

  @Test("every discipline has its own session, and the running one gets no event twice")
  func sessions() throws {
    var side = ExerciseSide(
      PracticeConfiguration(library: MappingLibrary(mappings: []), seed: 1))
    var epochs: [Epoch] = []
    for mode in [Mode.comparison, .matching, .intervalComparison, .intervalMatching, .comparison] {
      _ = try side.start(mode, at: .now, date: { .distantPast }, reach: .free)
      #expect(type(of: side.session).discipline == mode.discipline && side.isTuned == mode.discipline.tunes)
      #expect(side.resting.allSatisfy { type(of: $0).discipline != mode.discipline && $0.phase == .idle })
      epochs.append(side.session.nextEpoch)
      _ = side.handle(.session(.stop), in: .atRest(), date: { .distantPast })
      #expect(!side.isPractising)
    }
    // No epoch comes twice, whichever session counts it.
    #expect(epochs.map(\.number) == [2, 3, 4, 5, 6])
  }
}
