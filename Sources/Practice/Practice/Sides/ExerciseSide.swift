import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// Exercises: the session that runs, the settings it was chosen by, and what is kept and learnt of answers.
struct ExerciseSide {
  /// The session that runs, or ran last.
  var session: any PractisedSession
  /// Those of the other disciplines, which are idle.
  var resting: [any PractisedSession]
  /// What is listened to while a timer holds training.
  var rest: RestListening
  /// When a timer has exercises begin, and whether a page is awaited before they do.
  var gates = Gates()
  /// What the exercise that runs was chosen by.
  private(set) var settings: PracticeSettings
  /// What the next one is chosen by; the same unless they were changed in an exercise.
  private(set) var wanted: PracticeSettings
  /// The newest exercise that `settings` were taken on for.
  private var adopted: Epoch?
  /// The answer that feedback is about, with the id of its record, until the next one.
  var lastAnswer: (epoch: Epoch, record: UUID)?
  /// What is practised; nil at the hub.
  private(set) var mode: Mode?
  /// What was practised last.
  private(set) var lastMode = Mode.comparison
  /// The exercise that was taken back last. An answer that ends a timer's set takes back what follows it before that is played.
  var dropped: Epoch?
  /// Which exercise surfaces show.
  var epoch: Epoch?
  /// The interval that is asked next, within feedback.
  var nextInterval: DirectedInterval?
  /// Answers since practice was started, withdrawn ones left out.
  var answered = 0
  /// Practice ends after this many.
  private let limit: Int?
  /// Answers of this run that are kept durably, withdrawn ones left out.
  var kept = KeptAnswers()
  /// What was known the last time practice was at the hub.
  private var profile: PerceptualProfile
  /// The modes that ask something and were never answered.
  var unanswered: Set<Mode>
  /// The answers since then.
  var unlearnt: [ExerciseRecord] = []
  /// How far it is to first thresholds.
  private(set) var beginning = ProfileBeginning()
  /// Of which notes that is told.
  private var beginningRange: NoteRange?
  /// How the last exercise ended, unless that was withdrawn.
  var lastResult: Whereabouts.Result?

  /// At the hub.
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

  // MARK: Where it is

  /// Whether an exercise is on its way, or its result is shown.
  var isPractising: Bool { session.phase != .idle }
  /// What is done about it.
  var discipline: Discipline { type(of: session).discipline }
  /// Whether it is one whose second note is tuned.
  var isTuned: Bool { isPractising && discipline.tunes }
  /// Whether training waits, for a timer or for a page.
  var isHeldBack: Bool { session.phase == .waiting }
  /// Whether a result is shown.
  var showsFeedback: Bool { session.phase == .showingFeedback }
  /// Whether nothing sounds, and nothing will before a hand or a timer does something.
  var isQuiet: Bool { !isPractising || isHeldBack && !rest.isRunning || session.phase == .awaitingAnswer }
  /// Whether an answer counts, or the note can be tuned.
  var isOpen: Bool { session.isOpen }
  /// Whether the note can be tuned.
  var canTune: Bool { isTuned && isOpen }
  /// What is lit then; nil where neither is so.
  var openCue: Cue? {
    canTune ? .canTune(ReferenceCue(settings.training.matchingReference)) : isOpen ? .canAnswer : nil
  }
  /// Whether as many exercises as were asked for have been answered.
  var isComplete: Bool { !isPractising && limit.map { answered >= $0 } ?? false }
  /// How far the second note of the next exercise of `next` goes either way; nil where it is not tuned.
  func tuningRange(in next: Mode) -> Cents? {
    ([session] + resting).first { type(of: $0).discipline == next.discipline }?.tuningRange(in: next)
  }

  /// Shows it.
  func show(in view: inout ViewState) {
    view.mode = mode
    view.epoch = epoch
    view.nextInterval = nextInterval
    view.beginning = beginning
    view.unanswered = unanswered
    view.hearsAgain = settings.hearAgain
    view.letters = wanted.letters
    view.timersCountDown = wanted.countdown
    view.phase = ViewState.Phase(session.phase)
    (view.canAnswer, view.canTune) = (false, false)
    (view.interval, view.feedback, view.result, view.heard) = (nil, nil, nil, nil)
    session.show(in: &view)
    rest.show(in: &view)
    // The exercise that is asked, or whose result is shown.
    view.exercise = isPractising ? limit.map { .init(min(answered + (showsFeedback ? 0 : 1), $0), of: $0) } : nil
  }

  // MARK: Starting and stopping

  /// Starts a mode from the hub; its actions begin the first exercise once all else is ready.
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

  /// Back at the hub: there is no exercise that would keep old settings.
  mutating func stopped(date: () -> Date) {
    mode = nil
    epoch = nil
    settings = wanted
    tellBeginning(date: date)
  }

  /// Reckons anew how far it is to first thresholds. At the hub alone: it takes milliseconds.
  mutating func tellBeginning(date: () -> Date) {
    for record in unlearnt { profile.learn(record) }
    unlearnt = []
    let range = wanted.training.range
    let told = range == beginningRange ? beginning : ProfileBeginning()
    beginning = profile.beginning(over: range, now: date()).told(after: told)
    beginningRange = range
  }

  // MARK: Settings

  /// Settings that change while practice runs. The exercise that runs keeps what it was chosen by, up to its result; the next
  /// one has the new ones. Only the level is a volume, and changes at once.
  mutating func apply(_ change: SettingsChange, in context: PracticeContext, date: () -> Date) -> [Effect] {
    let before = wanted
    guard change.settings != before else { return [] }
    wanted = change.settings
    forEachSession { $0.apply(change, before: before, date: date) }
    if !isPractising { settings = wanted }
    // Of other notes something else is known. While practising it is told when that is over.
    if mode == nil, wanted.training.range != before.training.range { tellBeginning(date: date) }
    holdReferences(in: context)
    return (wanted.level == before.level ? [] : [.sound(.setLevel(to: wanted.level))]) + [.speech(.tellIfMissing)]
  }

  /// An exercise that was chosen by the newest settings is on its way. What is said before it and how it sounds may come
  /// in two steps, with another change between them: that one is for the exercise after it.
  mutating func adopt(for epoch: Epoch, in context: PracticeContext) {
    guard adopted != epoch else { return }
    adopted = epoch
    settings = wanted
    holdReferences(in: context)
  }

  /// References wait from the next exercise on if something may be said before them (where practice is too, if that
  /// was asked), or another output is to be followed.
  ///
  /// Between two settings what either of them asks for is said: the result by the old ones, what comes next by the new ones.
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
