import Foundation
import Time

/// Early or late: a pattern repeats with one note displaced until an answer ends it. The answer can be withdrawn, and
/// the strategy that chooses learns from it. Each exercise begins on the next beat of the same grid.
///
/// Nothing that the player sees changes with a single note: from the first accent on the exercise counts as one that
/// takes an answer, and answers given too early are ignored.
public struct TimingSession: ExerciseSession {
  package static let discipline = Discipline.timing

  package var settings: TrainingSettings
  package var learns = true
  package var course: Course<TimingResponse>
  private var chooser: TimingChooser
  /// The exercise whose pattern has begun, and its first frame.
  private var begun: (epoch: Epoch, frame: Frame)?
  /// The last answer and the strategy before it, for as long as it can be withdrawn.
  private var undoable: (answer: TimingResponse, strategy: any TimingStrategy)?
  /// The answer not learned yet, as in comparison.
  private var unlearned: TimingResponse?

  /// An idle session. Practice ends after `exerciseLimit` answers (nil: never; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: any TimingStrategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    chooser = TimingChooser(strategy: strategy, generator: generator)
    course = Course(limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Whether the player may answer the exercise that sounds.
  package var isAnswerable: Bool {
    if case .playingReference(let exercise) = course.state { return begun?.epoch == exercise.epoch }
    return course.open != nil
  }

  /// Lets `strategy`, which has learned all answers so far, choose from the next exercise onwards. No earlier answer
  /// can be withdrawn afterwards.
  public mutating func change(to strategy: any TimingStrategy) {
    (undoable, unlearned) = (nil, nil)
    chooser.strategy = strategy
  }

  /// Ages the strategy to `now`. Before a start; after it, no earlier answer can be withdrawn.
  public mutating func age(to now: Date) {
    learn()
    undoable = nil
    chooser.strategy.age(to: now)
  }

  package mutating func handle(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .start(let mode, _, let start): self.start(mode, at: start)
    case .hold(let frame): wants(course.hold(from: frame))
    case .resume(let frame, _): wants(course.resume(at: frame, settings, by: &chooser))
    case .proceed(let epoch): wants(course.proceed(epoch))
    case .referenceStarted(let epoch, let frame): begin(epoch, at: frame)
    case .secondStarted(let epoch, let heard): open(epoch, heard: heard)
    case .secondEnded(let epoch): endPattern(epoch)
    case .answer(let answer, let time, let source, let controller):
      accept(answer, at: time, source: source, controller: controller)
    case .feedbackStarted(let epoch, let frame, let rate): scheduleNext(after: epoch, from: frame, rate: rate)
    case .feedbackEnded(let epoch, let frame): endFeedback(epoch, frame: frame)
    case .withdraw(let pressedAt): withdraw(pressedAt) + stop()
    case .stop: stop()
    case .thoughtOver, .hearAgain, .commit, .faded: []
    }
  }

  private mutating func start(_ mode: Mode, at start: ExerciseStart?) -> [Effect] {
    if case .idle = course.state {
      (undoable, begun) = (nil, nil)
      chooser.grid = nil
    }
    return wants(course.start(mode, of: Self.discipline, settings, at: start, by: &chooser))
  }

  private mutating func begin(_ epoch: Epoch, at frame: Frame) -> [Effect] {
    let effects = wants(course.startReference(epoch))
    guard course.exercise?.epoch == epoch, begun?.epoch != epoch else { return effects }
    begun = (epoch, frame)
    return effects + [.invite(epoch)]
  }

  private mutating func open(_ epoch: Epoch, heard: MonotonicTime) -> [Effect] {
    let (effects, opened) = course.startSecond(epoch, heard: heard)
    return wants(effects) + (opened == nil ? [] : [.enableAnswer(epoch)])
  }

  private mutating func endPattern(_ epoch: Epoch) -> [Effect] {
    course.endSecond(epoch)
    return []
  }

  private mutating func accept(
    _ answer: Answer, at time: MonotonicTime, source: InputSource, controller: String?
  ) -> [Effect] {
    guard let (exercise, heard) = course.open, time >= heard else { return [] }
    let beat = 60e9 / Double(exercise.tempo)
    let loops = 1 + Int(Double((time - heard).nanoseconds) / beat)
    let given = TimingResponse(
      exercise: exercise, strategy: chooser.strategy.name, answer: answer, inputTime: time, responseTime: time - heard,
      loops: min(loops, exercise.repetitions ?? loops), source: source, controller: controller)
    undoable = (given, chooser.strategy)
    unlearned = learns ? given : nil
    course.finishExercise()
    course.give(given)
    return [.answered(given), .feedback(exercise.epoch, given.feedback)]
  }

