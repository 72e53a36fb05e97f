import Foundation
import MIDI
import Pitch
import Ports
import Sound
import Synchronization
import TestSupport
import Testing
import Time
import Timers

@testable import Controllers
@testable import Practice
@testable import Recordings
@testable import Training

/// A replayed recording gives the same output: every event with its time, every byte to a controller.
@Suite struct RecordingTests {
  /// The mappings that come with Peach, with some that have lights and motors.
  static let shipped = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)

  /// The profile after this many answers, a day apart each.
  static func profile(answers: Int) throws -> PerceptualProfile {
    var profile = PerceptualProfile()
    var chance = SeededGenerator(seed: UInt64(answers))
    for index in 0..<answers {
      let note = try #require(Note(40 + chance.below(40)))
      let exercise = ComparisonExercise(
        epoch: Epoch(1), index: 1, mode: .comparison, reference: note, referenceHertz: Hertz(440), target: note,
        offset: Cents((1 + 40 * chance.unit()) * (chance.coin() ? 1 : -1)), targetHertz: Hertz(440), interval: .prime,
        loudnessOffset: 0)
      profile.learn(
        ComparisonRecord(
          id: UUID(), time: Date(timeIntervalSince1970: 1.7e9 + Double(index) * 86_400), exercise: exercise,
          tuning: "equal", concertPitch: Hertz(440), noteDuration: 1, noteGap: 0, strategy: "edge",
          answer: exercise.correctAnswer, correct: chance.below(5) > 0, responseTime: 0.5, controller: nil,
          source: .simulated, playbackLatency: 0))
    }
    return profile
  }

  @Test(arguments: 0..<12 as Range<UInt64>) func `any actions of hands are replayed unchanged`(seed: UInt64) throws {
    let recording = InMemoryRecording()
    let settings = TrainingSettings(
      noteDuration: 0.3, intervals: DirectedInterval.all, strategy: seed % 3 == 1 ? .kazez : .edge,
      matchingAdaptive: seed % 2 == 0, matchingReference: MatchingReference.allCases[Int(seed / 2 % 3)])
    let practice = try PracticeHarness(
      training: settings, library: Self.shipped, seed: seed, startMode: Mode.allCases[Int(seed % 4)],
      asleep: seed % 5 == 4, profile: try Self.profile(answers: Int(seed) * 10),
      voice: seed % 3 == 0 ? InMemorySpeech() : nil, speaks: seed % 3 == 0,
      recording: recording)
    practice.actAtRandom(60, seed: seed)
    #expect(practice.events.all.count > 10)
    try practice.expectReplayedTheSame(recording)
  }

  @Test func `lights and motors are replayed byte for byte`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(library: Self.shipped, recording: recording)
    practice.plug(PracticeHarness.motorFader)
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.match(error: 4)
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(600))
    #expect(try recording.text().contains(#""sent":"#))
    try practice.expectReplayedTheSame(recording)
  }

  /// One that was left is resumed, and another begins by itself.
  @Test func `timed practice is replayed unchanged`() throws {
    let amrap = try TimerConfiguration(.amrap(durationSeconds: 30), sets: 2, restSeconds: 10, countdownSeconds: 3)
    let left = try PracticeHarness(startTimer: .chosen(amrap))
    left.intent(.timer(.confirm))
    left.run(for: .seconds(5))
    left.intent(.quit(.asked))
    let recording = InMemoryRecording()
    let timers = KnownTimers(configurations: [.amrap: amrap], paused: left.store.workouts.first)
    let practice = try PracticeHarness(recording: recording, timers: timers)
    practice.plug()
    #expect(practice.view.timer?.phase == .paused)
    practice.intent(.timer(.confirm))
    for _ in 0..<3 {
      #expect(practice.runUntilAnswerable())
      practice.answer(right: true)
    }
    practice.intent(.timer(.pause))
    practice.intent(.timer(.confirm))
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }, limit: .seconds(80)))
    try practice.expectReplayedTheSame(recording)
  }

  /// Left running over a long weekend, as a service is.
  @Test func `a recording left idle for days is replayed unchanged`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording)
    practice.plug()
    practice.time.advance(by: .seconds(4 * 86_400))
    practice.turn()
    practice.tap(72)
    practice.intent(.quit(.asked))
    #expect(practice.run(until: { practice.core.ended != nil }))
    try practice.expectReplayedTheSame(recording)
  }

  /// Its file went while practice ran, or it never had one.
  @Test func `a mapping without a text writes no line`() throws {
    let mapping = ControllerMapping(
      name: "Box", match: PortMatch(clients: [NamePattern("Keyboard")]), halves: [.keyboard(channel: nil, split: 60)])
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(library: MappingLibrary(mappings: [mapping]), recording: recording)
    practice.plug()
    #expect(practice.view.controllers.map(\.mapping) == ["Box"])
    #expect(try !recording.text().contains(#"{"place":"#))
    #expect(try Recording(Array(recording.text().utf8)).mappings.isEmpty)
  }

  @Test func `practice starts from the same history`() throws {
    let first = InMemoryRecording()
    let before = try PracticeHarness(recording: first)
    before.plug()
    before.startComparison()
    for _ in 0..<12 {
      #expect(before.runUntilAnswerable())
      before.answer(right: true)
    }
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(history: before.store.records, recording: recording)
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    #expect(practice.exercise.map { $0.offset.magnitude.value < 60 } == true)
    try practice.expectReplayedTheSame(recording)
  }

  @Test func `practice starts from the same ear`() throws {
    let recording = InMemoryRecording()
    let profile = try Self.profile(answers: 200)
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, strategy: .edge), profile: profile, recording: recording)
    practice.plug()
    practice.startComparison()
    for right in [true, false, true] {
      #expect(practice.runUntilAnswerable())
      practice.answer(right: right)
    }
    try practice.expectReplayedTheSame(recording)
    let read = try Recording(Array(recording.text().utf8))
    #expect(try read.configuration(library: MappingLibrary(mappings: [])).known.profile == profile)
    // Of a player who has not answered yet nothing is written.
    let empty = InMemoryRecording()
    _ = try PracticeHarness(recording: empty)
    #expect(try !empty.text().contains(#""ear""#))
  }

  /// The age of past answers affects the choice of exercises, so a replay uses the wall clock of the recording.
  @Test func `the wall clock is recorded`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording)
    practice.plug()
    practice.startComparison()
    let before = Date()
    practice.recorder?.end()
    let read = try Recording(Array(recording.text().utf8))
    let dates = read.entries.compactMap(\.step.date)
    #expect(dates.count == 2, "at the hub, and as practice begins")
    #expect(dates.allSatisfy { abs($0.timeIntervalSince(before)) < 60 })
    let clock = ReplayedClock()
    let asked = read.entries.map { entry in
      clock.prepare(entry.step)
      return clock.date
    }
    #expect(asked == read.entries.map(\.step.date))
  }

  /// One step has one time: it is read once, even if asked twice, and kept to the millisecond.
  @Test func `the wall clock stands still within a step`() throws {
    let recording = InMemoryRecording()
    let count = Mutex(0)
    let practice = try PracticeHarness(recording: recording)
    var parts = practice.core.parts
    parts.wallClock = {
      count.withLock {
        $0 += 1
        return Date(timeIntervalSince1970: 1_800_000_000.123456 + Double($0))
      }
    }
    let recorder = try #require(practice.recorder)
    let tapped = recorder.tapping(parts)
    let (first, second) = (tapped.wallClock(), tapped.wallClock())
    #expect(first == second && first.timeIntervalSince1970 == 1_800_000_001.123)
    recorder.took(TakenStep(.turn, at: practice.time.now()))
    #expect(tapped.wallClock() > first)
    #expect(try recording.text().contains(#""date":1800000001123"#))
  }

  @Test func `the settings are recorded`() throws {
    let training = try TrainingSettings(
      lowest: Note(literal: 40), highest: Note(literal: 80), noteDuration: 0.7, noteGap: 0.25,
      concertPitch: #require(ConcertPitch(Hertz(432.1))), intervals: [.prime, .perfectFifthUp], tuning: .just,
      naturalMechanical: 0.1, loudnessVariation: 0.3, targetSuccess: 0.7, matchingRange: Cents(35),
      matchingAdaptive: true, matchingReference: .fading)
    var settings = Settings(training: training)
    settings.level = -31.5
    settings.tick = false
    settings.matchingCue = .clicks
    settings.settle = 1.5
    settings.equalLoudness = false
    settings.letters = false
    let configuration = PracticeConfiguration(
      settings: PracticeSettings(settings, speaks: true, expectsVoice: true), period: 128,
      settingsProblems: [SettingsFileProblem(file: "/nowhere/settings.yaml", line: 3, reason: .tab)],
      library: MappingLibrary(mappings: []), startMode: .intervalMatching, exercises: 7, seed: .max, asleep: true,
      splits: ["a": 61])
    let recording = InMemoryRecording()
    _ = Recorder(configuration, program: "test", date: Date(timeIntervalSince1970: 12.5), to: recording)
    let read = try Recording(Array(recording.text().utf8))
    let again = try read.configuration(library: MappingLibrary(mappings: []))
    #expect(RecordingHeader(again, program: "", date: .distantPast, scales: nil).settings == read.header?.settings)
    #expect(again.settings == configuration.settings && again.settings.training == training && again.period == 128)
    #expect(again.startMode == .intervalMatching && again.exercises == 7 && again.seed == .max && again.asleep)
    #expect(again.splits == ["a": 61])
    // Both report the problems of the settings, but without the path of the file.
    let text = try recording.text()
    #expect(again.settingsProblems.count == 1 && !text.contains("/nowhere"))
  }

  @Test func `a Scala tuning is recorded`() throws {
    let text = "test\n12\n" + (1...12).map { "\(Double($0) * 100).0\n".replacing(".0.0", with: ".5") }.joined()
    let scale = try ScalaScale(Array(text.replacing("1200.5", with: "1200.0").utf8))
    let tuning = try Tuning(name: "mine.scl", scale: scale, map: nil)
    let configuration = PracticeConfiguration(
      settings: PracticeSettings(Settings(training: TrainingSettings(tuning: tuning))),
      library: MappingLibrary(mappings: []), seed: 1)
    let recording = InMemoryRecording()
    let recorded = RecordedScale(scale: text.replacing("1200.5", with: "1200.0"), mapping: nil)
    _ = Recorder(configuration, program: "test", date: .distantPast, scales: ["tuning": recorded], to: recording)
    let read = try Recording(Array(recording.text().utf8))
    #expect(try read.configuration(library: MappingLibrary(mappings: [])).settings.training.tuning == tuning)
  }
}

