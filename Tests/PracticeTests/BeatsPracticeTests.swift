import Controllers
import Foundation
import Glibc
import MIDI
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// Which beats faster, as a player meets it.
@Suite struct BeatsPracticeTests {
  private func harness(
    _ choice: BeatsChoice = .third, _ timbre: Timbre = .sine, exercises: Int? = nil, keepsSound: Bool = false,
    seed: UInt64 = 1, timers: KnownTimers = KnownTimers()
  ) throws -> PracticeHarness {
    try PracticeHarness(
      training: TrainingSettings(timbre: timbre, beatsInterval: choice), seed: seed, exercises: exercises,
      timers: timers, keepsSound: keepsSound)
  }

  private func exercises(_ practice: PracticeHarness) -> [BeatsExercise] {
    practice.kinds.compactMap { if case .beatsStarted(let exercise) = $0 { exercise } else { nil } }
  }

  private func feedback(_ practice: PracticeHarness) -> [(correct: Bool, frame: Frame)] {
    practice.kinds.compactMap {
      if case .feedbackStarted(let correct, let frame) = $0 { (correct, frame) } else { nil }
    }
  }

  private func notes(_ practice: PracticeHarness) -> [(role: VoiceRole, hertz: Double, frame: Frame)] {
    practice.kinds.compactMap {
      if case .noteStarted(let role, let hertz, let frame) = $0 { (role, hertz, frame) } else { nil }
    }
  }

