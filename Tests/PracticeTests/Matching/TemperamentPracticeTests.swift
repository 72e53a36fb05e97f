import Controllers
import Foundation
import MIDI
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// A temperament that is laid note by note, each against one that was laid before.
@Suite struct TemperamentPracticeTests {
  private func started(order: TemperamentOrder = .fifthsFromA, limit: Int? = nil) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, matchingRange: Cents(20), temperamentOrder: order),
      exercises: limit, matchingCue: .off)
    practice.intent(.start(.temperament))
    return practice
  }

  /// An order of three notes, two fifths and a third.
  private func brief() throws -> TemperamentOrder {
    try TemperamentOrder(name: "brief.txt", Array("E4 A3\nB3 E4\nC#4 A3".utf8))
  }

  private func lay(_ practice: PracticeHarness, error: Double) throws {
    #expect(practice.runUntilTunable())
    practice.match(error: error)
    #expect(practice.runUntilResult())
  }

  private func lines(_ practice: PracticeHarness) throws -> [[String: Any]] {
    let encoder = EventLine.encoder()
    return try practice.kinds.map {
      try JSONSerialization.jsonObject(
        with: Data(EventLine(PracticeEvent(time: practice.time.now(), kind: $0)).text(encoder).utf8)) as? [String: Any]
    }.compactMap(\.self)
  }

  @Test func `each note sounds with the one before as it was left, from one frame to the commit's`() throws {
    let practice = try started(order: try brief())
    let errors = [7.0, -4, 2]
    for (number, error) in errors.enumerated() {
      #expect(practice.runUntilTunable())
      #expect(practice.starts(of: .reference).last == practice.starts(of: .tunable).last)
      let laying = try #require(practice.view.laying)
      #expect(laying.step == number + 1 && laying.count == 3 && practice.view.laid == nil)
      #expect(
        laying.note == practice.matchingExercise?.target && laying.reference == practice.matchingExercise?.reference)
      practice.match(error: error)
      #expect(practice.runUntilResult())
      practice.run(for: .milliseconds(200))
    }
    let kept = practice.store.matchingRecords
    #expect(
      kept.map(\.exercise.temperament?.step) == [1, 2, 3] && Set(kept.map(\.exercise.temperament?.run)).count == 1)
    #expect(kept[1].exercise.referenceHertz == kept[0].finalHertz && kept[2].exercise.referenceHertz == Hertz(220))
    #expect(zip(kept, errors).allSatisfy { abs($0.error.value - $1) < 1e-3 })
    let result = try #require(practice.view.laid)
    #expect(practice.view.result?.laid == result && result.closing == nil)
    #expect(zip(result.rows, [7.0, 3, 2]).allSatisfy { abs($0.cents - $1) < 1e-3 })
    #expect(practice.engine.counters.refusedCommands == 0)
  }

  @Test func `the result stays while the next temperament is laid and at the hub, until practice starts again`() throws
  {
    let practice = try started(order: try brief())
    for _ in 0..<3 { try lay(practice, error: 1) }
    let first = try #require(practice.view.laid)
    try lay(practice, error: 0)
    #expect(practice.view.laid == first && practice.view.laying?.step == 2)
    practice.intent(.stop)
    practice.run(for: .milliseconds(100))
    #expect(practice.view.mode == nil && practice.view.laid == first && practice.view.laying == nil)
    practice.intent(.start(.matching))
    practice.run(for: .milliseconds(100))
    #expect(practice.view.laid == nil)
  }

  @Test func `a whole circle ends practice after its notes, with its closing fifth in the events`() throws {
    let practice = try started(limit: 11)
    for _ in 0..<11 { try lay(practice, error: -2) }
    #expect(practice.run(until: { practice.view.mode == nil }))
    let told = try lines(practice)
    let begun = told.filter { $0["event"] as? String == "exerciseStarted" }
    #expect(begun.map { $0["step"] as? Int } == Array(1...11) && begun[0]["order"] as? String == "fifths-from-a")
    #expect(begun[0]["mode"] as? String == "temperament" && begun[0]["beats"] as? Double != nil)
    #expect(Set(begun.compactMap { $0["run"] as? String }).count == 1)
    let commits = told.filter { $0["event"] as? String == "committed" }
    #expect(commits.dropLast().allSatisfy { $0["notes"] == nil })
    let last = try #require(commits.last)
    #expect(last["temperament"] as? String == "equal" && (last["notes"] as? [Any])?.count == 11)
    let closing = try #require(last["closing"] as? [String: Any])
    #expect(closing["note"] as? Int == 57 && closing["against"] as? Int == 62)
    #expect(abs((closing["cents"] as? Double ?? 0) - 22) < 0.01)
  }

  @Test func `stepping back fades the note, and the one before is tuned again`() throws {
    let practice = try started(order: try brief())
    try lay(practice, error: 5)
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    #expect(practice.runUntilTunable())
    let open = try #require(practice.view.epoch)
    // A page that shows an older exercise has no effect.
    practice.intent(.stepBack(epoch: Epoch(open.number - 1)), source: .page)
    #expect(practice.view.epoch == open)
    practice.intent(.stepBack(epoch: open), source: .page)
    #expect(practice.run(until: { practice.view.epoch != open }) && practice.runUntilTunable())
    #expect(practice.view.laying?.step == 1 && practice.store.matchingRecords.count == 1)
    practice.run(for: .milliseconds(100))
    // Only the two notes of the new exercise sound.
    #expect(practice.core.sound.sounding == 2)
    for error in [1.0, 1, 1] { try lay(practice, error: error) }
    #expect(practice.view.laid.map { $0.rows.map { Int($0.cents.rounded()) } } == [1, 2, 1])
    #expect(practice.store.matchingRecords.map(\.exercise.temperament?.step) == [1, 1, 2, 3])
    #expect(practice.engine.counters.refusedCommands == 0)
  }

  @Test func `a note that is tuned again keeps its number, and practice ends with the temperament`() throws {
    let practice = try started(order: try brief(), limit: 3)
    try lay(practice, error: 5)
    #expect(practice.run(until: { practice.view.phase != .feedback }) && practice.runUntilTunable())
    #expect(practice.view.exercise == .init(2, of: 3))
    practice.intent(.stepBack(epoch: nil))
    #expect(practice.runUntilTunable() && practice.view.exercise == .init(1, of: 3))
    try lay(practice, error: 4)
    // During a result, step and number are those of the next note.
    #expect(practice.view.laying?.step == 2 && practice.view.exercise == .init(2, of: 3))
    practice.intent(.stepBack(epoch: nil))
    #expect(practice.view.laying?.step == 1 && practice.view.exercise == .init(1, of: 3))
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    for error in [1.0, 2, 3] { try lay(practice, error: error) }
    #expect(practice.view.exercise == .init(3, of: 3) && practice.view.laid != nil)
    #expect(practice.run(until: { practice.view.mode == nil }))
    #expect(practice.store.matchingRecords.map(\.exercise.temperament?.step) == [1, 1, 1, 2, 3])
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a fader at its end can tune the note stepped back to`(seed: UInt64) throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, matchingRange: Cents(20)), seed: seed, matchingCue: .off)
    practice.plug()
    for value in 60...64 { practice.send(PracticeHarness.control(1, value)) }
    practice.intent(.start(.temperament))
    #expect(practice.runUntilTunable())
    for value in 65...68 { practice.send(PracticeHarness.control(1, value)) }
    practice.send(PracticeHarness.control(64, 127))
    practice.send(PracticeHarness.control(64, 0))
    #expect(practice.runUntilResult() && practice.runUntilTunable())
    for value in 69...127 { practice.send(PracticeHarness.control(1, value)) }
    practice.intent(.stepBack(epoch: nil))
    #expect(practice.runUntilTunable() && practice.view.laying?.step == 1)
    // It can only go down.
    let exercise = try #require(practice.matchingExercise)
    try #require(exercise.startOffset.value >= 0)
    let value = 127 - Int((127 * exercise.startOffset.value / 20).rounded())
    for value in (value..<127).reversed() { practice.send(PracticeHarness.control(1, value)) }
    practice.run(for: .milliseconds(60))
    practice.send(PracticeHarness.control(64, 127))
    #expect(practice.runUntilResult() && abs(practice.view.result?.cents ?? 99) <= 1)
  }

  @Test func `surfaces show a way back only if there is a note to tune again`() throws {
    let practice = try started(order: try brief())
    #expect(practice.runUntilTunable() && !practice.view.stepsBack)
    for _ in 0..<3 {
      try lay(practice, error: 1)
      #expect(practice.view.stepsBack)
    }
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    for _ in 0..<3 {
      #expect(practice.runUntilTunable() && practice.view.stepsBack)
      practice.intent(.stepBack(epoch: nil))
    }
    #expect(practice.runUntilTunable() && practice.view.laying?.step == 1 && practice.view.laid != nil)
    #expect(!practice.view.stepsBack)
    // Nor while settings begin another temperament.
    try lay(practice, error: 1)
    practice.change { $0.training.temperamentOrder = .fifthsFromC }
    #expect(!practice.view.stepsBack)
    practice.intent(.stop)
    practice.run(for: .milliseconds(100))
    #expect(!practice.view.stepsBack)
  }

  @Test func `the step names the interval, before and after a result`() throws {
    let practice = try started()
    #expect(practice.runUntilTunable() && practice.view.laying != nil && practice.view.interval == nil)
    practice.match(error: 3)
    #expect(practice.runUntilResult())
    #expect(practice.view.laying?.step == 2 && practice.view.interval == nil && practice.view.nextInterval != nil)
    practice.intent(.whereAmI)
    #expect(
      practice.run(until: {
        practice.view.notices.contains { if case .here(let here, _) = $0 { here.interval == nil } else { false } }
      }))
  }

  @Test func `during a result it returns to that note, on the frame where the next would have begun`() throws {
    let practice = try started(order: try brief())
    try lay(practice, error: 15)
    practice.run(for: .milliseconds(50))
    practice.intent(.stepBack(epoch: nil))
    #expect(practice.view.phase == .feedback && practice.view.result?.cents == 15)
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    #expect(practice.runUntilTunable() && practice.view.laying?.step == 1)
    let result = try #require(practice.resultFrames.last)
    #expect(practice.starts(of: .reference).last == result + 19_200 && practice.starts(of: .reference).count == 2)
  }

  @Test func `the role steps back, and in other modes it does nothing`() throws {
    let context = { (practice: PracticeHarness) in
      practice.core.context.effects(
        of: .button(.stepBack, at: practice.time.now()), from: PracticeHarness.keyboard.id, nil)
    }
    let practice = try started()
    #expect(practice.runUntilTunable())
    #expect(context(practice).contains { if case .exercises(.session(.stepBack)) = $0 { true } else { false } })
    practice.intent(.start(.comparison))
    practice.run(for: .milliseconds(200))
    #expect(!context(practice).contains { if case .exercises(.session(.stepBack)) = $0 { true } else { false } })
    let chords = try PracticeHarness(training: TrainingSettings(noteDuration: 0.3), matchingCue: .off)
    chords.intent(.start(.chords))
    #expect(chords.runUntilTunable())
    let epoch = chords.view.epoch
    chords.intent(.stepBack(epoch: nil))
    chords.run(for: .milliseconds(200))
    #expect(chords.view.epoch == epoch && chords.view.canTune)
  }

  @Test func `it always holds, and cannot be heard again`() throws {
    let practice = try started()
    practice.change { $0.hearAgain = true }
    #expect(practice.runUntilTunable() && !practice.view.hearsAgain)
    #expect(practice.core.exercises.openCue == .canTune(.held))
  }

  @Test func `it can be a round of a timer, and is started by its role`() {
    #expect(Mode(.temperament) == .temperament && Role(starting: .temperament) == .startTemperament)
    #expect(Mode(Role.startTemperament) == .temperament)
  }
}
