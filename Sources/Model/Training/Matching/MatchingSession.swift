import Pitch
import Time

/// Matching: a commit ends an exercise, on the pitch that the renderer reports, and the player's spread decides how far
/// the next one may start from its target.
public struct MatchingSession: ExerciseSession {
  package static let discipline = Discipline.matching

  package var settings: TrainingSettings
  /// The player's spread from the stored attempts; adaptive matching follows it.
  public var spread: MatchingSpread { chooser.spread }
  /// The range of the next exercise chosen in `mode`.
  public func nextRange(in mode: Mode) -> Cents { chooser.range(in: mode, settings) }
  package var learns = true
  package var course: Course<MatchingAttempt>
  /// The temperament laid last since practice was started; nil before the first one is complete.
  public private(set) var laid: TemperamentResult?
  private var chooser: MatchingChooser
  /// The repeats of the exercise that last requested one: their number, and when its tunable note was first heard.
  private var repeats: (of: Epoch, count: Int, firstHeard: MonotonicTime)?

  /// An idle session. Practice ends after `exerciseLimit` finished exercises (nil: never; less than 1 counts as 1);
  /// `history` holds the earlier records, oldest first.
  public init(
    settings: TrainingSettings, generator: SeededGenerator, exerciseLimit: Int? = nil, history: [MatchingRecord] = [],
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    chooser = MatchingChooser(history: history, generator: generator)
    course = Course(limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Continues from `history`, oldest first, starting with the next exercise chosen.
  public mutating func goOn(from history: [MatchingRecord]) { chooser.goOn(from: history) }

  /// The exercise being played, or during feedback the next one once it is chosen; nil while idle.
  package var upcoming: MatchingExercise? { course.next ?? course.exercise }
  /// The number of steps of the temperament being laid; nil in other modes.
  public var steps: Int? { course.run?.basis.mode == .temperament ? chooser.chain?.order.steps.count : nil }

  package var phase: SessionPhase {
    switch course.state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .open, .given: .playingTunable
    case .showingFeedback: .showingFeedback
    }
  }

  /// The part of the state that may reach the player.
  public var view: SessionView<MatchingFeedback> {
    var view = SessionView<MatchingFeedback>(phase: phase, isOpen: course.open != nil)
    view.interval = course.exercise?.askedInterval
    if case .showingFeedback(let attempt, _) = course.state { view.feedback = attempt.feedback }
    return view
  }

  package mutating func handle(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .start(let mode, let reach, let start): self.start(mode, reach: reach, at: start)
    case .hold(let frame): wants(course.hold(from: frame))
    case .resume(let frame, let reach): resume(at: frame, reach: reach)
    case .proceed(let epoch): wants(course.proceed(epoch))
    case .referenceStarted(let epoch, _): wants(course.startReference(epoch))
    case .secondStarted(let epoch, let heard): startTunable(epoch, heard: heard)
    case .hearAgain(let time): hearAgain(at: time)
    case .commit(let commit, let believed): accept(commit, believed: believed)
    case .faded(let epoch, let frame, let rate, let hertz, let reach):
      finish(epoch, hertz: hertz, end: frame + FeedbackTime.frames(rate: rate), reach: reach)
    case .feedbackEnded(let epoch, let frame): endFeedback(epoch, frame: frame)
    case .stepBack(let reach): stepBack(reach: reach)
    case .stop: stop()
    case .secondEnded, .thoughtOver, .answer, .feedbackStarted, .withdraw: []
    }
  }

  private mutating func start(_ mode: Mode, reach: TuningReach, at start: ExerciseStart?) -> [Effect] {
    if case .idle = course.state { (chooser.reach, chooser.chain, laid) = (reach, nil, nil) }
    return wants(course.start(mode, of: Self.discipline, settings, at: start, by: &chooser))
  }

  private mutating func resume(at frame: Frame, reach: TuningReach) -> [Effect] {
    chooser.reach = reach
    return wants(course.resume(at: frame, settings, by: &chooser))
  }

  private mutating func startTunable(_ epoch: Epoch, heard: MonotonicTime) -> [Effect] {
    let (effects, opened) = course.startSecond(epoch, heard: heard)
    return wants(effects) + (opened.map { [.enableTuning($0, heard: heard)] } ?? [])
  }

