import Foundation
import Pitch
import Testing
import Time

@testable import Training

/// Settings and strategies that change while practice runs: the exercise that runs keeps its own, up to its record.
struct ChangedSettingsTests {
  /// Points of an exercise at which settings may change.
  enum Moment: CaseIterable {
    case reference, target, awaiting, feedback
  }

  /// A comparison, with `change` made at `moment`: its answer, and what follows.
  private func comparison(
    changedAt moment: Moment, in session: inout ComparisonSession, _ change: (inout ComparisonSession) -> Void
  ) throws -> (asked: ComparisonExercise, answer: ComparisonAnswer, then: [ComparisonSession.Effect]) {
    let asked = try found(session.handle(.start(mode: .comparison)).played)
    if moment == .reference { change(&session) }
    _ = session.handle(.secondStarted(asked.epoch, heard: time(1)))
    if moment == .target { change(&session) }
    _ = session.handle(.secondEnded(asked.epoch))
    if moment == .awaiting { change(&session) }
    let answer = try found(
      session.handle(.answer(asked.correctAnswer, at: time(2.5), source: .keys, controller: nil)).answered)
    if moment == .feedback { change(&session) }
    return (asked, answer, session.handle(.feedbackStarted(asked.epoch, frame: Frame(0), rate: 48_000)))
  }

  @Test(arguments: Moment.allCases) func `a comparison keeps its settings and the next has the new ones`(moment: Moment)
    throws
  {
    var session = ComparisonSession()
    let changed = try TrainingSettings(lowest: note(96), highest: note(108), noteDuration: 0.5, tuning: .just)
    let (asked, answer, then) = try comparison(changedAt: moment, in: &session) { $0.settings = changed }
    #expect(asked.reference.number < 96)
    #expect(answer.settings == .standard)
    let next = try found(then.played)
    #expect(next.reference.number >= 96)
    #expect(then == [.course(.play(next, timing: NoteTiming(duration: 0.5, gap: 0), start: .at(Frame(19_200))))])
    _ = session.handle(.feedbackEnded(asked.epoch, frame: Frame(19_200)))
    #expect(try found(session.hearAndAnswer(next, start: 5).answered).settings == changed)
  }

