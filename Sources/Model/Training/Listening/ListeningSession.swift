import Foundation
import Pitch
import Time

/// Listening: the pairs of comparison without a question. An exercise ends after the time to think, not by the player's
/// input, and the pairs teach nothing: the strategy is a copy of comparison's, taken when listening begins.
public struct ListeningSession: ExerciseSession {
  package static let discipline = Discipline.listening

  package var settings: TrainingSettings
  /// Chooses the pairs. A new value takes effect with the next pair chosen.
  public var strategy: any Strategy {
    get { chooser.strategies.choosing }
    set { chooser.strategies.next = newValue }
  }
  /// Always false: listening has no answers to learn from.
  package var learns = false
  package var course: Course<HeardPair>
  private var chooser: ComparisonChooser

  /// An idle session. Practice ends after `exerciseLimit` pairs (nil: never; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: any Strategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    chooser = ComparisonChooser(strategies: Strategies(strategy), generator: generator)
    course = Course(limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Ages the strategy to `now`. Before a start.
  public mutating func age(to now: Date) {
    var strategy = self.strategy
    strategy.age(to: now)
    self.strategy = strategy
  }

  package mutating func handle(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .start(let mode, _, let start):
      wants(course.start(mode, of: Self.discipline, settings, at: start, by: &chooser))
    case .hold(let frame): wants(course.hold(from: frame))
    case .resume(let frame, _): wants(course.resume(at: frame, settings, by: &chooser))
    case .proceed(let epoch): wants(course.proceed(epoch))
    case .referenceStarted(let epoch, _): wants(course.startReference(epoch))
    case .secondStarted(let epoch, let heard): wants(course.startSecond(epoch, heard: heard).effects)
    case .secondEnded(let epoch): endTarget(epoch)
    case .thoughtOver(let epoch): tell(epoch)
    case .feedbackStarted(let epoch, let frame, let rate):
      scheduleNext(after: epoch, end: frame + Frame.count(in: ListeningTime.answer.seconds, rate: rate))
    case .feedbackEnded(let epoch, let frame): endFeedback(epoch, frame: frame)
    case .withdraw, .stop: stop()
    // Listening has no questions.
    case .answer, .hearAgain, .commit, .faded: []
    }
  }

  private mutating func endTarget(_ epoch: Epoch) -> [Effect] {
    guard let exercise = course.open?.exercise, exercise.epoch == epoch else { return [] }
    course.endSecond(epoch)
    return [.think(epoch)]
  }

  private mutating func tell(_ epoch: Epoch) -> [Effect] {
    guard let exercise = course.open?.exercise, exercise.epoch == epoch, let run = course.run else { return [] }
    let pair = HeardPair(
      exercise: exercise, settings: run.basis.settings, strategy: chooser.strategies.current.name)
    course.finishExercise()
    course.give(pair)
    return [.heard(pair), .feedback(epoch, pair.answer)]
  }

  private mutating func scheduleNext(after epoch: Epoch, end: Frame) -> [Effect] {
    guard let pair = course.given, pair.exercise.epoch == epoch else { return [] }
    return wants(course.showFeedback(of: pair, until: end, settings, by: &chooser))
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard course.outcome?.exercise.epoch == epoch else { return [] }
    guard course.given != nil else { return wants(course.endFeedback(epoch, at: frame)) }
    return [.course(.clearFeedback(epoch, frame: frame))]
      + wants(course.goOn(after: frame, settings, by: &chooser))
  }

  private mutating func stop() -> [Effect] {
    // An answer is shown as soon as it is given.
    let shown = course.given.map { [CourseEffect<ComparisonExercise>.clearFeedback($0.exercise.epoch, frame: nil)] }
    return wants((shown ?? []) + course.stop())
  }

  private func wants(_ effects: [CourseEffect<ComparisonExercise>]) -> [Effect] { effects.map(Effect.course) }
}

/// The public state of a session.
extension ListeningSession {
  /// The phase; the time to think counts as part of the exercise, because no answer is awaited.
  package var phase: SessionPhase {
    switch course.state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .open: .playingTarget
    case .given, .showingFeedback: .showingFeedback
    }
  }

  /// The part of the state that may reach the player.
  public var view: SessionView<Answer> {
    var view = SessionView<Answer>(phase: phase, isOpen: false)
    view.interval = course.exercise?.askedInterval
    view.feedback = course.outcome?.answer
    return view
  }
}

/// The waiting times of listening; speech can make them longer.
public enum ListeningTime {
  /// The time from the second note's end to the answer: long enough to decide.
  public static let thought = Duration.seconds(1)
  /// The time from the answer to the next reference; longer while the answer is spoken.
  public static let answer = Duration.seconds(1)
}

extension ListeningSession {
  /// An action to perform, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// An effect common to all disciplines.
    case course(CourseEffect<ComparisonExercise>)
    /// Report `.thoughtOver` when there was time to think.
    case think(Epoch)
    /// Mark the answer's beginning and end, and keep the record.
    case heard(HeardPair)
    /// Give the answer.
    case feedback(Epoch, Answer)
  }
}
