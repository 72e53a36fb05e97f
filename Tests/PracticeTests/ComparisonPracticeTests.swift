import Controllers
import MIDI
import Ports
import Sound
import Testing
import Time

@testable import Practice
@testable import Training

/// Comparison training as a player meets it: a bare keyboard, the real renderer, no screen.
@Suite struct ComparisonPracticeTests {
  @Test func `a plain keyboard starts, answers and stops`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.view.mode == .comparison)
    #expect(practice.runUntilAnswerable())
    practice.answer(right: true)
    #expect(practice.store.records.map(\.correct) == [true])
    #expect(practice.runUntilAnswerable())
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(850))
    #expect(practice.view.phase == .hub)
    #expect(practice.view.mode == nil)
  }

  @Test func `a press that starts is never an answer`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(72)
    practice.run(for: .milliseconds(100))
    #expect(practice.view.phase == .hub)
    practice.release(72)
    #expect(practice.runUntilAnswerable())
    #expect(practice.store.records.isEmpty)
  }

  @Test func `a long press starts intervals`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(72)
    practice.run(for: .milliseconds(900))
    practice.release(72)
    #expect(practice.view.mode == .intervalComparison)
    #expect(practice.run(until: { practice.view.interval != nil }))
  }

  @Test func `early answers are ignored and not queued`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference && practice.exercise != nil }))
    practice.tap(72)
    #expect(practice.runUntilAnswerable())
    #expect(practice.store.records.isEmpty)
    #expect(practice.view.canAnswer)
  }

  @Test func `an answer before the target is heard is ignored`() throws {
    // Half a second of playback latency: the target's frames are made long before anybody hears them.
    let practice = try PracticeHarness(latency: 24_000)
    practice.plug()
    practice.startComparison()
    #expect(practice.run(until: { practice.view.canAnswer }))
    practice.tap(72)
    #expect(practice.store.records.isEmpty)
    practice.run(for: .milliseconds(500))
    practice.tap(72)
    #expect(practice.store.records.count == 1)
  }

  @Test func `the second press of a pair is ignored`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    let key = practice.key(right: true)
    practice.press(key)
    practice.press(key == 72 ? 48 : 72)
    practice.run(for: .milliseconds(20))
    practice.release(key)
    practice.release(key == 72 ? 48 : 72)
    practice.run(for: .milliseconds(300))
    #expect(practice.store.records.map(\.correct) == [true])
  }

  @Test func `an answer fades the sounding note at once`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.press(practice.key(right: true))
    practice.run(for: .milliseconds(40))
    let end = try #require(
      practice.kinds.compactMap { if case .noteEnded(.target, let frame) = $0 { frame } else { nil } }.last)
    let fade = try #require(
      practice.kinds.compactMap { if case .feedbackStarted(_, let frame) = $0 { frame } else { nil } }.last)
    // The release is 25 ms: 1,200 frames from the first frame of feedback.
    #expect(end - fade == 1_200)
    #expect(practice.recording[Int(end.count)...].allSatisfy { $0 == 0 })
  }

  /// The whole plan of the loop, frame by frame, over right and wrong answers.
  @Test func `every note starts on its frame`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    for index in 0..<6 {
      #expect(practice.runUntilAnswerable())
      practice.answer(right: index % 2 == 0)
    }
    #expect(practice.runUntilAnswerable())
    var feedback: Frame?
    var reference: Frame?
    for kind in practice.kinds {
      switch kind {
      case .noteStarted(.reference, _, let frame):
        if let feedback { #expect(frame - feedback == 19_200) }
        reference = frame
      case .noteStarted(.target, _, let frame):
        #expect(frame - (try #require(reference)) == 14_400)
      case .feedbackStarted(_, let frame): feedback = frame
      case .feedbackEnded(let frame): #expect(frame - (try #require(feedback)) == 19_200)
      default: break
      }
    }
    #expect(practice.engine.counters.lateBatches == 0)
  }

  @Test func `the note gap is between the notes`() throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 0.3, noteGap: 0.25))
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    let starts = practice.kinds.compactMap { if case .noteStarted(_, _, let frame) = $0 { frame } else { nil } }
    #expect(starts.count == 2)
    #expect(starts[1] - starts[0] == 14_400 + 12_000)
  }

  @Test(arguments: [true, false])
  func `a right answer is silent and a wrong one ticks`(right: Bool) throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.run(until: { practice.view.phase == .awaitingAnswer })
    let silence = practice.recording.count
    practice.answer(right: right)
    practice.run(for: .milliseconds(250))
    let sounded = practice.recording[silence...].contains { abs($0) > 1e-4 }
    #expect(sounded == !right)
  }

  @Test func `the stop chord withdraws the answer its first key gave`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.press(48)
    practice.run(for: .milliseconds(30))
    practice.press(72)
    practice.run(for: .milliseconds(900))
    #expect(practice.view.phase == .hub)
    #expect(practice.store.records.map(\.withdrawn) == [true])
    let withdrawn = practice.kinds.contains { if case .recordWithdrawn = $0 { true } else { false } }
    #expect(withdrawn)
    // The exercise that had begun meanwhile is gone: nothing sounds any more.
    let end = practice.recording.count
    practice.release(48)
    practice.release(72)
    practice.run(for: .seconds(1))
    #expect(practice.recording[end...].allSatisfy { $0 == 0 })
    #expect(practice.view.phase == .hub)
  }

  @Test func `practice ends after the requested number of exercises`() throws {
    let practice = try PracticeHarness(exercises: 2, startMode: .comparison)
    practice.plug()
    for _ in 0..<2 {
      #expect(practice.runUntilAnswerable())
      practice.answer(right: true)
    }
    #expect(practice.run(until: { practice.core.ended != nil }, limit: .seconds(2)))
    #expect(practice.core.ended == .finished)
    #expect(practice.store.records.count == 2)
    let starts = practice.kinds.filter { if case .noteStarted(.reference, _, _) = $0 { true } else { false } }
    #expect(starts.count == 2)
  }

  @Test func `records hold the pitches that sounded`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    let started = try #require(
      practice.kinds.compactMap {
        if case .noteStarted(.target, let hertz, let frame) = $0 { (hertz, frame) } else { nil }
      }
      .last)
    let heard = try #require(practice.engine.clock.cycle?.heard(at: started.1))
    let moment = practice.time.now()
    practice.press(practice.key(right: true), at: moment)
    let record = try #require(practice.store.records.last)
    #expect(record.exercise.targetHertz.value == started.0)
    #expect(record.controller == "Keyboard")
    #expect(record.source == .controller)
    #expect(abs(record.responseTime - (moment - heard).seconds) < 1e-6)
    #expect(abs(record.playbackLatency - 128.0 / 48_000) < 1e-9)
  }

  /// Two listeners' exercises that differ only in what must stay hidden look the same until feedback.
  @Test func `nothing before feedback reveals the answer`() throws {
    func views(seed: UInt64) throws -> [ViewState] {
      let practice = try PracticeHarness(seed: seed)
      practice.plug()
      practice.startComparison()
      var views = [practice.view]
      while practice.view.phase != .awaitingAnswer {
        practice.cycle()
        if practice.view != views.last { views.append(practice.view) }
      }
      return views
    }
    let expected = try views(seed: 1)
    for seed in 2...12 as ClosedRange<UInt64> {
      #expect(try views(seed: seed) == expected)
    }
  }
}
