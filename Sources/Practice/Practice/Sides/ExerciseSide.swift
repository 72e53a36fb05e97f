import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// Exercises: the running session, the settings that chose its exercise, and the records and lessons of answers.
struct ExerciseSide {
  /// The session that runs, or ran last.
  var session: any PractisedSession
  /// The idle sessions of the other disciplines.
  var resting: [any PractisedSession]
  /// The listening while a timer holds training.
  var rest: RestListening
  /// The gates of timer and page.
  var gates = Gates()
  /// The settings that chose the running exercise.
  private(set) var settings: PracticeSettings
  /// The settings for the next exercise; the same unless they were changed during this one.
  private(set) var wanted: PracticeSettings
  /// The latest exercise that adopted `wanted` as its settings.
  private var adopted: Epoch?
  /// The answer shown in feedback, with the id of its record, until the next one.
  var lastAnswer: (epoch: Epoch, record: UUID)?
  /// The mode in practice; nil at the hub.
  private(set) var mode: Mode?
  /// The mode practised last.
  private(set) var lastMode = Mode.comparison
  /// The exercise cancelled last. An answer that ends a timer's set cancels its successor before it is played.
  var dropped: Epoch?
  /// The exercise that surfaces show.
  var epoch: Epoch?
  /// The interval of the next exercise, during feedback.
  var nextInterval: DirectedInterval?
  /// The number of answers since practice started, without withdrawn ones and those given again.
  var answered = 0
  /// The number of answers after which practice ends.
  private let limit: Int?
  /// The answers of this run that are saved durably, without withdrawn ones.
  var kept = KeptAnswers()
  /// The profile as of the last time practice was at the hub.
  private var profile: PerceptualProfile
  /// The teaching modes that were never answered.
  var unanswered: Set<Mode>
  /// The answers since `profile` was updated.
  var unlearned: [ExerciseRecord] = []
  /// The progress towards first thresholds.
  private(set) var beginning = ProfileBeginning()
  /// The range of notes of `beginning`.
  private var beginningRange: NoteRange?
  /// The result of the last exercise, unless it was withdrawn.
  var lastResult: SpokenStatus.Result?
  /// Whether the last answer had a rating; nil if it was not asked for.
  var wasRated: Bool?

  /// Creates the side at the hub.
  init(_ configuration: PracticeConfiguration) {
    settings = configuration.settings
    wanted = configuration.settings
    limit = configuration.exercises
    profile = configuration.known.profile
    unanswered = Set(Mode.allCases.filter(\.discipline.teaches)).subtracting(profile.answeredModes)
    session = lastMode.discipline.session(configuration)
    rest = RestListening(configuration)
    resting = Discipline.allCases.filter { [lastMode] in $0 != lastMode.discipline }.map { $0.session(configuration) }
  }

  // MARK: State

  /// Whether an exercise is under way or its result is shown.
  var isPractising: Bool { session.phase != .idle }
  /// The discipline of the current session.
  var discipline: Discipline { type(of: session).discipline }
  /// Whether practice runs with a tunable second note.
  var isTuned: Bool { isPractising && discipline.tunes }
  /// Whether training waits for a timer or a page.
  var isHeldBack: Bool { session.phase == .waiting }
  /// Whether a result is shown.
  var showsFeedback: Bool { session.phase == .showingFeedback }
  /// Whether nothing sounds, and nothing will until the player or a timer acts.
  var isQuiet: Bool { !isPractising || isHeldBack && !rest.isRunning || session.phase == .awaitingAnswer }
  /// Whether an answer counts or the note can be tuned.
  var isOpen: Bool { session.isOpen }
  /// Whether the note can be tuned.
  var canTune: Bool { isTuned && isOpen }
  /// The light for that; nil if neither is possible.
  var openCue: Cue? {
    let reference = mode?.playsTogether == true ? .held : settings.training.matchingReference
    return canTune ? .canTune(ReferenceCue(reference)) : isOpen ? .canAnswer : nil
  }
  /// Whether the requested number of exercises has been answered.
  var isComplete: Bool { !isPractising && limit.map { answered >= $0 } ?? false }
  /// Returns how far the second note of the next exercise of `next` can be tuned either way; nil if it is not tunable.
  func tuningRange(in next: Mode) -> Cents? {
    ([session] + resting).first { type(of: $0).discipline == next.discipline }?.tuningRange(in: next)
  }

