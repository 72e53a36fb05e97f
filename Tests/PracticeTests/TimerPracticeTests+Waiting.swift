import Ports
import Testing
import Timers
import Training

@testable import Practice

/// While a timer waits to be confirmed or resumed, Higher does that, and nothing else can start.
extension TimerPracticeTests {
  enum Hand: CaseIterable { case pads, arrows }

  /// A timer that waits: shown and not confirmed, or paused after a round.
  private func waiting(isPaused: Bool) throws -> PracticeHarness {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 60)))
    pad(practice, 37)
    guard isPaused else { return practice }
    pad(practice, 39)
    try answerOne(practice)
    pad(practice, 41)
    return practice
  }

  private func press(_ answer: Answer, by hand: Hand, _ practice: PracticeHarness) {
    switch hand {
    case .pads: pad(practice, answer == .higher ? 63 : 60)
    case .arrows: practice.intent(.answer(answer, epoch: nil))
    }
  }

  @Test(arguments: Hand.allCases, [false, true])
  func `any upper key begins or resumes the timer that waits`(hand: Hand, isPaused: Bool) throws {
    let practice = try waiting(isPaused: isPaused)
    press(.higher, by: hand, practice)
    #expect(practice.view.timer?.phase == .running && practice.view.mode == .comparison)
    try answerOne(practice)
    #expect(practice.view.timer?.round == (isPaused ? 2 : 1))
  }

  @Test(arguments: Hand.allCases)
  func `any lower key leaves a timer that is shown and ends one that is paused`(hand: Hand) throws {
    let shown = try waiting(isPaused: false)
    press(.lower, by: hand, shown)
    #expect(shown.view.timer == nil && shown.view.mode == nil)
    let paused = try waiting(isPaused: true)
    press(.lower, by: hand, paused)
    #expect(paused.view.timer?.phase == .finished && paused.view.mode == nil)
    #expect(paused.store.workouts.first?.state == .incomplete)
    // From then on keys have their usual meaning.
    press(.lower, by: hand, paused)
    #expect(paused.view.timer == nil && paused.view.mode == .matching)
  }

  @Test(
    arguments: [
      Intent.start(.comparison), .start(.intervalMatching), .again,
    ], [false, true])
  func `nothing starts while a timer waits, and a line gives the reason`(intent: Intent, isPaused: Bool) throws {
    let practice = try waiting(isPaused: isPaused)
    let phase = practice.view.timer?.phase
    practice.intent(intent, source: .page)
    #expect(practice.view.mode == nil && practice.view.timer?.phase == phase)
    #expect(practice.view.notices.count == 1)
    practice.intent(.answer(.higher, epoch: nil))
    #expect(practice.view.timer?.phase == .running && practice.view.notices.isEmpty)
  }

  /// It was said once, as the line stood there already: a second press seemed to do nothing.
  @Test func `a start that is refused again is reported again`() throws {
    let practice = try waiting(isPaused: true)
    var told: [Int?] = []
    for _ in 0..<3 {
      practice.intent(.start(.comparison), source: .page)
      told.append(practice.view.refused?.number)
      #expect(practice.view.notices == [.timerWaits] && practice.view.refused?.notice == .timerWaits)
    }
    #expect(told == [1, 2, 3])
    #expect(practice.kinds.count { if case .trouble("timer-waits") = $0 { true } else { false } } == 3)
  }

  /// Any way of asking: a pad, or Quick Start and Start on a page.
  @Test(arguments: [nil, TimerIntent.quickStart(.emom), .choose(.standard(.forTime))])
  func `no other timer is shown while one is paused, and a line gives the reason`(intent: TimerIntent?) throws {
    let practice = try waiting(isPaused: true)
    if let intent { practice.intent(.timer(intent), source: .page) } else { pad(practice, 38) }
    #expect(practice.view.timer?.phase == .paused && practice.view.timer?.configuration.kind == .amrap)
    #expect(practice.view.notices == [.timerWaits])
    practice.intent(.timer(.end), source: .page)
    #expect(practice.view.notices.isEmpty)
    pad(practice, 38)
    #expect(practice.view.timer?.phase == .confirming && practice.view.timer?.configuration.kind == .emom)
  }

  /// Another mode leaves the timed one, as ever; its timer is paused, and then nothing runs beside it.
  @Test func `another mode while time runs pauses and starts nothing`() throws {
    let practice = try waiting(isPaused: false)
    pad(practice, 39)
    try answerOne(practice)
    practice.intent(.start(.matching), source: .page)
    #expect(practice.view.mode == nil && practice.view.timer?.phase == .paused)
  }

  @Test func `a mode requested at the start files the waiting practice`() throws {
    let before = try waiting(isPaused: true)
    let workout = try #require(before.store.workouts.first)
    let practice = try PracticeHarness(
      startMode: .comparison, timers: KnownTimers(configurations: [:], paused: workout))
    #expect(practice.run(until: { practice.view.mode == .comparison }))
    #expect(practice.view.timer == nil)
    // Filed: the store of this run knows of its end alone.
    #expect(practice.kinds.contains { if case .timerPhase(.finished, isComplete: false) = $0 { true } else { false } })
  }

  @Test func `the cue on show disappears with a pause and does not return, and the end shows its own`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 30), source: .free))
    pad(practice, 37)
    pad(practice, 39)
    #expect(practice.run(until: { practice.view.timer?.cue != nil }))
    let first = try #require(practice.view.timer?.cue)
    #expect(first.cue == .start)
    pad(practice, 41)
    #expect(practice.view.timer?.phase == .paused && practice.view.timer?.cue == nil)
    pad(practice, 39)
    #expect(practice.view.timer?.phase == .running && practice.view.timer?.cue == nil)
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }, limit: .seconds(40)))
    let last = try #require(practice.view.timer?.cue)
    #expect(last.cue == .finish && last.number > first.number)
    // The next timer does not show the end of this one.
    pad(practice, 40)
    pad(practice, 37)
    #expect(practice.view.timer?.phase == .confirming && practice.view.timer?.cue == nil)
    // Ended early, within the cue: none stays.
    pad(practice, 39)
    #expect(practice.run(until: { practice.view.timer?.cue?.cue == .start }))
    practice.intent(.timer(.end), source: .page)
    #expect(practice.view.timer?.phase == .finished && practice.view.timer?.cue == nil)
  }
}
