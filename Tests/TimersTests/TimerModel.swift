import Foundation
import Time

@testable import Timers

/// A timer's state as known from outside, and what must follow from it. Keeps the first violation: an expectation for
/// each would take longer than all the rest.
struct TimerModel {
  var violation: String?

  private var phase = PracticeTimer.Phase.idle
  private var last: MonotonicTime?
  /// All changes of the workout, applied from outside.
  private var kept: Workout?
  /// Since the start of the workout, pauses left out; negative before.
  private var active = Duration.zero
  /// Stages that are over, countdown and rests included.
  private var done = Duration.zero
  /// How long a rest lasted that is being skipped.
  private var skipped: Duration?
  private(set) var lastRound: MonotonicTime?
  private var isTraining = false
  private var placed: Set<Placed> = []

  private struct Placed: Hashable {
    var cue: TimerCue
    var at: MonotonicTime
  }

  private static let legal: [PracticeTimer.Phase: Set<PracticeTimer.Phase>] = [
    .idle: [.idle, .confirming, .countdown, .running, .paused],
    .confirming: [.confirming, .idle, .countdown, .running],
    .countdown: [.countdown, .running, .resting, .paused, .finished],
    .running: [.running, .resting, .paused, .finished],
    .resting: [.resting, .running, .paused, .finished],
    .paused: [.paused, .countdown, .running, .resting, .finished],
    .finished: [.finished, .idle, .confirming, .countdown, .running, .paused],
  ]

  private static func isActive(_ phase: PracticeTimer.Phase) -> Bool {
    phase != .idle && phase != .confirming && phase != .finished
  }

  private mutating func require(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds, violation == nil { violation = what() }
  }

  mutating func check(
    _ event: PracticeTimer.Event, at time: MonotonicTime, _ effects: [PracticeTimer.Effect], _ timer: PracticeTimer,
    before: TimerView
  ) {
    let now = max(time, last ?? time)
    if Self.isActive(phase), phase != .paused { active += now - (last ?? now) }
    last = now
    let earlier = phase
    require(Self.legal[earlier]?.contains(timer.phase) == true, "\(earlier) → \(timer.phase)")
    require(Self.isActive(timer.phase) == (timer.deadline != nil), "a deadline exactly while something is awaited")
    if let deadline = timer.deadline { require(deadline > now, "the deadline has passed already") }
    skipped = event == .skipRest && before.phase == .resting ? before.elapsed : nil
    for effect in effects { check(effect, event, at: now) }
    if case .restore = event, timer.phase == .paused, phase != .paused, !Self.isActive(phase) {
      begin(timer.workout)
      let position = timer.workout?.position.elapsed ?? .zero
      // What went before is not known here: the stages that are over are whatever they were.
      active = position
    }
    placed = placed.filter { $0.at > now }
    if timer.phase == .paused || timer.phase == .finished { require(!isTraining, "training goes on") }
    if timer.phase == .paused { require(placed.isEmpty, "cues are placed while it is paused") }
    require(timer.configuration == timer.view(at: now).configuration, "one configuration is shown, another is in use")
    checkTime(timer, at: now)
    if !effects.isEmpty, let workout = timer.workout {
      require(kept == workout, "what was kept is not the workout")
      check(workout)
    }
    phase = timer.phase
  }

  private mutating func begin(_ workout: Workout?) {
    kept = workout
    active = .zero
    done = .zero
    lastRound = nil
  }

  /// Time is planned, never added up: to the nanosecond.
  private mutating func checkTime(_ timer: PracticeTimer, at now: MonotonicTime) {
    guard Self.isActive(timer.phase) else { return }
    let view = timer.view(at: now)
    let elapsed = max(active - done, .zero)
    require(view.elapsed == elapsed, "\(view.elapsed) instead of \(elapsed) in \(timer.phase)")
    if let remaining = view.remaining { require(remaining >= .zero, "an end has passed") }
  }

