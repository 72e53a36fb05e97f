import Controllers
import Foundation
import Ports
import Sound
import Time
import Timers
import Training

/// Input of controllers and surfaces to practice timers.
extension TimerSide {
  /// The events of the timer.
  enum Event {
    /// Shows the timer to start.
    case choose(TimerConfiguration)
    /// Shows this kind of timer with its last configuration.
    case quickStart(TimerKind)
    /// Starts the timer on show, or resumes a paused one, at this time.
    case confirm(at: MonotonicTime)
    /// An exercise's reference sounds from this frame and is heard at `heard`: its round begins.
    case roundBegins(Epoch, Frame, heard: MonotonicTime)
    /// An exercise was answered or committed: its round is done.
    case roundEnds(Epoch, at: MonotonicTime)
    /// Reschedules all cues, because their predicted frames have changed.
    case placeAgain
    /// The store has saved this change of a workout.
    case saved(UUID, change: Int)
  }

  /// Handles an event.
  mutating func handle(_ event: Event, in context: PracticeContext) -> [Effect] {
    switch event {
    case .choose(let configuration): return choose(configuration, in: context)
    case .quickStart(let kind):
      return choose(known.quickStart(kind, countsDown: context.wanted.countdown), in: context)
    case .confirm(let time): return confirm(at: time, in: context)
    case .roundBegins(let epoch, let frame, let heard): roundBegins(epoch, frame, heard: heard)
    case .roundEnds(let epoch, let time): return roundEnds(epoch, at: time)
    case .placeAgain:
      guard status.isTimed, context.hasSound else { break }
      return [.tellTimer(.sound(isAvailable: false)), .tellTimer(.sound(isAvailable: true))]
    case .saved(let id, let change): return saved(id, change: change)
    }
    return []
  }

  /// Shows a timer to start. Practice without a timer stops for it; a running timer continues, and a paused one must
  /// first be resumed or ended.
  private mutating func choose(_ configuration: TimerConfiguration, in context: PracticeContext) -> [Effect] {
    guard !context.isLeaving, !status.isTimed else { return [] }
    guard phase != .paused else { return Effect.refusedBesideTimer }
    confirmsWhenReady = false
    return [
      .rack(.endLearning(.practice)), .stop(.asked), .retract(.aboutStarting), .tellTimer(.choose(configuration)),
    ]
  }

  /// Starts or resumes the timer. Training needs sound: without it the timer waits.
  private func confirm(at time: MonotonicTime, in context: PracticeContext) -> [Effect] {
    guard !context.isLeaving, status.waits else { return [] }
    if status.trains, !context.hasSound { return [.retract(.aboutStarting)] + Effect.refusedWithoutSound }
    // Practice that runs during a paused timer ends.
    return [
      .retract(.aboutStarting), .speech(.hush), .stop(.asked), .lights(.endTrouble), .stayAwake(from: nil),
      phase == .confirming ? .confirmTimer(at: time) : .tellTimer(.resume, at: time),
    ]
  }

  /// Marks the timer on show to start without confirmation.
  mutating func confirmWhenReady() { confirmsWhenReady = true }

  /// Whether the timer on show is to start without confirmation and has not started.
  var awaitsReadiness: Bool { confirmsWhenReady && phase == .confirming }

  /// Starts the timer requested on the command line; training starts as soon as there is sound.
  mutating func confirmIfReady(hasSound: @autoclosure () -> Bool, in context: PracticeContext) -> [Effect] {
    guard awaitsReadiness else { return [] }
    if status.trains, !hasSound() { return [] }
    confirmsWhenReady = false
    return confirm(at: context.now, in: context)
  }
}

/// The timer's phase, the source of its rounds, and the meaning of input in that phase.
struct TimerStatus {
  var phase = PracticeTimer.Phase.idle
  /// The source of its rounds; nil while it is idle.
  var source: RoundSource?

  /// Whether time runs, so that training belongs to the timer.
  var isTimed: Bool { phase.isTimed }
  /// Whether a timer waits to be confirmed or resumed, which Higher then does.
  var waits: Bool { phase == .confirming || phase == .paused }
  /// Whether it times training rather than free practice on the player's own instrument.
  var trains: Bool { source?.isTraining == true }
  /// Whether a press of the commit control counts as a round of free practice.
  var countsFreeRounds: Bool { phase == .running && source == .free }

  /// Finishes a round of free practice at `time`; returns nil if none is counted.
  func finishFreeRound(at time: MonotonicTime) -> [Effect]? {
    countsFreeRounds ? [.tellTimer(.round(began: nil, ended: time))] : nil
  }

  /// Handles a key of one half pressed at the hub while a timer is in use: Higher starts or resumes the timer, Lower
  /// cancels or ends it. `isTaken` is false if the press keeps its usual meaning.
  func press(_ half: Half, at now: MonotonicTime) -> (isTaken: Bool, effects: [Effect]) {
    switch phase {
    case .confirming: (true, [half == .higher ? .timer(.confirm(at: now)) : .tellTimer(.cancel)])
    case .paused: (true, [half == .higher ? .timer(.confirm(at: now)) : .tellTimer(.end)])
    case .countdown, .running, .resting: (true, [])
    case .finished: (false, [.tellTimer(.cancel)])
    case .idle: (false, [])
    }
  }

  /// Handles a pad with a dedicated role; returns nil if it has no meaning for the timer.
  func press(_ role: Role, at time: MonotonicTime) -> [Effect]? {
    switch role {
    case .confirm: [phase == .finished ? .tellTimer(.cancel, at: time) : .timer(.confirm(at: time))]
    case .commit: finishFreeRound(at: time)
    default: TimerKind(role).map { [.timer(.quickStart($0))] }
    }
  }

  /// Handles a surface's intent.
  func press(_ intent: TimerIntent, at time: MonotonicTime) -> [Effect] {
    switch intent {
    case .quickStart(let kind): [.timer(.quickStart(kind))]
    case .choose(let configuration): [.timer(.choose(configuration))]
    case .confirm: [.timer(.confirm(at: time))]
    case .cancel: [.tellTimer(.cancel, at: time)]
    case .pause: [.tellTimer(.pause, at: time)]
    case .skipRest: [.tellTimer(.skipRest, at: time)]
    case .end: [.tellTimer(.end, at: time)]
    case .round: finishFreeRound(at: time) ?? []
    }
  }

  /// Handles a surface's "next" key; returns nil if it belongs to practice.
  func proceed(at time: MonotonicTime) -> [Effect]? {
    switch phase {
    case .confirming, .paused: [.timer(.confirm(at: time))]
    case .countdown, .running: finishFreeRound(at: time) ?? []
    case .resting: [.tellTimer(.skipRest, at: time)]
    case .finished: [.tellTimer(.cancel)]
    case .idle: nil
    }
  }

  /// Handles the player's stop: pauses a running timer, cancels one that waits for confirmation.
  func stopByHand(at time: MonotonicTime) -> [Effect] {
    if isTimed { return [.tellTimer(.pause, at: time)] }
    return (phase == .paused ? [] : [.tellTimer(.cancel)]) + [.stop(.asked)]
  }
}
