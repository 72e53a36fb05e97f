import Testing
import Time

@testable import Training

/// Exercises that a timer holds back and lets begin again: in comparison and in matching alike.
@Suite struct GateTests {
  @Test func `the first reference begins on the requested frame`() {
    var comparison = ComparisonSession()
    #expect(comparison.handle(.start(mode: .comparison, at: .at(Frame(4_800)))).starts == [.at(Frame(4_800))])
    var matching = MatchingSession()
    #expect(matching.handle(.start(mode: .matching, reach: .free, at: .at(Frame(4_800)))).starts == [.at(Frame(4_800))])
  }

  @Test func `a practice may begin by waiting, and has chosen nothing by then`() {
    let start = ExerciseStart.at(Frame(480_000))
    var (comparison, fresh) = (ComparisonSession(), ComparisonSession())
    #expect(comparison.handle(.start(mode: .comparison, at: nil)).isEmpty && comparison.phase == .waiting)
    #expect(comparison.handle(.start(mode: .comparison)).isEmpty, "one runs")
    #expect(
      comparison.handle(.resume(at: Frame(480_000))) == fresh.handle(.start(mode: .comparison, at: start)))
    var (matching, other) = (MatchingSession(), MatchingSession())
    #expect(matching.handle(.start(mode: .matching, at: nil)).isEmpty && matching.phase == .waiting)
    #expect(matching.handle(.resume(at: Frame(480_000))) == other.handle(.start(mode: .matching, at: start)))
    var refused = ComparisonSession()
    #expect(
      refused.handle(.start(mode: .matching, at: nil)) == [.course(.refused(.unsuitableMode(.matching)))])
    #expect(refused.phase == .idle)
  }

  @Test func `an exercise scheduled for the frame or later is dropped`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.hearAndAnswer(first, start: 0)
    let end = Frame(100_000) + 19_200
    let next = try found(session.handle(.feedbackStarted(first.epoch, frame: Frame(100_000), rate: 48_000)).played)
    #expect(session.handle(.hold(from: end + 1)).isEmpty, "it begins just before")
    #expect(session.handle(.hold(from: end)) == [.course(.drop(next.epoch))])
    #expect(
      session.handle(.feedbackEnded(first.epoch, frame: end)) == [.course(.clearFeedback(first.epoch, frame: end))])
    #expect(session.phase == .waiting && session.view.feedback == nil && !session.view.isOpen)
  }

  @Test func `a started exercise is finished and none follows`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.handle(.referenceStarted(first.epoch, frame: Frame(0)))
    #expect(session.handle(.hold(from: Frame(1))).isEmpty)
    #expect(session.hearAndAnswer(first, start: 0).answered != nil)
    #expect(session.handle(.feedbackStarted(first.epoch, frame: Frame(70_000), rate: 48_000)).isEmpty)
    _ = session.handle(.feedbackEnded(first.epoch, frame: Frame(89_200)))
    #expect(session.phase == .waiting)
    // On the minute, on the exact frame.
    #expect(session.handle(.resume(at: Frame(480_000))).starts == [.at(Frame(480_000))])
  }

  @Test func `the next exercise follows one that runs over the frame`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.hearAndAnswer(first, start: 0)
    _ = session.handle(.hold(from: Frame(60_000)))
    #expect(session.handle(.resume(at: Frame(80_000))).isEmpty)
    // Feedback ends after the frame: no rest is made up for.
    let late = session.handle(.feedbackStarted(first.epoch, frame: Frame(75_000), rate: 48_000))
    #expect(late.starts == [.at(Frame(94_200))])
  }

  @Test func `an exercise that ends before the frame waits for it`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.hearAndAnswer(first, start: 0)
    _ = session.handle(.hold(from: Frame(60_000)))
    _ = session.handle(.resume(at: Frame(480_000)))
    let next = session.handle(.feedbackStarted(first.epoch, frame: Frame(75_000), rate: 48_000))
    #expect(next.starts == [.at(Frame(480_000))])
  }

  @Test func `a session that is not held continues as usual`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.handle(.resume(at: Frame(480_000)))
    _ = session.hearAndAnswer(first, start: 0)
    let next = session.handle(.feedbackStarted(first.epoch, frame: Frame(75_000), rate: 48_000))
    #expect(next.starts == [.at(Frame(94_200))])
  }

  @Test func `stopping while it waits silences nothing`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.handle(.hold(from: Frame(0)))
    _ = session.complete(first, start: 0)
    #expect(session.phase == .waiting)
    #expect(session.handle(.stop).isEmpty && session.phase == .idle)
    #expect(session.handle(.resume(at: Frame(1))).isEmpty, "nothing is practised any more")
    #expect(session.handle(.hold(from: Frame(1))).isEmpty)
  }

  @Test func `the last answer can be withdrawn while it waits`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.handle(.hold(from: Frame(0)))
    _ = session.complete(first, start: 0)
    #expect(session.handle(.withdraw(pressedAt: time(1.3))).names == ["withdrawn"])
  }

  @Test func `an announcement before an exercise may outlast the frame`() throws {
    var session = ComparisonSession()
    session.holdsReference = true
    _ = session.handle(.start(mode: .comparison, at: .at(Frame(1_000))))
    let held = Epoch(1)
    #expect(session.handle(.hold(from: Frame(500))).isEmpty)
    #expect(session.handle(.proceed(held)).isEmpty)
    #expect(session.phase == .waiting)
  }

  @Test func `matching is held and resumed`() throws {
    var session = MatchingSession()
    let first = try session.begin()
    _ = session.hearAndCommit(first, start: 0)
    let next = try found(session.fade(first, frame: 120_000).played)
    #expect(session.handle(.hold(from: Frame(130_000))) == [.course(.drop(next.epoch))])
    _ = session.handle(.feedbackEnded(first.epoch, frame: Frame(139_200)))
    #expect(session.phase == .waiting && !session.view.isOpen)
    let resumed = session.handle(.resume(at: Frame(480_000), reach: .free))
    #expect(resumed.starts == [.at(Frame(480_000))])
    let second = try found(resumed.played)
    #expect(second.epoch > next.epoch, "what was dropped never comes back")
    // Scheduled and not begun: dropped, and chosen again.
    #expect(session.handle(.hold(from: Frame(480_000))) == [.course(.drop(second.epoch))])
    #expect(session.phase == .waiting)
    #expect(session.handle(.stop).isEmpty)
  }

  @Test func `a commit is kept while exercises are held back`() throws {
    var session = MatchingSession()
    let first = try session.begin()
    _ = session.handle(.hold(from: Frame(1)))
    _ = session.hearAndCommit(first, start: 0)
    #expect(session.fade(first, frame: 120_000).kept != nil)
    #expect(session.phase == .showingFeedback)
    _ = session.handle(.feedbackEnded(first.epoch, frame: Frame(139_200)))
    #expect(session.phase == .waiting)
  }
}

extension [ComparisonSession.Effect] {
  /// When what these effects play begins.
  var starts: [ExerciseStart] {
    compactMap { if case .course(.play(_, _, let start)) = $0 { start } else { nil } }
  }
}

extension [MatchingSession.Effect] {
  /// When what these effects play begins.
  var starts: [ExerciseStart] {
    compactMap { if case .course(.play(_, _, let start)) = $0 { start } else { nil } }
  }
}
