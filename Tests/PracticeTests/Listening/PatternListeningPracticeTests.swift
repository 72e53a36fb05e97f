import Foundation
import Ports
import Sound
import Testing
import Time

@testable import Controllers
@testable import Practice
@testable import Training

/// Listening to early or late as a player meets it: patterns that come by themselves, with their answers.
@Suite struct PatternListeningPracticeTests {
  private func harness(
    offset: Int64? = nil, exercises: Int? = nil, strategy: StrategyName = .kazez, voice: InMemorySpeech? = nil,
    keepsSound: Bool = false, library: MappingLibrary = MappingLibrary(mappings: [])
  ) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      training: TrainingSettings(strategy: strategy), library: library, exercises: exercises, voice: voice,
      speaks: voice != nil, keepsSound: keepsSound)
    if let offset { practice.displace(by: offset) }
    return practice
  }

  private func patterns(_ practice: PracticeHarness) -> [TimingExercise] {
    practice.kinds.compactMap { if case .timingStarted(let exercise) = $0 { exercise } else { nil } }
  }

  private func heard(_ practice: PracticeHarness) -> [Answer] {
    practice.kinds.compactMap { if case .listened(let answer) = $0 { answer } else { nil } }
  }

  private func answerFrames(_ practice: PracticeHarness) -> [Frame] {
    practice.kinds.compactMap { if case .answerTold(_, let frame) = $0 { frame } else { nil } }
  }

  private func ends(_ practice: PracticeHarness) -> [Frame] {
    practice.kinds.compactMap { if case .noteEnded(.pattern, let frame) = $0 { frame } else { nil } }
  }

  @Test func `patterns follow one another with their answers, on beats of the same grid, without a press`() throws {
    let practice = try harness()
    practice.intent(.start(.timingListening))
    #expect(practice.run(until: { practice.starts(of: .pattern).count == 5 }, limit: .seconds(30)))
    #expect(heard(practice) == patterns(practice).prefix(4).map(\.correctAnswer))
    // A beat lasts 36,000 frames; the sound ends with the length of a stroke after two of them.
    let starts = practice.starts(of: .pattern)
    for index in 0..<4 {
      #expect(ends(practice)[index] - starts[index] == 72_000 + 2_640)
      #expect((48_000...50_000).contains(answerFrames(practice)[index] - ends(practice)[index]))
      #expect((48_000..<84_000).contains(starts[index + 1] - answerFrames(practice)[index]))
      #expect((starts[index + 1] - starts[0]) % 36_000 == 0)
    }
    #expect(!practice.kinds.contains { if case .answerEnabled = $0 { true } else { false } })
  }

  @Test func `the displaced note sounds where the record says, twice, and then it is silent`() throws {
    for offset in [-40_000_000, 40_000_000] as [Int64] {
      let practice = try harness(offset: offset, keepsSound: true)
      practice.intent(.start(.timingListening))
      #expect(practice.run(until: { !answerFrames(practice).isEmpty }))
      let start = Int(try #require(practice.starts(of: .pattern).first).count)
      for beat in 0..<2 {
        let onset = start + beat * 36_000 + 18_000 + Int(offset * 48 / 1_000_000)
        #expect(practice.recording[onset] != 0)
        #expect(practice.recording[(onset - 100)..<onset].allSatisfy { $0 == 0 })
      }
      let told = Int(try #require(answerFrames(practice).first).count)
      #expect(practice.recording[(start + 72_000 + 2_640)..<told].allSatisfy { $0 == 0 })
      #expect(practice.view.heard == (offset > 0 ? .higher : .lower))
    }
  }

  @Test func `nothing that reaches the player differs between early and late until the answer`() throws {
    func shown(_ offset: Int64) throws -> [ViewState] {
      let practice = try harness(offset: offset)
      practice.plug()
      practice.intent(.start(.timingListening))
      var states: [ViewState] = []
      while practice.view.heard == nil {
        states.append(practice.view)
        practice.cycle()
      }
      return states
    }
    let (early, late) = (try shown(-60_000_000), try shown(60_000_000))
    #expect(early == late)
    // The view does not change while the pattern plays, and it takes no answer.
    let playing = late.filter { $0.phase == .target }
    #expect(playing.count > 1_000 && playing.allSatisfy { $0 == playing[0] && !$0.canAnswer })
    #expect(playing.first?.rhythm == .init(.straight16ths, tempo: 80))
  }

  @Test func `a pad with its role starts it, presses are not in the way, and two keys stop it`() throws {
    let mapping = ControllerMapping(
      name: "Keyboard", match: PortMatch(clients: [NamePattern("Keyboard")]),
      bindings: [(Role.higher, 72), (.lower, 48), (.startTimingListening, 36)].map {
        Binding(role: $0, control: .notes(NumberSet($1...$1), channel: nil))
      })
    let practice = try harness(library: MappingLibrary(mappings: [mapping]))
    practice.plug()
    practice.tap(36)
    #expect(practice.view.mode == .timingListening)
    for note in [72, 48, 72, 48, 72, 48] {
      practice.tap(note)
      practice.run(for: .milliseconds(700))
    }
    #expect(heard(practice).count == 1 && practice.store.timingRecords.isEmpty)
    #expect(!practice.kinds.contains { if case .answered = $0 { true } else { false } })
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(850))
    #expect(practice.view.mode == nil)
  }

  @Test func `a heard pattern is kept as heard, and not counted as an answer`() throws {
    let practice = try harness(exercises: 3)
    practice.intent(.start(.timingListening))
    #expect(practice.run(until: { practice.core.ended != nil }, limit: .seconds(20)))
    let kept = practice.store.timingListeningRecords
    #expect(
      kept.map(\.exercise.correctAnswer) == heard(practice) && kept.map(\.strategy) == ["kazez", "kazez", "kazez"])
    #expect(kept.allSatisfy { $0.exercise.mode == .timingListening && $0.exercise.repetitions == 2 })
    #expect(practice.store.timingRecords.isEmpty && practice.store.listeningRecords.isEmpty)
    #expect(practice.core.kept.count == 0 && practice.core.kept.heard == 3 && practice.core.kept.counts.isEmpty)
  }

  /// Early or late is as difficult as its answers make it, and listening as difficult as early or late.
  @Test(arguments: StrategyName.allCases)
  func `listening continues from the answers to early or late, and changes nothing in it`(strategy: StrategyName) throws
  {
    func state(_ practice: PracticeHarness) throws -> String {
      var known = ""
      let sessions = [practice.core.exercises.session] + practice.core.exercises.resting
      dump(try #require(sessions.lazy.compactMap { $0 as? TimingSession }.first).strategy, to: &known)
      return known
    }
    let practice = try harness(strategy: strategy)
    practice.intent(.start(.timing))
    for _ in 0..<8 {
      let count = practice.store.timingRecords.count
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(600))
      practice.intent(.answer(try #require(patterns(practice).last).correctAnswer, epoch: nil))
      #expect(practice.run(until: { practice.store.timingRecords.count > count }))
    }
    practice.run(for: .milliseconds(50))
    practice.intent(.stop)
    let answered = try #require(practice.store.timingRecords.last).exercise.offset.magnitude
    let (before, beginning) = (try state(practice), practice.view.beginning)
    practice.intent(.start(.timingListening))
    #expect(practice.run(until: { heard(practice).count == 2 }))
    let offsets = practice.store.timingListeningRecords.map(\.exercise.offset.magnitude)
    #expect(offsets.allSatisfy { $0 < answered } && offsets.count == 2)
    practice.intent(.stop)
    #expect(try state(practice) == before && practice.view.beginning == beginning)
  }

  @Test func `the answer is spoken as early or late, and the next pattern waits for its end`() throws {
    let practice = try harness(offset: 30_000_000, voice: InMemorySpeech())
    practice.intent(.start(.timingListening))
    func finish() throws {
      practice.voice?.inject(.ended(try #require(practice.voice?.said.last?.number)))
      practice.turn()
    }
    try finish()
    #expect(practice.run(until: { practice.voice?.said.count == 2 }))
    #expect(practice.voice?.said.last?.announcements == [.heard(SpokenStatus.Heard(.higher, in: .timingListening))])
    practice.run(for: .seconds(4))
    #expect(practice.starts(of: .pattern).count == 1 && practice.view.heard == nil)
    try finish()
    #expect(practice.run(until: { practice.starts(of: .pattern).count == 2 }, limit: .seconds(1)))
  }

  @Test func `half an hour without input ends it, three minutes do not`() throws {
    let practice = try harness()
    practice.intent(.start(.timingListening))
    practice.run(for: .seconds(5))
    practice.time.advance(by: .seconds(60 * 29))
    practice.turn()
    #expect(practice.view.mode == .timingListening)
    practice.time.advance(by: .seconds(60))
    practice.turn()
    #expect(practice.view.mode == nil && practice.view.notices == [.idle(minutes: 30)])
  }
}
