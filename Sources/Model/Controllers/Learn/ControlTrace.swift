import MIDI
import Time

/// The messages of one control since a question was asked, and conclusions about the control.
struct ControlTrace: Sendable {
  struct Sample: Hashable, Sendable {
    var time: MonotonicTime
    var value: Int
  }

  /// The control.
  let address: Address
  /// The highest possible value: 127 or 16383.
  let maximum: Int
  /// The latest samples, up to `longest`.
  private(set) var samples: [Sample] = []
  private(set) var first: MonotonicTime
  /// The time of the last movement beyond the flicker of a worn track.
  private(set) var lastMoved: MonotonicTime
  /// The total distance, in travels; turns of an endless knob count as 2 % each.
  private(set) var travel = 0.0

  private var count = 0
  private var repeats = 0
  private var bins = NumberSet()
  private var values: ClosedRange<Int>
  private var anchor: Int
  private var steps = Steps()

  private static let longest = 1024
  /// A movement below this share of the travel is flicker.
  private static let flicker = 0.015
  /// A moved control covers at least this share of its travel…
  private static let leastSpan = 0.25
  /// …and reports at least this many places on the way: a button reports two.
  private static let leastPlaces = 5

  init(_ address: Address, maximum: Int, first value: Int, at time: MonotonicTime) {
    self.address = address
    self.maximum = maximum
    first = time
    lastMoved = time
    values = value...value
    anchor = value
    handle(value, at: time)
  }

  mutating func handle(_ value: Int, at time: MonotonicTime) {
    if let last = samples.last?.value {
      if last == value { repeats += 1 }
      travel += Double(abs(value - last)) / Double(maximum)
    }
    count += 1
    samples.append(Sample(time: time, value: value))
    if samples.count > Self.longest { samples.removeFirst(Self.longest / 2) }
    values = min(values.lowerBound, value)...max(values.upperBound, value)
    bins.insert(maximum == 127 ? value : value >> 7)
    steps.handle(value)
    if Double(abs(value - anchor)) >= Self.flicker * Double(maximum) || encoding != nil {
      anchor = value
      lastMoved = time
    }
  }

  /// The distance moved: turns of an endless knob count as 2 % each.
  var distance: Double { encoding == nil ? travel : Double(count) * 0.02 }

  /// Whether the control was moved, rather than knocked, or pressed like a button.
  var isMoved: Bool {
    encoding != nil
      || Double(values.upperBound - values.lowerBound) >= Self.leastSpan * Double(maximum)
        && bins.count >= Self.leastPlaces
  }

  /// Whether the control reported as many places as the lower half of a 14-bit pair does.
  var hasManyValues: Bool { count >= 4 && bins.count >= 4 }

  var messageCount: Int { count }

  /// The current position, as a share of the range.
  var position: Double { Double(samples.last?.value ?? 0) / Double(maximum) }

  /// Returns whether the other control is this one on another channel, moving in step: a layered keyboard's wheel.
  func isTwin(of other: ControlTrace) -> Bool {
    address.kind == other.address.kind && address.number == other.address.number && values == other.values
      && abs(count - other.count) <= 1
  }

  // MARK: Endless knobs

  /// The encoding of steps; nil if the control reports places. Unsure (`isSure` false) as long as it was turned one way
  /// only.
  ///
  /// The rule: steps arrive as small numbers near 0, 64 or 127, never as 0 or 64 itself, and repeat, which places do
  /// not. If the control was turned both ways, the two groups determine the encoding: 1… and …127 is two's complement,
  /// 65… and …63 binary offset, 1… and 65… sign-magnitude. If it was turned one way, 127 and 63 belong to one encoding
  /// each; 1 counts as two's complement and 65 as binary offset, turned to the right.
  var encoding: (kind: RelativeEncoding, isSure: Bool)? {
    guard address.kind == .controlChange, steps.elsewhere == 0, count >= Steps.least else { return nil }
    let isRepeated = repeats * 4 >= count
    switch (steps.low > 0, steps.high > 0, steps.above > 0, steps.below > 0) {
    // No fader jumps from one end to the other repeatedly.
    case (true, true, false, false): return isRepeated || count >= 8 ? (.twosComplement, true) : nil
    case (false, true, false, false): return isRepeated ? (.twosComplement, true) : nil
    case (true, false, false, false): return isRepeated ? (.twosComplement, false) : nil
    case (true, false, true, false): return isRepeated || count >= 8 ? (.signMagnitude, true) : nil
    case (false, false, true, true), (false, false, false, true): return isRepeated ? (.binaryOffset, true) : nil
    case (false, false, true, false): return isRepeated ? (.binaryOffset, false) : nil
    default: return nil
    }
  }

  /// The number of messages in each range of steps.
  private struct Steps {
    /// The number of messages that rules out a button.
    static let least = 6
    /// The largest step in one message.
    static let largest = 24

    var low = 0
    var high = 0
    var above = 0
    var below = 0
    var elsewhere = 0

    mutating func handle(_ value: Int) {
      switch value {
      case 1...Self.largest: low += 1
      case (128 - Self.largest)...127: high += 1
      case 65...(64 + Self.largest): above += 1
      case (64 - Self.largest)...63: below += 1
      default: elsewhere += 1
      }
    }
  }
}