  /// Shows mode, phase, exercise and result.
  func show(in view: inout ViewState) {
    view.mode = mode
    view.epoch = epoch
    view.nextInterval = nextInterval
    view.beginning = beginning
    view.unanswered = unanswered
    view.hearsAgain = settings.hearAgain && mode?.playsTogether != true
    view.asksSureness = mode == nil ? wanted.sureness : settings.sureness && discipline.isAnswered
    view.letters = wanted.letters
    view.timersCountDown = wanted.countdown
    view.phase = ViewState.Phase(session.phase)
    (view.canAnswer, view.canTune) = (false, false)
    (view.interval, view.rhythm, view.feedback, view.result, view.heard) = (nil, nil, nil, nil, nil)
    (view.beating, view.laying, view.laid, view.stepsBack) = (nil, nil, nil, false)
    session.show(in: &view)
    rest.show(in: &view)
    // The exercise being asked, or whose result is shown; in a temperament the next one, as its step.
    let asked = answered + (showsFeedback && view.laying == nil ? 0 : 1)
    view.exercise = isPractising ? limit.map { .init(min(asked, $0), of: $0) } : nil
  }

  // MARK: Starting and stopping

  /// Starts a mode from the hub. The returned actions begin the first exercise once everything else is ready.
  mutating func start(
    _ mode: Mode, at start: ExerciseStart?, date: () -> Date, reach: TuningReach
  ) throws(ExerciseRefusal) -> [SessionAction] {
    if let place = resting.firstIndex(where: { type(of: $0).discipline == mode.discipline }) {
      resting[place].skipEpochs(before: session.nextEpoch)
      swap(&session, &resting[place])
    }
    session.follow(resting)
    session.age(to: date)
    let actions = try session.start(mode, at: gates.begin(at: start), reach: reach)
    lastMode = mode
    self.mode = mode
    answered = 0
    return actions
  }

  /// Returns to the hub, where no exercise keeps old settings.
  mutating func stopped(date: () -> Date) {
    mode = nil
    epoch = nil
    settings = wanted
    tellBeginning(date: date)
  }

  /// Updates the progress towards first thresholds. Takes milliseconds, so only at the hub.
  mutating func tellBeginning(date: () -> Date) {
    for record in unlearned { profile.learn(record) }
    unlearned = []
    let range = wanted.training.range
    let told = range == beginningRange ? beginning : ProfileBeginning()
    beginning = profile.beginning(over: range, now: date()).told(after: told)
    beginningRange = range
  }

  // MARK: Settings

  /// Applies settings that change during practice. The running exercise keeps its settings up to its result; the next
  /// one has the new ones. Only the level, a volume, changes at once.
  mutating func apply(_ change: SettingsChange, in context: PracticeContext, date: () -> Date) -> [Effect] {
    let before = wanted
    guard change.settings != before else { return [] }
    wanted = change.settings
    forEachSession { $0.apply(change, before: before, date: date) }
    if !isPractising { settings = wanted }
    // Progress differs by range. During practice it is updated at the end.
    if mode == nil, wanted.training.range != before.training.range { tellBeginning(date: date) }
    holdReferences(in: context)
    let (now, then) = (wanted.training, before.training)
    let chosen: Timbre? =
      now.timbre != then.timbre ? now.timbre : now.timbreOfSecond != then.timbreOfSecond ? now.timbres.second : nil
    let sample: [Effect] = chosen.map { [.explanation(.sample($0))] } ?? []
    let level: [Effect] = wanted.level == before.level ? [] : [.sound(.setLevel(to: wanted.level))]
    return level + [.speech(.tellIfMissing)] + sample
  }

  /// Adopts the latest settings for an exercise under way. Its announcement and its notes may come in two steps with
  /// another change between them; that change is for the exercise after it.
  mutating func adopt(for epoch: Epoch, in context: PracticeContext) {
    guard adopted != epoch else { return }
    adopted = epoch
    settings = wanted
    holdReferences(in: context)
  }

  /// Holds references, starting with the next exercise, if speech may come before them (including an answer to "where
  /// am I?") or a change of output is pending.
  ///
  /// Between two settings both apply: the result is spoken by the old ones, the next interval by the new ones.
  mutating func holdReferences(in context: PracticeContext) {
    let either = [settings, wanted]
    forEachSession { session in
      session.holdsReference =
        context.isOutputAwaited || context.hasVoice && (context.isAsked || either.contains { session.speaks(by: $0) })
    }
  }

  mutating func forEachSession(_ body: (inout any PractisedSession) -> Void) {
    body(&session)
    for place in resting.indices { body(&resting[place]) }
  }
}

extension ViewState.Phase {
  fileprivate init(_ phase: SessionPhase) {
    switch phase {
    case .idle: self = .hub
    case .waiting: self = .waiting
    case .playingReference: self = .reference
    case .playingTarget: self = .target
    case .playingTunable: self = .tunable
    case .awaitingAnswer: self = .awaitingAnswer
    case .showingFeedback: self = .feedback
    }
  }
}
