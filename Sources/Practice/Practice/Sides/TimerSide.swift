import Controllers
import Foundation
import Ports
import Sound
import Time
import Timers
import Training

/// The practice timer: its inputs, its effects, and its display.
struct TimerSide {
  /// The only timer.
  private var timer = PracticeTimer(hasSound: false)
  /// The phase reported last.
  private var toldPhase = PracticeTimer.Phase.idle
  /// The last configuration of each kind.
  var known: KnownTimers
  /// Whether the current workout is saved.
  private var isKept = true
  /// The number of workout changes so far.
  private var changes = 0
  /// The unsaved changes that a list of timed practice would show.
  private var listed: [Int] = []
  /// The number of times such a list has gone out of date.
  private var historyChanges = 0
  /// When the exercises under way began, until each is answered or dropped.
  private var began: [Epoch: MonotonicTime] = [:]
  /// The latest frame and instant at which training begins (`opening`) or is held (`hold`).
  private var opening: (frame: Frame, instant: MonotonicTime)?
  private var hold: (frame: Frame, instant: MonotonicTime)?
  /// Whether the last report said that the timer is silent.
  private var isQuiet = false
  /// The cue on show, and the number of cues shown so far.
  private var cue: ViewState.Timer.Cue?
  private var shownCues = 0
  /// Whether the timer on show starts without confirmation.
  var confirmsWhenReady = false

  /// Creates the side from the known configurations and a paused workout.
  init(known: KnownTimers) { self.known = known }

  /// The timer's phase.
  var phase: PracticeTimer.Phase { timer.phase }

  /// The phase and the source of rounds.
  var status: TimerStatus { TimerStatus(phase: phase, source: timer.configuration?.source) }

  /// When the timer must next be advanced.
  var deadline: MonotonicTime? { timer.deadline }

  /// Shows the timer as of `now`.
  func show(in view: inout ViewState, at now: MonotonicTime) {
    view.timer =
      phase == .idle ? nil : ViewState.Timer(timer.view(at: now), workout: timer.workout, cue: cue)
    view.timerConfigurations = known.configurations
    view.historyChanges = historyChanges
  }

  // MARK: Events

  /// Sends an event to the timer, at `time` if it came from an input. Returns nil if it does not concern an idle timer:
  /// that reads no wall clock, so a recording without a timer contains no dates.
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

  /// Reports the current phase after all events that led to it; the effects of each event have reported themselves.
  mutating func tellPhase(isPractising: Bool, at now: MonotonicTime) -> [Effect] {
    guard phase != toldPhase else { return tellQuiet(at: now) }
    toldPhase = phase
    // `Go` is not true of a clock that stands still, and the end of one timer is not that of the next.
    let isStale =
      switch phase {
      case .idle, .confirming, .paused: true
      case .finished: cue?.cue != .finish
      case .countdown, .running, .resting: cue?.cue == .finish
      }
    if isStale { cue = nil }
    var effects: [Effect] = [
      .retract(.exactly(.timerWaits)), .retract(.here),
      .tell(.timerPhase(phase, isComplete: timer.view(at: now).isComplete)),
    ]
    switch phase {
    case .confirming:
      guard let configuration = timer.configuration else { break }
      // Stays lit while it waits for an answer.
      effects += [.cue(.timer), .speech(.sayAtHub(.timer(configuration)))]
    case .paused, .idle:
      if !isPractising { effects.append(.cue(.idle)) }
      if phase == .paused { effects.append(.speech(.sayAtHub(.timerPaused))) }
    case .finished:
      effects.append(.stopTimedTraining)
      // Training ends with the last feedback, and announces it then.
      if !isPractising { effects.append(.speech(.sayAtHub(.timerFinished))) }
    case .countdown, .running, .resting: break
    }
    return effects + [.rack(.enterContexts)] + tellQuiet(at: now)
  }

