import Controllers
import Foundation
import Ports
import Sound
import Time
import Timers
import Training

/// What the loop knows of practice timers.
struct TimerSide {
  /// The one timer there is.
  var timer = PracticeTimer(hasSound: false)
  /// Where it is, as it was told.
  var toldPhase = PracticeTimer.Phase.idle
  /// What each kind was set to last.
  var known = KnownTimers()
  /// Whether the workout in use is kept.
  var isKept = true
  /// Changes of workouts that there were.
  var changes = 0
  /// Which of them a list of timed practice would show, and are not saved yet.
  var listed: [Int] = []
  /// When the exercises on their way began: until each has been answered or dropped.
  var began: [Epoch: MonotonicTime] = [:]
  /// The last that was said of training: on which frame and when it begins or is held.
  var opening: (frame: Frame, instant: MonotonicTime)?
  var hold: (frame: Frame, instant: MonotonicTime)?
  /// The cue that is shown, and when its light goes out.
  var cue: ViewState.Timer.Cue?
  var lightEnds: MonotonicTime?
  /// What is shown begins without a hand.
  var confirmsWhenReady = false
}

/// Practice timers: what happens is told them, and what they want is done.
extension PracticeCore {
  /// Whether time runs: training is then the timer's.
  var isTimed: Bool {
    switch timer.timer.phase {
    case .countdown, .running, .resting: true
    case .idle, .confirming, .paused, .finished: false
    }
  }

  /// Whether a timer waits to be confirmed, or to be resumed: that is what Higher does then.
  var timerWaits: Bool { timer.timer.phase == .confirming || timer.timer.phase == .paused }

  /// Whether a press of the commit control is a round of free practice.
  var countsFreeRounds: Bool {
    timer.timer.phase == .running && timer.timer.configuration?.source == .free
  }

  /// A round of free practice was done at `time`; false if none is counted now.
  @discardableResult
  func finishFreeRound(at time: MonotonicTime) -> Bool {
    guard countsFreeRounds else { return false }
    tellTimer(.round(began: nil, ended: time))
    return true
  }

  /// Goes on with a timed practice of an earlier run of the program: paused.
  func restoreTimer() {
    timer.known = configuration.timers
    offerTimers()
    if let workout = configuration.timers.paused { tellTimer(.restore(workout)) }
  }

  /// What Quick Start shows, by what each was set to last and by the settings.
  func offerTimers() {
    view.timerConfigurations = timer.known.configurations
    view.timersCountDown = wanted.countdown
  }

  /// What Quick Start of `kind` shows.
  func quickStart(_ kind: TimerKind) -> TimerConfiguration {
    timer.known.quickStart(kind, countsDown: wanted.countdown)
  }

  /// Shows what was asked for on the command line. Another practice that waits to be resumed is filed for it, and for a mode
  /// that is to start at once.
  func startTimer() {
    if timer.timer.phase == .paused, configuration.startTimer != nil || configuration.startMode != nil {
      tellTimer(.end)
      tellTimer(.cancel)
    }
    guard let start = configuration.startTimer else { return }
    switch start {
    case .chosen(let configuration): chooseTimer(configuration)
    case .quick(let kind):
      chooseTimer(quickStart(kind))
      timer.confirmsWhenReady = true
      confirmWhenReady()
    }
  }

  /// Begins what was asked for on the command line, training as soon as there is sound.
  func confirmWhenReady() {
    guard timer.confirmsWhenReady, timer.timer.phase == .confirming else { return }
    if timer.timer.configuration?.source.isTraining == true {
      guard case .ready = view.sound, cycle != nil else { return }
    }
    timer.confirmsWhenReady = false
    confirmTimer(at: parts.time.now())
  }

  /// Tells the timer what has happened, `time` ago if a hand did it, and does what it wants.
  func tellTimer(_ event: PracticeTimer.Event, at time: MonotonicTime? = nil) {
    // An idle timer asks for no wall clock: without one in use a recording has nothing of it.
    if timer.timer.phase == .idle, !event.isBeginning {
      if case .sound = event {
        _ = timer.timer.handle(event, at: TimerMoment(time: parts.time.now(), date: .distantPast))
      }
      return
    }
    let now = parts.time.now()
    let instant = min(time ?? now, now)
    let date = parts.wallClock().addingTimeInterval(-(now - instant).seconds)
    for effect in timer.timer.handle(event, at: TimerMoment(time: instant, date: date)) { apply(effect) }
    tellTimerPhase()
  }

  /// Tells where the timer is now, after all that has led there; what an effect has brought about was told by itself.
  private func tellTimerPhase() {
    let (phase, before) = (timer.timer.phase, timer.toldPhase)
    guard phase != before else { return }
    timer.toldPhase = phase
    removeNotices { $0 == .timerWaits }
    tell(.timerPhase(phase, isComplete: timer.timer.view(at: parts.time.now()).isComplete))
    settleTimer(in: phase)
  }

  /// A change is kept: what is read from now on has it.
  func workoutSaved(_ id: UUID, change: Int) {
    tell(.workoutSaved(id, change: change))
    let kept = timer.listed.prefix { $0 <= change }
    timer.listed.removeFirst(kept.count)
    view.historyChanges += kept.count
  }

  /// What lights, voice and keys make of a new phase, once all else is done.
  private func settleTimer(in phase: PracticeTimer.Phase) {
    switch phase {
    case .confirming:
      guard let configuration = timer.timer.configuration else { break }
      // Lit for as long as it waits for an answer.
      cue(.timer)
      if speaks { announce(.timer(configuration)) }
    case .paused, .idle:
      if !practising { cue(.idle) }
      if phase == .paused, speaks, !practising { announce(.timerPaused) }
    case .finished:
      stopTimedTraining()
      if speaks, !practising { announce(.timerFinished) }
    case .countdown, .running, .resting: break
    }
    refreshContexts()
  }

  /// Says something at the hub.
  private func announce(_ announcement: Announcement) {
    hush()
    speech.toSay = [announcement]
    say(thenPlay: nil)
  }

  /// When `advanceTimer` has something to do.
  var timerDeadline: MonotonicTime? { [timer.timer.deadline, timer.lightEnds].compactMap(\.self).min() }

  func advanceTimer(to now: MonotonicTime) {
    confirmWhenReady()
    if let deadline = timer.timer.deadline, now >= deadline { tellTimer(.tick) }
    if let end = timer.lightEnds, now >= end {
      timer.lightEnds = nil
      restoreLight()
    }
    stopTimedTraining()
  }

  /// What is shown of it now.
  var timerView: ViewState.Timer? {
    guard timer.timer.phase != .idle else { return nil }
    return ViewState.Timer(timer.timer.view(at: parts.time.now()), workout: timer.timer.workout, cue: timer.cue)
  }

  /// How long the light of a cue stays.
  static let cueLight = Duration.milliseconds(200)
}

extension PracticeTimer.Event {
  /// Whether it can bring an idle timer into use.
  fileprivate var isBeginning: Bool {
    switch self {
    case .choose, .start, .restore: true
    case .confirm, .cancel, .round, .withdraw, .pause, .resume, .skipRest, .end, .tick, .suspended, .interrupted,
      .sound:
      false
    }
  }
}
