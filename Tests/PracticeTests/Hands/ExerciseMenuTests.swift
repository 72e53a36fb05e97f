import Controllers
import Ports
import Recordings
import Sound
import Testing
import Time
import Timers

@testable import Practice
@testable import Training

/// The list of further exercises, played with two keys.
@Suite struct ExerciseMenuTests {
  private func harness(speaks: Bool = false, asleep: Bool = false, keepsSound: Bool = false) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      asleep: asleep, voice: speaks ? InMemorySpeech() : nil, speaks: speaks, keepsSound: keepsSound)
    practice.plug()
    return practice
  }

  private func hold(_ practice: PracticeHarness, for length: Duration = .milliseconds(900)) {
    practice.press(48)
    practice.press(72)
    practice.run(for: length)
    practice.release(72)
    practice.release(48)
  }

  private func openList(_ practice: PracticeHarness) {
    hold(practice)
    practice.run(for: .milliseconds(500))
    hold(practice)
  }

  private func entry(_ practice: PracticeHarness) -> ExerciseMenu.Entry? { practice.core.explanation.menu?.entry }

  /// The entry on show.
  private func shown(_ practice: PracticeHarness) -> ExerciseMenu.Entry? {
    practice.view.notices.lazy.compactMap {
      if case .explanation(.menu(let menu, _), _) = $0 { menu.entry } else { nil }
    }.first
  }

  private func said(_ practice: PracticeHarness) -> [Announcement] {
    (practice.voice?.said ?? []).flatMap(\.announcements)
  }

  @Test func `early or late is reached with only two keys, answered, and left again`() throws {
    let practice = try harness()
    openList(practice)
    #expect(entry(practice) == .mode(.listening) && shown(practice) == entry(practice))
    practice.tap(72)
    practice.tap(76)
    #expect(entry(practice) == .mode(.timing) && shown(practice) == entry(practice))
    practice.tap(48)
    #expect(practice.view.mode == .timing && entry(practice) == nil && shown(practice) == nil)
    #expect(practice.runUntilAnswerable())
    practice.run(for: .milliseconds(600))
    practice.tap(72)
    #expect(practice.view.phase == .feedback)
    hold(practice)
    #expect(practice.view.mode == nil && practice.store.timingRecords.count == 1)
    // The next press at the hub has its usual meaning.
    practice.run(for: .milliseconds(500))
    practice.tap(72)
    #expect(practice.view.mode == .comparison)
  }

  @Test func `the first entry follows the last, and the example is the last`() throws {
    let practice = try harness()
    openList(practice)
    for _ in 1..<ExerciseMenu().count { practice.tap(72) }
    #expect(entry(practice) == .example)
    practice.tap(72)
    #expect(entry(practice) == .mode(.listening))
    for _ in 1..<ExerciseMenu().count { practice.tap(72) }
    practice.tap(48)
    #expect(practice.core.explanation.isRunning && entry(practice) == nil && practice.view.mode == nil)
  }

  @Test func `with a voice every entry is spoken, without clicks`() throws {
    let practice = try harness(speaks: true, keepsSound: true)
    var menu = ExerciseMenu()
    openList(practice)
    #expect(said(practice) == [.explanation(.menu(menu, isNew: true))])
    practice.run(for: .milliseconds(500))
    let from = practice.recording.count
    practice.tap(72)
    menu.goOn()
    #expect(said(practice).last == .explanation(.menu(menu, isNew: false)) && practice.voice?.hushes == 1)
    practice.run(for: .seconds(2))
    #expect(practice.bursts(in: from..<practice.recording.count) == 0)
    practice.voice?.inject(.ended(try #require(practice.voice?.said.last?.number)))
    practice.turn()
    hold(practice, for: .milliseconds(2_100))
    var here = SpokenStatus(level: -20)
    here.menu = menu
    #expect(said(practice).last == .here(here) && entry(practice) == menu.entry)
    practice.voice?.inject(.ended(try #require(practice.voice?.said.last?.number)))
    practice.turn()
    hold(practice)
    #expect(said(practice).last == .stopped && entry(practice) == nil)
  }

  @Test func `without a voice dull clicks count the entries`() throws {
    let practice = try harness(keepsSound: true)
    openList(practice)
    practice.run(for: .seconds(1))
    for number in 2...8 {
      let from = practice.recording.count
      practice.tap(72)
      practice.run(for: .seconds(2))
      #expect(practice.bursts(in: from..<practice.recording.count) == number)
    }
    let from = practice.recording.count
    practice.intent(.whereAmI)
    practice.run(for: .seconds(2))
    #expect(practice.bursts(in: from..<practice.recording.count) == 8)
    // The first entry again. One bright click confirms that the list is left.
    practice.tap(72)
    practice.run(for: .milliseconds(500))
    let left = practice.recording.count
    hold(practice)
    #expect(entry(practice) == nil && shown(practice) == nil)
    practice.run(for: .milliseconds(500))
    #expect(practice.bursts(in: left..<practice.recording.count) == 1)
  }

  @Test(arguments: ["start", "again", "timer", "example", "stop", "leave", "cable", "sound", "time"])
  func `any start or loss closes the list`(what: String) throws {
    let practice = try harness()
    openList(practice)
    practice.run(for: .seconds(1))
    switch what {
    case "start": practice.intent(.start(.matching), source: .page)
    case "again": practice.intent(.proceed)
    case "timer": practice.intent(.timer(.quickStart(.amrap)))
    case "example": practice.intent(.explain)
    case "stop": practice.intent(.stop)
    case "leave": practice.intent(.leave)
    case "cable": practice.unplug()
    case "sound":
      practice.output.inject(.lost(.hung))
      practice.turn()
    default:
      practice.run(for: .milliseconds(27_500))
      #expect(entry(practice) != nil)
      practice.run(for: .seconds(2))
    }
    #expect(entry(practice) == nil && shown(practice) == nil && !practice.view.leaving)
    #expect(practice.view.mode == ["start": Mode.matching, "again": .comparison][what])
    #expect(practice.core.explanation.isRunning == (what == "example"))
  }

  @Test func `the computer's keys also move on and start`() throws {
    let practice = try harness()
    openList(practice)
    practice.intent(.answer(.higher, epoch: nil))
    #expect(entry(practice) == .mode(.intervalListening))
    practice.intent(.answer(.lower, epoch: nil))
    #expect(practice.view.mode == .intervalListening)
  }

  @Test func `the list does not open asleep, during a waiting timer, or in practice`() throws {
    let sleeping = try harness(asleep: true)
    openList(sleeping)
    #expect(entry(sleeping) == nil)
    let waiting = try harness()
    waiting.intent(.timer(.quickStart(.amrap)))
    openList(waiting)
    #expect(entry(waiting) == nil && waiting.view.notices.contains(.timerWaits))
    let practising = try harness()
    practising.intent(.start(.comparison))
    openList(practising)
    #expect(entry(practising) == nil)
  }

  @Test func `a recording replays the list`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording, keepsSound: false)
    practice.plug()
    openList(practice)
    practice.tap(72)
    practice.tap(72)
    practice.tap(48)
    practice.runUntilAnswerable()
    practice.intent(.quit(.asked))
    practice.run(until: { practice.core.ended != nil }, limit: .seconds(2))
    try practice.expectReplayedTheSame(recording)
  }
}