  private mutating func hearAgain(at time: MonotonicTime) -> [Effect] {
    guard let run = course.run, !run.basis.mode.playsTogether, let (exercise, heard) = course.open, time >= heard
    else { return [] }
    let before = repeats(of: exercise.epoch, heard: heard)
    repeats = (exercise.epoch, before.count + 1, before.firstHeard)
    course.playAgain()
    return [.hearAgain(exercise, timing: run.basis.settings.noteTiming, at: time)]
  }

  /// Returns the number of repeats in the exercise `epoch`, and when its tunable note was first heard: at `heard`
  /// without repeats.
  private func repeats(of epoch: Epoch, heard: MonotonicTime) -> (count: Int, firstHeard: MonotonicTime) {
    guard let repeats, repeats.of == epoch else { return (0, heard) }
    return (repeats.count, repeats.firstHeard)
  }

  /// Only the renderer's report gives the pitch that sounded, so the result waits for it; `believed` is used until
  /// then.
  private mutating func accept(_ commit: Commit, believed: Hertz) -> [Effect] {
    guard let (exercise, heard) = course.open, commit.inputTime >= heard, let run = course.run else { return [] }
    let repeats = repeats(of: exercise.epoch, heard: heard)
    course.give(
      MatchingAttempt(
        exercise: exercise, settings: run.basis.settings, commit: commit, finalHertz: believed,
        timeTaken: commit.inputTime - repeats.firstHeard, repeats: repeats.count))
    return [.fade(exercise.epoch, commit)]
  }

  private mutating func finish(_ epoch: Epoch, hertz: Hertz, end: Frame, reach: TuningReach) -> [Effect] {
    guard var attempt = course.given, attempt.exercise.epoch == epoch else { return [] }
    // A voice that was already gone has no pitch to report.
    if hertz.value.isFinite, hertz.value > 0 { attempt.finalHertz = hertz }
    attempt = keep(attempt)
    chooser.reach = reach
    let kept = [Effect.keep(attempt), .feedback(epoch, attempt.feedback)]
    return kept + wants(course.showFeedback(of: attempt, until: end, settings, by: &chooser))
  }

  /// Learns `attempt`, and returns it with the temperament it completes.
  private mutating func keep(_ attempt: MatchingAttempt) -> MatchingAttempt {
    if learns { chooser.learn(attempt.exercise, error: attempt.error) }
    course.finishExercise()
    guard attempt.exercise.temperament != nil else { return attempt }
    var attempt = attempt
    chooser.chain?.lay(attempt)
    attempt.laid = chooser.chain?.result
    laid = attempt.laid ?? laid
    return attempt
  }

  /// Whether a note of the temperament is tuned that `.stepBack` returns to. While the pitch of a commit is not known
  /// yet, the event is ignored nevertheless.
  public var stepsBack: Bool {
    course.run?.basis.mode == .temperament && (course.canReplace || course.given != nil)
      && chooser.tuned(settings) != nil
  }

  /// Returns to the note tuned before, which is tuned again against the same reference, from elsewhere. Records stay.
  private mutating func stepBack(reach: TuningReach) -> [Effect] {
    guard stepsBack, course.canReplace else { return [] }
    chooser.reach = reach
    chooser.stepBack(settings)
    course.takeBackExercise()
    return [.takeBack] + wants(course.replace(settings, by: &chooser))
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard let attempt = course.given else { return wants(course.endFeedback(epoch, at: frame)) }
    guard attempt.exercise.epoch == epoch else { return [] }
    // The fade was never reported, and the time to show the result is over.
    return [.keep(keep(attempt))] + wants(course.goOn(after: frame, settings, by: &chooser))
  }

  private mutating func stop() -> [Effect] {
    let kept = course.given.map { [Effect.keep(keep($0))] } ?? []
    return kept + wants(course.stop())
  }

  private func wants(_ effects: [CourseEffect<MatchingExercise>]) -> [Effect] { effects.map(Effect.course) }
}

extension MatchingAttempt: CourseOutcome {}

