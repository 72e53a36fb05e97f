import Pitch
import Testing
import Time

@testable import Training

/// Until feedback, nothing sent to the player reveals the target, the offset or the right answer.
struct ComparisonViewTests {
  /// Every value in `subject`, however deep, as text.
  private func leaves(of subject: Any) -> [String] {
    let mirror = Mirror(reflecting: subject)
    guard !mirror.children.isEmpty else { return ["\(type(of: subject)) \(subject)"] }
    return mirror.children.flatMap { child in
      leaves(of: child.value).map { "\(child.label ?? "-").\($0)" }
    }
  }

  /// What the player is shown, step by step, of an exercise chosen by `seed` for a player at `level`.
  private func shown(
    seed: UInt64, level: Double, mode: Mode
  ) throws -> (before: [[String]], exercise: ComparisonExercise) {
    var session = ComparisonSession(
      settings: TrainingSettings(loudnessVariation: 1),
      strategy: KazezStrategy(unisonLevel: Cents(level), intervalLevel: Cents(level)),
      generator: SeededGenerator(seed: seed))
    let exercise = try found(session.handle(.start(mode: mode)).played)
    var steps = [leaves(of: session.view)]
    for event: SessionEvent in [
      .referenceStarted(exercise.epoch, frame: Frame(0)), .secondStarted(exercise.epoch, heard: time(1)),
      .secondEnded(exercise.epoch),
    ] {
      _ = session.handle(event)
      steps.append(leaves(of: session.view))
    }
    return (steps, exercise)
  }

  @Test(arguments: [Mode.comparison, .intervalComparison])
  func `another exercise looks the same until feedback`(mode: Mode) throws {
    let first = try shown(seed: 0, level: 100, mode: mode)
    var answers: Set<Answer> = [first.exercise.correctAnswer]
    for seed in 1..<40 {
      let other = try shown(seed: UInt64(seed), level: Double(seed), mode: mode)
      #expect(other.before == first.before)
      answers.insert(other.exercise.correctAnswer)
    }
    #expect(answers.count == 2)
  }

  @Test func `the effects that reach the player before feedback carry only the epoch`() throws {
    for seed in 0..<20 {
      var session = ComparisonSession(seed: UInt64(seed))
      let exercise = try found(session.handle(.start(mode: .comparison)).played)
      let effects = session.handle(.secondStarted(exercise.epoch, heard: time(1)))
      #expect(effects == [.enableAnswer(Epoch(1))])
    }
  }

  @Test func `answers are enabled exactly while they count`() throws {
    var session = ComparisonSession()
    #expect(session.view == SessionView<AnswerFeedback>(phase: .idle, isOpen: false))
    let exercise = try found(session.handle(.start(mode: .comparison)).played)
    #expect(session.view == SessionView<AnswerFeedback>(phase: .playingReference, isOpen: false))
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(1)))
    #expect(session.view == SessionView<AnswerFeedback>(phase: .playingTarget, isOpen: true))
    _ = session.handle(.secondEnded(exercise.epoch))
    #expect(session.view == SessionView<AnswerFeedback>(phase: .awaitingAnswer, isOpen: true))
    _ = session.handle(.answer(.higher, at: time(2), source: .page, controller: nil))
    #expect(session.phase == .showingFeedback && !session.view.isOpen)
    #expect(session.view.feedback == AnswerFeedback(answer: .higher, correct: exercise.offset.value > 0))
  }

  @Test func `the interval is shown in interval mode only`() throws {
    var session = ComparisonSession()
    _ = session.handle(.start(mode: .intervalComparison))
    #expect(session.view.interval == .perfectFifthUp)
    _ = session.handle(.stop)
    #expect(session.view.interval == nil)
    _ = session.handle(.start(mode: .comparison))
    #expect(session.view.interval == nil)
  }
}