  /// A held exercise was chosen under the earlier settings and keeps their timing.
  @Test func `a held exercise keeps its settings too`() throws {
    var session = ComparisonSession()
    session.holdsReference = true
    guard case .course(.ready(let held)) = try found(session.handle(.start(mode: .comparison)).first) else {
      throw POSIXError(.EINVAL)
    }
    session.settings = TrainingSettings(noteDuration: 0.5)
    #expect(
      session.handle(.proceed(held.epoch)) == [
        .course(.play(held, timing: NoteTiming(duration: 1, gap: 0), start: .now))
      ])
  }

  /// A tuning whose only interval is the prime, as in a player's own file.
  private struct PrimesOnly: TuningSystem {
    var name: String { "primes" }
    func size(of interval: DirectedInterval, from reference: Note) -> Cents? { interval == .prime ? .zero : nil }
  }

  @Test func `settings that leave no exercise end practice after the result`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .intervalComparison)).played)
    session.settings = TrainingSettings(tuning: Tuning(PrimesOnly()))
    _ = session.hearAndAnswer(first, start: 0)
    #expect(session.handle(.feedbackStarted(first.epoch, frame: Frame(0), rate: 48_000)).isEmpty)
    #expect(session.view.feedback?.correct == true)
    let refusal = ExerciseRefusal.notInTuning("primes", mode: .intervalComparison, intervals: [.perfectFifthUp])
    #expect(
      session.handle(.feedbackEnded(first.epoch, frame: Frame(19_200)))
        == [.course(.clearFeedback(first.epoch, frame: Frame(19_200))), .course(.refused(refusal))])
    #expect(session.phase == .idle)
    // With other settings it continues.
    session.settings = .standard
    #expect(session.handle(.start(mode: .intervalComparison)).played != nil)
  }

  @Test func `practice also ends if feedback was never reported`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .intervalComparison)).played)
    session.settings = TrainingSettings(tuning: Tuning(PrimesOnly()))
    _ = session.hearAndAnswer(first, start: 0)
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(0))).names == ["clear", "refused"])
    #expect(session.phase == .idle)
  }

  @Test func `a match keeps its settings and the next has the new ones`() throws {
    var session = MatchingSession()
    let first = try session.begin()
    let changed = try TrainingSettings(lowest: note(96), highest: note(108), matchingRange: Cents(20))
    session.settings = changed
    _ = session.hearAndCommit(first, start: 0)
    let effects = session.fade(first, frame: 0)
    #expect(try found(effects.kept).settings == .standard)
    let next = try found(effects.played)
    #expect(first.range == Cents(100) && next.range == Cents(20) && next.reference.number >= 96)
  }

  @Test func `matching ends after the result too`() throws {
    let refused = ExerciseRefusal.notInTuning("primes", mode: .intervalMatching, intervals: [.perfectFifthUp])
    var session = MatchingSession()
    let first = try session.begin(.intervalMatching)
    session.settings = TrainingSettings(tuning: Tuning(PrimesOnly()))
    _ = session.hearAndCommit(first, start: 0)
    var late = session
    #expect(session.fade(first, frame: 0).names == ["keep", "feedback"])
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(19_200))).last == .course(.refused(refused)))
    #expect(late.handle(.feedbackEnded(first.epoch, frame: Frame(19_200))).names == ["keep", "refused"])
    #expect(session.phase == .idle && late.phase == .idle)
  }

  @Test(arguments: Moment.allCases) func `another strategy chooses from the next exercise on`(moment: Moment) throws {
    var session = ComparisonSession()
    let (asked, answer, then) = try comparison(changedAt: moment, in: &session) {
      $0.change(to: KazezStrategy(unisonLevel: Cents(20)))
    }
    #expect(asked.offset.magnitude == Cents(100) && answer.strategy == .kazez)
    // The strategy passed in already accounts for earlier answers; it learns later ones itself.
    var expected = KazezStrategy(unisonLevel: Cents(20))
    if moment != .feedback { expected.learn(asked, correct: true) }
    #expect(try found(then.played).offset.magnitude == expected.level(in: .comparison))
    #expect(session.strategy as? KazezStrategy == expected)
  }

  @Test func `the answer belongs to the strategy that chose the exercise`() throws {
    var session = ComparisonSession(
      settings: .standard, strategy: EdgeStrategy(), generator: SeededGenerator(seed: 1))
    let (_, answer, _) = try comparison(changedAt: .target, in: &session) { $0.change(to: KazezStrategy()) }
    #expect(answer.strategy == .edge && session.strategy.name == .kazez)
  }

  @Test func `an answer is withdrawn from both strategies`() throws {
    var session = ComparisonSession()
    _ = try comparison(changedAt: .reference, in: &session) { $0.change(to: KazezStrategy(unisonLevel: Cents(20))) }
    #expect(session.handle(.withdraw(pressedAt: time(2.5))).names == ["withdrawn", "clear", "silence"])
    #expect(session.strategy as? KazezStrategy == KazezStrategy(unisonLevel: Cents(20)))
    #expect(try found(session.handle(.start(mode: .comparison)).played).offset.magnitude == Cents(20))
  }

  @Test func `a strategy chosen after the answer stays when that is withdrawn`() throws {
    var session = ComparisonSession()
    _ = try comparison(changedAt: .feedback, in: &session) { $0.change(to: KazezStrategy(unisonLevel: Cents(20))) }
    #expect(session.handle(.withdraw(pressedAt: time(2.5))).names == ["withdrawn", "clear", "silence"])
    #expect(session.strategy as? KazezStrategy == KazezStrategy(unisonLevel: Cents(20)))
  }
}
