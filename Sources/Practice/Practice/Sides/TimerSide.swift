import Controllers
import Foundation
import Ports
import Sound
import Time
import Timers
import Training

/// The practice timer: what it is told, what it wants, and what surfaces show of it.
struct TimerSide {
  /// The one timer there is.
  private var timer = PracticeTimer(hasSound: false)
  /// Where it is, as it was told.
  private var toldPhase = PracticeTimer.Phase.idle
  /// What each kind was set to last.
  var known: KnownTimers
  /// Whether the workout in use is kept.
  private var isKept = true
  /// Changes of workouts that there were.
  private var changes = 0
  /// Which of them a list of timed practice would show, and are not saved yet.
  private var listed: [Int] = []
  /// How often what is kept has changed so that such a list is out of date.
  private var historyChanges = 0
  /// When the exercises on their way began: until each has been answered or dropped.
  private var began: [Epoch: MonotonicTime] = [:]
  /// The last that was said of training: on which frame and when it begins or is held.
  private var opening: (frame: Frame, instant: MonotonicTime)?
  private var hold: (frame: Frame, instant: MonotonicTime)?
  /// Whether it was told last that nothing of the timer is heard.
  private var isQuiet = false
  /// The cue that is shown.
  private var cue: ViewState.Timer.Cue?
  /// What is shown begins without a hand.
  var confirmsWhenReady = false

  /// What timers were set to, and what waits to be restored.
  init(known: KnownTimers) { self.known = known }

  /// Where it is.
  var phase: PracticeTimer.Phase { timer.phase }

  /// The same, and what it counts.
  var status: TimerStatus { TimerStatus(phase: phase, source: timer.configuration?.source) }

  /// When it has something to do.
  var deadline: MonotonicTime? { timer.deadline }

  /// Shows it as it is at `now`.
  func show(in view: inout ViewState, at now: MonotonicTime) {
    view.timer =
      phase == .idle ? nil : ViewState.Timer(timer.view(at: now), workout: timer.workout, cue: cue)
    view.timerConfigurations = known.configurations
    view.historyChanges = historyChanges
  }

  // MARK: What it is told

  /// Tells the timer what has happened, at `time` if a hand did it. Nil where that concerns nobody: an idle timer asks for no
  /// wall clock, so that without one in use a recording has nothing of it.
  mutating func tell(
    _ event: PracticeTimer.Event, at time: MonotonicTime?, now: MonotonicTime, date: () -> Date
  ) -> [PracticeTimer.Effect]? {
    if phase == .idle, !event.isBeginning {
      if case .sound = event { _ = timer.handle(event, at: TimerMoment(time: now, date: .distantPast)) }
      return nil
    }
    let instant = min(time ?? now, now)
    let date = date().addingTimeInterval(-(now - instant).seconds)
    return timer.handle(event, at: TimerMoment(time: instant, date: date))
  }

  /// Tells where the timer is now, after all that has led there; what an effect has brought about was told by itself.
  mutating func tellPhase(isPractising: Bool, at now: MonotonicTime) -> [Effect] {
    guard phase != toldPhase else { return tellQuiet(at: now) }
    toldPhase = phase
    var effects: [Effect] = [
      .retract(.exactly(.timerWaits)), .retract(.here),
      .tell(.timerPhase(phase, isComplete: timer.view(at: now).isComplete)),
    ]
    switch phase {
    case .confirming:
      guard let configuration = timer.configuration else { break }
      // Lit for as long as it waits for an answer.
      effects += [.cue(.timer), .speech(.sayAtHub(.timer(configuration)))]
    case .paused, .idle:
      if !isPractising { effects.append(.cue(.idle)) }
      if phase == .paused { effects.append(.speech(.sayAtHub(.timerPaused))) }
    case .finished:
      effects.append(.stopTimedTraining)
      // Training ends with the last feedback, and says it then.
      if !isPractising { effects.append(.speech(.sayAtHub(.timerFinished))) }
    case .countdown, .running, .resting: break
    }
    return effects + [.rack(.enterContexts)] + tellQuiet(at: now)
  }

  /// Tells, each second, until when nothing of the timer is heard while it holds training, and once that this is over.
  private mutating func tellQuiet(at now: MonotonicTime) -> [Effect] {
    let end = status.trains ? timer.quietUntil(now) : nil
    defer { isQuiet = end != nil }
    return isQuiet || end != nil ? [.exercises(.listen(until: end))] : []
  }

