import Controllers
import Ports
import Sound
import Time
import Training

/// What a side may know of the others, as it stands when an event reaches it: one step may start or stop practice between two of
/// its events. Read-only; a side returns effects for the others, and changes nothing but itself.
///
/// What is read of the world outside is not in it: the renderer's newest cycle, the wall clock and new ids are asked for only
/// where they are needed, as a recording notes each reading.
struct PracticeContext {
  /// When the present step was taken.
  var now: MonotonicTime

  // MARK: Exercises

  /// What the exercise that runs was chosen by.
  var settings: PracticeSettings
  /// What the next exercise is chosen by; the same unless settings were changed within an exercise.
  var wanted: PracticeSettings
  /// Whether an exercise is under way, or its result is shown.
  var isPractising = false
  /// Whether the second note of that exercise is tuned, and whether it can be tuned now.
  var isTuned = false
  var canTune = false
  /// Whether training waits for a timer.
  var isHeldBack = false
  /// Whether nothing of an exercise sounds, or will before a hand or a timer does something.
  var isAwaitingHand = true
  /// Whether a result is shown.
  var showsFeedback = false
  /// The light for an answer that counts or a note that can be tuned; nil if neither is so.
  var openCue: Cue?
  /// What is or was practised last.
  var lastMode = Mode.comparison
  /// How the last exercise ended, unless that was withdrawn.
  var lastResult: Whereabouts.Result?
  /// The exercise that surfaces show; an intent for another one is dropped.
  var shownEpoch: Epoch?

  // MARK: The player

  /// Whether the program is being left.
  var isLeaving = false
  /// What gave the last input; nil before the first.
  var lastSource: InputSource?
  /// What a press means on a controller that is awake.
  var gestures = GestureContext.hub
  /// What surfaces show.
  var view = ViewState()

  // MARK: The timer

  /// Where the timer is.
  var timer = TimerStatus()

  // MARK: Sound and voice

  /// Whether there is sound.
  var hasSound = true
  /// How many notes sound.
  var sounding = 0
  /// The level in dBFS that settings and the level control ask for.
  var level = -20.0
  /// Whether another output waits to be followed.
  var isOutputAwaited = false
  /// The first frame of the feedback that is shown; nil before the first.
  var feedbackFrame: Frame?
  /// Whether there is a voice.
  var hasVoice = false
  /// Whether something is being said; if so, whether that answers a player's question.
  var isSpeaking = false
  var isTelling = false
  /// Whether the player has asked something and has had no answer yet.
  var isAsked = false
  /// Whether something is explained, and whether its example sounds or is about to.
  var isExplaining = false
  var isExamplePlaying = false

  /// Whether sentences are said, besides being shown.
  var saysAnswers: Bool { hasVoice && wanted.wantsVoice }
  /// Whether no note sounds, nothing is being said and no question waits.
  var isQuiet: Bool { sounding == 0 && !isSpeaking && !isAsked }
}

extension PracticeCore {
  /// What sides may know of each other now.
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
    context.shownEpoch = exercises.epoch
    context.isLeaving = presence.isLeaving
    context.lastSource = presence.lastSource
    // In free practice a chord of both halves is the commit control of a keyboard without one.
    context.gestures = exercises.isTuned || timer.status.countsFreeRounds ? .matching : isPlayed ? .comparison : .hub
    context.view = view
    context.timer = timer.status
    context.hasSound = sound.isReady
    context.sounding = sound.sounding
    context.level = sound.level
    context.isOutputAwaited = sound.following != nil
    context.feedbackFrame = sound.feedbackFrame
    context.hasVoice = speech.isThere
    context.isSpeaking = speech.isSpeaking
    context.isTelling = speech.isTelling
    context.isAsked = speech.isAsked
    context.isExplaining = explanation.isRunning
    context.isExamplePlaying = explanation.isPlaying
    return context
  }
}
