import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Testing
import Time

@testable import Practice
@testable import Recordings
@testable import Training

/// Settings that are changed on a page while practice runs.
@Suite struct LiveSettingsTests {
  private func amplitude(_ practice: PracticeHarness) -> Float {
    practice.recording.suffix(2_400).map(abs).max() ?? 0
  }

  @Test func `nothing changes in the current exercise`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    let view = practice.view
    let events = practice.events.all.count
    practice.change {
      $0.tick = false
      $0.training = TrainingSettings(noteDuration: 0.6, strategy: .kazez, targetSuccess: 0.7)
    }
    #expect(practice.view == view && practice.events.all.count == events)
    practice.answer(right: false)
    // The tick of the exercise that ran still sounds: it is the only thing between the fade and feedback's end.
    practice.run(for: .milliseconds(300))
    #expect(amplitude(practice) == 0)
    let frame = try #require(
      practice.kinds.lazy.compactMap { if case .feedbackStarted(_, let frame) = $0 { frame } else { nil } }.last)
    #expect(practice.bursts(in: Int(frame.count)..<Int(frame.count) + 14_000) > 0)
    #expect(practice.store.records.map(\.noteDuration) == [0.3])
    #expect(practice.runUntilAnswerable())
    practice.answer(right: false)
    practice.run(for: .milliseconds(300))
    #expect(practice.store.records.map(\.noteDuration) == [0.3, 0.6])
    let next = try #require(
      practice.kinds.lazy.compactMap { if case .feedbackStarted(_, let frame) = $0 { frame } else { nil } }.last)
    // Its note has faded within 30 ms, and nothing follows it.
    #expect(practice.bursts(in: Int(next.count) + 1_440..<Int(next.count) + 14_000) == 0)
  }

  @Test func `a new level is applied at once as a ramp`() throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 3, strategy: .kazez))
    practice.plug()
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.run(for: .milliseconds(200))
    let before = amplitude(practice)
    let changed = practice.recording.count
    practice.change { $0.level = -26 }
    #expect(practice.core.sound.level == -26)
    practice.run(for: .milliseconds(200))
    #expect(abs(Double(amplitude(practice) / before) - 0.5012) < 0.01)
    // No step: the loudest difference of neighbours is that of the tone itself.
    let samples = practice.recording[(changed - 2_400)...]
    let steps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
    #expect(try #require(steps.max()) <= (steps.prefix(2_400).max() ?? 0) * 1.01)
  }

  /// A level that was set at the controller lasts, whatever else is changed.
  @Test func `the level remains where hands put it unless it is changed`() throws {
    let practice = try PracticeHarness()
    practice.core.perform(.sound(.setLevel(to: -30)))
    practice.change { $0.tick = false }
    #expect(practice.core.sound.level == -30)
    practice.change { $0.level = -25 }
    #expect(practice.core.sound.level == -25)
  }

  @Test func `a repeated change has no effect`() throws {
    let practice = try PracticeHarness()
    practice.core.perform(.sound(.setLevel(to: -30)))
    let settings = practice.core.exercises.wanted
    practice.change(SettingsChange(settings))
    #expect(practice.core.sound.level == -30)
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.change { $0.training = TrainingSettings(noteDuration: 0.3, strategy: .edge) }
    practice.answer(right: true)
    #expect(practice.runUntilAnswerable())
    let strategy = try #require(practice.core.exercises.comparison.strategy as? EdgeStrategy)
    #expect(strategy.ear != Ear())
    // The same again, knowing nothing: had it counted, the answer would be forgotten.
    practice.change(SettingsChange(practice.core.exercises.wanted, known: KnownAnswers()))
    #expect(try practice.core.exercises.comparison.strategy as? EdgeStrategy == strategy)
  }

  @Test(arguments: [(StrategyName.edge, StrategyName.kazez), (.kazez, .edge)])
  func `another strategy starts from the known answers`(from: StrategyName, to: StrategyName) throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 0.3, strategy: from))
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    let exercise = try #require(practice.exercise)
    #expect(exercise.offset.magnitude == Cents(100))
    var settings = practice.core.exercises.wanted
    settings.training = TrainingSettings(noteDuration: 0.3, strategy: to)
    let known = KnownAnswers(
      history: (0..<12).map { _ in Self.record(exercise, offset: 8) }, profile: try RecordingTests.profile(answers: 200)
    )
    practice.change(SettingsChange(settings, known: known))
    practice.answer(right: true)
    #expect(practice.runUntilAnswerable())
    #expect(practice.store.records.map(\.strategy) == [from.rawValue])
    #expect(try #require(practice.exercise).offset.magnitude.value < 60)
    practice.answer(right: true)
    practice.run(for: .milliseconds(50))
    #expect(practice.store.records.map(\.strategy) == [from.rawValue, to.rawValue])
  }

  private static func record(_ exercise: ComparisonExercise, offset: Double) -> ComparisonRecord {
    var exercise = exercise
    exercise.offset = Cents(offset)
    return ComparisonRecord(
      id: UUID(), time: Date(), exercise: exercise, tuning: "equal", concertPitch: Hertz(440), noteDuration: 1,
      noteGap: 0, strategy: "kazez", answer: exercise.correctAnswer, correct: true, responseTime: 1, controller: nil,
      source: .keys, playbackLatency: 0)
  }

  @Test(arguments: [Mode.intervalComparison, .intervalMatching])
  func `settings that leave no exercise stop practice and give the reason`(mode: Mode) throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 0.3, strategy: .kazez))
    practice.intent(.start(mode))
    #expect(practice.run(until: { practice.view.canAnswer || practice.view.canTune }))
    practice.run(for: .milliseconds(20))
    let settings = try TrainingSettings.withoutExercises()
    practice.change { $0.training = settings }
    #expect(practice.view.mode == mode && practice.view.notices.isEmpty)
    practice.intent(mode.discipline == .comparison ? .answer(.higher, epoch: nil) : .commit(epoch: nil))
    #expect(practice.run(until: { practice.view.phase == .feedback }, limit: .seconds(1)))
    #expect(practice.run(until: { practice.view.mode == nil }, limit: .seconds(1)))
    #expect(practice.view.notices == [.refused(.notInTuning("primes", mode: mode, intervals: [.perfectFifthUp]))])
    #expect(practice.kinds.contains { if case .sessionStopped(.refused) = $0 { true } else { false } })
    #expect(practice.kinds.contains { if case .feedbackEnded = $0 { true } else { false } })
    // The result is saved; two low clicks report the refusal at the hub, as for a refused start.
    #expect(practice.store.records.count + practice.store.matchingRecords.count == 1)
    practice.run(for: .milliseconds(50))
    #expect(amplitude(practice) > 0)
  }

  @Test func `at the hub changes apply at once`() throws {
    let practice = try PracticeHarness()
    practice.change {
      $0.letters = false
      $0.settle = 2
    }
    #expect(!practice.view.letters && practice.core.exercises.settings == practice.core.exercises.wanted)
    #expect(practice.core.exercises.settings.settle == 2)
  }

  @Test func `a voice that is switched on speaks from the next exercise`() throws {
    let voice = InMemorySpeech()
    let practice = try PracticeHarness(voice: voice)
    practice.intent(.start(.intervalComparison))
    #expect(practice.runUntilAnswerable())
    practice.change { $0.speaks = true }
    practice.run(for: .milliseconds(100))
    #expect(voice.said.isEmpty)
    practice.intent(.answer(.higher, epoch: nil))
    #expect(practice.run(until: { !voice.said.isEmpty }, limit: .seconds(2)))
    #expect(voice.said.map(\.announcements) == [[.interval(.perfectFifthUp)]])
    voice.inject(.ended(try #require(voice.said.first).number))
    #expect(practice.runUntilAnswerable())
  }

  /// A result that is still said by the old settings must be over before the next note.
  @Test func `a result is spoken to its end even if speech was switched off`() throws {
    let voice = InMemorySpeech()
    let practice = try PracticeHarness(voice: voice, speaks: true)
    practice.intent(.start(.matching))
    #expect(practice.run(until: { !voice.said.isEmpty }))
    voice.inject(.ended(1))
    #expect(practice.runUntilTunable())
    practice.change { $0.speaks = false }
    practice.match(error: 20)
    #expect(practice.run(until: { voice.said.count == 2 }, limit: .seconds(2)))
    let references = practice.starts(of: .reference).count
    practice.run(for: .seconds(1))
    #expect(practice.starts(of: .reference).count == references)
    voice.inject(.ended(2))
    #expect(practice.runUntilTunable())
    practice.match(error: 20)
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(600))
    #expect(voice.said.count == 2)
  }

  @Test func `a missing voice is reported when speech is switched on and not afterwards`() throws {
    let practice = try PracticeHarness(voice: InMemorySpeech())
    practice.voice?.inject(.unavailable(.missing))
    practice.turn()
    #expect(practice.view.notices.isEmpty)
    practice.change { $0.expectsVoice = true }
    #expect(practice.view.notices == [.noSpeech(.missing)])
    practice.change { $0.expectsVoice = false }
    #expect(practice.view.notices.isEmpty)
  }

  @Test func `changed settings are replayed unchanged`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording)
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    let scale = RecordedScale(
      scale: "! own.scl\nown\n 12\n!\n90.\n200.\n300.\n400.\n500.\n600.\n702.\n800.\n900.\n1000.\n1100.\n2/1\n",
      mapping: nil)
    var settings = practice.core.exercises.wanted
    settings.level = -24
    settings.tick = false
    settings.matchingCue = .clicks
    settings.settle = 1.5
    settings.equalLoudness = true
    settings.letters = false
    settings.training = try TrainingSettings(
      noteDuration: 0.4, tuning: Tuning(name: "own.scl", scale: ScalaScale(Array(scale.scale.utf8))), strategy: .edge,
      matchingAdaptive: true)
    let exercise = try #require(practice.exercise)
    practice.change(
      SettingsChange(
        settings,
        known: KnownAnswers(
          history: [Self.record(exercise, offset: 8)], profile: try RecordingTests.profile(answers: 40)),
        scales: ["tuning": scale]))
    for right in [true, false, true] {
      practice.answer(right: right)
      #expect(practice.runUntilAnswerable())
    }
    practice.intent(.stop)
    practice.recorder?.end()
    let read = try Recording(Array(recording.text().utf8))
    let changes = read.entries.compactMap { entry in
      if case .input(.settings(let change)) = entry.step.taken.step { change } else { nil }
    }
    #expect(changes.map(\.settings) == [settings])
    #expect(
      changes.first?.scales == ["tuning": scale] && changes.first?.known?.history.map(\.exercise.offset) == [Cents(8)])
    let outcome = try ReplayPractice(read, events: InMemoryEvents()).run()
    #expect(outcome.difference == nil && outcome.same > 20)
  }
}