  /// The reference of an exercise sounds: its round begins, unless it is heard again. What was scheduled on the timer's own frame
  /// began at the timer's own time, whatever the clocks' grain makes of it. `heard` is when `frame` is.
  mutating func roundBegins(_ epoch: Epoch, _ frame: Frame, heard: MonotonicTime) {
    // What is listened to in a rest is no round.
    guard status.isTimed, began[epoch] == nil, !RestListening.has(epoch) else { return }
    var heard = heard
    if let (opening, instant) = opening, frame >= opening { heard = max(heard, instant) }
    if let (hold, instant) = hold, frame < hold { heard = min(heard, instant - .nanoseconds(1)) }
    began[epoch] = heard
  }

  /// The exercise was answered or committed: its round is done.
  mutating func roundEnds(_ epoch: Epoch, at time: MonotonicTime) -> [Effect] {
    guard let began = began.removeValue(forKey: epoch) else { return [] }
    return [.tellTimer(.round(began: began, ended: time))]
  }

  /// Practice has stopped, by whatever: time does not run on.
  mutating func practiceStopped() -> [Effect] {
    began.removeAll()
    opening = nil
    hold = nil
    return status.isTimed && status.trains ? [.tellTimer(.interrupted)] : []
  }

  /// A change is kept: what is read from now on has it.
  mutating func saved(_ id: UUID, change: Int) -> [Effect] {
    let kept = listed.prefix { $0 <= change }.count
    listed.removeFirst(kept)
    historyChanges += kept
    return [.tell(.workoutSaved(id, change: change))]
  }

  // MARK: What it wants

  /// Handles what the timer asks for. `cycle` is the renderer's newest.
  mutating func handle(
    _ effect: PracticeTimer.Effect, isHeardKept: Bool, at now: MonotonicTime,
    cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    switch effect {
    case .place(let cue, let instant):
      guard let cycle = cycle(), let frame = cycle.frame(heardAt: instant) else { return [] }
      // What is noticed late sounds late, and is shown late; what lies ahead is on time or silent.
      let isAhead = frame > cycle.frame(at: now)
      return [.submit([.cue(CueTone(cue), start: .at(frame.count), heard: isAhead ? instant : nil)])]
    case .cancelCues: return [.submit([.cancel(epoch: SoundLimits.cueEpoch)])]
    case .show(let cue):
      self.cue = ViewState.Timer.Cue(cue, number: (self.cue?.number ?? 0) + 1)
      return [.tell(.timerCue(cue)), .lights(.cue)]
    case .startTraining(let source, let instant):
      guard let mode = Mode(source) else { return [] }
      let frame = cycle()?.frame(heardAt: instant)
      opening = frame.map { ($0, instant) }
      hold = nil
      return [.stayAwake(from: instant), .train(mode, at: frame.map { .at($0) } ?? .now)]
    case .awaitTraining(let source): return Mode(source).map { [.train($0, at: nil)] } ?? []
    case .holdTraining(let instant):
      guard let frame = cycle()?.frame(heardAt: instant) else { return [] }
      hold = (frame, instant)
      return [.exercises(.session(.hold(from: frame)))]
    case .stopTraining: return [.stop(.timer)]
    case .save(let id, let change): return save(change, of: id, isHeardKept: isHeardKept)
    case .finished: return []
    }
  }

  private mutating func save(_ change: WorkoutChange, of id: UUID, isHeardKept: Bool) -> [Effect] {
    // Rounds that nobody can hear are as little kept as their answers; free practice is somebody's own sound.
    if case .begun(let workout) = change.kind { isKept = isHeardKept || !workout.configuration.source.isTraining }
    changes += 1
    var effects: [Effect] = []
    switch change.kind {
    case .begun(let workout):
      known.configurations[workout.configuration.kind] = workout.configuration
      if isKept { listed.append(changes) }
      effects = [.outside(.rememberTimer(workout.configuration)), .tell(.timerStarted(workout))]
    case .round(let round, let set): effects = [.tell(.timerRound(round, set: set))]
    case .roundWithdrawn(let set): effects = [.tell(.timerRoundWithdrawn(set: set))]
    case .ended: if isKept { listed.append(changes) }
    case .moved, .setBegun, .setEnded: break
    }
    return effects + (isKept ? [.outside(.saveWorkout(change, of: id, number: changes))] : [])
  }
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

extension FrameClock.Cycle {
  /// The frame that is heard at `instant`, reckoned from this cycle: at most two seconds away, so that the two clocks have no
  /// time to part.
  fileprivate func frame(heardAt instant: MonotonicTime) -> Frame? {
    FrameAnchor(frame: first, instant: heard(at: first), rate: rate)?.frame(at: instant)
  }
}