  @Test func `ten exercises by two keys: two intervals each, three seconds long, the next when feedback ends`() throws {
    let practice = try harness(.mixed, exercises: 10)
    practice.plug()
    practice.intent(.start(.beats))
    for number in 0..<10 {
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(Int64(150 * number)))
      let exercise = try #require(exercises(practice).last)
      let isRight = number % 3 != 0
      practice.tap((exercise.correctAnswer == .higher) == isRight ? 72 : 48)
    }
    #expect(practice.run(until: { practice.core.ended != nil || practice.view.mode == nil }))
    #expect(feedback(practice).map(\.correct) == (0..<10).map { $0 % 3 != 0 })
    let (starts, seconds) = (practice.starts(of: .reference), practice.starts(of: .target))
    #expect(starts.count == 10 && zip(starts, seconds).allSatisfy { $1 - $0 == 144_000 })
    for (number, start) in starts.enumerated() where number > 0 {
      #expect(start - feedback(practice)[number - 1].frame == 19_200)
    }
    let records = practice.store.beatsRecords
    #expect(records.map(\.correct) == (0..<10).map { $0 % 3 != 0 })
    #expect(records.map(\.exercise) == exercises(practice) && records.allSatisfy { $0.controller == "Keyboard" })
    #expect(Set(records.map(\.exercise.interval)).count > 1)
  }

  @Test func `both notes of an interval begin together, with the frequencies of the record`() throws {
    let practice = try harness()
    practice.intent(.start(.beats))
    #expect(practice.run(until: { notes(practice).count == 4 }))
    let exercise = try #require(exercises(practice).first)
    let sounded = notes(practice)
    #expect(sounded.map(\.role) == [.reference, .companion, .target, .companion])
    #expect(sounded[0].frame == sounded[1].frame && sounded[2].frame == sounded[3].frame)
    let hertz = [exercise.first, exercise.second].flatMap { [$0.bassHertz, $0.upperHertz(exercise.interval)] }
    #expect(zip(sounded, hertz).allSatisfy { abs($0.hertz - $1.value) < 1e-9 })
  }

  /// A press during the first interval, and one before the second is heard.
  @Test func `answers count from the second interval's first frame`() throws {
    let practice = try harness()
    practice.plug()
    practice.intent(.start(.beats))
    practice.run(for: .milliseconds(2_900))
    practice.tap(72)
    #expect(feedback(practice).isEmpty && !practice.view.canAnswer)
    #expect(practice.runUntilAnswerable())
    practice.tap(72)
    practice.run(for: .milliseconds(50))
    #expect(feedback(practice).count == 1)
  }

  @Test func `nothing that reaches the player shows which beats faster until the answer`() throws {
    var answers: Set<Answer> = []
    var first: [ViewState]?
    for seed in 1...8 as ClosedRange<UInt64> {
      let practice = try harness(seed: seed)
      practice.plug()
      practice.intent(.start(.beats))
      var states: [ViewState] = []
      for _ in 0..<5_500 {
        practice.cycle()
        states.append(practice.view)
      }
      answers.insert(try #require(exercises(practice).first).correctAnswer)
      #expect(states == first ?? states)
      first = states
    }
    #expect(answers.count == 2 && first?.last?.phase == .awaitingAnswer)
  }

  @Test func `the sound stops at the answer, and a wrong one ticks`() throws {
    for isRight in [true, false] {
      let practice = try harness(keepsSound: true)
      practice.plug()
      practice.intent(.start(.beats))
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(500))
      let exercise = try #require(exercises(practice).last)
      practice.press((exercise.correctAnswer == .higher) == isRight ? 72 : 48)
      practice.run(until: { !feedback(practice).isEmpty })
      practice.run(for: .milliseconds(380))
      let frame = Int(try #require(feedback(practice).first).frame.count)
      let after = practice.recording[(frame + 48 * 30)..<(frame + 48 * 370)]
      #expect(after.contains { abs($0) > 1e-4 } == !isRight)
    }
  }

  @Test(
    arguments: [
      (BeatsChoice.unison, Timbre.sine), (.unison, .brass), (.third, .sine), (.third, .voice), (.fifth, .organ),
      (.octave, .string),
    ])
  func `both intervals beat at the rates of the record, within a thousandth`(
    choice: BeatsChoice, timbre: Timbre
  ) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let practice = try harness(choice, timbre, keepsSound: true, seed: seed)
      practice.intent(.start(.beats))
      #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
      let exercise = try #require(exercises(practice).first)
      let lower = Double(exercise.interval.partials.lower)
      for (role, sounds) in [(VoiceRole.reference, exercise.first), (.target, exercise.second)] {
        let start = Int(try #require(practice.starts(of: role).first).count)
        let middle = lower * sounds.bassHertz.value + sounds.rate / 2
        let found = BeatRate.measured(
          in: practice.recording[start + 1_000..<start + 142_000], rate: 48_000, at: middle)
        #expect(abs(found - sounds.rate.magnitude) < 0.001, "\(choice) \(timbre) \(found) \(sounds.rate)")
      }
    }
  }

  @Test(
    arguments: [
      (BeatsChoice.third, Timbre.sine, Timbre.string, Timbre.sine), (.unison, .sine, .sine, nil),
      (.fifth, .reed, .string, .reed), (.octave, .organ, .organ, nil),
    ] as [(BeatsChoice, Timbre, Timbre, Timbre?)])
  func `a timbre that hardly beats is replaced by a string, and the view says so`(
    choice: BeatsChoice, timbre: Timbre, sounding: Timbre, silent: Timbre?
  ) throws {
    let practice = try harness(choice, timbre)
    practice.intent(.start(.beats))
    #expect(practice.run(until: { practice.view.phase == .reference }))
    let interval = try #require(choice.intervals.first)
    #expect(practice.view.beating == ViewState.Beating(interval, sounding, insteadOf: silent))
    // The exercise under way keeps its sound.
    practice.change { $0.training.timbre = .brass }
    #expect(practice.view.beating == ViewState.Beating(interval, sounding))
  }

  @Test(arguments: Timbre.allCases)
  func `both intervals are lowered alike, and neither is cut off at the highest level`(timbre: Timbre) throws {
    for isEqual in [true, false] {
      let practice = try harness(.mixed, timbre, keepsSound: true)
      practice.change {
        $0.level = -6
        $0.equalLoudness = isEqual
      }
      #expect(practice.run(until: { practice.core.sound.sounded == -6 }))
      practice.intent(.start(.beats))
      #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
      #expect(practice.engine.counters.clampedFrames == 0)
      let crest = practice.recording.map { abs($0) }.max() ?? 1
      #expect(crest < 0.501188 && crest > 0.2)
    }
  }

  @Test func `both keys stop it and take back the answer that the first one gave`() throws {
    let practice = try harness()
    practice.plug()
    practice.intent(.start(.beats))
    #expect(practice.runUntilAnswerable())
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(900))
    #expect(practice.view.mode == nil && practice.view.beating == nil)
    #expect(practice.store.beatsRecords.map(\.withdrawn) == [true])
  }

  @Test func `where am I names the intervals and their timbre`() throws {
    let practice = try harness()
    practice.intent(.start(.beats))
    #expect(practice.run(until: { practice.view.phase == .reference }))
    let status = SpokenStatus(practice.view, result: nil, level: -20)
    #expect(status.mode == .beats && status.beating == ViewState.Beating(.third, .string, insteadOf: .sine))
  }
}
