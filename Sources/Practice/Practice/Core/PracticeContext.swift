import Controllers
import Ports
import Sound
import Time
import Training

/// The state of all sides that one side may read, as of the current event: a step may start or stop practice between
/// two of its events. Read-only; a side changes only itself and returns effects for the others.
///
/// Readings of the environment are not included: the renderer's latest cycle, the wall clock and new ids are read only
/// when needed, because a recording logs each reading.
struct PracticeContext {
  /// The time of the present step.
  var now: MonotonicTime

  // MARK: Exercises

  /// The settings that chose the running exercise.
  var settings: PracticeSettings
  /// The settings for the next exercise; the same unless they were changed during this one.
  var wanted: PracticeSettings
  /// Whether an exercise is under way or its result is shown.
  var isPractising = false
  /// Whether the exercise has a tunable second note, and whether it can be tuned now.
  var isTuned = false
  var canTune = false
  /// Whether training waits for a timer or a page.
  var isHeldBack = false
  /// Whether no exercise sounds, and none will until the player or a timer acts.
  var isAwaitingHand = true
  /// Whether a result is shown.
  var showsFeedback = false
  /// The light for an answer that counts or a note that can be tuned; nil if neither applies.
  var openCue: Cue?
  /// The current mode, or the last one at the hub.
  var lastMode = Mode.comparison
  /// The result of the last exercise, unless it was withdrawn.
  var lastResult: SpokenStatus.Result?
  /// Whether the last answer had a rating; nil if it was not asked for.
  var wasRated: Bool?
  /// The exercise that surfaces show; an intent for another one is dropped.
  var shownEpoch: Epoch?

  // MARK: The player

  /// Whether the program is being left.
  var isLeaving = false
  /// The source of the last input; nil before the first.
  var lastSource: InputSource?
  /// The meaning of a press on an awake controller.
  var gestures = GestureContext.hub
  /// The view state that surfaces show.
  var view = ViewState()

  // MARK: The timer

  /// The timer's phase and the source of its rounds.
  var timer = TimerStatus()

  // MARK: Sound and voice

  /// Whether there is sound.
  var hasSound = true
  /// The number of sounding notes.
  var sounding = 0
  /// The wanted level in dBFS, set by the settings and the level control.
  var level = -20.0
  /// Whether a change to another output is pending.
  var isOutputAwaited = false
  /// The first frame of the feedback on show; nil before the first.
  var feedbackFrame: Frame?
  /// Whether there is a voice.
  var hasVoice = false
  /// Whether sentences are spoken as well as shown.
  var saysAnswers = false
  /// Whether the voice is speaking, and whether that answers a player's question.
  var isSpeaking = false
  var isTelling = false
  /// Whether a player's question waits for its answer.
  var isAsked = false
  /// Whether the explanation runs, and whether its example sounds or is about to.
  var isExplaining = false
  var isExamplePlaying = false
  /// The list of further exercises; nil while it is closed.
  var menu: ExerciseMenu?

  /// Whether no note sounds, the voice is silent, and no question waits.
  var isQuiet: Bool { sounding == 0 && !isSpeaking && !isAsked }
}

extension PracticeCore {
  /// The context of the current event.
  var context: PracticeContext {
    var context = PracticeContext(now: now, settings: exercises.settings, wanted: exercises.wanted)
    context.isPractising = exercises.isPractising
    context.isTuned = exercises.isTuned
    context.canTune = exercises.canTune
    context.isHeldBack = exercises.isHeldBack
    context.isAwaitingHand = exercises.isQuiet
    context.showsFeedback = exercises.showsFeedback || exercises.rest.isTelling
    context.openCue = exercises.openCue
    context.lastMode = exercises.lastMode
    context.lastResult = exercises.lastResult
    context.wasRated = exercises.wasRated
    context.shownEpoch = exercises.epoch
    context.isLeaving = presence.isLeaving
    context.lastSource = presence.lastSource
    // In free practice a chord of both halves is the commit control of a keyboard without one.
    context.gestures = exercises.isTuned || timer.status.countsFreeRounds ? .matching : isPlayed ? .comparison : .hub
    context.menu = explanation.menu
    if context.gestures == .hub, context.menu != nil { context.gestures = .menu }
    context.view = view
    context.timer = timer.status
    context.hasSound = sound.isReady
    context.sounding = sound.sounding
    context.level = sound.level
    context.isOutputAwaited = sound.following != nil
    context.feedbackFrame = sound.feedbackFrame
    context.hasVoice = speech.isThere
    context.saysAnswers = speech.saysAnswers(by: context.wanted)
    context.isSpeaking = speech.isSpeaking
    context.isTelling = speech.isTelling
    context.isAsked = speech.isAsked
    context.isExplaining = explanation.isRunning
    context.isExamplePlaying = explanation.isPlaying
    return context
  }
}
