import Pitch
import Testing
import Time

@testable import Training

/// The original's own bugs, those that a matching session could have here too. Numbers are the history's: 26 fixed, a–j
/// suspected.
struct MatchingHistoryTests {
  private func started(_ mode: Mode = .matching) throws -> (MatchingSession, MatchingExercise) {
    var session = MatchingSession()
    let exercise = try session.begin(mode)
    return (session, exercise)
  }

  @Test func `bug 1: the loop starts and repeats`() throws {
    var (session, exercise) = try started()
    for step in 0..<5 { exercise = try found(session.complete(exercise, start: Double(step) * 5)) }
    #expect(exercise.index == 6)
    #expect(session.phase == .playingReference)
  }

  @Test func `bug 3: the tunable note fades at the commit itself`() throws {
    var (session, exercise) = try started()
    #expect(session.hearAndCommit(exercise, start: 0).names == ["fade"])
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
    for (step, error) in [4.0, -40, 0, 18].enumerated() {
      #expect(session.view.feedback == nil)
      _ = session.hearAndCommit(exercise, start: Double(step) * 5, error: error)
      #expect(session.view.feedback == nil)
      let next = session.fade(exercise, frame: 0, error: error).played
      #expect(session.view.feedback == MatchingFeedback(error: Cents(error)))
      #expect(session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200))).names == ["clear"])
      #expect(session.view.feedback == nil)
      exercise = try found(next)
    }
  }

  @Test func `bug 7: a reset leaves no trace of earlier learning`() throws {
    var (session, exercise) = try started()
    _ = session.complete(exercise, start: 0)
    #expect(session.spread != MatchingSpread())
    session.goOn(from: [])
    _ = session.handle(.stop)
    session.settings = TrainingSettings(matchingAdaptive: true)
    exercise = try session.begin()
    #expect(exercise.range == session.settings.matchingRange)
  }

  @Test func `bugs 8 and 24: errors of both signs do not cancel`() throws {
    var spread = MatchingSpread()
    let exercise = try matchingExercise(startOffset: 5, range: 30)
    for error in [25.0, -25, 25, -25] { spread.learn(exercise, error: Cents(error)) }
    #expect(try found(spread.spread(in: .matching, held: false)).value > 10)
  }

  @Test func `bug 9: a release without movement has the start's error`() throws {
    for seed in 0..<50 {
      var session = MatchingSession(seed: UInt64(seed))
      let exercise = try session.begin()
      let offset = exercise.startOffset.value
      _ = session.hearAndCommit(exercise, start: 0, error: offset)
      let kept = session.handle(
        .faded(exercise.epoch, frame: Frame(0), rate: 48_000, hertz: exercise.startHertz, reach: .free)
      ).kept
      #expect(abs(try found(kept).error.value - offset) < 1e-9)
    }
  }

  @Test func `bug 10: tuning and concert pitch reach the frequencies`() throws {
    let pitch = try found(ConcertPitch(Hertz(415)))
    var session = MatchingSession(settings: TrainingSettings(concertPitch: pitch))
    let asked = try session.begin()
    let expected = 415 * Tuning.equal.reference(asked.reference, concertPitch: .standard).value / 440
    #expect(abs(asked.referenceHertz.value - expected) < 1e-9 && asked.targetHertz == asked.referenceHertz)
  }

  @Test func `bug 11: settings changed in between count from the next exercise and never before`() throws {
    var (session, first) = try started()
    session.settings = try TrainingSettings(lowest: note(96), highest: note(108), matchingRange: Cents(20))
    #expect(session.open?.exercise ?? first == first && first.range.value == 100)
    let second = try found(session.complete(first, start: 0))
    #expect(second.reference.number >= 96 && second.range.value == 20)
  }

  @Test func `bug 13: a second commit from another hand changes nothing`() throws {
    var (session, exercise) = try started()
    _ = session.hearAndCommit(exercise, start: 0, error: 3)
    let second = Commit(
      gesture: .key, control: "keys", centsPerStep: 1, inputTime: time(2.5), source: .keys, controller: nil)
    #expect(session.handle(.commit(second, believed: exercise.startHertz)).isEmpty)
    let attempt = try found(session.fade(exercise, frame: 0, error: 3).kept)
    #expect(attempt.commit.gesture == .springBack)
    #expect(session.handle(.commit(second, believed: exercise.startHertz)).isEmpty)
  }

