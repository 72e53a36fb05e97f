import Foundation
import Testing
import Time

@testable import Pitch
@testable import Training

/// The original's own bugs, those that a comparison could have here too. Numbers are the history's: 26 fixed, a–j
/// suspected. (i, just intonation on a rooted scale, is in `TuningTests`; j, targets outside the range, below.)
struct HistoryTests {
  private func started(_ mode: Mode = .comparison) throws -> (ComparisonSession, ComparisonExercise) {
    var session = ComparisonSession()
    let exercise = try found(session.handle(.start(mode: mode)).played)
    return (session, exercise)
  }

  @Test func `bug 1: the loop starts and repeats`() throws {
    var (session, exercise) = try started()
    for step in 0..<5 { exercise = try found(session.complete(exercise, start: Double(step) * 5)) }
    #expect(exercise.index == 6)
    #expect(session.phase == .playingReference)
  }

  @Test func `bug 2: an answer during the target is not overwritten by its end`() throws {
    var (session, exercise) = try started()
    _ = session.hearAndAnswer(exercise, start: 0)
    #expect(session.handle(.secondEnded(exercise.epoch)).isEmpty)
    #expect(session.phase == .showingFeedback)
  }

  @Test func `bug 3: an answer is reported while the target sounds so that it fades at once`() throws {
    var (session, exercise) = try started()
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(1)))
    #expect(session.phase == .playingTarget)
    let effects = session.handle(.answer(.higher, at: time(1.1), source: .keys, controller: nil))
    #expect(effects.names.first == "answered")
  }

  @Test func `bug 5: leaving silences every sound`() throws {
    var (session, exercise) = try started()
    var stopped = session
    #expect(stopped.handle(.stop) == [.course(.silence)])
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(1)))
    #expect(session.handle(.stop) == [.course(.silence)])
  }

  @Test func `bug 6: one result never follows another without being cleared`() throws {
    var (session, exercise) = try started()
    for (step, right) in [true, false, true, false].enumerated() {
      let answer = right ? exercise.correctAnswer : exercise.correctAnswer.opposite
      let effects = session.hearAndAnswer(exercise, start: Double(step) * 5, with: answer)
      #expect(effects.names == ["answered", "feedback"])
      #expect(session.view.feedback == AnswerFeedback(answer: answer, correct: right))
      let next = session.handle(.feedbackStarted(exercise.epoch, frame: Frame(0), rate: 48_000)).played
      #expect(session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200))).names == ["clear"])
      #expect(session.view.feedback == nil)
      exercise = try found(next)
    }
  }

  @Test func `bug 7: a reset leaves no trace of earlier learning`() throws {
    var (session, exercise) = try started()
    _ = session.hearAndAnswer(exercise, start: 0)
    session.strategy = KazezStrategy()
    // The kept state from before the answer must not come back either.
    #expect(session.handle(.withdraw(pressedAt: time(1.3))).names == ["clear", "silence"])
    #expect(session.strategy as? KazezStrategy == KazezStrategy())
  }

  @Test func `bugs 8 and 24: offsets of both signs do not cancel`() throws {
    var strategy = KazezStrategy()
    for offset in [40.0, -40, 40, -40] { strategy.learn(try exercise(offset: offset), correct: false) }
    #expect(strategy.level(in: .comparison).value > 40)
  }

  @Test func `bug 10: tuning and concert pitch reach the frequencies`() throws {
    var sizes = (0...12).map { Cents(Double($0) * 100) }
    sizes[7] = Cents(from: Hertz(2), to: Hertz(3))
    let tuning = Tuning(try found(IntervalTable(name: "pure fifth", sizes: sizes)))
    let pitch = try found(ConcertPitch(Hertz(415)))
    var session = ComparisonSession(settings: TrainingSettings(concertPitch: pitch, tuning: tuning))
    let asked = try found(session.handle(.start(mode: .intervalComparison)).played)
    let expected = 415 * Tuning.equal.reference(asked.reference, concertPitch: .standard).value / 440
    #expect(abs(asked.referenceHertz.value - expected) < 1e-9)
    let pure = Cents(from: Hertz(2), to: Hertz(3)) + asked.offset
    #expect((Cents(from: asked.referenceHertz, to: asked.targetHertz) - pure).magnitude.value < 1e-9)
  }

  @Test func `bug 11: settings changed in between count from the next exercise and never before`() throws {
    var (session, first) = try started()
    session.settings = try TrainingSettings(lowest: note(96), highest: note(108), noteDuration: 2)
    let answer = try found(session.hearAndAnswer(first, start: 0).answered)
    #expect(answer.settings == .standard)
    let effects = session.handle(.feedbackStarted(first.epoch, frame: Frame(0), rate: 48_000))
    guard case .course(.play(let second, let timing, _)) = try found(effects.first) else { throw POSIXError(.EINVAL) }
    #expect(second.reference.number >= 96 && timing.duration == 2)
  }

  @Test func `bugs 14 and 15: nothing continues after a stop during feedback`() throws {
    var (session, exercise) = try started()
    _ = session.hearAndAnswer(exercise, start: 0)
    _ = session.handle(.stop)
    #expect(session.handle(.feedbackStarted(exercise.epoch, frame: Frame(0), rate: 48_000)).isEmpty)
    #expect(session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200))).isEmpty)
    #expect(session.phase == .idle)
  }

  @Test func `bug 19: a second start does not restart a running practice`() throws {
    var (session, exercise) = try started()
    #expect(session.handle(.start(mode: .intervalComparison)).isEmpty)
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(1))) == [.enableAnswer(exercise.epoch)])
  }

  @Test func `bug 20: the answer is reported before its feedback and the end after it`() throws {
    var session = ComparisonSession(limit: 1)
    let only = try found(session.handle(.start(mode: .comparison)).played)
    #expect(session.hearAndAnswer(only, start: 0).names == ["answered", "feedback"])
    _ = session.handle(.feedbackStarted(only.epoch, frame: Frame(0), rate: 48_000))
    #expect(session.handle(.feedbackEnded(only.epoch, frame: Frame(19_200))).names == ["clear", "finished"])
  }

  @Test func `bug D: late events of an answered target do not touch the next exercise`() throws {
    var (session, first) = try started()
    let second = try found(session.complete(first, start: 0))
    _ = session.handle(.secondStarted(second.epoch, heard: time(6)))
    #expect(session.handle(.secondEnded(first.epoch)).isEmpty)
    #expect(session.phase == .playingTarget)
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(0))).isEmpty)
    #expect(session.phase == .playingTarget)
  }

  @Test func `bug E: a stop and an immediate start share no epoch`() throws {
    var (session, first) = try started()
    _ = session.handle(.stop)
    let second = try found(session.handle(.start(mode: .comparison)).played)
    #expect(second.epoch > first.epoch)
    #expect(session.handle(.secondStarted(first.epoch, heard: time(1))).isEmpty)
    #expect(session.phase == .playingReference)
  }

  @Test func `bug H: leaving for another mode loses nothing of the chain`() throws {
    var (session, first) = try started()
    _ = session.complete(first, start: 0)
    _ = session.handle(.stop)
    let again = try found(session.handle(.start(mode: .comparison)).played)
    #expect(again.offset.magnitude.value == 50)
  }

  @Test func `bug J: interval targets stay in the set range`() throws {
    let settings = try TrainingSettings(lowest: note(60), highest: note(72), intervals: DirectedInterval.all)
    var session = ComparisonSession(settings: settings)
    var exercise = try found(session.handle(.start(mode: .intervalComparison)).played)
    for step in 0..<300 {
      #expect((60...72).contains(exercise.reference.number) && (60...72).contains(exercise.target.number))
      exercise = try found(session.complete(exercise, start: Double(step) * 5))
    }
  }

  @Test func `seed error 32: higher is higher`() throws {
    #expect(try exercise(offset: 1).correctAnswer == .higher)
    #expect(try exercise(offset: -1).correctAnswer == .lower)
  }

  @Test func `seed 33: a second press is ignored`() throws {
    var (session, exercise) = try started()
    _ = session.hearAndAnswer(exercise, start: 0)
    let shown = session.view
    #expect(session.handle(.answer(.lower, at: time(1.4), source: .keys, controller: nil)).isEmpty)
    #expect(session.view == shown)
  }

  @Test func `an early answer is ignored not queued`() throws {
    var (session, exercise) = try started()
    _ = session.handle(.answer(.higher, at: time(0.9), source: .keys, controller: nil))
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(1))) == [.enableAnswer(exercise.epoch)])
    #expect(session.handle(.secondEnded(exercise.epoch)).isEmpty)
    #expect(session.phase == .awaitingAnswer)
  }
}
