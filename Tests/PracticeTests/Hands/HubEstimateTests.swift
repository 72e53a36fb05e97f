import Foundation
import Pitch
import Ports
import Testing

@testable import Practice
@testable import Training

/// What the hub tells of the way to a first estimate.
@Suite struct HubEstimateTests {
  /// An ear that was right in three answers of four at 4 cents, and always at 40, around the middle of the range.
  private func profile(answers: Int, at note: Int = 60) throws -> PerceptualProfile {
    var profile = PerceptualProfile()
    for index in 0..<answers {
      let isHard = index % 2 == 0
      let answer = EarAnswer(
        intervalClass: .unison, note: try #require(Note(note + index % 7)),
        offset: Cents((isHard ? 4 : 40) * (index % 4 < 2 ? 1 : -1)), correct: !isHard || index % 8 != 0)
      profile.learn(answer, at: Date() - Double(answers - index))
    }
    return profile
  }

  /// Goes from the hub into practice and back, with one answer.
  private func answer(_ practice: PracticeHarness, right: Bool = true) {
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.answer(right: right)
    practice.intent(.stop)
    #expect(practice.view.mode == nil)
  }

  @Test func `a threshold that is known is not taken back by answers with other notes or gaps`() throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, noteGap: 1, strategy: .kazez), profile: profile(answers: 200))
    practice.plug()
    #expect(practice.view.beginning.comparison == nil)
    for _ in 0..<3 { answer(practice) }
    #expect(practice.view.beginning.comparison == nil, "\(String(describing: practice.view.beginning.comparison))")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `how many more answers it takes never rises by answering`(seed: UInt64) throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, strategy: .kazez), seed: seed, profile: profile(answers: 4),
      keepsSound: false)
    practice.plug()
    var told = try #require(practice.view.beginning.comparison)
    #expect(told.answers == 4)
    for index in 1...12 {
      answer(practice, right: index % 3 != 0)
      guard let newest = practice.view.beginning.comparison else { break }
      #expect(newest.answers == told.answers + 1)
      #expect(newest.more <= told.more, "answer \(newest.answers)")
      told = newest
      guard index == 6 else { continue }
      // What another range changes, it changes before the next answer.
      practice.change {
        $0.training =
          (try? TrainingSettings(
            range: NoteRange(#require(Note(72)), #require(Note(96))) ?? .standard, noteDuration: 0.3, strategy: .kazez))
          ?? $0.training
      }
      told = try #require(practice.view.beginning.comparison)
    }
  }

  @Test func `matches count as answers do`() throws {
    let practice = try PracticeHarness()
    #expect(practice.view.beginning == ProfileBeginning())
    practice.intent(.start(.matching))
    for _ in 0..<3 {
      let epoch = practice.view.epoch
      #expect(practice.run(until: { practice.view.canTune && practice.view.epoch != epoch }))
      practice.run(for: .milliseconds(20))
      practice.intent(.commit(epoch: practice.view.epoch))
      #expect(practice.runUntilResult())
    }
    #expect(practice.view.beginning.matchings.isEmpty)
    practice.intent(.stop)
    #expect(practice.view.beginning.comparison == nil)
    #expect(practice.view.beginning.matchings == [MatchingReport(asksIntervals: false, matches: 3)])
  }

  @Test func `somebody whose fifths are known is not sent back to the beginning by a first unison`() throws {
    var profile = PerceptualProfile()
    for index in 0..<200 {
      let isHard = index % 2 == 0
      profile.learn(
        EarAnswer(
          intervalClass: IntervalClass(.perfectFifthUp), note: try #require(Note(60 + index % 7)),
          offset: Cents((isHard ? 8 : 60) * (index % 4 < 2 ? 1 : -1)), correct: !isHard || index % 8 != 0),
        at: Date() - Double(200 - index))
    }
    let practice = try PracticeHarness(profile: profile)
    practice.plug()
    answer(practice)
    #expect(practice.view.beginning.comparison == nil)
  }
}