/// Chooses matching exercises. Each choice takes its own draws and then always one for loudness, so that a setting does
/// not shift a seed's notes.
private struct MatchingChooser: Chooser {
  private(set) var spread = MatchingSpread()
  private var fades = ReferenceFades()
  /// The temperament being laid, or laid last.
  var chain: TemperamentChain?
  /// The complete one before it.
  private var completed: TemperamentChain?
  private var generator: SeededGenerator
  /// The reach of the player's control, as last reported.
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
    if mode.playsTogether { return 0 }
    return switch settings.matchingReference {
    case .first: nil
    case .held: 0
    case .fading: fades[mode].level
    }
  }

  func range(in mode: Mode, _ settings: TrainingSettings) -> Cents {
    guard settings.matchingAdaptive else { return settings.matchingRange }
    if mode == .chords { return spread.range(of: settings.chords, limit: settings.matchingRange) }
    if mode == .temperament { return spread.range(of: .temperament, limit: settings.matchingRange) }
    return spread.range(in: mode, held: heldLevel(in: mode, settings) != nil, limit: settings.matchingRange)
  }

  /// The temperament that holds the note tuned last, even if that note completed it and none of the next one is tuned;
  /// nil without one, or if `settings` begin another temperament.
  func tuned(_ settings: TrainingSettings) -> TemperamentChain? {
    let last = chain?.laid.isEmpty == true ? completed : chain
    return last.flatMap { $0.laid.isEmpty || !$0.continues(by: settings) ? nil : $0 }
  }

  /// Takes that note back.
  mutating func stepBack(_ settings: TrainingSettings) {
    guard var tuned = tuned(settings) else { return }
    if chain?.laid.isEmpty == true { completed = nil }
    tuned.stepBack()
    chain = tuned
  }

  /// Returns the temperament to continue: another one if the last is complete, or its settings were changed.
  private mutating func chain(_ settings: TrainingSettings) -> TemperamentChain {
    if let chain, !chain.isComplete, chain.continues(by: settings) { return chain }
    completed = chain.flatMap { $0.isComplete ? $0 : nil }
    return TemperamentChain(settings, using: &generator)
  }

  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<MatchingExercise>) -> MatchingExercise {
    let settings = basis.settings
    let mode = basis.space.mode
    let range = range(in: mode, settings)
    chain = mode == .temperament ? chain(settings) : nil
    let choice =
      chain?.next.map { MatchingChoice(laying: $0, range: range, reach: reach, using: &generator) }
      ?? MatchingChoice(space: basis.space, range: range, reach: reach, using: &generator)
    let loudness = (2 * generator.unit() - 1) * settings.loudnessVariation * ComparisonExercise.loudnessSpan
    let tuning = settings.tuning(in: mode)
    let reference =
      chain?.hertz(of: choice.notes.reference)
      ?? tuning.reference(choice.notes.reference, concertPitch: settings.concertPitch)
    let target = tuning.target(from: choice.notes.reference, at: reference, interval: choice.interval)
    let chord = mode == .chords ? Chord(tuning: choice.interval) : nil
    return MatchingExercise(
      epoch: epoch, index: index, mode: mode, reference: choice.notes.reference, referenceHertz: reference,
      target: choice.notes.target, targetHertz: target, interval: choice.interval, startOffset: choice.startOffset,
      startHertz: target.transposed(by: choice.startOffset), range: range, loudnessOffset: loudness,
      heldLevel: heldLevel(in: mode, settings), timbres: settings.timbres(in: mode), chord: chord,
      companionHertz: chord?.companion.map {
        tuning.target(from: choice.notes.reference, at: reference, interval: $0)
      }, temperament: chain?.place)
  }
}

extension MatchingSession {
  /// An action to perform, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// An effect common to all disciplines. A tunable note is played without an end.
    case course(CourseEffect<MatchingExercise>)
    /// Fade the notes of this exercise, as requested at `at`; then schedule both again, the tunable one at its current
    /// pitch. Until that note sounds, tuning is off.
    case hearAgain(MatchingExercise, timing: NoteTiming, at: MonotonicTime)
    /// The tunable note may be tuned from now, or again, and is heard at `heard`.
    case enableTuning(MatchingExercise, heard: MonotonicTime)
    /// The player let go: fade the tunable note at once and mark the end of feedback, all in one batch with this epoch.
    case fade(Epoch, Commit)
    /// Keep the record.
    case keep(MatchingAttempt)
    /// The exercise finished last no longer counts: the player does it again. Its record stays.
    case takeBack
    /// Show the result.
    case feedback(Epoch, MatchingFeedback)
  }
}
