import Foundation
import Time

/// A practice timer as a pure reducer: events in, effects out, no clock and no waiting.
///
/// Everything is planned from the instant at which a stage (countdown, set, rest) began, and a pause moves that
/// instant: no ticks are added up, so nothing drifts, and it does not matter how often or how late `.tick` arrives. One
/// value lasts for the life of the program, on its owner's thread.
public struct PracticeTimer: Sendable {
  /// The time from a press to its effect: enough to put a cue on its frame, too short to notice.
  public static let lead = Duration.milliseconds(100)
  /// The longest time by which cues and starts of training are announced in advance.
  public static let horizon = Duration.seconds(2)
  /// The age at which a missed cue is dropped, from screen and sound: it would mislead.
  public static let staleness = Duration.seconds(1)
  /// The silence between a cue and other sound while training is held.
  public static let calm = Duration.seconds(1)

  private var state = State.idle
  private var hasSound: Bool
  /// The latest time of any event; time never runs backwards.
  private var clock: MonotonicTime?

  private enum State {
    case idle
    case confirming(TimerConfiguration)
    /// The workout runs or is paused.
    case active(TimerRun)
    /// The workout is over, and still shown.
    case finished(TimerRun)
  }

  /// Creates an idle timer.
  public init(hasSound: Bool = true) {
    self.hasSound = hasSound
  }

  /// The phase of the timer.
  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .confirming: .confirming
    case .active(let run): run.phase
    case .finished: .finished
    }
  }

  /// The running, paused or finished workout, with everything saved so far.
  public var workout: Workout? {
    switch state {
    case .idle, .confirming: nil
    case .active(let run), .finished(let run): run.workout
    }
  }

  /// The chosen configuration, or the workout's; nil while idle.
  public var configuration: TimerConfiguration? {
    switch state {
    case .idle: nil
    case .confirming(let configuration): configuration
    case .active(let run), .finished(let run): run.configuration
    }
  }

  /// The time at which `.tick` is due, always later than the last event; nil if nothing is pending. Falls on every
  /// second that the view shows.
  public var deadline: MonotonicTime? {
    guard case .active(let run) = state, let clock else { return nil }
    return run.deadline(after: clock)
  }

  /// Returns the end of the quiet time at `time`, in which no cue sounds and no training begins: in a rest, and in what
  /// remains of a slot after its rounds. Nil at other times, and close to a cue. A `.tick` is due at that instant.
  public func quietUntil(_ time: MonotonicTime) -> MonotonicTime? {
    if case .active(let run) = state { run.quietUntil(time) } else { nil }
  }

  /// Returns the state to show at `time`, or at the last event if that was later.
  public func view(at time: MonotonicTime) -> TimerView {
    let time = max(time, clock ?? time)
    return switch state {
    case .idle: TimerView(phase: .idle)
    case .confirming(let configuration): TimerView(phase: .confirming, configuration: configuration)
    case .active(let run): run.view(phase: run.phase, at: time)
    case .finished(let run): run.view(phase: .finished, at: time)
    }
  }

  /// Applies one event. Events that do not fit the state only advance the time.
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
      // Moves the run out and back in, so that its rounds are not copied.
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

  /// Handles an event at the hub, or while a finished workout is shown.
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
