import MIDI
import Time

@testable import Controllers

/// Plays one slider in the loop's order: due events before each input, and again at the end.
struct SliderPlayer {
  var recognizer: SliderRecognizer
  private(set) var events: [SliderEvent] = []
  /// When each event was emitted. If it waited for a deadline, this is later than the time in the event.
  private(set) var emitted: [Double] = []
  /// Time of the last input.
  private(set) var lastInput = 0.0
  /// The last value it sent.
  private(set) var lastValue: Int?
  /// Asked at no deadline, only with the next input.
  var isLate = false

  init(_ binding: Binding = SliderPlayer.wheel) {
    recognizer = SliderRecognizer(binding: binding)
  }

  init(_ recognizer: SliderRecognizer) {
    self.recognizer = recognizer
  }

  /// A pitch wheel on any channel.
  static let wheel = Binding(role: .slider, control: .pitchBend(channel: nil), release: .springBack)

  static func time(_ milliseconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }

  private mutating func handle(_ new: [SliderEvent], at time: Double) {
    for event in new {
      events.append(event)
      emitted.append(time)
    }
  }

  /// Lets time pass.
  mutating func wait(until milliseconds: Double) {
    let time = Self.time(milliseconds)
    while let deadline = recognizer.deadline, deadline <= time {
      handle(recognizer.advance(to: isLate ? time : deadline), at: Double(deadline.nanoseconds) / 1e6)
    }
  }

  mutating func begin(range: Double = 100, promised: SliderSides? = nil, at milliseconds: Double) {
    wait(until: milliseconds)
    recognizer.begin(range: range, promised: promised, at: Self.time(milliseconds))
  }

  mutating func handle(_ input: SliderInput, at milliseconds: Double) {
    if !isLate { wait(until: milliseconds) }
    handle(recognizer.handle(input, at: Self.time(milliseconds)), at: milliseconds)
    lastInput = milliseconds
  }

  mutating func move(to value: Int, of maximum: Int = 16383, at milliseconds: Double) {
    handle(.moved(.absolute(value: value, maximum: maximum)), at: milliseconds)
    lastValue = value
  }

  mutating func play(_ samples: [Course.Sample]) {
    for sample in samples { move(to: sample.value, at: sample.time) }
  }

  /// What the renderer holds.
  var held: Double {
    for case .moved(let cents, _) in events.reversed() { return cents }
    return 0
  }

  /// The releases so far.
  var releases: [Release] {
    events.compactMap { if case .released(let release, _) = $0 { release } else { nil } }
  }

  /// What the last value reported before the release was: what was committed.
  var committed: Double? { releases.isEmpty ? nil : held }

  /// For how long the value that was committed had been the last one reported.
  var steadyBeforeRelease: Double? {
    guard let index = events.lastIndex(where: { if case .released = $0 { true } else { false } }), index > 0
    else { return nil }
    return emitted[index] - emitted[index - 1]
  }

  /// How long after the last input the release came out.
  var commitDelay: Double? {
    guard let index = events.lastIndex(where: { if case .released = $0 { true } else { false } }) else { return nil }
    return emitted[index] - lastInput
  }

  /// How `value` tunes in this note.
  func cents(_ value: Int, range: Double = 100) -> Double {
    range * (recognizer.curve?.share(Double(value) / 16383) ?? .nan)
  }
}
