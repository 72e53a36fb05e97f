import Controllers
import Ports
import Testing
import Time
import Timers
import Training

@testable import Practice

@Suite("The meaning of a press, by the state of practice")
struct MeaningTests {
  static let id = PortID(client: 20, port: 0)
  static let now = MonotonicTime(nanoseconds: 5_000_000_000)

  enum Place: CaseIterable { case hub, comparison, matching, tunable }

  static func meaning(at place: Place, timer: TimerStatus = TimerStatus()) -> PracticeContext {
    .atRest {
      $0.now = now
      $0.isPractising = place != .hub
      $0.isTuned = place == .matching || place == .tunable
      $0.canTune = place == .tunable
      $0.settings.hearAgain = true
      $0.lastMode = .intervalMatching
      $0.shownEpoch = Epoch(3)
      $0.lastSource = .page
      $0.timer = timer
    }
  }

  static let presses: [(Gesture, Place, [String])] = [
    (.start(.higher, long: false), .hub, ["rack", "start comparison"]),
    (.start(.lower, long: true), .hub, ["rack", "start intervalMatching"]),
    (.answer(.lower, at: now), .comparison, ["rack", "use", "answer lower"]),
    (.step(.lower, at: now), .tunable, ["rack", "use", "step -1.0"]),
    (.commit(at: now), .tunable, ["rack", "use", "commit"]),
    (.button(.commit, at: now), .tunable, ["rack", "use", "commit"]),
    (.button(.commit, at: now), .matching, ["rack"]),
    (.button(.hearAgain, at: now), .tunable, ["rack", "use", "again"]),
    (.button(.hearAgain, at: now), .matching, ["rack"]),
    (.button(.hearAgain, at: now), .comparison, ["rack"]),
    (.button(.hearAgain, at: now), .hub, ["rack"]),
    (.button(.again, at: now), .hub, ["rack", "start intervalMatching"]),
    (.button(.again, at: now), .comparison, ["rack"]),
    (.button(.stop, at: now), .comparison, ["rack", "tell timer", "stop asked"]),
    (.stop(firstPressed: now), .comparison, ["rack", "withdraw"]),
    (.stop(firstPressed: now), .matching, ["rack", "stop asked"]),
    (.stop(firstPressed: now), .hub, ["rack"]),
    (.level(.higher, at: now), .hub, ["rack", "sound", "rack"]),
    (.unmapped, .hub, ["rack"]),
  ]

  @Test("a controller's keys and buttons", arguments: presses)
  func gestures(gesture: Gesture, place: Place, expected: [String]) {
    #expect(words(Self.meaning(at: place).effects(of: gesture, from: Self.id, "Keyboard")) == expected)
  }

  @Test("the control that repeats the reference, which does nothing while that is off")
  func hearingAgain() {
    var meaning = Self.meaning(at: .tunable)
    meaning.settings.hearAgain = false
    #expect(words(meaning.effects(of: .button(.hearAgain, at: Self.now), from: Self.id, "Keyboard")) == ["rack"])
    #expect(meaning.effects(of: .hearAgain(epoch: Epoch(3)), at: Self.now, source: .keys).isEmpty)
  }

  static let asked: [(Intent, Place, [String])] = [
    (.answer(.higher, epoch: nil), .hub, ["start comparison"]),
    (.answer(.higher, epoch: Epoch(3)), .hub, []),
    (.answer(.higher, epoch: Epoch(3)), .comparison, ["answer higher"]),
    (.answer(.lower, epoch: nil), .matching, ["step -1.0"]),
    (.answer(.lower, epoch: Epoch(2)), .comparison, []),
    (.proceed, .hub, ["start intervalMatching"]),
    (.proceed, .tunable, ["commit"]),
    (.hearAgain(epoch: Epoch(3)), .tunable, ["again"]),
    (.hearAgain(epoch: Epoch(2)), .tunable, []),
    (.leave, .hub, ["leave asked"]),
    (.leave, .matching, ["tell timer", "stop asked"]),
    (.pageGone, .comparison, ["stop asked", "await page no longer"]),
    (.pageAway, .comparison, ["await page"]),
    (.pageBack, .comparison, ["await page no longer"]),
  ]

