import Pitch
import Testing
import Time

@testable import Training

/// A reference that waits for `.proceed`, because something is said before it.
struct HoldingTests {
  private func comparison(limit: Int? = nil) -> ComparisonSession {
    var session = ComparisonSession(limit: limit)
    session.holdsReference = true
    return session
  }

  private func ready(_ effects: [ComparisonSession.Effect]) throws -> ComparisonExercise {
    for case .course(.ready(let exercise)) in effects { return exercise }
    return try found(nil)
  }

  @Test func `a held comparison starts with the utterance's end`() throws {
    var session = comparison()
    let effects = session.handle(.start(mode: .intervalComparison))
    let exercise = try ready(effects)
    #expect(effects == [.course(.ready(exercise))])
    #expect(
      session.view
        == SessionView<AnswerFeedback>(phase: .playingReference, isOpen: false, interval: .perfectFifthUp))
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(1))).isEmpty)
    #expect(session.handle(.proceed(Epoch(99))).isEmpty)
    #expect(
      session.handle(.proceed(exercise.epoch))
        == [.course(.play(exercise, timing: NoteTiming(duration: 1, gap: 0), start: .now))])
    #expect(session.handle(.proceed(exercise.epoch)).isEmpty)
    #expect(session.hearAndAnswer(exercise, start: 0).names == ["answered", "feedback"])
  }

  @Test func `a comparison spoken during feedback starts on the frame when it ends`() throws {
    var session = comparison()
    let first = try ready(session.handle(.start(mode: .comparison)))
    _ = session.handle(.proceed(first.epoch))
    _ = session.hearAndAnswer(first, start: 0)
    let effects = session.handle(.feedbackStarted(first.epoch, frame: Frame(1_000), rate: 48_000))
    let next = try ready(effects)
    #expect(effects == [.course(.ready(next))] && next.epoch == Epoch(2))
    #expect(session.handle(.referenceStarted(next.epoch, frame: Frame(5_000))).isEmpty)
    #expect(
      session.handle(.proceed(next.epoch))
        == [.course(.play(next, timing: NoteTiming(duration: 1, gap: 0), start: .at(Frame(20_200))))])
    #expect(session.phase == .showingFeedback)
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(20_200))).names == ["clear"])
    #expect(session.handle(.secondStarted(next.epoch, heard: time(9))) == [.enableAnswer(next.epoch)])
  }

  @Test func `a comparison still being spoken at feedback's end waits in silence`() throws {
    var session = comparison()
    let first = try ready(session.handle(.start(mode: .comparison)))
    _ = session.handle(.proceed(first.epoch))
    _ = session.hearAndAnswer(first, start: 0)
    let next = try ready(session.handle(.feedbackStarted(first.epoch, frame: Frame(0), rate: 48_000)))
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(19_200))).names == ["clear"])
    #expect(session.view == SessionView<AnswerFeedback>(phase: .playingReference, isOpen: false))
    #expect(session.handle(.answer(.higher, at: time(9), source: .keys, controller: nil)).isEmpty)
    #expect(session.handle(.proceed(next.epoch)).names == ["play now"])
  }

  @Test func `a comparison whose feedback was never reported is held too`() throws {
    var session = comparison()
    let first = try ready(session.handle(.start(mode: .comparison)))
    _ = session.handle(.proceed(first.epoch))
    _ = session.hearAndAnswer(first, start: 0)
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(0))).names == ["clear", "ready"])
  }

  @Test func `the last comparison holds nothing`() throws {
    var session = comparison(limit: 1)
    let only = try ready(session.handle(.start(mode: .comparison)))
    _ = session.handle(.proceed(only.epoch))
    _ = session.hearAndAnswer(only, start: 0)
    #expect(session.handle(.feedbackStarted(only.epoch, frame: Frame(0), rate: 48_000)).isEmpty)
    #expect(session.handle(.feedbackEnded(only.epoch, frame: Frame(19_200))).names == ["clear", "finished"])
  }

  @Test func `a stop or a withdrawn answer while holding leaves nothing to continue`() throws {
    var session = comparison()
    let first = try ready(session.handle(.start(mode: .comparison)))
    _ = session.handle(.proceed(first.epoch))
    _ = session.hearAndAnswer(first, start: 0)
    let next = try ready(session.handle(.feedbackStarted(first.epoch, frame: Frame(0), rate: 48_000)))
    var withdrawn = session
    #expect(withdrawn.handle(.withdraw(pressedAt: time(1.3))).names == ["withdrawn", "clear", "silence"])
    #expect(withdrawn.handle(.proceed(next.epoch)).isEmpty && withdrawn.phase == .idle)
    _ = session.handle(.feedbackEnded(first.epoch, frame: Frame(19_200)))
    #expect(session.handle(.stop) == [.course(.silence)])
    #expect(session.handle(.proceed(next.epoch)).isEmpty && session.phase == .idle)
  }

  @Test func `holding changes only the time`() throws {
    func comparisons(held: Bool) throws -> [ComparisonExercise] {
      var session = ComparisonSession(seed: 5, settings: TrainingSettings(loudnessVariation: 1))
      session.holdsReference = held
      var effects = session.handle(.start(mode: .comparison))
      return try (0..<10).map { step in
        let exercise = try effects.played ?? ready(effects)
        _ = session.handle(.proceed(exercise.epoch))
        _ = session.hearAndAnswer(exercise, start: Double(step) * 5)
        effects = session.handle(.feedbackStarted(exercise.epoch, frame: Frame(0), rate: 48_000))
        _ = session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200)))
        return exercise
      }
    }
    #expect(try comparisons(held: true) == comparisons(held: false))

    func matches(held: Bool) throws -> [MatchingExercise] {
      var session = MatchingSession(seed: 5, settings: TrainingSettings(matchingAdaptive: true))
      session.holdsReference = held
      var effects = session.handle(.start(mode: .matching, reach: .free))
      return try (0..<10).map { step in
        let exercise = try found(effects.played ?? effects.ready)
        _ = session.handle(.proceed(exercise.epoch))
        _ = session.hearAndCommit(exercise, start: Double(step) * 5)
        effects = session.fade(exercise, frame: 0)
        _ = session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200)))
        return exercise
      }
    }
    #expect(try matches(held: true) == matches(held: false))
  }

  @Test func `a match spoken during feedback starts on the frame when it ends`() throws {
    var session = MatchingSession()
    let first = try session.begin()
    _ = session.hearAndCommit(first, start: 0)
    session.holdsReference = true
    let next = try found(session.fade(first, frame: 1_000).ready)
    let timing = NoteTiming(duration: 1, gap: 0)
    #expect(session.handle(.proceed(next.epoch)) == [.course(.play(next, timing: timing, start: .at(Frame(20_200))))])
    #expect(session.handle(.referenceStarted(next.epoch, frame: Frame(20_200))).names == ["clear"])
  }

  @Test func `a match still being spoken at feedback's end waits in silence`() throws {
    var session = MatchingSession()
    let first = try session.begin()
    _ = session.hearAndCommit(first, start: 0)
    session.holdsReference = true
    let next = try found(session.fade(first, frame: 0).ready)
    #expect(session.handle(.feedbackEnded(first.epoch, frame: Frame(19_200))).names == ["clear"])
    #expect(session.view == SessionView<MatchingFeedback>(phase: .playingReference, isOpen: false))
    #expect(session.handle(.secondStarted(next.epoch, heard: time(9))).isEmpty)
    #expect(session.handle(.proceed(next.epoch)).names == ["play now"])
    #expect(session.handle(.secondStarted(next.epoch, heard: time(9))) == [.enableTuning(next, heard: time(9))])
  }
}
