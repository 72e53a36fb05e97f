import Controllers
import Ports
import TestSupport
import Testing

@testable import Practice
@testable import Training

/// For which modes the player still needs to hear the question.
@Suite struct FirstQuestionTests {
  private static let asking: Set<Mode> = [
    .comparison, .matching, .intervalComparison, .intervalMatching, .timing, .chords, .beats, .temperament,
  ]
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)

  private func practice(_ profile: PerceptualProfile = PerceptualProfile()) throws -> PracticeHarness {
    try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, strategy: .kazez), library: Self.library, profile: profile,
      matchingCue: .off)
  }

  /// The modes whose question is known after these records.
  private func learned(_ records: [ExerciseRecord]) -> Set<Mode> {
    var profile = PerceptualProfile()
    for record in records { profile.learn(record) }
    return profile.answeredModes
  }

  @Test func `the question of each mode is shown until its first answer, already in feedback`() throws {
    let practice = try practice()
    practice.plug()
    #expect(practice.view.unanswered == Self.asking)
    for mode in [Mode.comparison, .intervalComparison] {
      practice.intent(.start(mode))
      #expect(practice.runUntilAnswerable() && practice.view.unanswered.contains(mode))
      practice.answer(right: false)
      #expect(!practice.view.unanswered.contains(mode))
      practice.intent(.stop)
    }
    for mode in [Mode.matching, .intervalMatching, .chords, .temperament] {
      practice.intent(.start(mode))
      #expect(practice.runUntilTunable() && practice.view.unanswered.contains(mode))
      practice.intent(.commit(epoch: nil))
      #expect(practice.runUntilResult() && !practice.view.unanswered.contains(mode))
      practice.intent(.stop)
    }
    practice.intent(.start(.beats))
    #expect(practice.runUntilAnswerable() && practice.view.unanswered.contains(.beats))
    practice.intent(.answer(.higher, epoch: nil))
    #expect(!practice.view.unanswered.contains(.beats))
    practice.intent(.stop)
    practice.intent(.start(.timing))
    #expect(practice.run(until: { practice.view.canAnswer }) && practice.view.unanswered.contains(.timing))
    practice.run(for: .milliseconds(600))
    practice.intent(.answer(.higher, epoch: nil))
    #expect(!practice.view.unanswered.contains(.timing))
    practice.intent(.stop)
    #expect(practice.view.unanswered.isEmpty)
    // The next run knows it from what was learned.
    let records =
      practice.store.records.map(ExerciseRecord.comparison)
      + practice.store.matchingRecords.map(ExerciseRecord.matching)
      + practice.store.timingRecords.map(ExerciseRecord.timing)
      + practice.store.beatsRecords.map(ExerciseRecord.beats)
    #expect(records.count == 8 && learned(records) == Self.asking)
    var profile = PerceptualProfile()
    for record in records { profile.learn(record) }
    #expect(try self.practice(profile).view.unanswered.isEmpty)
  }

  @Test func `listening answers no question`() throws {
    let practice = try practice()
    practice.intent(.start(.listening))
    #expect(practice.run(until: { practice.view.heard != nil }, limit: .seconds(10)))
    #expect(practice.view.unanswered == Self.asking)
  }
}