  @Test("a surface's keys", arguments: asked)
  func intents(intent: Intent, place: Place, expected: [String]) {
    #expect(words(Self.meaning(at: place).effects(of: intent, at: Self.now, source: .keys)) == expected)
  }

  @Test("a press during an explanation ends it, and only starts if it starts a mode")
  func explaining() {
    var meaning = Self.meaning(at: .hub)
    meaning.isExplaining = true
    let press = { words(meaning.effects(of: $0, from: Self.id, "Keyboard")) }
    #expect(press(.answer(.higher, at: Self.now)) == ["rack", "explanation end"])
    #expect(press(.button(.startMatching, at: Self.now)) == ["rack", "start matching"])
    #expect(press(.button(.stop, at: Self.now)) == ["rack", "tell timer", "stop asked"])
    #expect(press(.button(.explain, at: Self.now)) == ["rack", "explanation ask"])
    #expect(press(.explain) == ["rack", "explanation holdOn"])
    let ask = { words(meaning.effects(of: $0, at: Self.now, source: .keys)) }
    #expect(ask(.answer(.lower, epoch: nil)) == ["explanation end"])
    #expect(ask(.proceed) == ["start intervalMatching"])
    #expect(ask(.leave) == ["tell timer", "stop asked"])
    #expect(ask(.explain) == ["explanation ask"])
  }

  @Test("in the list of further exercises Higher moves on, Lower starts, and both leave")
  func listing() {
    var meaning = Self.meaning(at: .hub)
    let press = { words(meaning.effects(of: $0, from: Self.id, "Keyboard")) }
    let id = String(reflecting: Self.id)
    #expect(press(.more) == ["rack", "explanation openMenu(by: \(id))"])
    meaning.menu = ExerciseMenu()
    #expect(press(.choose(.higher)) == ["rack", "explanation goOn"])
    #expect(press(.stop(firstPressed: Self.now)) == ["rack", "explanation leaveMenu(by: \(id))"])
    #expect(press(.whereAmI) == ["rack", "explanation countEntry", "speech"])
    let ask = { words(meaning.effects(of: $0, at: Self.now, source: .keys)) }
    #expect(ask(.answer(.higher, epoch: nil)) == ["explanation goOn"])
    #expect(ask(.answer(.lower, epoch: nil)) == ["explanation choose(by: nil)"])
    #expect(ask(.answer(.lower, epoch: Epoch(3))) == [])
    #expect(ask(.leave) == ["tell timer", "stop asked"])
  }

  @Test("a page that leaves stops nothing that hands have continued")
  func pageGone() {
    var meaning = Self.meaning(at: .comparison)
    meaning.lastSource = .controller
    #expect(words(meaning.effects(of: .pageAway, at: Self.now, source: .page)) == [])
    #expect(words(meaning.effects(of: .pageGone, at: Self.now, source: .page)) == ["await page no longer"])
  }

  @Test("keys confirm, resume and leave a timer that waits")
  func waitingTimer() throws {
    var timer = TimerSide(known: KnownTimers())
    let configuration = TimerConfiguration.standard(.amrap)
    _ = timer.tell(.choose(configuration), at: nil, now: Self.now) { .distantPast }
    #expect(timer.status.waits)
    let meaning = Self.meaning(at: .hub, timer: timer.status)
    #expect(words(meaning.effects(of: .start(.higher, long: false), from: Self.id, nil)) == ["rack", "timer", "rack"])
    #expect(
      words(meaning.effects(of: .start(.lower, long: false), from: Self.id, nil)) == ["rack", "tell timer", "rack"])
  }
}
