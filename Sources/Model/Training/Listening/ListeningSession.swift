import Foundation
import Pitch
import Time

/// Listening: the exercises of another discipline without the question. An exercise ends after the time to think, not
/// by the player's input, and it teaches nothing: the strategy is a copy of that discipline's, taken when listening
/// begins.
package struct ListeningSession<Source: ListeningChooser>: ExerciseSession {
  package typealias Exercise = Source.Exercise

  package static var discipline: Discipline { Exercise.listening }

  package var settings: TrainingSettings
  /// Chooses the exercises. A new value takes effect with the next exercise chosen.
  package var strategy: Source.ChoosingStrategy {
    get { chooser.strategy }
    set { chooser.strategy = newValue }
  }
  /// Always false: listening has no answers to learn from.
  package var learns = false
  package var course: Course<HeardExercise<Exercise>>
  private var chooser: Source
  /// The exercise whose first sound has begun, and its first frame.
  private var begun: (epoch: Epoch, frame: Frame)?

  /// An idle session. Practice ends after `exerciseLimit` exercises (nil: never; less than 1 counts as 1).
  package init(
    settings: TrainingSettings, strategy: Source.ChoosingStrategy, generator: SeededGenerator,
    exerciseLimit: Int? = nil, firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    chooser = Source(strategy: strategy, generator: generator)
    course = Course(limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Ages the strategy to `now`. Before a start.
  package mutating func age(to now: Date) { chooser.age(to: now) }

  package mutating func handle(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .start(let mode, _, let start): self.start(mode, at: start)
    case .hold(let frame): wants(course.hold(from: frame))
    case .resume(let frame, _): wants(course.resume(at: frame, settings, by: &chooser))
    case .proceed(let epoch): wants(course.proceed(epoch))
    case .referenceStarted(let epoch, let frame): begin(epoch, at: frame)
    case .secondStarted(let epoch, let heard): wants(course.startSecond(epoch, heard: heard).effects)
    case .secondEnded(let epoch): endTarget(epoch)
    case .thoughtOver(let epoch): tell(epoch)
    case .feedbackStarted(let epoch, let frame, let rate): scheduleNext(after: epoch, from: frame, rate: rate)
    case .feedbackEnded(let epoch, let frame): endFeedback(epoch, frame: frame)
    case .withdraw, .stop: stop()
    // Listening has no questions.
    case .answer, .hearAgain, .stepBack, .commit, .faded: []
    }
  }

  private mutating func start(_ mode: Mode, at start: ExerciseStart?) -> [Effect] {
    if case .idle = course.state {
      begun = nil
      chooser.forgetPlace()
    }
    return wants(course.start(mode, of: Self.discipline, settings, at: start, by: &chooser))
  }

  private mutating func begin(_ epoch: Epoch, at frame: Frame) -> [Effect] {
    let effects = course.startReference(epoch)
    if course.exercise?.epoch == epoch { begun = (epoch, frame) }
    return wants(effects)
  }

  private mutating func endTarget(_ epoch: Epoch) -> [Effect] {
    guard let exercise = course.open?.exercise, exercise.epoch == epoch else { return [] }
    course.endSecond(epoch)
    return [.think(epoch)]
  }

  private mutating func tell(_ epoch: Epoch) -> [Effect] {
    guard let exercise = course.open?.exercise, exercise.epoch == epoch, let run = course.run else { return [] }
    let heard = HeardExercise(exercise: exercise, settings: run.basis.settings, strategy: chooser.chosenBy)
    course.finishExercise()
    course.give(heard)
    return [.heard(heard), .feedback(epoch, heard.answer)]
  }

  private mutating func scheduleNext(after epoch: Epoch, from frame: Frame, rate: Int) -> [Effect] {
    guard let heard = course.given, heard.exercise.epoch == epoch else { return [] }
    if let begun, begun.epoch == epoch { chooser.place(heard.exercise, begunAt: begun.frame, rate: rate) }
    let end = frame + Frame.count(in: ListeningTime.answer.seconds, rate: rate)
    return wants(course.showFeedback(of: heard, until: end, settings, by: &chooser))
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard course.outcome?.exercise.epoch == epoch else { return [] }
    guard course.given != nil else { return wants(course.endFeedback(epoch, at: frame)) }
    return [.course(.clearFeedback(epoch, frame: frame))]
      + wants(course.goOn(after: frame, settings, by: &chooser))
  }

  private mutating func stop() -> [Effect] {
    // An answer is shown as soon as it is given.
    let shown = course.given.map { [CourseEffect<Exercise>.clearFeedback($0.exercise.epoch, frame: nil)] }
    return wants((shown ?? []) + course.stop())
  }

  private func wants(_ effects: [CourseEffect<Exercise>]) -> [Effect] { effects.map(Effect.course) }
}

/// The public state of a session.
extension ListeningSession {
  /// The phase; the time to think counts as part of the exercise, because no answer is awaited.
  package var phase: SessionPhase {
    switch course.state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding: .playingReference
    // Nothing that the player sees changes with a single note of a pattern.
    case .playingReference(let exercise):
      Exercise.opensByMarker && begun?.epoch == exercise.epoch ? .playingTarget : .playingReference
    case .open: .playingTarget
    case .given, .showingFeedback: .showingFeedback
    }
  }

  /// The current exercise, or the one whose answer is given.
  package var exercise: Exercise? { course.exercise }

  /// The part of the state that may reach the player.
  package var view: SessionView<Answer> {
    var view = SessionView<Answer>(phase: phase, isOpen: false)
    view.interval = course.exercise?.askedInterval
    view.feedback = course.outcome?.answer
    return view
  }
}

/// The waiting times of listening; speech can make them longer.
public enum ListeningTime {
  /// The time from the end of the sound to the answer: long enough to decide.
  public static let thought = Duration.seconds(1)
  /// The time from the answer to the next exercise; longer while the answer is spoken.
  public static let answer = Duration.seconds(1)
}

extension ListeningSession {
  /// An action to perform, in order, before the next event is handled.
  package enum Effect: Hashable, Sendable {
    /// An effect common to all disciplines.
    case course(CourseEffect<Exercise>)
    /// Report `.thoughtOver` when there was time to think.
    case think(Epoch)
    /// Mark the answer's beginning and end, and keep the record.
    case heard(HeardExercise<Exercise>)
    /// Give the answer.
    case feedback(Epoch, Answer)
  }
}
