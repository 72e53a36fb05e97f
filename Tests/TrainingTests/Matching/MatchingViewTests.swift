import Pitch
import Testing
import Time

@testable import Training

/// Until feedback, nothing sent to the player reveals the target or the offset.
struct MatchingViewTests {
  /// What the player is shown, step by step up to the fade, of an exercise chosen by `seed`.
  private func shown(
    seed: UInt64, mode: Mode, matchingRange: Double, held: Bool
  ) throws -> (before: [String], exercise: MatchingExercise) {
    let settings = TrainingSettings(loudnessVariation: 1, matchingRange: Cents(matchingRange))
    var session = MatchingSession(seed: seed, settings: settings)
    session.holdsReference = held
    let effects = session.handle(.start(mode: mode, reach: .free))
    let exercise = try found(effects.played ?? effects.ready)
    var steps = ["\(session.view)"]
    for event: SessionEvent in [
      .proceed(exercise.epoch), .referenceStarted(exercise.epoch, frame: Frame(0)),
      .secondStarted(exercise.epoch, heard: time(1)),
      .commit(commit(at: 2), believed: exercise.startHertz),
    ] {
      _ = session.handle(event)
      steps.append("\(session.view)")
    }
    return (steps, exercise)
  }

  @Test(arguments: [Mode.matching, .intervalMatching], [false, true])
  func `another target and offset look the same until feedback`(mode: Mode, held: Bool) throws {
    let first = try shown(seed: 0, mode: mode, matchingRange: 100, held: held)
    var signs: Set<Bool> = []
    var targets: Set<Note> = []
    for seed in 1..<60 {
      let other = try shown(seed: UInt64(seed), mode: mode, matchingRange: 10 + 3 * Double(seed), held: held)
      #expect(other.before == first.before)
      signs.insert(other.exercise.startOffset.value > 0)
      targets.insert(other.exercise.target)
    }
    #expect(signs.count == 2 && targets.count > 20)
  }

  @Test func `the interval is shown from the start in interval mode only`() throws {
    var session = MatchingSession()
    session.holdsReference = true
    _ = session.handle(.start(mode: .intervalMatching, reach: .free))
    #expect(
      session.view == SessionView<MatchingFeedback>(phase: .playingReference, isOpen: false, interval: .perfectFifthUp))
    _ = session.handle(.stop)
    #expect(session.view.interval == nil)
    _ = session.handle(.start(mode: .matching, reach: .free))
    #expect(session.view.interval == nil)
  }

  @Test func `feedback shows the result and keeps the interval`() throws {
    var session = MatchingSession()
    let exercise = try session.begin(.intervalMatching)
    _ = session.hearAndCommit(exercise, start: 0)
    _ = session.fade(exercise, frame: 0, error: -12)
    #expect(session.view.feedback?.cents == -12 && session.view.interval == .perfectFifthUp)
    #expect(session.phase == .showingFeedback && !session.view.isOpen)
  }
}
