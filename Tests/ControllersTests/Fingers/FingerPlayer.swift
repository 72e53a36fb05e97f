import MIDI
import Time

@testable import Controllers

/// Plays an expressive keyboard message by message, in the loop's order: due events first, then the decoded message.
struct FingerPlayer {
  private var decoder: ControlDecoder
  private(set) var slider: FingerSlider
  private var splits = GestureRecognizer(context: .matching)
  private(set) var events: [SliderEvent] = []
  /// What the keys meant as keys.
  private(set) var gestures: [Gesture] = []
  /// Asked at no deadline, only with the next message.
  var isLate = false

  /// Creates a keyboard whose fingers move `control`.
  init(_ control: Control = .pitchBend(channel: nil), _ setup: FingerSetup = FingerSetup()) {
    let binding = Binding(role: .slider, control: control, release: .lift, fingers: setup)
    decoder = ControlDecoder(
      mapping: ControllerMapping(name: "Fingers", bindings: [binding], halves: [.keyboard(channel: nil, split: 60)]))
    slider = FingerSlider(control)
  }

  private static func time(_ milliseconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }

  /// Lets time pass.
  mutating func wait(until milliseconds: Double) {
    let time = Self.time(milliseconds)
    while let deadline = slider.deadline, deadline <= time { events += slider.advance(to: isLate ? time : deadline) }
    gestures += splits.advance(to: time)
  }

  mutating func begin(range: Double = 100, at milliseconds: Double) {
    wait(until: milliseconds)
    slider.begin(range: range, at: Self.time(milliseconds))
    splits.noteBegins()
  }

  mutating func send(_ message: MIDIMessage, at milliseconds: Double) {
    if !isLate { wait(until: milliseconds) }
    let time = Self.time(milliseconds)
    for event in decoder.decode(message) {
      if case .finger(_, let input) = event { events += slider.handle(input, at: time) }
      gestures += splits.handle(event, at: time, in: .matching)
      for key in slider.sliding { splits.slid(key) }
    }
  }

  /// The last pitch heard.
  var heard: Double { heard(at: .infinity) }

  /// The pitch heard at a time, in cents from the note's start.
  func heard(at milliseconds: Double) -> Double {
    for case .moved(let cents, let time) in events.reversed() where Double(time.nanoseconds) <= milliseconds * 1e6 {
      return cents
    }
    return 0
  }

  /// The mean pitch heard from one time to another, in cents.
  func heard(from start: Double, to end: Double) -> Double {
    var (area, from, cents) = (0.0, start, heard(at: start))
    for case .moved(let next, let time) in events {
      let now = Double(time.nanoseconds) / 1e6
      guard now > start, now < end else { continue }
      area += cents * (now - from)
      (from, cents) = (now, next)
    }
    return (area + cents * (end - from)) / (end - start)
  }

  /// How often a lift committed.
  var lifts: Int { events.count { if case .released(.lift, _) = $0 { true } else { false } } }

  /// When the hand left the key that committed, in milliseconds.
  var leftAt: Double? {
    for case .released(.lift, let time) in events { return Double(time.nanoseconds) / 1e6 }
    return nil
  }
}
