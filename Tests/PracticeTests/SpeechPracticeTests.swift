import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Testing
import Time
import Timers

@testable import Practice
@testable import Training

/// Speech, and its absence while a note sounds.
@Suite struct SpeechPracticeTests {
  private func harness(
    speaks: Bool = true, cue: Settings.MatchingCue = .auto, exercises: Int? = nil,
    voice: InMemorySpeech = InMemorySpeech(),
    intervals: [DirectedInterval] = [.perfectFifthUp]
  ) throws -> PracticeHarness {
    try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, intervals: intervals), exercises: exercises, voice: voice,
      speaks: speaks, matchingCue: cue)
  }

  private func said(_ practice: PracticeHarness) -> [[Announcement]] {
    practice.voice?.said.map(\.announcements) ?? []
  }

  /// Ends the last utterance.
  private func finish(_ practice: PracticeHarness) throws {
    let number = try #require(practice.voice?.said.last?.number)
    practice.voice?.inject(.ended(number))
    practice.turn()
  }

  /// A second of noise for our own renderer.
  private func render(_ practice: PracticeHarness, seconds: Double = 1) throws {
    let number = try #require(practice.voice?.said.last?.number)
    let samples = (0..<Int(22_050 * seconds)).map { Float(sin(Double($0) * 0.1)) * 0.5 }
    practice.voice?.inject(.rendered(number, SpokenSound(samples: samples, rate: 22_050)))
    practice.turn()
  }

  @Test(arguments: [Mode.comparison, .matching]) func `the mode is spoken before the first reference`(mode: Mode) throws
  {
    let practice = try harness()
    practice.intent(.start(mode))
    #expect(said(practice) == [[.mode(mode)]])
    practice.run(for: .seconds(2))
    #expect(practice.recording.allSatisfy { $0 == 0 })
    #expect(practice.view.phase == .reference)
    #expect(!practice.view.canTune && !practice.view.canAnswer)
    try finish(practice)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 1 }, limit: .milliseconds(20)))
  }

  @Test(arguments: [Mode.intervalComparison, .intervalMatching])
  func `the interval is spoken with the mode, in one utterance`(mode: Mode) throws {
    let practice = try harness()
    practice.intent(.start(mode))
    #expect(said(practice) == [[.mode(mode), .interval(.perfectFifthUp)]])
  }

  @Test func `the result is spoken within feedback, and the next reference waits`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    try finish(practice)
    #expect(practice.runUntilTunable())
    practice.match(error: 4)
    #expect(said(practice).count == 1)
    #expect(practice.runUntilResult())
    #expect(said(practice).last == [.result(MatchingFeedback(error: Cents(4)))])
    practice.run(for: .seconds(1))
    let fade = try #require(practice.resultFrames.last)
    #expect(practice.starts(of: .reference).count == 1)
    // Said, not struck.
    #expect(practice.clicks(after: fade) == 0)
    #expect(practice.view.result == nil)
    try finish(practice)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }, limit: .milliseconds(20)))
  }

  /// Matching whose first result is being spoken.
  private func atResult() throws -> PracticeHarness {
    let practice = try harness()
    practice.intent(.start(.matching))
    try finish(practice)
    #expect(practice.runUntilTunable())
    practice.match(error: 4)
    #expect(practice.runUntilResult())
    return practice
  }

  @Test func `a result that takes a quarter of a minute is spoken to its end`() throws {
    let practice = try atResult()
    let number = try #require(practice.voice?.said.last?.number)
    let hushes = practice.voice?.hushes
    practice.voice?.inject(.begun(number, limit: .seconds(20)))
    practice.run(for: .seconds(15))
    #expect(practice.voice?.hushes == hushes && practice.starts(of: .reference).count == 1)
    try finish(practice)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }, limit: .milliseconds(20)))
  }

  @Test func `an utterance that ends within feedback holds nothing up`() throws {
    let practice = try atResult()
    practice.run(for: .milliseconds(200))
    try finish(practice)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }))
    let fade = try #require(practice.resultFrames.last)
    #expect(practice.starts(of: .reference)[1] - fade == 19_200)
  }

  @Test func `only a changed interval is spoken again`() throws {
    let intervals = [3, 4, 7].compactMap { DirectedInterval(semitones: $0) }
    let practice = try harness(intervals: intervals)
    practice.intent(.start(.intervalMatching))
    var last: DirectedInterval?
    for _ in 0..<8 {
      let words = try #require(said(practice).last)
      let spoken = words.compactMap { if case .interval(let interval) = $0 { interval } else { nil } }
      try finish(practice)
      #expect(practice.run(until: { practice.view.canTune }))
      let asked = try #require(practice.view.interval)
      #expect(spoken == (asked == last ? [] : [asked]))
      last = asked
      practice.run(for: .milliseconds(20))
      practice.match(error: 0)
      #expect(practice.runUntilResult())
    }
    #expect(Set(said(practice).joined()).count > 3)
  }

  @Test func `the next interval is shown within feedback while the result is spoken`() throws {
    let practice = try harness()
    practice.intent(.start(.intervalMatching))
    try finish(practice)
    #expect(practice.runUntilTunable())
    practice.match(error: 0)
    #expect(practice.runUntilResult())
    #expect(practice.view.nextInterval == .perfectFifthUp)
  }

  @Test func `a voice that never ends is given up after thirteen seconds`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    practice.run(for: .milliseconds(12_950))
    #expect(practice.starts(of: .reference).isEmpty)
    practice.run(for: .milliseconds(100))
    #expect(practice.starts(of: .reference).count == 1)
    #expect(practice.voice?.hushes == 1)
    // Its later report of that utterance has no effect.
    try finish(practice)
    #expect(practice.runUntilTunable())
  }

  @Test func `without a voice nothing waits and clicks give the results`() throws {
    let practice = try harness()
    practice.voice?.inject(.unavailable(.missing))
    practice.intent(.start(.matching))
    #expect(said(practice).isEmpty)
    #expect(practice.runUntilTunable())
    practice.match(error: practice.matchingExercise.map { $0.startOffset.value > 0 ? 20 : -20 } ?? 20)
    #expect(practice.runUntilResult())
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    #expect(practice.clicks(after: try #require(practice.resultFrames.last)) == 2)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }))
    #expect(practice.starts(of: .reference)[1] - practice.resultFrames[0] == 19_200)
  }

  @Test func `a voice that fails in the middle does not stop practice`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    practice.run(for: .milliseconds(500))
    practice.voice?.inject(.unavailable(.failed(detail: "gone")))
    practice.turn()
    #expect(practice.runUntilTunable())
    #expect(practice.view.notices.isEmpty)
    practice.match(error: practice.matchingExercise.map { $0.startOffset.value > 0 ? 5 : -5 } ?? 5)
    #expect(practice.runUntilResult())
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }))
    #expect(practice.clicks(after: practice.resultFrames[0]) == 1)
  }

  @Test(arguments: [Mode.comparison, .matching])
  func `a voice that comes late never speaks over a note`(mode: Mode) throws {
    let practice = try harness()
    practice.voice?.inject(.unavailable(.missing))
    practice.intent(.start(mode))
    #expect(practice.run(until: { practice.view.canTune || practice.view.canAnswer }))
    practice.run(for: .milliseconds(20))
    practice.voice?.inject(.available(.espeak))
    practice.turn()
    if mode == .matching { practice.match(error: 0) } else { practice.intent(.answer(.higher, epoch: nil)) }
    #expect(practice.runUntilResult())
    let utterances = said(practice).count
    practice.run(for: .seconds(1))
    // Either nothing is said, or the next reference waits for it.
    #expect(utterances == 0 || practice.starts(of: .reference).count == 1)
  }

  @Test(arguments: [RoundSource.comparison, .matching])
  func `the end of a timed practice is spoken once, after the last result`(source: RoundSource) throws {
    let practice = try harness()
    practice.intent(.timer(.choose(try TimerConfiguration(.forTime(capSeconds: nil, rounds: 1), source: source))))
    try finish(practice)
    practice.run(for: .milliseconds(100))
    practice.intent(.timer(.confirm))
    if source == .matching {
      #expect(practice.runUntilTunable())
      practice.match(error: 4)
    } else {
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(20))
      practice.intent(.answer(.higher, epoch: practice.view.epoch))
    }
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }))
    practice.run(for: .seconds(1))
    try finish(practice)
    practice.run(for: .seconds(1))
    let said = (practice.voice?.said ?? []).flatMap(\.announcements)
    #expect(said.count { $0 == .timerFinished } == 1 && said.last == .timerFinished, "\(said)")
  }

  @Test func `stopping cuts off speech`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    practice.run(for: .milliseconds(100))
    practice.intent(.stop)
    #expect(practice.voice?.hushes == 1)
    try finish(practice)
    practice.run(for: .seconds(1))
    #expect(practice.starts(of: .reference).isEmpty)
    #expect(practice.view.phase == .hub)
  }

  @Test func `our own renderer speaks it, and then practice continues`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    practice.run(for: .milliseconds(300))
    #expect(practice.recording.allSatisfy { $0 == 0 })
    try render(practice)
    practice.run(for: .milliseconds(500))
    #expect(practice.recording.suffix(480).contains { abs($0) > 1e-3 })
    #expect(practice.starts(of: .reference).isEmpty)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 1 }))
    // It is over before the reference begins: its frames are all of the utterance, from 30 ms after it was ready.
    let start = Int(try #require(practice.starts(of: .reference).first).count)
    #expect((48_000..<48_000 + 4_800).contains(start - 14_400))
    #expect(practice.recording[start - 10..<start].allSatisfy { $0 == 0 })
  }

  /// The renderer plays it to its end, however late the voice was done.
  @Test func `a rendered utterance is not given up while it sounds`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    practice.run(for: .milliseconds(5_500))
    try render(practice, seconds: 1.5)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 1 }))
    let start = Int(try #require(practice.starts(of: .reference).first).count)
    #expect(start >= 48_000 * 7)
    #expect(practice.recording[start - 10..<start].allSatisfy { $0 == 0 })
  }

  @Test func `stopping fades speech in our renderer`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    practice.run(for: .milliseconds(100))
    try render(practice)
    practice.run(for: .milliseconds(300))
    #expect(practice.recording.suffix(480).contains { abs($0) > 1e-3 })
    practice.intent(.stop)
    practice.run(for: .milliseconds(100))
    let silent = practice.recording.count
    practice.run(for: .seconds(2))
    #expect(practice.recording[silent...].allSatisfy { $0 == 0 })
    #expect(practice.starts(of: .reference).isEmpty)
  }

  @Test func `without speech nothing is spoken and nothing waits`() throws {
    let practice = try harness(speaks: false)
    practice.intent(.start(.intervalMatching))
    #expect(practice.runUntilTunable())
    practice.match(error: 0)
    #expect(practice.runUntilResult())
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }))
    #expect(practice.starts(of: .reference)[1] - practice.resultFrames[0] == 19_200)
    #expect(said(practice).isEmpty)
  }

  @Test func `the cue speech speaks only results without the setting speech`() throws {
    let practice = try harness(speaks: false, cue: .speech)
    practice.intent(.start(.intervalMatching))
    #expect(said(practice).isEmpty)
    #expect(practice.runUntilTunable())
    practice.match(error: 3)
    #expect(practice.runUntilResult())
    #expect(said(practice) == [[.result(MatchingFeedback(error: Cents(3)))]])
    practice.run(for: .seconds(1))
    #expect(practice.starts(of: .reference).count == 1)
    try finish(practice)
    #expect(practice.runUntilTunable())
  }

  @Test func `the last result is spoken to its end`() throws {
    let practice = try harness(exercises: 1)
    practice.intent(.start(.matching))
    try finish(practice)
    #expect(practice.runUntilTunable())
    practice.match(error: 3)
    #expect(practice.runUntilResult())
    #expect(said(practice).last == [.result(MatchingFeedback(error: Cents(3)))])
    practice.run(for: .milliseconds(500))
    #expect(practice.voice?.hushes == 0)
    try finish(practice)
    #expect(practice.run(until: { practice.core.ended == .finished }, limit: .seconds(1)))
  }
}
