import Pitch
import Time

/// Matching as a pure reducer: events in, effects out, no clock and no waiting. What it shares with every discipline is its
/// `Course`; what is its own is what is chosen, that a commit ends an exercise, on the pitch that the renderer reports, and how far
/// the next one may start from its target.
///
/// A late event of an old epoch is dropped here; whoever feeds it need not look at epochs. One value serves for the
/// life of the program, so that epochs never repeat and the player's spread is kept from run to run.
public struct MatchingSession: Sendable {
  /// Used from the next exercise that is chosen on: the one that runs, and what is kept of it, keep what it was chosen
  /// by. If they leave no exercise then, practice ends with that refusal when the result has been shown.
  public var settings: TrainingSettings
  /// Whether each reference waits for `.proceed`, because something may be said before it. Used from the next exercise
  /// that is chosen on.
  public var holdsReference: Bool {
    get { course.holdsReference }
    set { course.holdsReference = newValue }
  }
  /// What the kept attempts say about the player; adaptive matching follows it.
  public var spread: MatchingSpread { chooser.spread }
  /// The range of the next exercise of `mode` that is chosen.
  public func nextRange(in mode: Mode) -> Cents { chooser.range(in: mode, settings) }
  /// Whether results teach. Used from the next one on.
  public var learns = true
  /// The epoch of the next exercise.
  public var nextEpoch: Epoch { course.nextEpoch }

  private var course: Course<MatchingExercise, MatchingAttempt>
  private var chooser: MatchingChooser

  /// An idle session. `exerciseLimit` finished exercises end a practice (nil: none do; less than 1 counts as 1); `history`
  /// is what went before, oldest first.
  public init(
    settings: TrainingSettings, generator: SeededGenerator, exerciseLimit: Int? = nil, history: [MatchingRecord] = [],
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    chooser = MatchingChooser(history: history, generator: generator)
    course = Course(limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Goes on from `history`, oldest first, from the next exercise that is chosen on.
  public mutating func goOn(from history: [MatchingRecord]) { chooser.goOn(from: history) }

  /// Leaves epochs before `epoch` to others, such as sessions of another kind. Never goes back.
  public mutating func skipEpochs(before epoch: Epoch) { course.skipEpochs(before: epoch) }

  /// Where it is.
  public var phase: Phase {
    switch course.state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .open, .given: .playingTunable
    case .showingFeedback: .showingFeedback
    }
  }

  /// What may reach the player.
  public var view: MatchingView {
    var view = MatchingView(phase: phase, canTune: course.open != nil)
    view.interval = course.exercise?.askedInterval
    if case .showingFeedback(let attempt, _) = course.state { view.feedback = attempt.feedback }
    return view
  }

  /// The exercise that can be tuned and committed now and when its tunable note is first heard: for whoever turns a
  /// control's position into a pitch, and for a simulated listener. Nothing that reaches the player may depend on it.
  public var tunable: (exercise: MatchingExercise, heard: MonotonicTime)? { course.open }

  /// Moves on by one event. Events that do not fit the state, or carry another exercise's epoch, change nothing.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .start(let mode, let reach, let start): self.start(mode, reach: reach, at: start)
    case .hold(let frame): wants(course.hold(from: frame))
    case .resume(let frame, let reach): resume(at: frame, reach: reach)
    case .proceed(let epoch): wants(course.proceed(epoch))
    case .referenceStarted(let epoch, _): wants(course.startReference(epoch))
    case .tunableStarted(let epoch, let heard): startTunable(epoch, heard: heard)
    case .commit(let commit, let believed): accept(commit, believed: believed)
    case .faded(let epoch, let frame, let rate, let hertz, let reach):
      finish(epoch, hertz: hertz, end: frame + ComparisonSession.feedbackFrames(rate: rate), reach: reach)
    case .feedbackEnded(let epoch, let frame): endFeedback(epoch, frame: frame)
    case .stop: stop()
    }
  }

  private mutating func start(_ mode: Mode, reach: TuningReach, at start: ComparisonSession.Start) -> [Effect] {
    guard case .idle = course.state else { return [] }
    guard mode.discipline == .matching else { return [.refused(.unsuitableMode(mode))] }
    chooser.reach = reach
    do throws(ExerciseRefusal) {
      return wants(try course.start(mode, settings, at: start, by: &chooser))
    } catch {
      return [.refused(error)]
    }
  }

  private mutating func resume(at frame: Frame, reach: TuningReach) -> [Effect] {
    chooser.reach = reach
    return wants(course.resume(at: frame, settings, by: &chooser))
  }

  private mutating func startTunable(_ epoch: Epoch, heard: MonotonicTime) -> [Effect] {
    let (effects, opened) = course.startSecond(epoch, heard: heard)
    return wants(effects) + (opened.map { [.enableTuning($0)] } ?? [])
  }

  /// The renderer knows best what sounded, so the result waits for its report; what is believed serves until then.
  private mutating func accept(_ commit: Commit, believed: Hertz) -> [Effect] {
    guard let (exercise, heard) = course.open, commit.inputTime >= heard, let run = course.run else { return [] }
    course.give(
      MatchingAttempt(
        exercise: exercise, settings: run.basis.settings, commit: commit, finalHertz: believed,
        timeTaken: commit.inputTime - heard))
    return [.fade(exercise.epoch, commit)]
  }

  private mutating func finish(_ epoch: Epoch, hertz: Hertz, end: Frame, reach: TuningReach) -> [Effect] {
    guard var attempt = course.given, attempt.exercise.epoch == epoch else { return [] }
    // A voice that was already gone has no pitch to report.
    if hertz.value.isFinite, hertz.value > 0 { attempt.finalHertz = hertz }
    let kept = [keep(attempt), .feedback(epoch, attempt.feedback)]
    chooser.reach = reach
    return kept + wants(course.showFeedback(of: attempt, until: end, settings, by: &chooser))
  }

  private mutating func keep(_ attempt: MatchingAttempt) -> Effect {
    if learns { chooser.learn(attempt.exercise, error: attempt.error) }
    course.finishExercise()
    return .keep(attempt)
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard let attempt = course.given else { return wants(course.endFeedback(epoch, at: frame)) }
    guard attempt.exercise.epoch == epoch else { return [] }
    // The fade was never reported, and the time to show the result is over.
    return [keep(attempt)] + wants(course.goOn(after: frame, settings, by: &chooser))
  }

  private mutating func stop() -> [Effect] {
    let kept = course.given.map { [keep($0)] } ?? []
    return kept + wants(course.stop())
  }

  private func wants(_ effects: [Course<MatchingExercise, MatchingAttempt>.Effect]) -> [Effect] {
    effects.map { effect in
      switch effect {
      case .ready(let exercise): .ready(exercise)
      case .play(let exercise, let timing, let start): .play(exercise, timing: timing, start: start)
      case .drop(let epoch): .drop(epoch)
      case .clearFeedback(let epoch, let frame): .clearFeedback(epoch, frame: frame)
      case .silence: .silence
      case .refused(let refusal): .refused(refusal)
      case .finished: .finished
      }
    }
  }
}

