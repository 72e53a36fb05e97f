import Foundation
import Pitch
import Testing
import Time

@testable import Training

struct ListeningSessionTests {
  @Test func `a pair plays, pauses, is explained, and is followed by the next without a press`() throws {
    var session = ListeningSession()
    let effects = session.handle(.start(mode: .listening))
    let pair = try found(effects.played)
    #expect(effects == [.course(.play(pair, timing: NoteTiming(duration: 1, gap: 0), start: .now))])
    #expect(pair.epoch == Epoch(1) && pair.index == 1 && pair.mode == .listening)
    #expect(session.handle(.referenceStarted(pair.epoch, frame: Frame(0))).isEmpty)
    #expect(session.handle(.secondStarted(pair.epoch, heard: time(1))).isEmpty)
    #expect(session.handle(.secondEnded(pair.epoch)) == [.think(pair.epoch)])
    #expect(session.view.feedback == nil && session.phase == .playingTarget)

    let told = HeardExercise(exercise: pair, settings: .standard, strategy: .kazez)
    #expect(
      session.handle(.thoughtOver(pair.epoch)) == [.heard(told), .feedback(pair.epoch, pair.correctAnswer)])
    #expect(session.view.feedback == pair.correctAnswer && !session.view.isOpen)
    let end = Frame(100_000 + 48_000)
    let next = try found(session.handle(.feedbackStarted(pair.epoch, frame: Frame(100_000), rate: 48_000)).played)
    #expect(next.epoch == Epoch(2) && next.index == 2)
    #expect(
      session.handle(.feedbackEnded(pair.epoch, frame: end)) == [.course(.clearFeedback(pair.epoch, frame: end))])
    #expect(session.phase == .playingReference && session.view.feedback == nil)
  }

  /// With the same choices and the same seed, listening plays what comparison would ask.
  @Test(arguments: [(Mode.listening, Mode.comparison), (.intervalListening, .intervalComparison)])
  func `the pairs are the same as in comparison`(heard: Mode, asked: Mode) throws {
    let settings = TrainingSettings(intervals: DirectedInterval.all, loudnessVariation: 0.5)
    for seed in 0..<20 as Range<UInt64> {
      var listening = ListeningSession(seed: seed, settings: settings)
      var comparison = ComparisonSession(seed: seed, settings: settings)
      var pair = try found(listening.handle(.start(mode: heard)).played)
      let exercise = try found(comparison.handle(.start(mode: asked)).played)
      #expect(pair.mode == heard)
      pair.mode = asked
      #expect(pair == exercise)
    }
  }

  @Test(arguments: Mode.allCases.filter { $0.discipline != .listening })
  func `it has pairs only in its own modes`(mode: Mode) {
    var session = ListeningSession()
    #expect(session.handle(.start(mode: mode)) == [.course(.refused(.unsuitableMode(mode)))])
  }

  @Test func `no press changes anything, and no answer is enabled`() throws {
    for (situation, steps) in situations {
      var session = ListeningSession()
      let pair = try found(session.handle(.start(mode: .listening)).played)
      for step in steps { _ = session.handle(step(pair.epoch)) }
      let (phase, view) = (session.phase, session.view)
      let hands: [SessionEvent] =
        Answer.allCases.map { .answer($0, at: time(99), source: .page, controller: nil) }
        + [.hearAgain(at: time(99))]
      for hand in hands { #expect(session.handle(hand).isEmpty, "\(situation)") }
      #expect(session.phase == phase && session.view == view && !view.isOpen, "\(situation)")
    }
  }

  @Test func `stopping fades notes and explanation, at any time`() throws {
    for (situation, steps) in situations {
      for stop in [SessionEvent.stop, .withdraw(pressedAt: time(99))] {
        var session = ListeningSession()
        let pair = try found(session.handle(.start(mode: .listening)).played)
        for step in steps { _ = session.handle(step(pair.epoch)) }
        let isTold = session.view.feedback != nil
        let cleared = [ListeningSession<ComparisonChooser>.Effect.course(.clearFeedback(pair.epoch, frame: nil))]
        #expect(session.handle(stop) == (isTold ? cleared : []) + [.course(.silence)], "\(situation)")
        #expect(session.phase == .idle)
        // Events of the pair under way have no effect any more.
        for step in steps { #expect(session.handle(step(pair.epoch)).isEmpty) }
      }
    }
  }

  @Test func `an event with another pair's epoch changes nothing`() throws {
    for (_, steps) in situations {
      var session = ListeningSession()
      let pair = try found(session.handle(.start(mode: .listening)).played)
      for step in steps { _ = session.handle(step(pair.epoch)) }
      let phase = session.phase
      let known = session.nextEpoch == Epoch(3) ? Epoch(7) : Epoch(2)
      for step in situations.flatMap(\.steps) where step(known) != .feedbackEnded(known, frame: Frame(48_000)) {
        #expect(session.handle(step(known)).isEmpty)
      }
      #expect(session.phase == phase)
    }
  }

  @Test func `the requested number of pairs ends it`() throws {
    var session = ListeningSession(limit: 2)
    var pair = try found(session.handle(.start(mode: .listening)).played)
    pair = try found(session.complete(pair))
    #expect(session.complete(pair) == nil)
    #expect(session.phase == .idle)
  }

  @Test func `a held pair waits for speech, and the next one for its turn`() throws {
    var session = ListeningSession()
    session.holdsReference = true
    let effects = session.handle(.start(mode: .listening))
    guard case .course(.ready(let pair)) = try found(effects.first) else { throw Unexpected() }
    #expect(session.handle(.proceed(pair.epoch)).played == pair)
    for step in situations[3].steps { _ = session.handle(step(pair.epoch)) }
    guard
      case .course(.ready(let next)) = try found(
        session.handle(.feedbackStarted(pair.epoch, frame: Frame(0), rate: 48_000)).first)
    else { throw Unexpected() }
    #expect(
      session.handle(.feedbackEnded(pair.epoch, frame: Frame(48_000)))
        == [.course(.clearFeedback(pair.epoch, frame: Frame(48_000)))])
    #expect(session.phase == .playingReference)
    #expect(session.handle(.proceed(next.epoch)).played == next)
  }

  @Test func `a closed gate lets no further pair begin until it opens`() throws {
    var session = ListeningSession()
    let pair = try found(session.handle(.start(mode: .listening)).played)
    for step in situations[3].steps { _ = session.handle(step(pair.epoch)) }
    #expect(session.handle(.hold(from: Frame(10_000))).isEmpty)
    #expect(session.handle(.feedbackStarted(pair.epoch, frame: Frame(0), rate: 48_000)).isEmpty)
    _ = session.handle(.feedbackEnded(pair.epoch, frame: Frame(48_000)))
    #expect(session.phase == .waiting)
    #expect(session.handle(.resume(at: Frame(99_000))).played?.epoch == Epoch(2))
  }

  private struct Unexpected: Error {}
  private typealias Step = (Epoch) -> SessionEvent

  /// Where a first pair stands after these steps.
  private let situations: [(name: String, steps: [Step])] = {
    let all: [Step] = [
      { .referenceStarted($0, frame: Frame(0)) }, { .secondStarted($0, heard: time(1)) }, { .secondEnded($0) },
      { .thoughtOver($0) }, { .feedbackStarted($0, frame: Frame(0), rate: 48_000) },
    ]
    return [
      ("reference", 1), ("target", 2), ("thinking", 3), ("told", 4), ("next scheduled", 5),
    ].map { ($0, Array(all.prefix($1))) }
  }()
}

extension ListeningSession where Source == ComparisonChooser {
  /// An idle session with the usual settings.
  init(seed: UInt64 = 1, settings: TrainingSettings = .standard, limit: Int? = nil) {
    self.init(
      settings: settings, strategy: KazezStrategy(), generator: SeededGenerator(seed: seed), exerciseLimit: limit)
  }

  /// Hears a whole pair and its answer; gives the next one if there is one.
  mutating func complete(_ pair: ComparisonExercise) -> ComparisonExercise? {
    _ = handle(.referenceStarted(pair.epoch, frame: Frame(0)))
    _ = handle(.secondStarted(pair.epoch, heard: time(1)))
    _ = handle(.secondEnded(pair.epoch))
    _ = handle(.thoughtOver(pair.epoch))
    let next = handle(.feedbackStarted(pair.epoch, frame: Frame(0), rate: 48_000)).played
    _ = handle(.feedbackEnded(pair.epoch, frame: Frame(48_000)))
    return next
  }
}

extension [ListeningSession<ComparisonChooser>.Effect] {
  /// The pair these effects play, if they play one.
  fileprivate var played: ComparisonExercise? {
    for case .course(.play(let exercise, _, _)) in self { return exercise }
    return nil
  }
}
