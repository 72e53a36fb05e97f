import Foundation
import Testing
import Time

@testable import Training

/// Listening to early or late, as a reducer.
@Suite struct PatternListeningTests {
  private typealias Session = ListeningSession<TimingChooser>
  private static let rate = 48_000

  private func session(
    offset: Int64 = 20_000_000, seed: UInt64 = 1, settings: TrainingSettings = .standard, limit: Int? = nil
  ) -> Session {
    Session(
      settings: settings, strategy: FixedTiming(offset: offset), generator: SeededGenerator(seed: seed),
      exerciseLimit: limit)
  }

  private func started(_ session: inout Session) throws -> TimingExercise {
    try found(played(session.handle(.start(mode: .timingListening))))
  }

  private func played(_ effects: [Session.Effect]) -> TimingExercise? {
    for case .course(.play(let exercise, _, _)) in effects { return exercise }
    return nil
  }

  @Test func `a pattern is played twice, pauses, is answered, and is followed by the next on the same grid`() throws {
    var session = session()
    let pattern = try started(&session)
    #expect(pattern.mode == .timingListening && pattern.repetitions == 2 && pattern.grid == nil)
    #expect(session.phase == .playingReference)
    #expect(session.handle(.referenceStarted(pattern.epoch, frame: Frame(500))).isEmpty)
    // What surfaces show stays the same while it plays.
    let before = session.view
    #expect(before.phase == .playingTarget && !before.isOpen)
    #expect(session.handle(.secondStarted(pattern.epoch, heard: time(1))).isEmpty && session.view == before)
    #expect(session.handle(.secondEnded(pattern.epoch)) == [.think(pattern.epoch)] && session.view == before)
    let heard = HeardExercise(exercise: pattern, settings: .standard, strategy: .kazez)
    #expect(session.handle(.thoughtOver(pattern.epoch)) == [.heard(heard), .feedback(pattern.epoch, .higher)])
    #expect(session.view.feedback == .higher && session.phase == .showingFeedback)
    let told = session.handle(.feedbackStarted(pattern.epoch, frame: Frame(100_000), rate: Self.rate))
    let next = try found(played(told))
    // A beat is 36,000 frames at 80 a minute: the fifth begins after the answer's second.
    #expect(told.contains(.course(.play(next, timing: NoteTiming(duration: 1, gap: 0), start: .at(Frame(180_500))))))
    #expect(session.phase == .showingFeedback)
    #expect(session.handle(.referenceStarted(next.epoch, frame: Frame(180_500))).count == 1)
    #expect(session.phase == .playingTarget && session.view.feedback == nil)
  }

  @Test func `the answer is the direction of the displacement`() throws {
    for (offset, answer) in [(-5_000_000, Answer.lower), (5_000_000, .higher)] as [(Int64, Answer)] {
      var session = session(offset: offset)
      let pattern = try started(&session)
      for step in steps { _ = session.handle(step(pattern.epoch)) }
      #expect(session.view.feedback == answer)
    }
  }

  /// With the same strategy and the same seed, listening plays what early or late would ask, whatever its repetitions.
  @Test(arguments: [TimingRepetitions.unlimited, .five])
  func `the displacements are the same as in early or late`(repetitions: TimingRepetitions) throws {
    var settings = TrainingSettings(strategy: .edge)
    settings.timing.repetitions = repetitions
    for seed in 0..<20 as Range<UInt64> {
      let strategy = EdgeTimingStrategy()
      var heard = Session(settings: settings, strategy: strategy, generator: SeededGenerator(seed: seed))
      var asked = TimingSession(settings: settings, strategy: strategy, generator: SeededGenerator(seed: seed))
      let pattern = try started(&heard)
      guard case .course(.play(var exercise, _, _)) = try found(asked.handle(.start(mode: .timing)).first) else {
        Issue.record("nothing plays")
        return
      }
      exercise.mode = .timingListening
      exercise.repetitions = 2
      #expect(pattern == exercise)
    }
  }

  @Test(arguments: Mode.allCases.filter { $0 != .timingListening })
  func `it has patterns only in its own mode`(mode: Mode) {
    var session = session()
    #expect(session.handle(.start(mode: mode)) == [.course(.refused(.unsuitableMode(mode)))])
  }

  @Test func `a pattern too fast for its tempo is refused`() {
    var settings = TrainingSettings.standard
    (settings.timing.pattern, settings.timing.tempo) = (.sextuplets, 240)
    var session = session(settings: settings)
    #expect(
      session.handle(.start(mode: .timingListening))
        == [.course(.refused(.patternTooFast(.sextuplets, position: 3, tempo: 240)))])
  }

  @Test func `no press changes anything, and stopping fades the pattern, at any time`() throws {
    for count in 0...steps.count {
      var session = session()
      let pattern = try started(&session)
      for step in steps.prefix(count) { _ = session.handle(step(pattern.epoch)) }
      let view = session.view
      let hands: [SessionEvent] =
        Answer.allCases.map { .answer($0, at: time(99), source: .page, controller: nil) } + [.hearAgain(at: time(99))]
      for hand in hands { #expect(session.handle(hand).isEmpty) }
      #expect(session.view == view && !view.isOpen)
      let cleared = [Session.Effect.course(.clearFeedback(pattern.epoch, frame: nil))]
      #expect(session.handle(.stop) == (count == steps.count ? cleared : []) + [.course(.silence)])
      #expect(session.phase == .idle)
    }
  }

  @Test func `a practice after a stop begins another grid`() throws {
    var session = session()
    let pattern = try started(&session)
    for step in steps { _ = session.handle(step(pattern.epoch)) }
    _ = session.handle(.feedbackStarted(pattern.epoch, frame: Frame(100_000), rate: Self.rate))
    _ = session.handle(.stop)
    #expect(try started(&session).grid == nil)
  }

  @Test func `the requested number of patterns ends it`() throws {
    var session = session(limit: 1)
    let pattern = try started(&session)
    for step in steps { _ = session.handle(step(pattern.epoch)) }
    #expect(session.handle(.feedbackStarted(pattern.epoch, frame: Frame(0), rate: Self.rate)).isEmpty)
    #expect(
      session.handle(.feedbackEnded(pattern.epoch, frame: Frame(48_000)))
        == [.course(.clearFeedback(pattern.epoch, frame: Frame(48_000))), .course(.finished)])
  }

  /// From the first accent to the answer.
  private let steps: [(Epoch) -> SessionEvent] = [
    { .referenceStarted($0, frame: Frame(500)) }, { .secondStarted($0, heard: time(1)) }, { .secondEnded($0) },
    { .thoughtOver($0) },
  ]
}
