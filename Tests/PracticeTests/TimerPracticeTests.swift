import Controllers
import Foundation
import MIDI
import Ports
import Sound
import Testing
import Time
import Timers
import Training

@testable import Practice

/// Practice timers as a player meets them: pads, the real renderer, the real reducers.
@Suite struct TimerPracticeTests {
  /// A box of pads with a role each: note 36 For Time, 37 AMRAP, 38 EMOM, 39 confirm, 40 cancel, 41 stop, 42 commit.
  static let pads = """
    schema: 1
    name: Pads
    kind: grid
    extent: basic
    mode: any
    sources: ["made up for tests"]
    match: {usb: ["1234:0002"]}
    halves:
      - grid: {first: 60, rows: 2, columns: 2, row-step: 2, first-row: bottom, channel: 1}
    roles:
      timer-for-time: [{notes: 36, channel: 1}]
      timer-amrap: [{notes: 37, channel: 1}]
      timer-emom: [{notes: 38, channel: 1}]
      confirm: [{notes: 39, channel: 1}]
      cancel: [{notes: 40, channel: 1}]
      stop: [{notes: 41, channel: 1}]
      commit: [{notes: 42, channel: 1}]
    feedback:
      colours: {dark: 0, white: 3}
      lights: {middle: [{notes: 60, channel: 1}]}
      cues: {can-answer: [{light: middle, colour: white}]}
    """

  static func practice(
    _ configurations: TimerConfiguration..., paused: Workout? = nil, start: TimerStart? = nil, period: Int = 64,
    keepsSound: Bool = true
  ) throws -> PracticeHarness {
    let mapping = try #require(MappingLibrary.mapping(in: Array(pads.utf8), file: "/own/pads.yaml"))
    let practice = try PracticeHarness(
      library: MappingLibrary(mappings: [mapping]), period: period,
      timers: KnownTimers(
        configurations: Dictionary(uniqueKeysWithValues: configurations.map { ($0.kind, $0) }), paused: paused),
      startTimer: start, keepsSound: keepsSound)
    practice.plug(PracticeHarness.other)
    return practice
  }

  func pad(_ practice: PracticeHarness, _ note: Int, for duration: Duration = .milliseconds(30)) {
    practice.press(note, on: PracticeHarness.other)
    practice.run(for: duration)
    practice.release(note, on: PracticeHarness.other)
  }

  private func cues(_ practice: PracticeHarness) -> [TimerCue] {
    practice.kinds.compactMap { if case .timerCue(let cue) = $0 { cue } else { nil } }
  }

  /// Answers the exercise that is asked, when it counts.
  func answerOne(_ practice: PracticeHarness) throws {
    let before = practice.store.records.count
    #expect(practice.run(until: { practice.view.canAnswer }, limit: .seconds(70)))
    practice.run(for: .milliseconds(20))
    let isHigher = practice.exercise?.correctAnswer == .higher
    pad(practice, isHigher ? 63 : 60)
    #expect(practice.store.records.count == before + 1)
  }

  @Test func `without a choice nothing of a timer is visible`() throws {
    let practice = try Self.practice()
    practice.intent(.start(.comparison))
    #expect(practice.run(until: { practice.view.canAnswer }))
    #expect(practice.view.timer == nil && practice.store.workouts.isEmpty)
    #expect(!practice.kinds.contains { if case .timerPhase = $0 { true } else { false } })
  }

