import Controllers
import MIDI
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// Matching as a player meets it: a keyboard with a wheel, the real renderer, no screen.
@Suite struct MatchingPracticeTests {
  private func started(seed: UInt64 = 1) throws -> PracticeHarness {
    let practice = try PracticeHarness(seed: seed)
    practice.plug()
    practice.startMatching()
    #expect(practice.view.mode == .matching)
    #expect(practice.runUntilTunable())
    return practice
  }

  /// What the recording holds in the `frames` before `end`, measured.
  private func sounded(_ practice: PracticeHarness, before end: Int, frames: Int, near hertz: Hertz) -> Hertz {
    let fit = Analysis.fitSine(practice.recording[end - frames..<end], rate: 48_000, near: hertz.value)
    #expect(fit.residualDecibels < -77)
    return Hertz(fit.hertz)
  }

  /// Regression: the original committed the centred value, and its error was the start offset.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a released wheel commits the pitch that it held and not the centre`(seed: UInt64) throws {
    let practice = try started(seed: seed)
    let exercise = try #require(practice.matchingExercise)
    let aim = exercise.startOffset.value > 0 ? 5.0 : -5.0
    let place = practice.wheel(for: aim)
    practice.leadWheel(to: place)
    practice.run(for: .milliseconds(400))
    let held = practice.recording.count
    practice.letGo(from: place)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .springBack)
    #expect(record.control == "pitch-bend")
    // What the hand did: a wheel's dead zone leaves a few cents between place and pitch.
    #expect(abs(record.error.value - aim) < 4)
    #expect(abs(exercise.startOffset.value) >= 10)
    let fade = try #require(practice.resultFrames.last)
    // While it was held, and in the last moment before the fade: the run home is not heard.
    for (end, frames) in [(held, 9_600), (Int(fade.count), 720)] {
      let sounded = sounded(practice, before: end, frames: frames, near: record.finalHertz)
      #expect(abs(Cents(from: record.finalHertz, to: sounded).value) <= 0.1)
    }
    #expect(Cents(from: exercise.targetHertz, to: record.finalHertz) == record.error)
    #expect(record.finalHertz != exercise.startHertz)
  }

  @Test(arguments: 11...20 as ClosedRange<UInt64>)
  func `the stored pitch is the one in the recording`(seed: UInt64) throws {
    let practice = try started(seed: seed)
    practice.leadWheel(to: practice.wheel(for: 7))
    practice.run(for: .milliseconds(300))
    practice.send(PracticeHarness.control(64, 127))
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    let told = practice.kinds.compactMap { if case .committed(let attempt) = $0 { attempt.finalHertz } else { nil } }
    #expect(told == [record.finalHertz])
    let fade = Int(try #require(practice.resultFrames.last).count)
    let sounded = sounded(practice, before: fade, frames: 9_600, near: record.finalHertz)
    #expect(abs(Cents(from: record.finalHertz, to: sounded).value) <= 0.01)
  }

  /// The whole plan of the loop, frame by frame.
  @Test func `every note starts on its frame`() throws {
    let practice = try started()
    for _ in 0..<3 {
      practice.matchByWheel(practice.wheel(for: 3))
      #expect(practice.runUntilResult())
      #expect(practice.run(until: { practice.view.phase == .reference }))
      #expect(practice.runUntilTunable())
    }
    let references = practice.starts(of: .reference)
    let tunables = practice.starts(of: .tunable)
    let fades = practice.resultFrames
    #expect(references.count == 4 && tunables.count == 4 && fades.count == 3)
    for (reference, tunable) in zip(references, tunables) { #expect(tunable - reference == 14_400) }
    for (fade, reference) in zip(fades, references.dropFirst()) { #expect(reference - fade == 19_200) }
    let ends = practice.kinds.compactMap { if case .feedbackEnded(let frame) = $0 { frame } else { nil } }
    #expect(zip(fades, ends).allSatisfy { $1 - $0 == 19_200 })
    #expect(practice.engine.counters.lateBatches == 0)
    // The release takes 25 ms from the fade's first frame; then all is silent.
    let clicks = Int(fades[0].count) + 1_200
    #expect(practice.recording[clicks..<clicks + 960].allSatisfy { $0 == 0 })
  }

  @Test func `the note gap is between the notes`() throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 0.3, noteGap: 0.25))
    practice.intent(.start(.matching))
    #expect(practice.runUntilTunable())
    #expect(practice.starts(of: .tunable)[0] - practice.starts(of: .reference)[0] == 14_400 + 12_000)
  }

  @Test func `a commit before the note is heard does not count`() throws {
    // Half a second of playback latency: the note's frames are made long before anybody hears them.
    let practice = try PracticeHarness(latency: 24_000)
    practice.intent(.start(.matching))
    #expect(practice.run(until: { practice.view.canTune }))
    practice.intent(.commit(epoch: nil))
    practice.run(for: .milliseconds(100))
    #expect(practice.view.canTune)
    practice.run(for: .milliseconds(500))
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(practice.store.matchingRecords.count == 1)
    #expect(abs(record.playbackLatency - 0.5) < 1e-9)
    #expect(record.timeTaken >= 0 && record.timeTaken < 0.2)
  }

  @Test func `commits during the reference are ignored and not queued`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.run(until: { practice.view.phase == .reference && practice.view.epoch != nil }))
    practice.intent(.commit(epoch: nil))
    practice.send(PracticeHarness.control(64, 127))
    practice.send(PracticeHarness.control(64, 0))
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(200))
    #expect(practice.view.canTune)
    #expect(practice.store.matchingRecords.isEmpty)
  }

  @Test func `without any movement the error is the start offset`() throws {
    let practice = try started()
    let exercise = try #require(practice.matchingExercise)
    practice.send(PracticeHarness.control(64, 127))
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .button)
    #expect(abs((record.error - exercise.startOffset).value) < 1e-6)
    #expect(record.control == nil)
    #expect(record.centsPerStep == nil)
    #expect(record.controller == "Keyboard")
  }

  @Test func `movement during the reference tunes nothing`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.run(until: { practice.view.phase == .reference && practice.view.epoch != nil }))
    practice.play(PracticeHarness.way(from: 8192, to: 12_000, milliseconds: 50))
    #expect(practice.runUntilTunable())
    // A wheel that is held when the note begins neither tunes nor commits until it has rested once.
    practice.letGo(from: 12_000)
    practice.run(for: .milliseconds(300))
    #expect(practice.view.canTune)
    #expect(practice.store.matchingRecords.isEmpty)
    practice.matchByWheel(10_000)
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.count == 1)
  }

  @Test func `the control and its steps are kept`() throws {
    let practice = try started()
    let place = practice.wheel(for: 2)
    practice.leadWheel(to: place)
    // The last, fine movements show how fine its steps are.
    practice.play((1...6).map { (Double($0) * 30, PracticeHarness.bend(place + $0 % 2)) })
    practice.run(for: .milliseconds(220))
    practice.letGo(from: place)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    // 100 cents over half a wheel of 14 bits, but for its dead zone and what its end may fall short of.
    let step = try #require(record.centsPerStep)
    #expect((1...1.12).contains(step / (100.0 / 8192)))
    #expect(record.source == .controller)
    #expect(record.timeTaken > 0.7 && record.timeTaken < 0.9)
  }

  @Test func `practice ends after the requested number of exercises`() throws {
    let practice = try PracticeHarness(exercises: 2, startMode: .matching)
    for _ in 0..<2 {
      #expect(practice.runUntilTunable())
      practice.match(error: 1)
      #expect(practice.runUntilResult())
      practice.run(until: { practice.view.phase != .feedback })
    }
    #expect(practice.run(until: { practice.core.ended != nil }, limit: .seconds(2)))
    #expect(practice.core.ended == .finished)
    #expect(practice.store.matchingRecords.count == 2)
    #expect(practice.starts(of: .reference).count == 2)
  }
}