/// Differences from the recording are reported with their line.
@Suite struct ChangedRecordingTests {
  private func recorded() throws -> [String] {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(library: RecordingTests.shipped, recording: recording)
    practice.plug()
    practice.startComparison()
    for right in [true, false] {
      #expect(practice.runUntilAnswerable())
      practice.answer(right: right)
    }
    practice.run(for: .seconds(1))
    practice.recorder?.end()
    return try recording.text().split(separator: "\n").map(String.init)
  }

  private func outcome(_ lines: [String]) throws -> ReplayPractice.Outcome {
    let text = lines.map { $0 + "\n" }.joined()
    return try ReplayPractice(Recording(Array(text.utf8)), events: InMemoryEvents()).run()
  }

  @Test func `an edited answer differs in its line`() throws {
    var lines = try recorded()
    let place = try #require(lines.firstIndex { $0.contains(#""event":"answered""#) })
    lines[place] = lines[place].replacing(#""correct":true"#, with: #""correct":false"#)
    let difference = try #require(outcome(lines).difference)
    #expect(difference.line == place + 1)
    #expect(difference.recorded == lines[place])
    #expect(difference.replayed?.contains(#""correct":true"#) == true)
  }

  @Test func `a removed message differs in its event`() throws {
    var lines = try recorded()
    let presses = lines.indices.filter { lines[$0].contains(#""bytes":"90 "#) }
    lines.remove(at: presses[1])
    #expect(try outcome(lines).difference != nil)
  }

  @Test func `a removed event is missed`() throws {
    var lines = try recorded()
    let place = try #require(lines.firstIndex { $0.contains(#""event":"answerEnabled""#) })
    lines.remove(at: place)
    let difference = try #require(outcome(lines).difference)
    #expect(difference.recorded == nil && difference.replayed?.contains("answerEnabled") == true)
  }

  @Test func `a reformatted recording is the same`() throws {
    let lines = try recorded().map { $0.replacing(#"":"#, with: #"" : "#) }
    #expect(try outcome(lines).difference == nil)
  }

  @Test func `a truncated recording is replayed to its end`() throws {
    let lines = try recorded()
    for share in [40, 55, 70, 85] {
      let text = lines.map { $0 + "\n" }.joined()
      let cut = Array(text.utf8.prefix(text.utf8.count * share / 100))
      let read = try Recording(cut)
      #expect(!read.isWhole)
      let outcome = try ReplayPractice(read, events: InMemoryEvents()).run()
      #expect(outcome.difference == nil && outcome.steps > 0)
    }
  }
}