  @Test func `For Time from the pads to the end`() throws {
    let practice = try Self.practice(try TimerConfiguration(.forTime(capSeconds: nil, rounds: 2)))
    pad(practice, 36)
    #expect(practice.view.timer?.phase == .confirming && practice.view.timer?.rounds == 2)
    #expect(practice.store.workouts.isEmpty, "nothing begins before it is confirmed")
    pad(practice, 39)
    #expect(practice.view.timer?.phase == .running)
    #expect(practice.view.mode == .comparison)
    try answerOne(practice)
    #expect(practice.view.timer?.round == 1)
    try answerOne(practice)
    #expect(practice.view.timer?.phase == .finished && practice.view.timer?.isComplete == true)
    // The last result is shown to its end; nothing follows it.
    #expect(practice.run(until: { practice.view.mode == nil }, limit: .seconds(1)))
    let workout = try #require(practice.store.workouts.first)
    #expect(workout.state == .complete && workout.rounds == 2 && workout.sets.count == 1)
    #expect(abs((workout.sets[0].rounds.map(\.split).reduce(.zero, +) - workout.practised).seconds) < 1e-9)
    #expect(cues(practice) == [.start, .finish])
    pad(practice, 40)
    #expect(practice.view.timer == nil)
  }

  @Test func `an EMOM holds training until the minute and begins on its frame`() throws {
    let emom = try TimerConfiguration(.emom(slots: 2, slotSeconds: 15, rounds: 1))
    let practice = try Self.practice(emom)
    pad(practice, 38)
    pad(practice, 39)
    try answerOne(practice)
    #expect(practice.run(until: { practice.view.phase == .waiting }, limit: .seconds(1)))
    #expect(practice.view.timer?.isWaiting == true)
    #expect(practice.view.mode == .comparison, "the training page stays")
    #expect(practice.run(until: { practice.view.phase == .reference }, limit: .seconds(16)))
    #expect(practice.run(until: { references(practice).count == 2 }, limit: .seconds(3)))
    // 15 s apart on the sample, whatever happened in between.
    let frames = references(practice)
    #expect(frames[1] - frames[0] == 15 * 48_000)
    try answerOne(practice)
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }, limit: .seconds(16)))
    #expect(cues(practice) == [.start, .three, .two, .one, .slot, .finish])
    let workout = try #require(practice.store.workouts.first)
    #expect(workout.sets[0].rounds.map(\.slot) == [1, 2])
  }

  private func references(_ practice: PracticeHarness) -> [Frame] {
    practice.kinds.compactMap { if case .noteStarted(.reference, _, let frame) = $0 { frame } else { nil } }
  }

  @Test func `free rounds are presses of the commit control`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 30), source: .free))
    pad(practice, 37)
    pad(practice, 39)
    #expect(practice.view.mode == nil && practice.view.timer?.phase == .running)
    for _ in 0..<3 {
      practice.run(for: .seconds(2))
      pad(practice, 42)
    }
    // A page and the keys count the same.
    practice.intent(.timer(.round), source: .page)
    practice.run(for: .seconds(1))
    practice.intent(.proceed)
    #expect(practice.view.timer?.round == 5)
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }, limit: .seconds(31)))
    pad(practice, 42)
    #expect(practice.store.workouts.first?.rounds == 5, "what is over is over")
    #expect(references(practice).isEmpty)
  }

  @Test func `stop pauses, confirm continues and a long stop ends`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 60)))
    pad(practice, 37)
    pad(practice, 39)
    try answerOne(practice)
    practice.run(for: .seconds(1))
    pad(practice, 41)
    #expect(practice.view.timer?.phase == .paused && practice.view.mode == nil)
    let remaining = practice.view.timer?.remaining
    practice.run(for: .seconds(5))
    #expect(practice.view.timer?.remaining == remaining, "time stands still")
    pad(practice, 39)
    #expect(practice.view.timer?.phase == .running && practice.view.mode == .comparison)
    try answerOne(practice)
    pad(practice, 41, for: .milliseconds(900))
    #expect(practice.view.timer?.phase == .finished && practice.view.timer?.isComplete == false)
    #expect(practice.store.workouts.first?.state == .incomplete)
    #expect(practice.store.workouts.first?.rounds == 2)
  }

  @Test func `the stop chord takes its answer and its round back`() throws {
    let practice = try Self.practice(try TimerConfiguration(.forTime(capSeconds: nil, rounds: 9)))
    pad(practice, 36)
    pad(practice, 39)
    try answerOne(practice)
    #expect(practice.run(until: { practice.view.canAnswer }))
    practice.run(for: .milliseconds(20))
    practice.press(60, on: PracticeHarness.other)
    practice.press(63, on: PracticeHarness.other)
    #expect(practice.view.timer?.round == 2)
    practice.run(for: .milliseconds(900))
    #expect(practice.view.timer?.phase == .paused && practice.view.timer?.round == 1)
    #expect(practice.store.records.map(\.withdrawn) == [false, true])
  }

  @Test func `an unplugged controller pauses the timer`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 60)))
    pad(practice, 37)
    pad(practice, 39)
    try answerOne(practice)
    practice.unplug(PracticeHarness.other)
    #expect(practice.view.timer?.phase == .paused && practice.view.mode == nil)
    #expect(practice.store.workouts.first?.state == .paused)
    practice.plug(PracticeHarness.other)
    pad(practice, 39)
    #expect(practice.view.timer?.phase == .running)
  }

  @Test func `a suspension pauses the timer`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 60), source: .free))
    pad(practice, 37)
    pad(practice, 39)
    practice.run(for: .seconds(1))
    practice.time.suspend(for: .seconds(30))
    practice.cycle()
    #expect(practice.view.timer?.phase == .paused)
  }

  @Test func `without sound free practice continues in light and text`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 30), source: .free))
    pad(practice, 37)
    pad(practice, 39)
    practice.run(for: .seconds(1))
    practice.output.inject(.lost(.serverGone))
    practice.turn()
    #expect(practice.view.timer?.phase == .running)
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }, limit: .seconds(31)))
    #expect(cues(practice).last == .finish)
  }

  @Test func `without sound training is paused and neither begins nor continues`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 30)))
    pad(practice, 37)
    pad(practice, 39)
    try answerOne(practice)
    practice.output.inject(.lost(.serverGone))
    practice.turn()
    #expect(practice.view.timer?.phase == .paused)
    pad(practice, 39)
    #expect(practice.view.timer?.phase == .paused && practice.view.notices.contains(.noSound))
    practice.output.inject(.ready(practice.output.description))
    practice.turn()
    pad(practice, 39)
    #expect(practice.view.timer?.phase == .running)
  }

  @Test func `leaving pauses, and the next run restores`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 60), source: .free))
    pad(practice, 37)
    pad(practice, 39)
    practice.run(for: .seconds(2))
    pad(practice, 42)
    practice.intent(.quit(.interrupt))
    let workout = try #require(practice.store.workouts.first)
    #expect(workout.state == .paused && workout.rounds == 1)
    let again = try Self.practice(paused: workout)
    #expect(again.view.timer?.phase == .paused && again.view.timer?.round == 1)
    again.intent(.stop)
    #expect(again.view.timer?.phase == .paused)
    pad(again, 63)
    #expect(again.view.timer?.phase == .running && again.view.timer?.remaining == practice.view.timer?.remaining)
  }

  @Test func `cancel leaves a timer that was only shown`() throws {
    let practice = try Self.practice()
    for note in [36, 37, 38] {
      pad(practice, note)
      #expect(practice.view.timer?.phase == .confirming)
      pad(practice, 40)
      #expect(practice.view.timer == nil)
    }
    #expect(practice.store.workouts.isEmpty && practice.store.timers.isEmpty)
  }

  @Test func `a keyboard without pads confirms with Higher and leaves with Lower`() throws {
    let practice = try Self.practice(start: .chosen(try TimerConfiguration(.amrap(durationSeconds: 30), source: .free)))
    practice.plug()
    #expect(practice.view.timer?.phase == .confirming)
    practice.tap(48)
    #expect(practice.view.timer == nil)
    practice.intent(.timer(.quickStart(.amrap)))
    practice.tap(72)
    #expect(practice.view.timer?.phase == .running)
  }

  @Test func `both halves together are a free round on a keyboard`() throws {
    let practice = try Self.practice(start: .chosen(try TimerConfiguration(.amrap(durationSeconds: 30), source: .free)))
    practice.plug()
    practice.tap(72)
    practice.run(for: .seconds(1))
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(50))
    practice.release(48)
    practice.release(72)
    #expect(practice.view.timer?.round == 1)
  }

  @Test func `a quick timer begins by itself when there is sound`() throws {
    let practice = try Self.practice(
      try TimerConfiguration(.forTime(capSeconds: nil, rounds: 3)), start: .quick(.forTime))
    #expect(practice.run(until: { practice.view.timer?.phase == .running }, limit: .seconds(1)))
    #expect(practice.view.mode == .comparison)
  }

  @Test func `cues light the pads`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 45), source: .free))
    pad(practice, 37)
    pad(practice, 39)
    practice.run(for: .milliseconds(400))
    _ = practice.ports.takeSent(to: PracticeHarness.other.id)
    #expect(practice.run(until: { cues(practice).last == .thirtySeconds }, limit: .seconds(20)))
    practice.run(for: .milliseconds(300))
    let sent = practice.ports.takeSent(to: PracticeHarness.other.id).map(\.bytes)
    #expect(sent.contains([0x90, 60, 3]) && sent.last == [0x90, 60, 0], "lit, and dark again")
  }

  @Test func `the requested set is remembered when it begins`() throws {
    let practice = try Self.practice()
    let wanted = try TimerConfiguration(.amrap(durationSeconds: 300), source: .matching)
    practice.intent(.timer(.choose(wanted)))
    #expect(practice.store.timers.isEmpty)
    practice.intent(.timer(.confirm))
    #expect(practice.store.timers[.amrap] == wanted && practice.view.timerConfigurations[.amrap] == wanted)
  }

  /// Every cue of a workout of every kind on the frame that its plan says, over `PEACH_TIMER_MINUTES` (10) of sound.
  @Test(arguments: TimerKind.allCases) func `cues start on their frames`(kind: TimerKind) throws {
    let minutes = ProcessInfo.processInfo.environment["PEACH_TIMER_MINUTES"].flatMap { Int($0) } ?? 10
    let seconds = min(minutes * 60, TimerConfiguration.longest)
    // Two sets and a minute's rest.
    let set = seconds / 2 - 60
    let interval = max(
      TimerConfiguration.slotLengths.lowerBound, set / TimerConfiguration.slotCounts.upperBound)
    let form: TimerConfiguration.Form =
      switch kind {
      case .forTime: .forTime(capSeconds: set, rounds: 999)
      case .amrap: .amrap(durationSeconds: set)
      case .emom: .emom(slots: set / interval, slotSeconds: interval, rounds: 1)
      }
    let configuration = try TimerConfiguration(form, source: .free, sets: 2, restSeconds: 60, countdownSeconds: 10)
    let practice = try Self.practice(configuration, period: 1_024, keepsSound: false)
    practice.intent(.timer(.quickStart(kind)))
    practice.intent(.timer(.confirm))
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }, limit: .seconds(seconds + 120)))
    practice.run(for: .seconds(1))
    let told = practice.kinds.compactMap {
      if case .cueStarted(let tone, let frame, true) = $0 { (tone, frame) } else { nil }
    }
    let plan = configuration.plan
    #expect(told.map(\.0) == plan.map { CueTone($0.cue) })
    let first = try #require(told.first).1
    let offsets = told.map { $0.1 - first }
    let planned = plan.map { (($0.offset - plan[0].offset).nanoseconds * 48 + 500_000) / 1_000_000 }
    #expect(zip(offsets, planned).allSatisfy { $0 == $1 } && offsets.count == planned.count)
  }
}
