import Foundation
import Time

@testable import Timers

/// A timer and the loop around it: ticks come exactly when they are due, and everything is written down.
struct Driver {
  static let origin = MonotonicTime(nanoseconds: 1_000_000_000_000)
  static let date = Date(timeIntervalSince1970: 1_750_000_000)
  static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  var timer: PracticeTimer
  /// Since `origin`.
  var now = Duration.zero
  var log: [(at: Duration, effect: PracticeTimer.Effect)] = []

  init(hasSound: Bool = true) {
    timer = PracticeTimer(hasSound: hasSound)
  }

  /// A workout that begins at 0.
  init(_ configuration: TimerConfiguration) {
    self.init()
    send(.start(configuration, id: Self.id, at: Self.origin))
  }

  var moment: TimerMoment { Self.moment(now) }
  var view: TimerView { timer.view(at: moment.time) }
  var workout: Workout? { timer.workout }
  var effects: [PracticeTimer.Effect] { log.map(\.effect) }

  static func moment(_ now: Duration) -> TimerMoment {
    TimerMoment(time: origin + now, date: date.addingTimeInterval(now.seconds))
  }

  /// Sends it now, without a tick before.
  mutating func send(_ event: PracticeTimer.Event) {
    log += timer.handle(event, at: moment).map { (now, $0) }
  }

  /// Sends it `seconds` after the origin; ticks come until then.
  mutating func send(_ event: PracticeTimer.Event, at seconds: Double) {
    wait(until: seconds)
    send(event)
  }

  /// A round whose exercise began at `began` and that is done at `ended`.
  mutating func round(_ began: Double, _ ended: Double) {
    send(.round(began: at(began), ended: at(ended)), at: ended)
  }

  /// A press of commit in free practice.
  mutating func press(at seconds: Double) {
    send(.round(began: nil, ended: at(seconds)), at: seconds)
  }

  mutating func wait(until seconds: Double) {
    let end = Duration.nanoseconds(Int64((seconds * 1e9).rounded()))
    while let deadline = timer.deadline, deadline - Self.origin <= end {
      now = deadline - Self.origin
      send(.tick)
    }
    now = max(now, end)
  }

  /// Ticks until it is over. Nothing takes longer than three hours here.
  mutating func finish() { wait(until: 10_800) }

  /// Cues as they were shown, with their second.
  var shown: [String] {
    log.compactMap { if case .show(let cue) = $0.effect { "\(text($0.at)) \(cue.rawValue)" } else { nil } }
  }

  /// Cues as they were placed, with the second that they sound at.
  var placed: [String] {
    placements.map { "\(text($0.at - Self.origin)) \($0.cue.rawValue)" }
  }

  var placements: [(cue: TimerCue, at: MonotonicTime)] {
    effects.compactMap { if case .place(let cue, let at) = $0 { (cue, at) } else { nil } }
  }

  /// The commands to training, each with the second it applies to.
  var training: [String] {
    log.compactMap { at, effect in
      switch effect {
      case .startTraining(_, let instant): "start \(text(instant - Self.origin))"
      case .holdTraining(let instant): "hold \(text(instant - Self.origin))"
      case .awaitTraining: "await \(text(at))"
      case .stopTraining: "stop \(text(at))"
      case .place, .cancelCues, .show, .save, .finished: nil
      }
    }
  }

  var changes: [WorkoutChange] {
    effects.compactMap { if case .save(_, let change) = $0 { change } else { nil } }
  }
}

func at(_ seconds: Double) -> MonotonicTime {
  Driver.origin + .nanoseconds(Int64((seconds * 1e9).rounded()))
}
