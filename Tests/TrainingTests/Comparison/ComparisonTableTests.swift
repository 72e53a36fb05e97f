import Pitch
import Testing
import Time

@testable import Training

/// Every pair of a situation and an event. What the table does not list must change nothing.
struct ComparisonTableTests {
  /// Where the session stands. All but idle are reached in the third exercise, so that older epochs exist.
  enum Situation: String, CaseIterable {
    case idle, reference, target, awaiting, answered, scheduled, last
  }

  /// What happens. `Old` events carry the epoch before the current one, `Next` the one after.
  enum Occurrence: String, CaseIterable {
    case start, startIntervals, startMatching
    case referenceStarted, referenceStartedOld, referenceStartedNext
    case targetStarted, targetStartedOld, targetStartedNext
    case targetEnded, targetEndedOld, targetEndedNext
    case answer, answerAtOnce, answerEarly
    case feedbackStarted, feedbackStartedOld, feedbackStartedNext
    case feedbackEnded, feedbackEndedOld, feedbackEndedNext
    case withdrawLast, withdrawOther, stop
  }

  struct Outcome: Equatable {
    var phase: SessionPhase
    var effects: [String]
  }

  private static let table: [Situation: [Occurrence: Outcome]] = [
    .idle: [
      .start: Outcome(phase: .playingReference, effects: ["play now"]),
      .startIntervals: Outcome(phase: .playingReference, effects: ["play now"]),
      .startMatching: Outcome(phase: .idle, effects: ["refused"]),
    ],
    .reference: [
      .targetStarted: Outcome(phase: .playingTarget, effects: ["enable"]),
      .withdrawLast: Outcome(phase: .idle, effects: ["withdrawn", "silence"]),
      .withdrawOther: Outcome(phase: .idle, effects: ["silence"]),
      .stop: Outcome(phase: .idle, effects: ["silence"]),
    ],
    .target: [
      .targetEnded: Outcome(phase: .awaitingAnswer, effects: []),
      .answer: Outcome(phase: .showingFeedback, effects: ["answered", "feedback"]),
      .answerAtOnce: Outcome(phase: .showingFeedback, effects: ["answered", "feedback"]),
      .withdrawLast: Outcome(phase: .idle, effects: ["withdrawn", "silence"]),
      .withdrawOther: Outcome(phase: .idle, effects: ["silence"]),
      .stop: Outcome(phase: .idle, effects: ["silence"]),
    ],
    .awaiting: [
      .answer: Outcome(phase: .showingFeedback, effects: ["answered", "feedback"]),
      .answerAtOnce: Outcome(phase: .showingFeedback, effects: ["answered", "feedback"]),
      .withdrawLast: Outcome(phase: .idle, effects: ["withdrawn", "silence"]),
      .withdrawOther: Outcome(phase: .idle, effects: ["silence"]),
      .stop: Outcome(phase: .idle, effects: ["silence"]),
    ],
    .answered: [
      .feedbackStarted: Outcome(phase: .showingFeedback, effects: ["play at"]),
      // Its start was never reported: the loop continues late rather than not at all.
      .feedbackEnded: Outcome(phase: .playingReference, effects: ["clear", "play now"]),
      .withdrawLast: Outcome(phase: .idle, effects: ["withdrawn", "clear", "silence"]),
      .withdrawOther: Outcome(phase: .idle, effects: ["clear", "silence"]),
      .stop: Outcome(phase: .idle, effects: ["clear", "silence"]),
    ],
    .scheduled: [
      .feedbackEnded: Outcome(phase: .playingReference, effects: ["clear"]),
      .referenceStartedNext: Outcome(phase: .playingReference, effects: ["clear"]),
      .targetStartedNext: Outcome(phase: .playingTarget, effects: ["clear", "enable"]),
      .withdrawLast: Outcome(phase: .idle, effects: ["withdrawn", "clear", "silence"]),
      .withdrawOther: Outcome(phase: .idle, effects: ["clear", "silence"]),
      .stop: Outcome(phase: .idle, effects: ["clear", "silence"]),
    ],
    .last: [
      .feedbackEnded: Outcome(phase: .idle, effects: ["clear", "finished"]),
      .withdrawLast: Outcome(phase: .idle, effects: ["withdrawn", "clear", "silence"]),
      .withdrawOther: Outcome(phase: .idle, effects: ["clear", "silence"]),
      .stop: Outcome(phase: .idle, effects: ["clear", "silence"]),
    ],
  ]

