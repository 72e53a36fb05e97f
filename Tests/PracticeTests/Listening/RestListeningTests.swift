import Controllers
import Foundation
import MIDI
import Pitch
import Ports
import Recordings
import Sound
import Testing
import Time
import Timers

@testable import Practice
@testable import Training

/// Listening in the rests of a timer, by a player's choice: pairs with their answers, and the timed practice as if
/// there were none.
@Suite struct RestListeningTests {
  /// Sets of one round each, with rests between them, and pairs of 0.3 s a note.
  func harness(
    _ source: RoundSource = .comparison, listens: Bool = true, rest: Int = 20, sets: Int = 2, seed: UInt64 = 1,
    strategy: StrategyName = .kazez, cues: Set<TimerCueGroup> = Set(TimerCueGroup.allCases), duration: Double = 0.3,
    intervals: [DirectedInterval] = DirectedInterval.all, voice: InMemorySpeech? = nil,
    recording: InMemoryRecording? = nil
  ) throws -> PracticeHarness {
    let timer = try TimerConfiguration(
      .forTime(capSeconds: nil, rounds: 1), source: source, sets: sets, restSeconds: rest, cues: cues)
    var training = TrainingSettings(noteDuration: duration, intervals: intervals, strategy: strategy)
    // A pattern is as long as a pair.
    training.timing.tempo = max(40, Int(60 / duration))
    let practice = try PracticeHarness(
      training: training, seed: seed,
      voice: voice, speaks: voice != nil, recording: recording, startTimer: .chosen(timer), keepsSound: false)
    practice.change { $0.restListening = listens }
    practice.plug()
    practice.run(for: .milliseconds(50))
    practice.intent(.timer(.confirm))
    return practice
  }

  /// Ends the exercise that is asked, always at the same time after it is heard; the rest begins.
  func endRound(_ practice: PracticeHarness) throws {
    let rounds = practice.view.timer?.set
    speak(practice) { practice.view.canAnswer || practice.view.canTune }
    // In early or late an answer counts once the displaced note could have been heard.
    practice.run(for: .milliseconds(practice.view.mode == .timing ? 600 : 20))
    practice.intent(practice.view.canTune ? .commit(epoch: nil) : .answer(.higher, epoch: nil))
    speak(practice) { practice.view.timer?.phase == .resting || practice.view.timer?.phase == .finished }
    #expect(practice.view.timer?.set == rounds)
  }

  /// Runs until `reached`, with a voice that says whatever it is asked to in `length`.
  func speak(
    _ practice: PracticeHarness, taking length: Duration = .milliseconds(600), limit: Duration = .seconds(40),
    until reached: () -> Bool
  ) {
    var ends: MonotonicTime?
    var heard = practice.voice?.said.last?.number ?? 0
    var isOpen = practice.core.speech.isSpeaking
    if isOpen { ends = practice.time.now() + length }
    let isReached = practice.run(
      until: {
        if let said = practice.voice?.said.last, said.number != heard {
          (heard, isOpen, ends) = (said.number, true, practice.time.now() + length)
        }
        if isOpen, let end = ends, practice.time.now() >= end {
          isOpen = false
          practice.voice?.inject(.ended(heard))
        }
        return reached()
      }, limit: limit)
    #expect(isReached)
  }

  /// Runs to the next set's first reference.
  func sleep(_ practice: PracticeHarness) {
    // A pattern begins with the set, and with it the exercise takes answers; the notes of a chord begin together.
    let first: ViewState.Phase = practice.view.mode == .timing ? .target : .tunable
    speak(practice) {
      practice.view.timer?.phase == .running
        && (practice.view.phase == .reference
          || [.timing, .chords, .temperament].contains(practice.view.mode) && practice.view.phase == first)
    }
  }

  func heard(_ practice: PracticeHarness) -> [Answer] {
    practice.kinds.compactMap { if case .listened(let answer) = $0 { answer } else { nil } }
  }

  /// Returns all exercises that were reported, from listening and training.
  func asked(_ practice: PracticeHarness) -> [ComparisonExercise] {
    practice.kinds.compactMap {
      if case .exerciseStarted(let exercise) = $0, exercise.mode.discipline != .listening { exercise } else { nil }
    }
  }

