import Foundation
import Pitch
import Ports
import Testing

@testable import Practice
@testable import Training

/// The way to a first estimate of each interval class, as it was at the hub.
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

  @Test func `a known threshold is not withdrawn by answers with other notes or gaps`() throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, noteGap: 1, strategy: .kazez), profile: profile(answers: 200))
    practice.plug()
    #expect(practice.view.beginning.comparisons[.unison] == nil)
    for _ in 0..<3 { answer(practice) }
    #expect(
      practice.view.beginning.comparisons[.unison] == nil,
      "\(String(describing: practice.view.beginning.comparisons[.unison]))")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `the number of missing answers never rises by answering`(seed: UInt64) throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, strategy: .kazez), seed: seed, profile: profile(answers: 4),
      keepsSound: false)
    practice.plug()
    var told = try #require(practice.view.beginning.comparisons[.unison])
    #expect(told.answers == 4)
    for index in 1...12 {
      answer(practice, right: index % 3 != 0)
      guard let newest = practice.view.beginning.comparisons[.unison] else { break }
      #expect(newest.answers == told.answers + 1)
      #expect(newest.more <= told.more, "answer \(newest.answers)")
      told = newest
      guard index == 6 else { continue }
      // What another range changes, it changes before the next answer.
      practice.change {
        $0.training.lowest = Note(literal: 72)
        $0.training.highest = Note(literal: 96)
      }
      told = try #require(practice.view.beginning.comparisons[.unison])
    }
  }

  @Test func `unison has its own count when fifths are known`() throws {
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
    #expect(practice.view.beginning.comparisons.isEmpty)
    answer(practice)
    #expect(practice.view.beginning.comparisons.keys.map { $0 } == [.unison])
    #expect(practice.view.beginning.comparisons[.unison]?.answers == 1)
  }

  @Test func `the count of one class does not shorten another's`() throws {
    let fifth = IntervalClass(.perfectFifthUp)
    let told = ProfileBeginning(comparisons: [.unison: FirstEstimate(answers: 30, more: 2)])
    let newest = ProfileBeginning(
      comparisons: [.unison: FirstEstimate(answers: 31, more: 4), fifth: FirstEstimate(answers: 1, more: 28)])
    #expect(
      newest.told(after: told).comparisons
        == [.unison: FirstEstimate(answers: 31, more: 2), fifth: FirstEstimate(answers: 1, more: 28)])
  }
}