  private mutating func scheduleNext(after epoch: Epoch, from frame: Frame, rate: Int) -> [Effect] {
    guard let answer = course.given, answer.exercise.epoch == epoch else { return [] }
    learn()
    if let begun, begun.epoch == epoch { chooser.place(answer.exercise, begunAt: begun.frame, rate: rate) }
    let end = frame + FeedbackTime.frames(rate: rate)
    return wants(course.showFeedback(of: answer, until: end, settings, by: &chooser))
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard course.outcome?.exercise.epoch == epoch else { return [] }
    learn()
    guard course.given != nil else { return wants(course.endFeedback(epoch, at: frame)) }
    return [.course(.clearFeedback(epoch, frame: frame))]
      + wants(course.goOn(after: frame, settings, by: &chooser))
  }

  private mutating func withdraw(_ pressedAt: MonotonicTime) -> [Effect] {
    guard let (answer, before) = undoable, answer.inputTime == pressedAt else { return [] }
    chooser.strategy = before
    (undoable, unlearned) = (nil, nil)
    return [.withdrawn(answer)]
  }

  private mutating func stop() -> [Effect] {
    learn()
    undoable = nil
    let shown = course.given.map { [CourseEffect<TimingExercise>.clearFeedback($0.exercise.epoch, frame: nil)] }
    return wants((shown ?? []) + course.stop())
  }

  private mutating func learn() {
    guard let answer = unlearned else { return }
    unlearned = nil
    chooser.strategy.learn(TimingAnswer(answer))
  }

  private func wants(_ effects: [CourseEffect<TimingExercise>]) -> [Effect] { effects.map(Effect.course) }
}

/// The public state of a session.
extension TimingSession {
  package var phase: SessionPhase {
    switch course.state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding: .playingReference
    case .playingReference: isAnswerable ? .playingTarget : .playingReference
    case .open(_, _, let over): over ? .awaitingAnswer : .playingTarget
    case .given, .showingFeedback: .showingFeedback
    }
  }

  /// The current exercise, or the one whose feedback is shown. Only its pattern and tempo may reach the player.
  package var exercise: TimingExercise? { course.exercise }

  /// The part of the state that may reach the player.
  public var view: SessionView<AnswerFeedback> {
    SessionView(phase: phase, isOpen: isAnswerable, feedback: course.outcome?.feedback)
  }
}

extension TimingSession {
  /// An action to perform, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// An effect common to all disciplines.
    case course(CourseEffect<TimingExercise>)
    /// Show that this exercise takes an answer: its pattern has begun.
    case invite(Epoch)
    /// Answers to this exercise count from now.
    case enableAnswer(Epoch)
    /// Fade the pattern at once, tick if the answer was wrong, mark the end of feedback, keep the record: all in one
    /// batch with the epoch of `exercise`.
    case answered(TimingResponse)
    /// Show the result.
    case feedback(Epoch, AnswerFeedback)
    /// This answer no longer counts: rewrite its record.
    case withdrawn(TimingResponse)
  }
}

/// Chooses the exercises of early or late.
struct TimingChooser: Chooser {
  var strategy: any TimingStrategy
  var generator: SeededGenerator
  /// The grid of this practice; nil before its first exercise has sounded.
  var grid: BeatGrid?

  /// Keeps the grid on which `exercise` began, on `frame`. One that began elsewhere, after an outage of sound, moves
  /// the grid.
  mutating func place(_ exercise: TimingExercise, begunAt frame: Frame, rate: Int) {
    let kept = exercise.grid.flatMap { $0.rate == rate && exercise.start(from: frame) == frame ? $0 : nil }
    grid = kept ?? BeatGrid(origin: frame, tempo: exercise.tempo, rate: rate)
  }

  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<TimingExercise>) -> TimingExercise {
    let space = basis.space
    let offset = strategy.next(in: space, using: &generator)
    // Another tempo has another grid, which begins with this exercise.
    let grid = grid.flatMap { $0.tempo == space.tempo ? $0 : nil }
    return TimingExercise(
      epoch: epoch, index: index, pattern: space.pattern, position: space.position, tempo: space.tempo,
      repetitions: space.repetitions, offset: offset, grid: grid)
  }
}
