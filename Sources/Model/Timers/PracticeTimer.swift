import Foundation
import Time

/// A practice timer as a pure reducer: events in, effects out, no clock and no waiting.
///
/// Everything is planned from the instant where a stage (countdown, set, rest) began, and a pause moves that instant: no
/// ticks are added up, so nothing drifts, and it does not matter how often or how late `.tick` comes. One value serves for
/// the life of the program, on the thread of whoever drives it.
public struct PracticeTimer: Sendable {
  /// From a press to what it starts: the time to put a cue on its frame, too short to be noticed.
  public static let lead = Duration.milliseconds(100)
  /// How far ahead cues and starts of training are given at most.
  public static let horizon = Duration.seconds(2)
  /// A cue that is noticed later than this is neither shown nor sounded: it would mislead.
  public static let staleness = Duration.seconds(1)
  /// Between a cue and whatever else is heard while training is held.
  public static let calm = Duration.seconds(1)

  private var state = State.idle
  private var hasSound: Bool
  /// The latest time it was told, from which it never goes back.
  private var clock: MonotonicTime?

  private enum State {
    case idle
    case confirming(TimerConfiguration)
    /// Runs, or is paused.
    case active(TimerRun)
    /// Is over, and is shown.
    case finished(TimerRun)
  }

  /// An idle timer.
  public init(hasSound: Bool = true) {
    self.hasSound = hasSound
  }

  /// Where it is.
  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .confirming: .confirming
    case .active(let run): run.phase
    case .finished: .finished
    }
  }

  /// The workout that runs, is paused or has finished: all that was saved of it.
  public var workout: Workout? {
    switch state {
    case .idle, .confirming: nil
    case .active(let run), .finished(let run): run.workout
    }
  }

  /// What was chosen, or what the workout is set to; nil while idle.
  public var configuration: TimerConfiguration? {
    switch state {
    case .idle: nil
    case .confirming(let configuration): configuration
    case .active(let run), .finished(let run): run.configuration
    }
  }

  /// When `.tick` is due next, always later than the last event; nil if there is nothing to wait for. Falls on every second
  /// that the view shows.
  public var deadline: MonotonicTime? {
    guard case .active(let run) = state, let clock else { return nil }
    return run.deadline(after: clock)
  }

  /// Until when nothing of the timer is heard, and no training begins, from `time` on: in a rest, and in what is left of a slot whose
  /// rounds are done. Nil anywhere else, and close to a cue. A `.tick` is due at that instant.
  public func quietUntil(_ time: MonotonicTime) -> MonotonicTime? {
    if case .active(let run) = state { run.quietUntil(time) } else { nil }
  }

  /// What eyes see at `time`; at the last event, if that was later.
  public func view(at time: MonotonicTime) -> TimerView {
    let time = max(time, clock ?? time)
    return switch state {
    case .idle: TimerView(phase: .idle)
    case .confirming(let configuration): TimerView(phase: .confirming, configuration: configuration)
    case .active(let run): run.view(phase: run.phase, at: time)
    case .finished(let run): run.view(phase: .finished, at: time)
    }
  }

  /// Moves on by one event. Events that do not fit the state only let time pass.
  public mutating func handle(_ event: Event, at moment: TimerMoment) -> [Effect] {
    let moment = moment.moved(to: max(moment.time, clock ?? moment.time))
    let before = clock ?? moment.time
    clock = moment.time
    if case .sound(let isAvailable) = event { hasSound = isAvailable }
    switch state {
    case .idle:
      return handleIdle(event, at: moment)
    case .confirming(let configuration):
      return handle(event, confirming: configuration, at: moment)
    case .active(var run):
      // The run is moved out and back in, so that its rounds are not copied.
      state = .idle
      let effects = run.handle(event, at: moment, after: before)
      state = run.isOver ? .finished(run) : .active(run)
      return TimerRun.upToDate(effects, at: moment.time)
    case .finished(var run):
      state = .idle
      let effects = run.handleLate(event, at: moment)
      if case .cancel = event { return effects }
      state = .finished(run)
      return effects + handleIdle(event, at: moment)
    }
  }

  /// At the hub, or where a finished workout is shown.
  private mutating func handleIdle(_ event: Event, at moment: TimerMoment) -> [Effect] {
    switch event {
    case .choose(let configuration):
      state = .confirming(configuration)
      return []
    case .start(let configuration, let id, let instant):
      return begin(
        configuration, id: id, origin: min(max(instant, moment.time), moment.time + Self.horizon), at: moment)
    case .restore(let workout):
      guard let (run, effects) = TimerRun.restore(workout, hasSound: hasSound, at: moment) else { return [] }
      state = .active(run)
      return effects
    case .confirm, .cancel, .round, .withdraw, .pause, .resume, .skipRest, .end, .tick, .suspended, .interrupted,
      .sound:
      return []
    }
  }

  private mutating func handle(
    _ event: Event, confirming configuration: TimerConfiguration, at moment: TimerMoment
  ) -> [Effect] {
    switch event {
    case .choose, .start:
      return handleIdle(event, at: moment)
    case .confirm(let id):
      return begin(configuration, id: id, origin: moment.time + Self.lead, at: moment)
    case .cancel, .withdraw, .pause, .end, .suspended, .interrupted:
      state = .idle
      return []
    case .restore, .round, .resume, .skipRest, .tick, .sound:
      return []
    }
  }

  private mutating func begin(
    _ configuration: TimerConfiguration, id: UUID, origin: MonotonicTime, at moment: TimerMoment
  ) -> [Effect] {
    let (run, effects) = TimerRun.begin(configuration, id: id, origin: origin, hasSound: hasSound, at: moment)
    state = .active(run)
    return effects
  }
}
