import Time

/// A course whose exercises end with an answer: the chooser learns from the answer, and the answer can be withdrawn
/// until practice stops or the next one is given. Its session decides which input counts and makes the answer.
struct AnswerCourse<ExerciseChooser: AnswerChooser>: Sendable {
  typealias Outcome = ExerciseChooser.Outcome
  typealias Effect = AnswerEffect<ExerciseChooser.Exercise, Outcome>

  var course: Course<Outcome>
  /// Chooses the exercises and learns from the answers.
  var chooser: ExerciseChooser
  /// The last answer and the chooser before it, for as long as it can be withdrawn.
  var undoable: (answer: Outcome, chooser: ExerciseChooser)?
  /// The answer not learned yet: the fade and the light do not wait for learning, the next exercise does.
  private var unlearned: Outcome?

  /// An idle course. Practice ends after `limit` answers; nil: no limit.
  init(choosingBy chooser: ExerciseChooser, limit: Int?, firstEpoch: Epoch) {
    self.chooser = chooser
    course = Course(limit: limit, firstEpoch: firstEpoch)
  }

  /// Handles every event but `.start` and `.answer`, which `start` and `accept` handle.
  mutating func handle(_ event: SessionEvent, _ settings: TrainingSettings) -> [Effect] {
    switch event {
    case .hold(let frame): wants(course.hold(from: frame))
    case .resume(let frame, _): wants(course.resume(at: frame, settings, by: &chooser))
    case .proceed(let epoch): wants(course.proceed(epoch))
    case .referenceStarted(let epoch, _): wants(course.startReference(epoch))
    case .secondStarted(let epoch, let heard): open(epoch, heard: heard)
    case .secondEnded(let epoch): endSecond(epoch)
    case .feedbackStarted(let epoch, let frame, let rate):
      scheduleNext(after: epoch, end: frame + FeedbackTime.frames(rate: rate), settings)
    case .feedbackEnded(let epoch, let frame): endFeedback(epoch, frame: frame, settings)
    case .withdraw(let pressedAt): withdraw(pressedAt) + stop()
    case .stop: stop()
    case .start, .answer, .thoughtOver, .hearAgain, .stepBack, .commit, .faded: []
    }
  }

  /// Begins a practice, as `Course.start` does.
  mutating func start(
    _ mode: Mode, of discipline: Discipline, _ settings: TrainingSettings, at start: ExerciseStart?
  ) -> [Effect] {
    if case .idle = course.state { undoable = nil }
    return wants(course.start(mode, of: discipline, settings, at: start, by: &chooser))
  }

  /// Ends the open exercise with `answer`. The chooser learns it before the next choice if it `teaches`.
  mutating func accept(_ answer: Outcome, teaches: Bool) -> [Effect] {
    undoable = (answer, chooser)
    unlearned = teaches ? answer : nil
    course.finishExercise()
    course.give(answer)
    return [.answered(answer), .feedback(answer.exercise.epoch, answer.feedback)]
  }

  /// Learns the last answer now, if the chooser has yet to learn it.
  mutating func learn() {
    guard let answer = unlearned else { return }
    unlearned = nil
    chooser.learn(answer)
  }

  /// The chooser, having learned all answers. After a change, the last answer can no longer be learned or withdrawn.
  var informedChooser: ExerciseChooser {
    get {
      var informed = self
      informed.learn()
      return informed.chooser
    }
    set {
      chooser = newValue
      forgetAnswer()
    }
  }

  /// Lets the last answer no longer be learned or withdrawn.
  private mutating func forgetAnswer() { (undoable, unlearned) = (nil, nil) }

  private mutating func open(_ epoch: Epoch, heard: MonotonicTime) -> [Effect] {
    let (effects, opened) = course.startSecond(epoch, heard: heard)
    return wants(effects) + (opened == nil ? [] : [.enableAnswer(epoch)])
  }

  private mutating func endSecond(_ epoch: Epoch) -> [Effect] {
    course.endSecond(epoch)
    return []
  }

  private mutating func scheduleNext(after epoch: Epoch, end: Frame, _ settings: TrainingSettings) -> [Effect] {
    guard let answer = course.given, answer.exercise.epoch == epoch else { return [] }
    learn()
    return wants(course.showFeedback(of: answer, until: end, settings, by: &chooser))
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame, _ settings: TrainingSettings) -> [Effect] {
    guard course.outcome?.exercise.epoch == epoch else { return [] }
    learn()
    guard course.given != nil else { return wants(course.endFeedback(epoch, at: frame)) }
    return [.course(.clearFeedback(epoch, frame: frame))]
      + wants(course.goOn(after: frame, settings, by: &chooser))
  }

  private mutating func withdraw(_ pressedAt: MonotonicTime) -> [Effect] {
    guard let (answer, before) = undoable, answer.inputTime == pressedAt else { return [] }
    chooser.unlearn(to: before)
    forgetAnswer()
    return [.withdrawn(answer)]
  }

  private mutating func stop() -> [Effect] {
    learn()
    undoable = nil
    // An answer is shown as soon as it is given.
    let shown = course.given.map { [CourseEffect<Outcome.Exercise>.clearFeedback($0.exercise.epoch, frame: nil)] }
    return wants((shown ?? []) + course.stop())
  }

  private func wants(_ effects: [CourseEffect<Outcome.Exercise>]) -> [Effect] { effects.map(Effect.course) }
}

/// A chooser that learns from answers.
protocol AnswerChooser: Chooser {
  associatedtype Outcome: AnsweredOutcome, Hashable where Outcome.Exercise == Exercise
  /// Learns an answer.
  mutating func learn(_ answer: Outcome)
  /// Goes back to the knowledge of `before`. Choices made since then stay made.
  mutating func unlearn(to before: Self)
}

/// An effect of a session whose exercises end with an answer, to perform before the next event is handled.
public enum AnswerEffect<Exercise: Hashable & Sendable, Given: Hashable & Sendable>: Hashable, Sendable {
  /// An effect common to all disciplines.
  case course(CourseEffect<Exercise>)
  /// Show that this exercise takes an answer, although none counts yet.
  case invite(Epoch)
  /// Answers to this exercise count from now.
  case enableAnswer(Epoch)
  /// Fade the sound at once, tick if the answer was wrong, mark the end of feedback, keep the record: all in one batch
  /// with the epoch of the answered exercise.
  case answered(Given)
  /// Show the result.
  case feedback(Epoch, AnswerFeedback)
  /// This answer no longer counts: rewrite its record.
  case withdrawn(Given)
}