  private mutating func check(_ workout: Workout) {
    let configuration = workout.configuration
    require(workout.sets.map(\.number) == Array(1..<(workout.sets.count + 1)), "sets are not in order")
    require(workout.sets.count <= configuration.sets, "more sets than there are")
    for set in workout.sets {
      var last = Duration.zero
      var slot = 1
      for (index, round) in set.rounds.enumerated() {
        let opened = (configuration.slotLength ?? .zero) * ((round.slot ?? 1) - 1)
        require(
          round.number == index + 1 && round.ended - round.split == max(last, opened) && round.split > .zero,
          "splits do not add up")
        last = round.ended
        require(round.began < (configuration.setLength ?? .seconds(7_200)), "a round began after its set")
        if let of = round.slot, let length = configuration.slotLength {
          require(of >= slot && length * (of - 1) <= round.began && round.began < length * of, "a wrong interval")
          slot = of
        }
      }
      require(last + set.remainder == set.elapsed, "rounds and what is left are not the set")
      if let length = configuration.setLength { require(set.elapsed <= length, "a set is too long") }
      if case .forTime(_, let asked) = configuration.form {
        require(set.rounds.count <= asked, "more rounds than asked for")
      }
    }
    let complete = workout.sets.count { $0.state == .complete }
    require(workout.sets.count { $0.state == .running } <= 1, "two sets at once")
    if workout.state == .complete { require(complete == configuration.sets, "complete without its sets") }
    require(workout.state.isOver == (workout.ended != nil), "over exactly if it has ended")
  }

  private mutating func check(_ effect: PracticeTimer.Effect, _ event: PracticeTimer.Event, at now: MonotonicTime) {
    switch effect {
    case .place(let cue, let instant):
      require(instant >= now - PracticeTimer.lead, "a cue is placed too late")
      require(instant <= now + PracticeTimer.horizon, "a cue is placed too early")
      require(placed.insert(Placed(cue: cue, at: instant)).inserted, "a cue is placed twice")
    case .cancelCues:
      placed = []
    case .show: break
    case .startTraining(let source, let instant):
      require(source != .free, "nothing can be started")
      require(instant <= now + PracticeTimer.horizon, "training is started too early")
      isTraining = true
    case .holdTraining(let instant):
      require(instant <= now + PracticeTimer.horizon, "training is held too early")
      isTraining = false
    case .awaitTraining(let source):
      require(source != .free, "nothing can be held")
      require(!isTraining, "training is held without a word of it")
    case .stopTraining:
      isTraining = false
    case .save(_, let change):
      check(change, event, at: now)
    case .finished(let workout):
      require(workout.state.isOver && workout == kept, "what has finished is not what was kept")
    }
  }

  private mutating func check(_ change: WorkoutChange, _ event: PracticeTimer.Event, at now: MonotonicTime) {
    if case .begun(let workout) = change.kind {
      begin(workout)
      if case .start(_, _, let instant) = event {
        active = now - min(max(instant, now), now + PracticeTimer.horizon)
      } else {
        active = .zero - PracticeTimer.lead
      }
      return
    }
    switch change.kind {
    case .begun, .moved, .ended: break
    case .setBegun(let number):
      guard let kept else { return require(false, "a set of nothing") }
      if number == 1 { done += .seconds(kept.configuration.countdownSeconds ?? 0) } else { done += rest(kept) }
    case .roundWithdrawn:
      require(event == lastRound.map { .withdraw(ended: $0) }, "a round is withdrawn that is not the last")
    case .setEnded(_, let elapsed, _):
      done += elapsed
    case .round(let round, _):
      guard case .round(let began, let ended) = event else { return require(false, "a round that nobody played") }
      require(ended != lastRound, "a round counts twice")
      if let began, let lastRound { require(began >= lastRound, "two exercises at once") }
      if let began { require(ended - began == round.ended - round.began, "a round is longer or shorter") }
      lastRound = ended
    }
    kept?.apply(change)
  }

  private mutating func rest(_ workout: Workout) -> Duration {
    defer { skipped = nil }
    return skipped.map { $0 + PracticeTimer.lead } ?? .seconds(workout.configuration.restSeconds)
  }
}