  @Test(arguments: Situation.allCases, Occurrence.allCases)
  func `every event in every state has the effect in the table`(situation: Situation, occurrence: Occurrence) throws {
    var (session, current) = try session(in: situation)
    let before = session.view
    let next = session.nextEpoch
    let effects = session.handle(event(occurrence, current: current, answered: session.phase == .showingFeedback))
    if let expected = Self.table[situation]?[occurrence] {
      #expect(Outcome(phase: session.phase, effects: effects.names) == expected)
    } else {
      #expect(effects.isEmpty)
      #expect(session.view == before)
      #expect(session.nextEpoch == next)
    }
  }

  /// The target of the exercise with this epoch is heard at ten times its number, and answered 0.3 s later.
  private func heard(_ epoch: Epoch) -> Double { Double(epoch.number) * 10 + 1 }

  private func session(in situation: Situation) throws -> (ComparisonSession, Epoch) {
    var session = ComparisonSession(limit: situation == .last ? 3 : nil)
    var exercise = try found(session.handle(.start(mode: .comparison)).played)
    for _ in 0..<2 {
      exercise = try found(session.complete(exercise, start: heard(exercise.epoch) - 1))
    }
    let current = exercise.epoch
    let steps: [(Set<Situation>, Occurrence)] = [
      ([.idle], .stop),
      ([.target, .awaiting, .answered, .scheduled, .last], .targetStarted),
      ([.awaiting], .targetEnded),
      ([.answered, .scheduled, .last], .answer),
      ([.scheduled, .last], .feedbackStarted),
    ]
    for (situations, occurrence) in steps where situations.contains(situation) {
      _ = session.handle(event(occurrence, current: current, answered: false))
    }
    return (session, current)
  }

  /// Returns the event of `occurrence`; `answered` is whether the current exercise, and not the one before, had the
  /// last answer.
  private func event(_ occurrence: Occurrence, current: Epoch, answered: Bool) -> SessionEvent {
    let old = Epoch(current.number - 1)
    let next = Epoch(current.number + 1)
    let onset = heard(current)
    let frame = Frame(1_000_000)
    func answer(at seconds: Double) -> SessionEvent {
      .answer(.higher, at: time(seconds), source: .controller, controller: nil)
    }
    switch occurrence {
    case .start: return .start(mode: .comparison)
    case .startIntervals: return .start(mode: .intervalComparison)
    case .startMatching: return .start(mode: .matching)
    case .referenceStarted: return .referenceStarted(current, frame: frame)
    case .referenceStartedOld: return .referenceStarted(old, frame: frame)
    case .referenceStartedNext: return .referenceStarted(next, frame: frame)
    case .targetStarted: return .secondStarted(current, heard: time(onset))
    case .targetStartedOld: return .secondStarted(old, heard: time(onset))
    case .targetStartedNext: return .secondStarted(next, heard: time(onset))
    case .targetEnded: return .secondEnded(current)
    case .targetEndedOld: return .secondEnded(old)
    case .targetEndedNext: return .secondEnded(next)
    case .answer: return answer(at: onset + 0.3)
    case .answerAtOnce: return answer(at: onset)
    case .answerEarly: return answer(at: onset - 1e-9)
    case .feedbackStarted: return .feedbackStarted(current, frame: frame, rate: 48_000)
    case .feedbackStartedOld: return .feedbackStarted(old, frame: frame, rate: 48_000)
    case .feedbackStartedNext: return .feedbackStarted(next, frame: frame, rate: 48_000)
    case .feedbackEnded: return .feedbackEnded(current, frame: frame)
    case .feedbackEndedOld: return .feedbackEnded(old, frame: frame)
    case .feedbackEndedNext: return .feedbackEnded(next, frame: frame)
    case .withdrawLast: return .withdraw(pressedAt: time((answered ? onset : heard(old)) + 0.3))
    case .withdrawOther: return .withdraw(pressedAt: time(0))
    case .stop: return .stop
    }
  }
}
