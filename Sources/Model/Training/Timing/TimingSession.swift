import Foundation
import Time

/// Early or late: a pattern repeats with one note displaced until an answer ends it. The answer can be withdrawn, and
/// the strategy that chooses learns from it. Each exercise begins on the next beat of the same grid.
///
/// Nothing that the player sees changes with a single note: from the first accent on the exercise counts as one that
/// takes an answer, and answers given too early are ignored.
public struct TimingSession: ExerciseSession {
  /// An action to perform, in order, before the next event is handled.
  public typealias Effect = AnswerEffect<TimingExercise, TimingResponse>

  package static let discipline = Discipline.timing

  package var settings: TrainingSettings
  package var learns = true
  package var course: Course<TimingResponse> {
    get { answers.course }
    set { answers.course = newValue }
  }
  private var answers: AnswerCourse<TimingChooser>
  /// The exercise whose pattern has begun, and its first frame.
  private var begun: (epoch: Epoch, frame: Frame)?

  /// An idle session. Practice ends after `exerciseLimit` answers (nil: never; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: any TimingStrategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    let chooser = TimingChooser(strategy: strategy, generator: generator)
    answers = AnswerCourse(choosingBy: chooser, limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Chooses the exercises, and has learned all answers.
  package var strategy: any TimingStrategy { answers.informedChooser.strategy }

  /// Whether the player may answer the exercise that sounds.
  package var isAnswerable: Bool {
    if case .playingReference(let exercise) = course.state { return begun?.epoch == exercise.epoch }
    return course.open != nil
  }

  /// Lets `strategy`, which has learned all answers so far, choose from the next exercise onwards. No earlier answer
  /// can be withdrawn afterwards.
  public mutating func change(to strategy: any TimingStrategy) { answers.informedChooser.strategy = strategy }

  /// Ages the strategy to `now`. Before a start; after it, no earlier answer can be withdrawn.
  public mutating func age(to now: Date) { answers.informedChooser.age(to: now) }

  package mutating func handle(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .start(let mode, _, let start):
      if case .idle = course.state {
        begun = nil
        answers.chooser.forgetPlace()
      }
      return answers.start(mode, of: Self.discipline, settings, at: start)
    case .referenceStarted(let epoch, let frame): return answers.handle(event, settings) + begin(epoch, at: frame)
    case .answer(let answer, let isSure, let time, let source, let controller):
      return accept(answer, isSure: isSure, at: time, source: source, controller: controller)
    case .feedbackStarted(let epoch, _, let rate): placeGrid(of: epoch, rate: rate)
    default: break
    }
    return answers.handle(event, settings)
  }

  private mutating func begin(_ epoch: Epoch, at frame: Frame) -> [Effect] {
    guard course.exercise?.epoch == epoch, begun?.epoch != epoch else { return [] }
    begun = (epoch, frame)
    return [.invite(epoch)]
  }

  private mutating func accept(
    _ answer: Answer, isSure: Bool?, at time: MonotonicTime, source: InputSource, controller: String?
  ) -> [Effect] {
    guard let (exercise, heard) = course.open, time >= heard else { return [] }
    let beat = 60e9 / Double(exercise.tempo)
    let loops = 1 + Int(Double((time - heard).nanoseconds) / beat)
    let given = TimingResponse(
      exercise: exercise, strategy: answers.chooser.strategy.name, answer: answer, isSure: isSure, inputTime: time,
      responseTime: time - heard, loops: min(loops, exercise.repetitions ?? loops), source: source,
      controller: controller)
    return answers.accept(given, teaches: learns)
  }

  /// Keeps the grid of the exercise that has just been answered for the next one.
  private mutating func placeGrid(of epoch: Epoch, rate: Int) {
    guard let answer = course.given, answer.exercise.epoch == epoch, let begun, begun.epoch == epoch else { return }
    answers.chooser.place(answer.exercise, begunAt: begun.frame, rate: rate)
  }
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

/// Chooses the exercises of early or late.
package struct TimingChooser: AnswerChooser {
  package var strategy: any TimingStrategy
  private var generator: SeededGenerator
  /// The grid of this practice; nil before its first exercise has sounded.
  private var grid: BeatGrid?

  package init(strategy: any TimingStrategy, generator: SeededGenerator) {
    self.strategy = strategy
    self.generator = generator
  }

  mutating func learn(_ answer: TimingResponse) { strategy.learn(TimingAnswer(answer)) }
  mutating func unlearn(to before: Self) { strategy = before.strategy }

  /// Keeps the grid on which `exercise` began, on `frame`. One that began elsewhere, after an outage of sound, moves
  /// the grid.
  package mutating func place(_ exercise: TimingExercise, begunAt frame: Frame, rate: Int) {
    let kept = exercise.grid.flatMap { $0.rate == rate && exercise.start(from: frame) == frame ? $0 : nil }
    grid = kept ?? BeatGrid(origin: frame, tempo: exercise.tempo, rate: rate)
  }

  package mutating func forgetPlace() { grid = nil }

  package mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<TimingExercise>) -> TimingExercise {
    let space = basis.space
    let offset = strategy.next(in: space, using: &generator)
    // Another tempo has another grid, which begins with this exercise.
    let grid = grid.flatMap { $0.tempo == space.tempo ? $0 : nil }
    return TimingExercise(
      epoch: epoch, index: index, mode: basis.mode, pattern: space.pattern, position: space.position,
      tempo: space.tempo,
      repetitions: space.repetitions, offset: offset, grid: grid)
  }
}

extension TimingChooser: ListeningChooser {
  package var chosenBy: StrategyName { strategy.name }

  package mutating func age(to now: Date) { strategy.age(to: now) }
}