extension MatchingAttempt: CourseOutcome {}

/// Chooses what is to be matched: the choice's draws, then one for loudness, always, so that a setting does not shift a seed's
/// notes.
private struct MatchingChooser: Chooser {
  private(set) var spread = MatchingSpread()
  private var fades = ReferenceFades()
  private var generator: SeededGenerator
  /// What the player's control can reach, as it was reported last.
  var reach = TuningReach.free

  init(history: [MatchingRecord], generator: SeededGenerator) {
    self.generator = generator
    goOn(from: history)
  }

  mutating func goOn(from history: [MatchingRecord]) {
    spread = MatchingSpread(resuming: history)
    fades = ReferenceFades(resuming: history)
  }

  mutating func learn(_ exercise: MatchingExercise, error: Cents) {
    spread.learn(exercise, error: error)
    fades.learn(exercise, error: error)
  }

  private func heldLevel(in mode: Mode, _ settings: TrainingSettings) -> Double? {
    switch settings.matchingReference {
    case .first: nil
    case .held: 0
    case .fading: fades[mode].level
    }
  }

  func range(in mode: Mode, _ settings: TrainingSettings) -> Cents {
    guard settings.matchingAdaptive else { return settings.matchingRange }
    return spread.range(in: mode, held: heldLevel(in: mode, settings) != nil, limit: settings.matchingRange)
  }

  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis) -> MatchingExercise {
    let settings = basis.settings
    let mode = basis.space.mode
    let range = range(in: mode, settings)
    let choice = MatchingChoice(space: basis.space, range: range, reach: reach, using: &generator)
    let loudness = (2 * generator.unit() - 1) * settings.loudnessVariation * ComparisonExercise.loudnessSpan
    let reference = settings.tuning.reference(choice.notes.reference, concertPitch: settings.concertPitch)
    let target = settings.tuning.target(
      from: choice.notes.reference, at: reference, interval: choice.interval)
    return MatchingExercise(
      epoch: epoch, index: index, mode: mode, reference: choice.notes.reference, referenceHertz: reference,
      target: choice.notes.target, targetHertz: target, interval: choice.interval, startOffset: choice.startOffset,
      startHertz: target.transposed(by: choice.startOffset), range: range, loudnessOffset: loudness,
      heldLevel: heldLevel(in: mode, settings))
  }
}