  @Test func `bugs 14 and 15: nothing continues after a stop during feedback`() throws {
    var (session, exercise) = try started()
    _ = session.hearAndCommit(exercise, start: 0)
    let next = try found(session.fade(exercise, frame: 0).played)
    #expect(session.handle(.stop).names == ["clear", "silence"])
    #expect(session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200))).isEmpty)
    #expect(session.handle(.referenceStarted(next.epoch, frame: Frame(19_200))).isEmpty)
    #expect(session.phase == .idle)
  }

  @Test func `bug 19: a second start does not restart a running practice`() throws {
    var (session, exercise) = try started()
    #expect(session.handle(.start(mode: .intervalMatching, reach: .free)).isEmpty)
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(1))) == [.enableTuning(exercise, heard: time(1))])
  }

  @Test func `bug 20: the attempt is kept before its feedback and the end comes after it`() throws {
    var session = MatchingSession(limit: 1)
    let only = try session.begin()
    _ = session.hearAndCommit(only, start: 0)
    #expect(session.fade(only, frame: 0).names == ["keep", "feedback"])
    #expect(session.handle(.feedbackEnded(only.epoch, frame: Frame(19_200))).names == ["clear", "finished"])
  }

  @Test func `bug A: the centre of a control that sprang back is not committed`() throws {
    var (session, exercise) = try started()
    // The wheel stands at its centre when the loop hears of the release; the renderer still held the plateau.
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(1)))
    _ = session.handle(.commit(commit(at: 2), believed: exercise.startHertz))
    let attempt = try found(session.fade(exercise, frame: 0, error: 2).kept)
    #expect(abs(attempt.error.value - 2) < 1e-9)
  }

  @Test func `bugs B and C: a commit before the note is heard is ignored and not queued`() throws {
    var (session, exercise) = try started()
    #expect(session.handle(.commit(commit(at: 0.5), believed: exercise.startHertz)).isEmpty)
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(1))) == [.enableTuning(exercise, heard: time(1))])
    #expect(session.handle(.commit(commit(at: 0.999), believed: exercise.startHertz)).isEmpty)
    #expect(session.view.isOpen)
    #expect(session.handle(.commit(commit(at: 1), believed: exercise.startHertz)).names == ["fade"])
    let kept = session.fade(exercise, frame: 0).kept
    #expect(try found(kept).timeTaken == .zero)
  }

  @Test func `bug D: late events of a finished exercise do not touch the next`() throws {
    var (session, first) = try started()
    let second = try found(session.complete(first, start: 0))
    _ = session.hearAndCommit(second, start: 5)
    #expect(session.fade(first, frame: 0).isEmpty)
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(0))).isEmpty)
    #expect(session.phase == .playingTunable)
  }

  @Test func `bug E: a stop and an immediate start share no epoch`() throws {
    var (session, first) = try started()
    _ = session.handle(.stop)
    let second = try session.begin()
    #expect(second.epoch > first.epoch)
    #expect(session.handle(.secondStarted(first.epoch, heard: time(1))).isEmpty)
    #expect(session.phase == .playingReference)
  }

  @Test func `bug H: leaving for another mode loses nothing of the spread`() throws {
    var session = MatchingSession(settings: TrainingSettings(matchingAdaptive: true))
    let first = try session.begin()
    let second = try found(session.complete(first, start: 0, error: 1))
    #expect(second.range < first.range)
    _ = session.handle(.stop)
    #expect(try session.begin().range == second.range)
  }

  @Test func `bug I: intervals are measured from the reference that sounds`() throws {
    var (session, exercise) = try started(.intervalMatching)
    for step in 0..<30 {
      #expect(abs(Cents(from: exercise.referenceHertz, to: exercise.targetHertz).value - 700) < 1e-9)
      exercise = try found(session.complete(exercise, start: Double(step) * 5))
    }
  }

  @Test func `bug J: interval targets stay in the set range`() throws {
    let settings = try TrainingSettings(lowest: note(60), highest: note(72), intervals: DirectedInterval.all)
    var session = MatchingSession(settings: settings)
    var exercise = try session.begin(.intervalMatching)
    for step in 0..<300 {
      #expect((60...72).contains(exercise.reference.number) && (60...72).contains(exercise.target.number))
      exercise = try found(session.complete(exercise, start: Double(step) * 5))
    }
  }
}