  /// Reports, each second, until when the timer stays silent while it holds training, and reports once when that ends.
  private mutating func tellQuiet(at now: MonotonicTime) -> [Effect] {
    let end = status.trains ? timer.quietUntil(now) : nil
    defer { isQuiet = end != nil }
    return isQuiet || end != nil ? [.exercises(.listen(until: end))] : []
  }

  /// Begins a round when an exercise's reference sounds for the first time. `heard` is when `frame` is heard. An
  /// exercise scheduled on the timer's own frame begins at the timer's own time, regardless of the clocks' granularity.
  mutating func roundBegins(_ epoch: Epoch, _ frame: Frame, heard: MonotonicTime) {
    // A pair heard in a rest is not a round.
    guard status.isTimed, began[epoch] == nil, !RestListening.has(epoch) else { return }
    var heard = heard
    if let (opening, instant) = opening, frame >= opening { heard = max(heard, instant) }
    if let (hold, instant) = hold, frame < hold { heard = min(heard, instant - .nanoseconds(1)) }
    began[epoch] = heard
  }

  /// Finishes the round of an exercise that was answered or committed.
  mutating func roundEnds(_ epoch: Epoch, at time: MonotonicTime) -> [Effect] {
    guard let began = began.removeValue(forKey: epoch) else { return [] }
    return [.tellTimer(.round(began: began, ended: time))]
  }

  /// Stops the timer's training after practice has stopped for any reason.
  mutating func practiceStopped() -> [Effect] {
    began.removeAll()
    opening = nil
    hold = nil
    return status.isTimed && status.trains ? [.tellTimer(.interrupted)] : []
  }

  /// Records that a change is saved: later reads contain it.
  mutating func saved(_ id: UUID, change: Int) -> [Effect] {
    let kept = listed.prefix { $0 <= change }.count
    listed.removeFirst(kept)
    historyChanges += kept
    return [.tell(.workoutSaved(id, change: change))]
  }

  // MARK: Effects

  /// Handles an effect of the timer. `cycle` is the renderer's latest.
  mutating func handle(
    _ effect: PracticeTimer.Effect, isHeardKept: Bool, at now: MonotonicTime,
    cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    switch effect {
    case .place(let cue, let instant):
      guard let cycle = cycle(), let frame = cycle.frame(heardAt: instant) else { return [] }
      // A cue noticed late sounds late and is shown late; one that lies ahead is on time or silent.
      let isAhead = frame > cycle.frame(at: now)
      return [.submit([.cue(CueTone(cue), start: .at(frame.count), heard: isAhead ? instant : nil)])]
    case .cancelCues: return [.submit([.cancel(epoch: SoundLimits.cueEpoch)])]
    case .show(let cue):
      shownCues += 1
      self.cue = ViewState.Timer.Cue(cue, number: shownCues)
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
    // Rounds that are inaudible are not saved, like their answers. Free practice is the player's own sound.
    if case .begun(let workout) = change.kind { isKept = isHeardKept || !workout.configuration.source.isTraining }
    changes += 1
    var effects: [Effect] = []
    switch change.kind {
    case .begun(let workout):
      known.configurations[workout.configuration.kind] = workout.configuration
      if isKept { listed.append(changes) }
      effects = [.outbound(.rememberTimer(workout.configuration)), .tell(.timerStarted(workout))]
    case .round(let round, let set): effects = [.tell(.timerRound(round, set: set))]
    case .roundWithdrawn(let set): effects = [.tell(.timerRoundWithdrawn(set: set))]
    case .ended: if isKept { listed.append(changes) }
    case .moved, .setBegun, .setEnded: break
    }
    return effects + (isKept ? [.outbound(.saveWorkout(change, of: id, number: changes))] : [])
  }
}

extension PracticeTimer.Event {
  /// Whether the event can bring an idle timer into use.
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
  /// The frame heard at `instant`, extrapolated from this cycle; nil beyond two seconds, so that the two clocks cannot
  /// drift apart.
  fileprivate func frame(heardAt instant: MonotonicTime) -> Frame? {
    FrameAnchor(frame: first, instant: heard(at: first), rate: rate)?.frame(at: instant)
  }
}
