import Controllers
import Foundation
import Ports
import Sound
import Time
import Timers
import Training

/// What hands and surfaces ask of practice timers.
extension TimerSide {
  /// What it is asked.
  enum Event {
    /// Shows what would be started.
    case choose(TimerConfiguration)
    /// Shows what this kind was set to last.
    case quickStart(TimerKind)
    /// What is shown begins, or what is paused goes on, at this time.
    case confirm(at: MonotonicTime)
    /// An exercise's reference sounds from this frame on, which is heard then: its round begins.
    case roundBegins(Epoch, Frame, heard: MonotonicTime)
    /// An exercise was answered or committed: its round is done.
    case roundEnds(Epoch, at: MonotonicTime)
    /// What lies ahead is reckoned anew: frames come at other times than they did.
    case placeAgain
    /// The store has a change of a workout.
    case saved(UUID, change: Int)
  }

  /// Handles what concerns the timer.
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

  /// A practice without a timer is left for what would be started; one with a timer goes on, and one that is paused waits until
  /// it is resumed or ended.
  private mutating func choose(_ configuration: TimerConfiguration, in context: PracticeContext) -> [Effect] {
    guard !context.isLeaving, !status.isTimed else { return [] }
    guard phase != .paused else { return Effect.refusedBesideTimer }
    confirmsWhenReady = false
    return [
      .rack(.endLearning(.practice)), .stop(.asked), .retract(.aboutStarting), .tellTimer(.choose(configuration)),
    ]
  }

  /// Training needs sound: without it the timer waits.
  private func confirm(at time: MonotonicTime, in context: PracticeContext) -> [Effect] {
    guard !context.isLeaving, status.waits else { return [] }
    if status.trains, !context.hasSound { return [.retract(.aboutStarting)] + Effect.refusedWithoutSound }
    // A practice that runs beside a paused timer is left for it.
    return [
      .retract(.aboutStarting), .speech(.hush), .stop(.asked), .lights(.endTrouble), .stayAwake(from: nil),
      phase == .confirming ? .confirmTimer(at: time) : .tellTimer(.resume, at: time),
    ]
  }

  /// What is shown begins without being confirmed.
  mutating func confirmWhenReady() { confirmsWhenReady = true }

  /// Whether what is shown begins without being confirmed, and has not begun.
  var awaitsReadiness: Bool { confirmsWhenReady && phase == .confirming }

  /// Begins what was asked for on the command line, training as soon as there is sound.
  mutating func confirmIfReady(hasSound: @autoclosure () -> Bool, in context: PracticeContext) -> [Effect] {
    guard awaitsReadiness else { return [] }
    if status.trains, !hasSound() { return [] }
    confirmsWhenReady = false
    return confirm(at: context.now, in: context)
  }
}

/// Where the timer is and what it counts, and what hands mean by that.
struct TimerStatus {
  var phase = PracticeTimer.Phase.idle
  /// What its rounds are; nil while it is idle.
  var source: RoundSource?

  /// Whether time runs: training is then the timer's.
  var isTimed: Bool { phase.isTimed }
  /// Whether a timer waits to be confirmed, or to be resumed: that is what Higher does then.
  var waits: Bool { phase == .confirming || phase == .paused }
  /// Whether it times training, and not the player's own instrument.
  var trains: Bool { source?.isTraining == true }
  /// Whether a press of the commit control is a round of free practice.
  var countsFreeRounds: Bool { phase == .running && source == .free }

  /// A round of free practice was done at `time`; nil if none is counted now.
  func finishFreeRound(at time: MonotonicTime) -> [Effect]? {
    countsFreeRounds ? [.tellTimer(.round(began: nil, ended: time))] : nil
  }

  /// A key of one half was pressed at the hub while a timer is in use: Higher begins or resumes what waits, Lower leaves or ends
  /// it. `isTaken` is false if the press means what it always does.
  func press(_ half: Half, at now: MonotonicTime) -> (isTaken: Bool, effects: [Effect]) {
    switch phase {
    case .confirming: (true, [half == .higher ? .timer(.confirm(at: now)) : .tellTimer(.cancel)])
    case .paused: (true, [half == .higher ? .timer(.confirm(at: now)) : .tellTimer(.end)])
    case .countdown, .running, .resting: (true, [])
    case .finished: (false, [.tellTimer(.cancel)])
    case .idle: (false, [])
    }
  }

  /// A pad with a role of its own was pressed; nil if that means nothing to the timer.
  func press(_ role: Role, at time: MonotonicTime) -> [Effect]? {
    switch role {
    case .confirm: [phase == .finished ? .tellTimer(.cancel, at: time) : .timer(.confirm(at: time))]
    case .commit: finishFreeRound(at: time)
    default: TimerKind(role).map { [.timer(.quickStart($0))] }
    }
  }

  /// What a surface asks of it.
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

  /// The key of a surface that does the next thing; nil if it is practice's.
  func proceed(at time: MonotonicTime) -> [Effect]? {
    switch phase {
    case .confirming, .paused: [.timer(.confirm(at: time))]
    case .countdown, .running: finishFreeRound(at: time) ?? []
    case .resting: [.tellTimer(.skipRest, at: time)]
    case .finished: [.tellTimer(.cancel)]
    case .idle: nil
    }
  }

  /// The player's own way of stopping: a timer that runs is paused, one that waits to be confirmed is left.
  func stopByHand(at time: MonotonicTime) -> [Effect] {
    if isTimed { return [.tellTimer(.pause, at: time)] }
    return (phase == .paused ? [] : [.tellTimer(.cancel)]) + [.stop(.asked)]
  }
}
