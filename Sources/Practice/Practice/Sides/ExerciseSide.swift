import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// Exercises: the session that runs, the settings it was chosen by, and what is kept and learnt of answers.
struct ExerciseSide {
  var comparison: ComparisonSession
  var matching: MatchingSession
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
  /// The answers since then.
  var unlearnt: [ExerciseRecord] = []
  /// How far it is to first numbers.
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
    comparison = ComparisonSession(
      settings: configuration.settings.training, strategy: configuration.strategy,
      generator: SeededGenerator(seed: configuration.seed), exerciseLimit: configuration.exercises)
    matching = MatchingSession(
      settings: configuration.settings.training, generator: SeededGenerator(seed: configuration.seed),
      exerciseLimit: configuration.exercises, history: configuration.known.matchingHistory)
  }

  // MARK: Where it is

  /// Whether an exercise is on its way, or its result is shown.
  var isPractising: Bool { comparison.phase != .idle || matching.phase != .idle }
  /// Whether it is one of matching.
  var isMatching: Bool { matching.phase != .idle }
  /// Whether training waits for a timer.
  var isHeldBack: Bool { comparison.phase == .waiting || matching.phase == .waiting }
  /// Whether a result is shown.
  var showsFeedback: Bool { comparison.phase == .showingFeedback || matching.phase == .showingFeedback }
  /// Whether nothing sounds, and nothing will before a hand or a timer does something.
  var isQuiet: Bool { !isPractising || isHeldBack || comparison.phase == .awaitingAnswer }
  /// Whether the note can be tuned.
  var canTune: Bool { matching.view.canTune }
  /// Whether that, or an answer counts.
  var isOpen: Bool { comparison.view.canAnswer || canTune }
  /// Whether as many exercises as were asked for have been answered.
  var isComplete: Bool { !isPractising && limit.map { answered >= $0 } ?? false }
  /// How far the tunable note of the next matching exercise goes.
  var nextRange: Cents { matching.nextRange(in: mode ?? lastMode) }

  /// Shows it.
  func show(in view: inout ViewState) {
    let (comparison, matching) = (comparison.view, matching.view)
    view.mode = mode
    view.epoch = epoch
    view.nextInterval = nextInterval
    view.beginning = beginning
    view.letters = wanted.letters
    view.timersCountDown = wanted.countdown
    view.phase = matching.phase == .idle ? ViewState.Phase(comparison.phase) : ViewState.Phase(matching.phase)
    view.canAnswer = comparison.canAnswer
    view.canTune = matching.canTune
    view.interval = comparison.interval ?? matching.interval
    view.feedback = comparison.feedback
    view.result = matching.feedback
    // The exercise that is asked, or whose result is shown.
    let isOver = comparison.feedback != nil || matching.feedback != nil
    view.exercise = isPractising ? limit.map { .init(min(answered + (isOver ? 0 : 1), $0), of: $0) } : nil
  }

  // MARK: Starting and stopping

  /// Starts a mode from the hub; its effects begin the first exercise once all else is ready.
  mutating func start(
    _ mode: Mode, at start: ComparisonSession.Start, date: @autoclosure () -> Date, reach: TuningReach
  ) throws(ExerciseRefusal) -> [Effect] {
    let effects: [Effect]
    switch mode.discipline {
    case .comparison:
      comparison.skipEpochs(before: matching.nextEpoch)
      comparison.age(to: date())
      let begun = comparison.handle(.start(mode: mode, at: start))
      for case .refused(let refusal) in begun { throw refusal }
      effects = begun.map { .exercises(.comparison($0)) }
    case .matching:
      matching.skipEpochs(before: comparison.nextEpoch)
      let begun = matching.handle(.start(mode: mode, reach: reach, at: start))
      for case .refused(let refusal) in begun { throw refusal }
      effects = begun.map { .exercises(.matching($0)) }
    }
    lastMode = mode
    self.mode = mode
    answered = 0
    return effects
  }

  /// Back at the hub: there is no exercise that would keep old settings.
  mutating func stopped(date: () -> Date) {
    mode = nil
    epoch = nil
    settings = wanted
    tellBeginning(date: date)
  }

  /// Reckons anew how far it is to first numbers. At the hub alone: it takes milliseconds.
  mutating func tellBeginning(date: () -> Date) {
    for record in unlearnt { profile.learn(record) }
    unlearnt = []
    let range = wanted.training.range
    let told = range == beginningRange ? beginning.comparison : nil
    beginning = profile.beginning(over: range, now: date())
    beginning.comparison = beginning.comparison?.told(after: told)
    beginningRange = range
  }

  // MARK: Settings

  /// Settings that change while practice runs. The exercise that runs keeps what it was chosen by, up to its result; the next
  /// one has the new ones. Only the level is a volume, and changes at once.
  mutating func take(_ change: SettingsChange, date: () -> Date) -> [Effect] {
    let before = wanted
    guard change.settings != before else { return [] }
    wanted = change.settings
    comparison.settings = wanted.training
    matching.settings = wanted.training
    if wanted.training.strategy != before.training.strategy {
      var strategy = (change.known ?? KnownAnswers()).strategy(wanted.training.strategy)
      strategy.age(to: date())
      comparison.change(to: strategy)
    }
    if wanted.training.goesOnFromMatches, !before.training.goesOnFromMatches, let known = change.known {
      matching.goOn(from: known.matchingHistory)
    }
    if !isPractising { settings = wanted }
    // Of other notes something else is known. While practising it is told when that is over.
    if mode == nil, wanted.training.range != before.training.range { tellBeginning(date: date) }
    return (wanted.level == before.level ? [] : [.sound(.setLevel(to: wanted.level))]) + [
      .holdReferences, .speech(.tellIfMissing),
    ]
  }

  /// An exercise that was chosen by the newest settings is on its way. What is said before it and how it sounds may come
  /// in two steps, with another change between them: that one is for the exercise after it.
  mutating func adopt(for epoch: Epoch) -> [Effect] {
    guard adopted != epoch else { return [] }
    adopted = epoch
    settings = wanted
    return [.holdReferences]
  }

  /// References wait from the next exercise on if something may be said before them (where practice is too, if that
  /// was asked), or another output is to be followed.
  ///
  /// Between two settings what either of them asks for is said: the result by the old ones, what comes next by the new ones.
  mutating func holdReferences(forOutput: Bool, by voice: SpeechSide) {
    let (hasVoice, isAsked) = (voice.isThere, voice.isAsked)
    let either = [settings, wanted]
    comparison.holdsReference = forOutput || hasVoice && (isAsked || either.contains(where: \.announcesIntervals))
    matching.holdsReference =
      forOutput || hasVoice && (isAsked || either.contains { $0.announcesIntervals || $0.speaksResults })
  }
}
