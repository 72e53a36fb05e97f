import Foundation
import TestSupport

/// A sprung control as hardware: how far its spring and its sensor are from the ideal.
struct Wheel {
  /// How many values it sends over its whole travel.
  var steps = 16384
  /// Where it rests, as a share of the way from the middle to an end.
  var rest = 0.0
  /// Where its ends are, in the same unit.
  var ends = -1.0...1.0

  /// A wheel whose sensor has this many steps.
  init(steps: Int = 16384, rest: Double = 0, ends: ClosedRange<Double> = -1.0...1.0) {
    self.steps = steps
    self.rest = rest
    self.ends = ends
  }

  /// What the sensor makes of `place`, which is −1…1: a pitch bend value.
  func value(_ place: Double) -> Int {
    let share = (min(max(place, ends.lowerBound), ends.upperBound) + 1) / 2
    return Int((share * Double(steps - 1)).rounded()) * 16383 / (steps - 1)
  }

  /// One step as a share of the way from the middle to an end.
  var step: Double { 2 / Double(steps - 1) }
}

/// The course of a wheel in time: what a hand and a spring do, piece by piece, as the sensor sees it every `scan`
/// milliseconds. Places are deflections from the middle, −1…1; times are milliseconds.
struct Course {
  struct Sample: Equatable {
    var time: Double
    var value: Int
  }

  var wheel: Wheel
  /// The sensor is read this often.
  var scan = 1.0
  /// A hand trembles this much to each side, at 9 Hz.
  var tremor = 0.0
  private(set) var time: Double
  private(set) var place: Double
  private(set) var samples: [Sample] = []
  /// When the last spring's run began.
  private(set) var letGo: Double?

  /// Creates an untouched wheel.
  init(_ wheel: Wheel = Wheel(), from time: Double = 0, scan: Double = 1, tremor: Double = 0) {
    self.wheel = wheel
    self.time = time
    self.scan = scan
    self.tremor = tremor
    place = wheel.rest
  }

  /// Follows `place(milliseconds)` for `duration`.
  private mutating func follow(_ duration: Double, trembling: Bool, _ place: (Double) -> Double) {
    let start = time
    var now = scan
    while now <= duration + 1e-9 {
      self.place = place(now)
      let shake = trembling ? tremor * sin((start + now) * 0.0565) : 0
      samples.append(Sample(time: start + now, value: wheel.value(self.place + shake)))
      now += scan
    }
    self.place = place(duration)
    time = start + duration
  }

  /// A hand leads it to `target` as hands do, with the least jerk.
  mutating func lead(to target: Double, in duration: Double) {
    let from = place
    follow(duration, trembling: true) {
      let share = $0 / duration
      return from + (target - from) * share * share * share * (10 - 15 * share + 6 * share * share)
    }
  }

  /// It moves to `target` at one speed.
  mutating func ramp(to target: Double, in duration: Double) {
    let from = place
    follow(duration, trembling: false) { from + (target - from) * $0 / duration }
  }

  /// A hand holds it.
  mutating func hold(_ duration: Double) {
    let from = place
    follow(duration, trembling: true) { _ in from }
  }

  /// It is elsewhere at once.
  mutating func jump(to target: Double) {
    follow(scan, trembling: false) { _ in target }
  }

  /// Lets the spring return the wheel for `duration`: a damped oscillation that first reaches rest after `run` and
  /// overshoots it by `overshoot` of the way; without an overshoot, critically damped and within 2 % of the way after
  /// `run`.
  mutating func release(run: Double, overshoot: Double = 0, for duration: Double = 500) {
    let way = place - wheel.rest
    let rest = wheel.rest
    letGo = time
    guard overshoot > 0.003 else {
      return follow(duration, trembling: false) {
        let turns = 5.834 * $0 / run
        return rest + way * (1 + turns) * exp(-turns)
      }
    }
    let fall = -log(overshoot)
    let damping = fall / (Double.pi * Double.pi + fall * fall).squareRoot()
    let frequency = (Double.pi - acos(damping)) / run
    let decay = damping / (1 - damping * damping).squareRoot()
    follow(duration, trembling: false) {
      let phase = frequency * $0
      return rest + way * exp(-decay * phase) * (cos(phase) + decay * sin(phase))
    }
  }

  /// Leaves the wheel untouched, with a sensor as unsteady as a hand.
  mutating func rest(_ duration: Double) {
    let rest = wheel.rest
    follow(duration, trembling: true) { _ in rest }
  }

  /// The messages sent: changes only.
  var changes: [Sample] {
    var last = wheel.value(wheel.rest)
    var changes: [Sample] = []
    for sample in samples where sample.value != last {
      last = sample.value
      changes.append(sample)
    }
    return changes
  }
}

/// What the way to the computer does to values: drops some, and delivers the rest in bunches.
struct Transport {
  /// The share of values that are lost. They are lost because newer ones overtake them, so never one at which the wheel
  /// stands (no other for `stands` milliseconds), and never the last.
  var thinning = 0.0
  /// The interval in milliseconds at which values are delivered.
  var bunching = 0.0

  /// A value that is not followed by another for this long arrives. Milliseconds.
  static let stands = 25.0

  /// What arrives of `samples`, with the times it arrives.
  func carry(_ samples: [Course.Sample], using generator: inout SplitMix64) -> [Course.Sample] {
    var arrived: [Course.Sample] = []
    arrived.reserveCapacity(samples.count)
    for (index, sample) in samples.enumerated() {
      let isOvertaken = index + 1 < samples.count && samples[index + 1].time - sample.time < Self.stands
      if isOvertaken, thinning > 0, Double.random(in: 0..<1, using: &generator) < thinning { continue }
      let time = bunching > 0 ? (sample.time / bunching).rounded(.up) * bunching : sample.time
      arrived.append(Course.Sample(time: time, value: sample.value))
    }
    return arrived
  }
}