  func pairs(_ practice: PracticeHarness) -> [ComparisonExercise] {
    practice.kinds.compactMap {
      if case .exerciseStarted(let exercise) = $0, exercise.mode.discipline == .listening { exercise } else { nil }
    }
  }

  private func matches(_ practice: PracticeHarness) -> [MatchingExercise] {
    practice.kinds.compactMap { if case .matchingStarted(let exercise) = $0 { exercise } else { nil } }
  }

  @Test func `a whole rest has pairs with their answers, after its cue and before those of its end`() throws {
    let practice = try harness()
    try endRound(practice)
    let begun = practice.kinds.count
    sleep(practice)
    // Of 20 s, the first two and the last four stay free: pairs start on a second of the timer.
    var words: [String] = []
    var last = Frame(0)
    for kind in practice.kinds[begun...] {
      switch kind {
      case .cueStarted(let tone, let frame, let isSounded):
        #expect(isSounded == (tone != .start), "the note that begins with it is what counts")
        words.append("\(tone)")
        if tone == .low { #expect(frame - last > 48_000) }
      case .exerciseStarted(let exercise):
        #expect(exercise.mode == (words.contains("high") ? .comparison : .listening))
      case .noteStarted(let role, _, let frame):
        words.append("\(role)")
        last = frame
      case .noteEnded(_, let frame): last = frame
      case .listened(let answer):
        #expect(answer == practice.store.listeningRecords[words.count { $0 == "told" }].exercise.correctAnswer)
      case .answerTold: words.append("told")
      case .feedbackEnded(let frame) where words.contains("told"): last = frame
      case .answered, .answerEnabled, .timerRound, .sessionStarted, .sessionStopped, .trouble:
        Issue.record("\(kind)")
      default: break
      }
    }
    let pair = "reference target told"
    #expect(words.joined(separator: " ") == "rest \(pair) \(pair) \(pair) \(pair) low medium high reference start")
    let kept = practice.store.listeningRecords
    #expect(kept.map(\.exercise.mode) == [.listening, .listening, .listening, .listening])
    #expect(Set(kept.map(\.exercise.reference)).count > 1)
    #expect(practice.store.records.count == 1 && practice.core.kept.count == 1 && practice.core.kept.heard == 4)
    let workout = try #require(practice.store.workouts.first)
    #expect(workout.rounds == 1 && workout.sets.count == 2)
  }

  @Test func `in early or late a rest has patterns with their answers`() throws {
    let practice = try harness(.timing)
    try endRound(practice)
    #expect(practice.run(until: { practice.view.heard != nil }))
    let answer = try #require(practice.view.heard)
    #expect(practice.view.rhythm == .init(.straight16ths, tempo: 200) && practice.view.mode == .timing)
    sleep(practice)
    let kept = practice.store.timingListeningRecords
    #expect(heard(practice) == kept.map(\.exercise.correctAnswer) && heard(practice).first == answer)
    #expect(kept.count == 4 && kept.allSatisfy { $0.exercise.mode == .timingListening })
    #expect(pairs(practice).isEmpty && practice.store.listeningRecords.isEmpty)
    #expect(practice.store.timingRecords.count == 1 && practice.core.kept.heard == 4)
  }

  /// What a commit had already chosen next sounded in the rest that it began, and could not be tuned.
  @Test(arguments: [RoundSource.matching, .intervalMatching])
  func `a commit that ends a set is followed by silence`(source: RoundSource) throws {
    let practice = try harness(source, listens: false)
    try endRound(practice)
    practice.run(for: .seconds(2))
    #expect(practice.core.sound.sounding == 0 && practice.view.phase == .waiting && matches(practice).count == 1)
    sleep(practice)
    #expect(practice.run(until: { practice.view.canTune }) && matches(practice).count == 2)
  }

  @Test func `without the setting a rest is silent, and again once it is switched off`() throws {
    let silent = try harness(listens: false)
    try endRound(silent)
    sleep(silent)
    #expect(pairs(silent).isEmpty && silent.store.listeningRecords.isEmpty)
    let practice = try harness()
    try endRound(practice)
    #expect(practice.run(until: { heard(practice).count == 2 }))
    practice.change { $0.restListening = false }
    sleep(practice)
    #expect(heard(practice).count == 2 && pairs(practice).count == 2)
  }

  /// The waiting session ends up as it would have without listening: its whole state, including its random draws, and
  /// everything that follows from it.
  @Test(arguments: RoundSource.allCases.filter(\.isTraining), StrategyName.allCases)
  func `the waiting session is unchanged to the last bit`(source: RoundSource, strategy: StrategyName) throws {
    func state(_ practice: PracticeHarness) -> String {
      var known = ""
      let side = practice.core.exercises
      dump(side.session, to: &known)
      for session in side.resting { dump(session, to: &known) }
      dump((side.settings, side.epoch, side.lastResult, side.answered, side.unlearned, side.lastAnswer), to: &known)
      dump((side.beginning, side.nextInterval, side.mode, side.lastMode), to: &known)
      return known
    }
    let practice = try harness(source, sets: 3, strategy: strategy)
    for rest in 1...2 {
      try endRound(practice)
      #expect(practice.run(until: { practice.view.phase == .waiting }, limit: .seconds(2)))
      let before = state(practice)
      let timer = try #require(practice.view.timer?.phase)
      #expect(practice.run(until: { heard(practice).count == 4 * rest }, limit: .seconds(19)))
      #expect(practice.view.phase == .waiting && practice.view.timer?.phase == timer)
      #expect(practice.run(until: { !practice.core.exercises.rest.isRunning }, limit: .seconds(2)))
      #expect(state(practice) == before)
      sleep(practice)
    }
    let asksIntervals = practice.view.mode?.asksIntervals
    #expect(practice.store.listeningRecords.allSatisfy { $0.exercise.mode.asksIntervals == asksIntervals })
  }

  @Test(arguments: RoundSource.allCases.filter(\.isTraining), 1...2 as ClosedRange<UInt64>)
  func `the same seed chooses the same at the same time, and leaves the same profile, with listening and without`(
    source: RoundSource, seed: UInt64
  ) throws {
    struct Course: Equatable {
      var exercises: [ComparisonExercise]
      var matches: [MatchingExercise]
      var told: [String]
      var workout: [[Round]]
      var profile: ProfileBeginning
    }
    func course(listens: Bool) throws -> Course {
      let practice = try harness(source, listens: listens, rest: 12, sets: 3, seed: seed)
      for set in 1...3 {
        try endRound(practice)
        if set < 3 { sleep(practice) }
      }
      #expect(practice.run(until: { practice.view.mode == nil }, limit: .seconds(3)))
      #expect(heard(practice).count == (listens ? 4 : 0))
      var isListening = false
      // All events of sound and timer, except those of the pairs.
      let notes = practice.kinds.filter { kind in
        switch kind {
        case .exerciseStarted(let exercise): isListening = exercise.mode.discipline == .listening
        case .timingStarted(let exercise): isListening = exercise.mode == .timingListening
        case .matchingStarted, .beatsStarted: isListening = false
        default: break
        }
        switch kind {
        case .noteStarted, .noteEnded, .feedbackEnded: return !isListening
        case .cueStarted, .feedbackStarted, .tuningEnabled, .answerEnabled, .timerCue, .timerPhase: return true
        default: return false
        }
      }
      let workout = try #require(practice.store.workouts.first)
      return Course(
        exercises: asked(practice), matches: matches(practice), told: notes.map { "\($0)" },
        workout: workout.sets.map(\.rounds), profile: practice.view.beginning)
    }
    #expect(try course(listens: true) == course(listens: false))
  }

  @Test func `a pair begins only if all of it fits`() throws {
    // 2 × 2 s, a second to think, a second for the answer: six seconds of a rest that is quiet for five.
    let short = try harness(rest: 11, duration: 2)
    try endRound(short)
    sleep(short)
    #expect(pairs(short).isEmpty)
    let long = try harness(rest: 12, duration: 2)
    try endRound(long)
    sleep(long)
    #expect(pairs(long).count == 1 && heard(long).count == 1)
  }

  /// The first of an EMOM's two slots, as soon as its one round is answered.
  func answeredSlot(seconds: Int) throws -> PracticeHarness {
    let emom = try TimerConfiguration(.emom(slots: 2, slotSeconds: seconds, rounds: 1))
    let practice = try PracticeHarness(startTimer: .chosen(emom), keepsSound: false)
    practice.change { $0.restListening = true }
    practice.run(for: .milliseconds(50))
    practice.intent(.timer(.confirm))
    speak(practice) { practice.view.canAnswer }
    practice.run(for: .milliseconds(20))
    practice.intent(.answer(.lower, epoch: nil))
    return practice
  }

  @Test func `the remainder of a slot is a rest, too`() throws {
    let practice = try answeredSlot(seconds: 15)
    speak(practice) { asked(practice).count == 2 }
    #expect(heard(practice).count == 3)
    #expect(practice.store.workouts.first?.rounds == 1)
    let references = practice.starts(of: .reference)
    #expect(references.count == 5)
    let (first, last) = (try #require(references.first), try #require(references.last))
    #expect(last - first == 15 * 48_000)
  }

  @Test func `hands act in a rest as before, and no press answers a pair`() throws {
    let practice = try harness()
    try endRound(practice)
    #expect(practice.run(until: { practice.view.heard != nil }))
    let told = practice.kinds.count
    for note in [72, 48] { practice.tap(note) }
    practice.intent(.answer(.higher, epoch: nil))
    practice.intent(.answer(.lower, epoch: practice.view.epoch))
    #expect(practice.run(until: { heard(practice).count == 2 }))
    #expect(practice.view.mode == .comparison && practice.view.phase == .waiting && !practice.view.canAnswer)
    #expect(!practice.kinds[told...].contains { if case .answered = $0 { true } else { false } })
    #expect(practice.store.records.count == 1 && practice.view.timer?.phase == .resting)
    // Space skips the rest, as ever.
    practice.intent(.timer(.skipRest))
    #expect(practice.run(until: { practice.view.phase == .reference }, limit: .milliseconds(200)))
  }

  @Test func `the answer is shown while it sounds, and everything else remains the waiting session's`() throws {
    let practice = try harness(.intervalComparison)
    try endRound(practice)
    #expect(practice.run(until: { practice.view.phase == .waiting }, limit: .seconds(2)))
    let (epoch, mode) = (practice.view.epoch, practice.view.mode)
    for pair in 0..<3 {
      #expect(practice.run(until: { practice.view.heard != nil }))
      #expect(practice.view.heard == pairs(practice)[pair].correctAnswer)
      #expect(practice.view.interval == pairs(practice)[pair].interval)
      #expect(practice.view.phase == .waiting && practice.view.epoch == epoch && practice.view.mode == mode)
      #expect(practice.view.feedback == nil && practice.view.exercise == nil)
      #expect(practice.run(until: { practice.view.heard == nil }))
    }
  }

  @Test func `skipping the rest, pausing and leaving stop the sound and keep no half pair`() throws {
    for intent in [Intent.timer(.skipRest), .timer(.pause), .stop, .quit(.asked)] {
      let practice = try harness()
      try endRound(practice)
      #expect(practice.run(until: { pairs(practice).count == 1 }))
      practice.run(for: .milliseconds(100))
      #expect(practice.core.sound.sounding == 1)
      practice.intent(intent)
      practice.run(for: .milliseconds(60))
      #expect(practice.core.sound.sounding == 0, "\(intent)")
      practice.run(for: .milliseconds(1_500))
      #expect(heard(practice).isEmpty && practice.store.listeningRecords.isEmpty && practice.view.heard == nil)
      guard case .timer(.skipRest) = intent else {
        #expect(practice.view.mode == nil && practice.starts(of: .reference).count == 2)
        continue
      }
      #expect(asked(practice).count == 2 && practice.view.timer?.phase == .running)
    }
  }

  @Test func `lost sound in a rest pauses the timer and forgets the pair`() throws {
    let practice = try harness()
    try endRound(practice)
    #expect(practice.run(until: { pairs(practice).count == 1 }))
    practice.output.inject(.lost(.serverGone))
    practice.turn()
    practice.run(for: .seconds(2))
    #expect(practice.view.timer?.phase == .paused && heard(practice).isEmpty && !practice.core.exercises.rest.isRunning)
  }

  @Test(arguments: [RoundSource.comparison, .intervalMatching])
  func `a recording of it is replayed unchanged`(source: RoundSource) throws {
    let recording = InMemoryRecording()
    let practice = try harness(source, recording: recording)
    try endRound(practice)
    sleep(practice)
    try endRound(practice)
    practice.run(for: .seconds(1))
    #expect(heard(practice).count >= 4)
    practice.intent(.quit(.asked))
    #expect(practice.run(until: { practice.core.ended != nil }))
    try practice.expectReplayedTheSame(recording)
  }
}
