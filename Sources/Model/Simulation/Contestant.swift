import Foundation
import Pitch
import Training

/// A strategy together with its belief about the ear: the subject of a simulation.
public protocol Contestant: Sendable {
  /// The next exercise in `space`.
  func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice

  /// Learns the answer given at `time` to `exercise`, of this or another contestant's choice, heard in `condition`.
  mutating func learn(
    _ exercise: ComparisonExercise, in condition: Condition, _ response: Sureness.Response, at time: Date)

  /// The threshold over `range` as shown at `time`, with its 90 % band; nil if nothing would be shown. In `condition`
  /// (nil: the one practised last), if a contestant distinguishes conditions.
  func threshold(in condition: Condition?, over range: NoteRange, at time: Date) -> Banded?

  /// The same by note; empty from a contestant that knows no notes.
  func curve(over range: NoteRange, at time: Date) -> [CurvePoint]

  /// The lapse rate, reported or not; nil from a contestant that does not know lapses.
  var lapse: Banded? { get }

  /// The trend as it would be shown at `time`; nil if none would be shown.
  func trend(at time: Date) -> Trend?

  /// The change of the threshold over the minutes of a session as reported; nil if none would be.
  func session(at time: Date) -> SessionCourse?
}

extension Contestant {
  /// No curve.
  public func curve(over range: NoteRange, at time: Date) -> [CurvePoint] { [] }

  /// Nothing.
  public var lapse: Banded? { nil }

  /// No trend.
  public func trend(at time: Date) -> Trend? { nil }

  /// Always nil.
  public func session(at time: Date) -> SessionCourse? { nil }
}

/// A strategy to simulate: one that players can choose, or the baseline.
public enum Contender: Hashable, Sendable {
  /// One of the program's strategies.
  case strategy(StrategyName)
  /// The simple posterior.
  case reference
  /// `edge` without its rule for wrong answers, to measure the cost of that rule. Not among `all`.
  case edgeThatNarrows
  /// `edge` without ratings, to measure what they add. Not among `all`.
  case edgeUnrated

  /// All strategies, the program's first.
  public static let all = StrategyName.allCases.map(Contender.strategy) + [.reference]

  /// The contender of this word, or nil.
  public init?(word: some StringProtocol) {
    guard let found = Self.all.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// The word in settings, or `reference`.
  public var word: String {
    switch self {
    case .strategy(let name): name.rawValue
    case .reference: "reference"
    case .edgeThatNarrows: "edge that narrows"
    case .edgeUnrated: "edge without ratings"
    }
  }

  /// Returns a new contestant without answers.
  public func make() -> any Contestant {
    switch self {
    case .strategy(.kazez): FittedContestant(KazezStrategy())
    case .strategy(.edge): EdgeContestant()
    case .reference: ReferenceContestant()
    case .edgeThatNarrows: EdgeContestant(mayNarrow: true)
    case .edgeUnrated: EdgeContestant(learnsRatings: false)
    }
  }
}

/// A strategy without a useful estimate; its answers are fitted by the simple posterior.
struct FittedContestant<Placement: Strategy>: Contestant {
  private var placement: Placement
  private var posterior = GridPosterior()

  init(_ placement: Placement) { self.placement = placement }

  func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice {
    placement.next(in: space, using: &generator)
  }

  mutating func learn(
    _ exercise: ComparisonExercise, in condition: Condition, _ response: Sureness.Response, at time: Date
  ) {
    placement.learn(exercise, in: condition, correct: response.correct)
    posterior.learn(exercise.offset.magnitude.value, correct: response.correct)
  }

  func threshold(in condition: Condition?, over range: NoteRange, at time: Date) -> Banded? { posterior.threshold }
}

/// `edge`, which knows the ear itself.
struct EdgeContestant: Contestant {
  private var strategy: EdgeStrategy
  /// The same answers as a profile, for the reports.
  private var profile = PerceptualProfile()
  private let learnsRatings: Bool

  init(mayNarrow: Bool = false, learnsRatings: Bool = true) {
    strategy = EdgeStrategy(mayNarrow: mayNarrow)
    self.learnsRatings = learnsRatings
  }

  func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice {
    strategy.next(in: space, using: &generator)
  }

  mutating func learn(
    _ exercise: ComparisonExercise, in condition: Condition, _ response: Sureness.Response, at time: Date
  ) {
    let isSure = learnsRatings ? response.isSure : nil
    strategy.age(to: time)
    strategy.learn(exercise, in: condition, correct: response.correct, isSure: isSure)
    profile.learn(EarAnswer(exercise, in: condition, correct: response.correct, isSure: isSure), at: time)
  }

  func threshold(in condition: Condition?, over range: NoteRange, at time: Date) -> Banded? {
    strategy.ear.threshold(.unison, in: condition, over: range)
  }

  func curve(over range: NoteRange, at time: Date) -> [CurvePoint] {
    strategy.ear.report(.unison, over: range)?.curve ?? []
  }

  var lapse: Banded? { strategy.ear.lapse(.unison) }

  func trend(at time: Date) -> Trend? { profile.trend(.unison) }

  func session(at time: Date) -> SessionCourse? { profile.session(.unison) }
}

/// The contestant of the baseline.
struct ReferenceContestant: Contestant {
  private var strategy = ReferenceStrategy()

  func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice {
    strategy.next(in: space, using: &generator)
  }

  mutating func learn(
    _ exercise: ComparisonExercise, in condition: Condition, _ response: Sureness.Response, at time: Date
  ) {
    strategy.learn(exercise, correct: response.correct)
  }

  func threshold(in condition: Condition?, over range: NoteRange, at time: Date) -> Banded? {
    strategy.posterior.threshold
  }
}
