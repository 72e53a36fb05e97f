import Pitch
import Testing
import Time

@testable import Training

/// Every pair of a situation and an event. What the table does not list must change nothing.
struct MatchingTableTests {
  /// Where the session stands. All but idle are reached in the third exercise, so that older epochs exist.
  enum Situation: String, CaseIterable {
    case idle, holding, reference, tunable, committing, committingHeld, committingLast, scheduled, held, last
  }

  /// What happens. `Old` events carry the epoch before the current one, `Next` the one after.
  enum Occurrence: String, CaseIterable {
    case start, startIntervals, startComparison
    case proceed, proceedOld, proceedNext
    case referenceStarted, referenceStartedOld, referenceStartedNext
    case tunableStarted, tunableStartedOld, tunableStartedNext
    case commit, commitAtOnce, commitEarly
    case faded, fadedOld, fadedNext
    case feedbackEnded, feedbackEndedOld, feedbackEndedNext
    case stop
  }

  struct Outcome: Equatable {
    var phase: SessionPhase
    var effects: [String]

    init(_ phase: SessionPhase, _ effects: String...) {
      self.phase = phase
      self.effects = effects
    }

    init(phase: SessionPhase, effects: [String]) {
      self.phase = phase
      self.effects = effects
    }
  }

  private static let table: [Situation: [Occurrence: Outcome]] = [
    .idle: [
      .start: Outcome(.playingReference, "play now"),
      .startIntervals: Outcome(.playingReference, "play now"),
      .startComparison: Outcome(.idle, "refused"),
    ],
    .holding: [
      .proceed: Outcome(.playingReference, "play now"),
      .stop: Outcome(.idle, "silence"),
    ],
    .reference: [
      .tunableStarted: Outcome(.playingTunable, "enable"),
      .stop: Outcome(.idle, "silence"),
    ],
    .tunable: [
      .commit: Outcome(.playingTunable, "fade"),
      .commitAtOnce: Outcome(.playingTunable, "fade"),
      .stop: Outcome(.idle, "silence"),
    ],
    .committing: [
      .faded: Outcome(.showingFeedback, "keep", "feedback", "play at"),
      // The fade was never reported: the loop continues late rather than not at all.
      .feedbackEnded: Outcome(.playingReference, "keep", "play now"),
      .stop: Outcome(.idle, "keep", "silence"),
    ],
    .committingHeld: [
      .faded: Outcome(.showingFeedback, "keep", "feedback", "ready"),
      .feedbackEnded: Outcome(.playingReference, "keep", "ready"),
      .stop: Outcome(.idle, "keep", "silence"),
    ],
    .committingLast: [
      .faded: Outcome(.showingFeedback, "keep", "feedback"),
      .feedbackEnded: Outcome(.idle, "keep", "finished"),
      .stop: Outcome(.idle, "keep", "silence"),
    ],
    .scheduled: [
      .feedbackEnded: Outcome(.playingReference, "clear"),
      .referenceStartedNext: Outcome(.playingReference, "clear"),
      .tunableStartedNext: Outcome(.playingTunable, "clear", "enable"),
      .stop: Outcome(.idle, "clear", "silence"),
    ],
    .held: [
      .proceedNext: Outcome(.showingFeedback, "play at"),
      .feedbackEnded: Outcome(.playingReference, "clear"),
      .stop: Outcome(.idle, "clear", "silence"),
    ],
    .last: [
      .feedbackEnded: Outcome(.idle, "clear", "finished"),
      .stop: Outcome(.idle, "clear", "silence"),
    ],
  ]

  @Test(arguments: Situation.allCases, Occurrence.allCases)
  func `every event in every state has the effect in the table`(situation: Situation, occurrence: Occurrence) throws {
    var (session, current) = try session(in: situation)
    let before = session.view
    let next = session.nextEpoch
    let spread = session.spread
    let effects = session.handle(event(occurrence, current: current))
    if let expected = Self.table[situation]?[occurrence] {
      #expect(Outcome(phase: session.phase, effects: effects.names) == expected)
    } else {
      #expect(effects.isEmpty)
      #expect(session.view == before)
      #expect(session.nextEpoch == next && session.spread == spread)
    }
  }

  /// The tunable note of the exercise with this epoch is heard at ten times its number.
  private func heard(_ epoch: Epoch) -> Double { Double(epoch.number) * 10 + 1 }

  private func session(in situation: Situation) throws -> (MatchingSession, Epoch) {
    var session = MatchingSession(limit: [.last, .committingLast].contains(situation) ? 3 : nil)
    var exercise = try session.begin()
    exercise = try found(session.complete(exercise, start: heard(exercise.epoch) - 1))
    session.holdsReference = situation == .holding
    let held = session.complete(exercise, start: heard(exercise.epoch) - 1)
    let current = held?.epoch ?? Epoch(3)
    session.holdsReference = [.holding, .committingHeld, .held].contains(situation)
    let committed: Set<Situation> = [.committing, .committingHeld, .committingLast, .scheduled, .held, .last]
    let steps: [(Set<Situation>, Occurrence)] = [
      ([.idle], .stop),
      (committed.union([.tunable]), .tunableStarted),
      (committed, .commit),
      ([.scheduled, .held, .last], .faded),
    ]
    for (situations, occurrence) in steps where situations.contains(situation) {
      _ = session.handle(event(occurrence, current: current))
    }
    return (session, current)
  }

  private func event(_ occurrence: Occurrence, current: Epoch) -> SessionEvent {
    let old = Epoch(current.number - 1)
    let next = Epoch(current.number + 1)
    let onset = heard(current)
    let frame = Frame(1_000_000)
    func committed(at seconds: Double) -> SessionEvent {
      .commit(commit(at: seconds), believed: Hertz(440))
    }
    func faded(_ epoch: Epoch) -> SessionEvent {
      .faded(epoch, frame: frame, rate: 48_000, hertz: Hertz(441), reach: .free)
    }
    switch occurrence {
    case .start: return .start(mode: .matching, reach: .free)
    case .startIntervals: return .start(mode: .intervalMatching, reach: .free)
    case .startComparison: return .start(mode: .comparison, reach: .free)
    case .proceed: return .proceed(current)
    case .proceedOld: return .proceed(old)
    case .proceedNext: return .proceed(next)
    case .referenceStarted: return .referenceStarted(current, frame: frame)
    case .referenceStartedOld: return .referenceStarted(old, frame: frame)
    case .referenceStartedNext: return .referenceStarted(next, frame: frame)
    case .tunableStarted: return .secondStarted(current, heard: time(onset))
    case .tunableStartedOld: return .secondStarted(old, heard: time(onset))
    case .tunableStartedNext: return .secondStarted(next, heard: time(onset))
    case .commit: return committed(at: onset + 1.5)
    case .commitAtOnce: return committed(at: onset)
    case .commitEarly: return committed(at: onset - 1e-9)
    case .faded: return faded(current)
    case .fadedOld: return faded(old)
    case .fadedNext: return faded(next)
    case .feedbackEnded: return .feedbackEnded(current, frame: frame)
    case .feedbackEndedOld: return .feedbackEnded(old, frame: frame)
    case .feedbackEndedNext: return .feedbackEnded(next, frame: frame)
    case .stop: return .stop
    }
  }
}
