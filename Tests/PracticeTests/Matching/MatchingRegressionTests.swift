import Controllers
import Foundation
import MIDI
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time
import Training

@testable import Practice

/// Bugs of the original Peach that could exist in this loop. One more is
/// `MatchingPracticeTests.aWheelThatIsLetGoCommitsWhereItWasHeldAndNotTheCentre`.
@Suite struct MatchingRegressionTests {
  private func started() throws -> PracticeHarness {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    return practice
  }

  /// 9: a tap without moving gave a perfect score.
  @Test func `bug 9: a commit without movement is not perfect`() throws {
    let practice = try started()
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    let exercise = try #require(practice.matchingExercise)
    #expect(practice.view.result == MatchingFeedback(error: exercise.startOffset))
    #expect(practice.view.result?.band != .deadCentre)
  }

  /// 13: the page's slider and MIDI both committed, which resumed something twice.
  @Test func `bug 13: page and controller commit at the same moment once`() throws {
    let practice = try started()
    let moment = practice.time.now()
    practice.ports.inject(.received(PracticeHarness.keyboard.id, PracticeHarness.control(64, 127), at: moment))
    practice.mailbox.post(.intent(.commit(epoch: nil), at: moment, source: .page))
    practice.mailbox.post(.intent(.proceed, at: moment, source: .keys))
    practice.turn()
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(300))
    #expect(practice.store.matchingRecords.map(\.gesture) == [.button])
    #expect(practice.resultFrames.count == 1)
  }

  /// 14: the feedback's timer went on after the stop.
  @Test func `bug 14: a stop within feedback starts nothing`() throws {
    let practice = try started()
    practice.match(error: 3)
    #expect(practice.runUntilResult())
    practice.intent(.stop)
    practice.run(for: .seconds(1))
    #expect(practice.starts(of: .reference).count == 1)
    #expect(practice.view.phase == .hub)
  }

  /// 18: MIDI was dead after leaving and returning.
  @Test func `bug 18: the controller tunes after leaving and returning`() throws {
    let practice = try started()
    for round in 1...3 {
      practice.matchByWheel(10_000)
      #expect(practice.runUntilResult())
      #expect(practice.store.matchingRecords.count == round)
      practice.intent(.stop)
      practice.run(for: .milliseconds(100))
      practice.tap(72)
      #expect(practice.runUntilAnswerable())
      practice.intent(.stop)
      practice.run(for: .milliseconds(100))
      practice.startMatching()
      #expect(practice.runUntilTunable())
    }
  }

  /// 19: a session was started again while it ran.
  @Test func `bug 19: a start of the running mode does nothing`() throws {
    let practice = try started()
    let epoch = practice.view.epoch
    practice.intent(.step(cents: 7, epoch: nil))
    for intent in [Intent.start(.matching), .again] { practice.intent(intent) }
    practice.run(for: .milliseconds(300))
    #expect(practice.view.epoch == epoch)
    #expect(practice.view.canTune)
    #expect(practice.core.tuning.tuner.cents == 7)
    #expect(practice.kinds.filter { if case .sessionStarted = $0 { true } else { false } }.count == 1)
  }

  /// The first movement, or a quick commit, came before the note was there and was lost, or the note was
  /// orphaned.
  @Test func `bugs B and C: a commit before the note neither tunes nor orphans it`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.run(until: { practice.view.phase == .reference && practice.view.epoch != nil }))
    practice.intent(.step(cents: 40, epoch: nil))
    practice.intent(.commit(epoch: nil))
    #expect(practice.run(until: { practice.view.canTune }))
    // The very moment it may be heard.
    practice.run(for: .milliseconds(3))
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(abs(Cents(from: record.exercise.startHertz, to: record.finalHertz).value) < 1e-6)
    practice.intent(.stop)
    practice.run(for: .milliseconds(200))
    #expect(practice.recording.suffix(64).allSatisfy { $0 == 0 })
  }

  /// The fade of a stop hit the reference of an immediate start.
  @Test func `bug E: an immediate start is not hit by the old fade`() throws {
    let practice = try started()
    let before = practice.starts(of: .reference).count
    practice.intent(.stop)
    practice.intent(.start(.matching))
    #expect(practice.run(until: { practice.starts(of: .reference).count > before && practice.view.canTune }))
    let start = try #require(practice.starts(of: .reference).last)
    let exercise = try #require(practice.matchingExercise)
    // From the old note's last frame to the reference's release it is one sine, at its level throughout.
    let first = Int(start.count) + 1_300
    let fit = Analysis.fitSine(
      practice.recording[first..<first + 9_600], rate: 48_000, near: exercise.referenceHertz.value)
    #expect(fit.residualDecibels < -77)
    #expect(abs(20 * log10(fit.amplitude) + 20) < 0.01)
    #expect(abs(Cents(from: exercise.referenceHertz, to: Hertz(fit.hertz)).value) < 0.01)
    // And it ends on its own frame.
    let ends = practice.kinds.compactMap { if case .noteEnded(.reference, let frame) = $0 { frame } else { nil } }
    #expect(ends.last == start + 14_400)
  }
}
