import Controllers
import Foundation
import MIDI
import Pitch
import Ports
import Sound
import Testing
import Time

@testable import Practice
@testable import Training

/// Listening as a player meets it: pairs that come by themselves, with their answers.
@Suite struct ListeningPracticeTests {
  private func harness(
    seed: UInt64 = 1, exercises: Int? = nil, voice: InMemorySpeech? = nil, speaks: Bool = false,
    matchingCue: Settings.MatchingCue = .auto, latency: Int = 128, strategy: StrategyName = .kazez,
    library: MappingLibrary = MappingLibrary(mappings: [])
  ) throws -> PracticeHarness {
    try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, noteGap: 0.1, intervals: DirectedInterval.all, strategy: strategy),
      library: library, seed: seed, exercises: exercises, latency: latency, voice: voice, speaks: speaks,
      matchingCue: matchingCue)
  }

  private func heard(_ practice: PracticeHarness) -> [Answer] {
    practice.kinds.compactMap { if case .listened(let answer) = $0 { answer } else { nil } }
  }

  private func answerFrames(_ practice: PracticeHarness) -> [Frame] {
    practice.kinds.compactMap { if case .answerTold(_, let frame) = $0 { frame } else { nil } }
  }

  private func ends(_ practice: PracticeHarness) -> [Frame] {
    practice.kinds.compactMap { if case .noteEnded(.target, let frame) = $0 { frame } else { nil } }
  }

  @Test func `pairs follow one another with their answers, on their frames, without a press`() throws {
    let practice = try harness()
    practice.intent(.start(.listening))
    #expect(practice.run(until: { heard(practice).count == 4 }, limit: .seconds(20)))
    #expect(practice.run(until: { practice.starts(of: .reference).count == 5 }))
    let asked = practice.kinds.compactMap { if case .exerciseStarted(let exercise) = $0 { exercise } else { nil } }
    #expect(heard(practice) == asked.prefix(4).map(\.correctAnswer))
    for index in 0..<4 {
      // Time to think is a second, reckoned from when the loop has heard of the note's end, and so is the answer's.
      let thought = answerFrames(practice)[index] - ends(practice)[index]
      #expect((48_000...50_000).contains(thought))
      #expect(practice.starts(of: .reference)[index + 1] - answerFrames(practice)[index] == 48_000)
    }
    #expect(!practice.kinds.contains { if case .answerEnabled = $0 { true } else { false } })
  }

  @Test func `the answer is shown once it is given, and not before`() throws {
    let practice = try harness()
    practice.intent(.start(.listening))
    for _ in 0..<3 {
      #expect(practice.run(until: { practice.view.phase == .target }))
      #expect(practice.view.heard == nil && !practice.view.canAnswer)
      #expect(practice.run(until: { practice.view.heard != nil }))
      #expect(practice.view.heard == practice.exercise?.correctAnswer && practice.view.phase == .feedback)
      #expect(practice.view.feedback == nil && practice.view.result == nil)
      #expect(practice.run(until: { practice.view.heard == nil }))
    }
  }

  @Test func `presses of Higher or Lower are neither judged nor in the way`() throws {
    let practice = try harness()
    practice.plug()
    practice.intent(.start(.listening))
    for note in [72, 48, 72, 48, 72, 48] {
      practice.tap(note)
      practice.run(for: .milliseconds(400))
      practice.intent(.answer(.higher, epoch: nil))
      practice.intent(.proceed)
    }
    #expect(heard(practice).count >= 1 && practice.view.mode == .listening)
    #expect(!practice.kinds.contains { if case .answered = $0 { true } else { false } })
    #expect(practice.store.records.isEmpty)
    // Both keys stop it, as they stop everything.
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(850))
    #expect(practice.view.mode == nil)
  }

  @Test func `a heard pair is kept as heard, and not counted as an answer`() throws {
    let practice = try harness(exercises: 3)
    practice.intent(.start(.intervalListening))
    #expect(practice.run(until: { practice.core.ended != nil }, limit: .seconds(20)))
    let kept = practice.store.listeningRecords
    #expect(practice.store.records.isEmpty && practice.store.matchingRecords.isEmpty)
    #expect(kept.map(\.exercise.mode) == [.intervalListening, .intervalListening, .intervalListening])
    #expect(kept.map(\.strategy) == ["kazez", "kazez", "kazez"] && kept.map(\.noteGap) == [0.1, 0.1, 0.1])
    #expect(practice.core.kept.count == 0 && practice.core.kept.heard == 3 && practice.core.kept.counts.isEmpty)
  }

  /// Comparison continues as if there had been no listening, of whatever kind and length.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `comparison chooses the same after any amount of listening`(seed: UInt64) throws {
    func asked(_ pairs: Int) throws -> [ComparisonExercise] {
      let practice = try harness(seed: seed)
      var exercises: [ComparisonExercise] = []
      for round in 0..<3 {
        exercises += try compare(practice, round)
        try listen(practice, pairs, .listening)
      }
      // The epochs advance in the meantime.
      for place in exercises.indices { exercises[place].epoch = Epoch(0) }
      return exercises
    }
    #expect(try asked(0) == asked(3))
  }

  @Test(arguments: StrategyName.allCases, [Mode.listening, .intervalListening])
  func `listening leaves the choice of comparisons and the way to the first numbers unchanged, to the last bit`(
    strategy: StrategyName, mode: Mode
  ) throws {
    let practice = try harness(strategy: strategy)
    for round in 0..<2 {
      _ = try compare(practice, round)
      let (before, beginning) = (try state(practice), practice.view.beginning)
      try listen(practice, 4, mode)
      #expect(try state(practice) == before && practice.view.beginning == beginning)
    }
  }

  /// All that the strategy of comparison knows.
  private func state(_ practice: PracticeHarness) throws -> String {
    var known = ""
    dump(try practice.core.exercises.comparison.strategy, to: &known)
    return known
  }

  /// Answers four comparisons, some of them rightly; which they were.
  private func compare(_ practice: PracticeHarness, _ round: Int) throws -> [ComparisonExercise] {
    practice.intent(.start(.comparison))
    let exercises = try (0..<4).map { index in
      #expect(practice.runUntilAnswerable())
      let exercise = try #require(practice.exercise)
      practice.intent(.answer((round + index) % 3 == 0 ? .higher : .lower, epoch: nil))
      return exercise
    }
    practice.run(for: .milliseconds(50))
    practice.intent(.stop)
    return exercises
  }

  /// Listens to this many pairs of `mode`.
  private func listen(_ practice: PracticeHarness, _ pairs: Int, _ mode: Mode) throws {
    guard pairs > 0 else { return }
    let before = heard(practice).count
    practice.intent(.start(mode))
    #expect(practice.run(until: { heard(practice).count == before + pairs }, limit: .seconds(60)))
    practice.intent(.stop)
  }

  @Test func `pairs have the player's level, as in comparison now`() throws {
    let practice = try harness()
    // The staircase comes down by right answers.
    practice.intent(.start(.comparison))
    for _ in 0..<12 {
      #expect(practice.runUntilAnswerable())
      practice.intent(.answer(try #require(practice.exercise).correctAnswer, epoch: nil))
    }
    practice.intent(.stop)
    let level = try #require(practice.exercise).offset.magnitude.value
    practice.intent(.start(.listening))
    #expect(practice.run(until: { practice.view.heard != nil }))
    #expect(try #require(practice.exercise).offset.magnitude.value <= level && level < 60)
  }

  @Test func `the answer is spoken, and the next pair waits for its end`() throws {
    let practice = try harness(voice: InMemorySpeech(), speaks: true)
    practice.intent(.start(.listening))
    try finish(practice)
    #expect(practice.run(until: { practice.voice?.said.count == 2 }))
    let answer = try #require(practice.exercise).correctAnswer
    #expect(practice.view.heard == answer)
    #expect(practice.voice?.said.last?.announcements == [.heard(SpokenStatus.Heard(answer, in: .listening))])
    practice.run(for: .seconds(4))
    #expect(practice.starts(of: .reference).count == 1 && practice.view.heard == nil)
    try finish(practice)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }, limit: .milliseconds(20)))
  }

  @Test func `without voice and lights a click gives the answer, bright for higher and dull for lower`() throws {
    let practice = try harness()
    practice.intent(.start(.listening))
    #expect(practice.run(until: { practice.view.heard != nil }))
    practice.run(for: .milliseconds(600))
    #expect(practice.clicks(after: try #require(answerFrames(practice).first)) == 1)
    let off = try harness(matchingCue: .off)
    off.intent(.start(.listening))
    #expect(off.run(until: { off.view.heard != nil }))
    off.run(for: .milliseconds(600))
    #expect(off.clicks(after: try #require(answerFrames(off).first)) == 0)
  }

  @Test func `a requested status comes within two seconds and never over a note`() throws {
    let practice = try PracticeHarness(voice: InMemorySpeech(), speaks: true)
    practice.change { $0.training = TrainingSettings(noteDuration: 1, noteGap: 0) }
    practice.intent(.start(.listening))
    try finish(practice)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 1 }))
    practice.intent(.whereAmI)
    let before = practice.voice?.said.count
    #expect(practice.run(until: { practice.voice?.said.count != before }, limit: .milliseconds(2_050)))
    let said = try #require(practice.voice?.said.last?.announcements)
    let answer = try #require(practice.exercise).correctAnswer
    let here = SpokenStatus(
      mode: .listening, result: .heard(SpokenStatus.Heard(answer, in: .listening)), level: -20)
    #expect(said == [.heard(SpokenStatus.Heard(answer, in: .listening)), .here(here)])
    #expect(ends(practice).count == 1)
  }

  @Test func `half an hour without input ends it, three minutes do not`() throws {
    let practice = try PracticeHarness(keepsSound: false)
    practice.intent(.start(.listening))
    practice.run(for: .seconds(5))
    practice.time.advance(by: .seconds(60 * 29))
    practice.turn()
    #expect(practice.view.mode == .listening)
    practice.time.advance(by: .seconds(60))
    practice.turn()
    #expect(practice.view.mode == nil && practice.view.notices == [.idle(minutes: 30)])
  }

  @Test func `lost sound and an unplugged controller end it as they end comparison`() throws {
    for isSound in [true, false] {
      let practice = try harness()
      practice.plug()
      practice.intent(.start(.listening))
      practice.tap(72)
      #expect(practice.run(until: { practice.view.phase == .target }))
      if isSound {
        practice.output.inject(.lost(.serverGone))
        practice.turn()
      } else {
        practice.unplug()
      }
      #expect(practice.view.mode == nil)
      let told = heard(practice).count
      practice.run(for: .seconds(3))
      #expect(heard(practice).count == told && practice.view.heard == nil)
    }
  }

  /// Ends the last utterance.
  private func finish(_ practice: PracticeHarness) throws {
    let number = try #require(practice.voice?.said.last?.number)
    practice.voice?.inject(.ended(number))
    practice.turn()
  }
}
