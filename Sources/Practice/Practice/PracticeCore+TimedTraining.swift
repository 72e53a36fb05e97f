import Controllers
import Foundation
import Ports
import Sound
import Time
import Timers
import Training

/// What a practice timer wants, and what training tells it.
extension PracticeCore {
  func apply(_ effect: PracticeTimer.Effect) {
    switch effect {
    case .place(let cue, let instant):
      guard let cycle, let frame = frame(heardAt: instant) else { break }
      // What is noticed late sounds late, and is shown late; what lies ahead is on time or silent.
      let isAhead = frame > cycle.frame(at: parts.time.now())
      submit([.cue(CueTone(cue), start: .at(frame.count), heard: isAhead ? instant : nil)])
    case .cancelCues: submit([.cancel(epoch: SoundLimits.cueEpoch)])
    case .show(let cue): show(cue)
    case .startTraining(let source, let instant): startTraining(source, at: instant)
    case .holdTraining(let instant): holdTraining(from: instant)
    case .stopTraining: stopPractice(.timer)
    case .save(let id, let change):
      // Rounds that nobody can hear are as little kept as their answers; free practice is somebody's own sound.
      if case .begun(let workout) = change.kind {
        timer.isKept = sound.isKept || !workout.configuration.source.isTraining
      }
      timer.changes += 1
      tell(change, of: id)
      if timer.isKept { parts.store.save(change, of: id, number: timer.changes) }
    case .finished: break
    }
  }

  private func tell(_ change: WorkoutChange, of id: UUID) {
    switch change.kind {
    case .begun(let workout):
      timer.known.configurations[workout.configuration.kind] = workout.configuration
      offerTimers()
      if timer.isKept { timer.listed.append(timer.changes) }
      parts.store.remember(workout.configuration)
      tell(.timerStarted(workout))
    case .round(let round, let set): tell(.timerRound(round, set: set))
    case .roundWithdrawn(let set): tell(.timerRoundWithdrawn(set: set))
    case .ended: if timer.isKept { timer.listed.append(timer.changes) }
    case .moved, .setBegun, .setEnded: break
    }
  }

  /// A cue as light and text.
  private func show(_ cue: TimerCue) {
    let shown = ViewState.Timer.Cue(cue, number: (timer.cue?.number ?? 0) + 1)
    timer.cue = shown
    tell(.timerCue(cue))
    // Feedback keeps its light: it tells more.
    guard session.view.feedback == nil, matching.view.feedback == nil else { return }
    self.cue(.timer)
    timer.lightEnds = parts.time.now() + Self.cueLight
  }

  private func startTraining(_ source: RoundSource, at instant: MonotonicTime) {
    guard let mode = Mode(source) else { return }
    lastInput = max(lastInput, instant)
    let frame = frame(heardAt: instant)
    timer.opening = frame.map { ($0, instant) }
    timer.hold = nil
    if practising, view.mode == mode {
      guard let frame else { return }
      apply(session.handle(.resume(at: frame)))
      return apply(matching.handle(.resume(at: frame, reach: promiseReach())))
    }
    start(mode, at: frame.map { .at($0) } ?? .now, isTimed: true)
    // Refused: nothing to be timed.
    if !practising { tellTimer(.interrupted) }
  }

  private func holdTraining(from instant: MonotonicTime) {
    guard let frame = frame(heardAt: instant) else { return }
    timer.hold = (frame, instant)
    apply(session.handle(.hold(from: frame)))
    apply(matching.handle(.hold(from: frame)))
  }

  /// The frame that is heard at `instant`; nil where there is no sound.
  private func frame(heardAt instant: MonotonicTime) -> Frame? {
    guard let cycle else { return nil }
    // From the newest cycle, at most two seconds away: the two clocks have no time to part.
    return FrameAnchor(frame: cycle.first, instant: cycle.heard(at: cycle.first), rate: cycle.rate)?.frame(at: instant)
  }

  // MARK: What training tells

  /// The reference of an exercise sounds: its round begins. What was scheduled on the timer's own frame began at the timer's
  /// own time, whatever the clocks' grain makes of it.
  func roundBegins(_ epoch: Epoch, frame: Frame) {
    guard isTimed else { return }
    var heard = cycle?.heard(at: frame) ?? parts.time.now()
    if let (opening, instant) = timer.opening, frame >= opening { heard = max(heard, instant) }
    if let (hold, instant) = timer.hold, frame < hold { heard = min(heard, instant - .nanoseconds(1)) }
    timer.began[epoch] = heard
  }

  /// The exercise was answered or committed: its round is done.
  func roundEnds(_ epoch: Epoch, at time: MonotonicTime) {
    guard let began = timer.began.removeValue(forKey: epoch) else { return }
    tellTimer(.round(began: began, ended: time))
  }

  /// Practice has stopped, by whatever: time does not run on.
  func timedPracticeStopped() {
    timer.began.removeAll()
    timer.opening = nil
    timer.hold = nil
    if isTimed, timer.timer.configuration?.source.isTraining == true { tellTimer(.interrupted) }
  }

  /// The timer is over, or was left after that, and so is the exercise that ran then.
  func stopTimedTraining() {
    guard !isTimed, isHeldBack else { return }
    stopPractice(.finished)
  }

  /// Whether training waits for the timer.
  var isHeldBack: Bool { session.phase == .waiting || matching.phase == .waiting }
}

extension Mode {
  /// The mode whose exercises are rounds; nil for free practice.
  init?(_ source: RoundSource) { self.init(rawValue: source.rawValue) }
}

extension CueTone {
  /// The tone that tells `cue`.
  init(_ cue: TimerCue) {
    switch cue {
    case .three: self = .low
    case .two: self = .medium
    case .one: self = .high
    case .start: self = .start
    case .interval: self = .interval
    case .lastMinute, .thirtySeconds: self = .warning
    case .rest: self = .rest
    case .finish: self = .finish
    }
  }
}
