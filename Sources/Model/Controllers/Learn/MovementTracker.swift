import MIDI
import Time

/// A slider or knob that was moved while a controller is learned.
struct MovedControl: Hashable, Sendable {
  /// The control for a mapping.
  var control: Control
  /// The addresses of all its messages.
  var addresses: Set<Address>
  /// The times of its first message and its last movement.
  var first: MonotonicTime
  var last: MonotonicTime
  /// The position at the end, as a share of the range.
  var end: Double
  /// Whether the encoding, if the control reports steps, is certain.
  var isSure: Bool
  /// Whether the control sprang back, judging by this movement.
  var sprang: Bool

  /// Whether the control reports steps instead of places.
  var isEndless: Bool { if case .relative = control { true } else { false } }
}

/// Finds the one slider or knob that the player moves, among flicker, pressure and other noise, and its kind. A pure
/// state machine; every decision depends on time stamps only.
///
/// A movement has ended when its control has been still for 0.7 s, or for 1.5 s for pitch bend away from the middle,
/// which may be a wheel that is held.
struct MovementTracker: Sendable {
  enum Outcome: Hashable, Sendable {
    case moved(MovedControl)
    /// Two controls moved alike, so the intended one is unknown.
    case ambiguous
  }

  static let quiet: Duration = .milliseconds(700)
  static let longQuiet: Duration = .milliseconds(1500)
  /// The time within which the two halves of one value arrive.
  private static let pairing: Duration = .milliseconds(10)
  /// The most controls tracked; more than any controller has, so the rest is noise.
  private static let most = 64

  private struct Adjacent: Hashable {
    var channel: UInt8
    var most: Int
  }

  private(set) var traces: [Address: ControlTrace] = [:]
  private var lastController: (address: Address, time: MonotonicTime)?
  private var adjacent: [Adjacent: Int] = [:]
  /// The time it came to rest after being turned one way only.
  private var waitedSince: MonotonicTime?

  // MARK: Events

  mutating func handle(_ message: MIDIMessage, at time: MonotonicTime) {
    switch message {
    case .controlChange(let channel, let controller, let value):
      let address = Address(kind: .controlChange, channel: channel.number, number: Int(controller.rawValue))
      countAdjacent(address, at: time)
      handle(address, Int(value.rawValue), of: 127, at: time)
    case .pitchBend(let channel, let value):
      handle(Address(kind: .pitchBend, channel: channel.number, number: 0), Int(value.rawValue), of: 16383, at: time)
    case .channelPressure(let channel, let value):
      handle(
        Address(kind: .channelPressure, channel: channel.number, number: 0), Int(value.rawValue), of: 127, at: time)
    default: break
    }
  }

  mutating func handle(parameter: UInt14, _ position: ControlPosition, channel: Channel, at time: MonotonicTime) {
    // Stepped parameters have no encoding in a mapping.
    guard case .absolute(let value, let maximum) = position else { return }
    let address = Address(kind: .parameter, channel: channel.number, number: Int(parameter.rawValue))
    handle(address, maximum == 127 ? value << 7 : value, of: 16383, at: time)
  }

  private mutating func handle(_ address: Address, _ value: Int, of maximum: Int, at time: MonotonicTime) {
    guard traces[address] == nil else {
      traces[address]?.handle(value, at: time)
      return
    }
    guard traces.count < Self.most else { return }
    traces[address] = ControlTrace(address, maximum: maximum, first: value, at: time)
  }

  private mutating func countAdjacent(_ address: Address, at time: MonotonicTime) {
    if let last = lastController, last.address.channel == address.channel, time - last.time <= Self.pairing,
      abs(last.address.number - address.number) == 32, min(last.address.number, address.number) < 32
    {
      adjacent[Adjacent(channel: address.channel, most: min(last.address.number, address.number)), default: 0] += 1
    }
    lastController = (address, time)
  }

  mutating func reset() { self = MovementTracker() }

  // MARK: Movements

  /// Whether something moves that no button press could cause: pitch bend, or a 14-bit pair.
  var hasLargeMovement: Bool {
    traces.values.contains { $0.isMoved && ($0.address.kind == .pitchBend || least(of: $0) != nil) }
  }

  /// Whether anything was moved; pressure, which pads send in floods, does not count.
  var hasMovement: Bool { traces.values.contains { $0.isMoved && $0.address.kind != .channelPressure } }

  /// The time of the last movement.
  var lastMoved: MonotonicTime? { moved.map(\.lastMoved).max() }

  /// The time of the first message of the first movement.
  var firstMoved: MonotonicTime? { moved.map(\.first).min() }

  /// Returns the time at which `settle` has a result if nothing moves before. `isTouched`: the finger is still on the
  /// control.
  func deadline(isTouched: Bool) -> MonotonicTime? {
    moved.filter { trace in waitedSince.map { trace.lastMoved > $0 } ?? true }.map { trace in
      let mayBeHeld = trace.address.kind == .pitchBend && abs(trace.position - 0.5) > SpringLimits.restZone / 2
      if isTouched { return trace.lastMoved + Self.longQuiet * 2 }
      return trace.lastMoved + (mayBeHeld ? Self.longQuiet : Self.quiet)
    }.max()
  }

  /// Returns the moved control, now that it is still; nil if it must be moved more to be identified. Starts over unless
  /// it returns nil. `isKnown`: the control was recognised before, and is only moved again.
  mutating func settle(isKnown: Bool) -> Outcome? {
    let candidates = moved.sorted {
      ($0.distance, $1.address.channel, $1.address.number) > ($1.distance, $0.address.channel, $0.address.number)
    }
    guard var winner = candidates.first else { return nil }
    for rival in candidates.dropFirst() where rival.distance * 2 > winner.distance {
      guard rival.isTwin(of: winner) else {
        reset()
        return .ambiguous
      }
      if rival.address.channel < winner.address.channel { winner = rival }
    }
    if let encoding = winner.encoding, !encoding.isSure, !isKnown, waitedSince == nil {
      // Wait for the other direction, which settles it; if the player only turns one way, use the likeliest encoding.
      waitedSince = winner.lastMoved
      return nil
    }
    defer { reset() }
    return describe(winner).map(Outcome.moved)
  }

  /// The traces of moved controls: of a pair only the upper half, and pressure only if nothing else moved.
  private var moved: [ControlTrace] {
    let all = traces.values.filter(\.isMoved)
    let halves = all.filter { trace in
      guard trace.address.kind == .controlChange, trace.address.number >= 32 else { return true }
      var most = trace.address
      most.number -= 32
      return traces[most].flatMap(least)?.address != trace.address
    }
    let plain = halves.filter { $0.address.kind != .channelPressure }
    return plain.isEmpty ? halves : plain
  }

  /// Returns the lower half that belongs to `trace`, if it is the upper half of a 14-bit pair.
  private func least(of trace: ControlTrace) -> ControlTrace? {
    guard trace.address.kind == .controlChange, trace.address.number < 32, trace.encoding == nil else { return nil }
    var address = trace.address
    address.number += 32
    guard let least = traces[address], least.hasManyValues, least.messageCount * 2 >= trace.messageCount else {
      return nil
    }
    // Controllers that send the upper half only when it changes send both halves together less often.
    let together = adjacent[Adjacent(channel: address.channel, most: trace.address.number)] ?? 0
    return together * 10 >= 6 * min(trace.messageCount, least.messageCount) ? least : nil
  }

  private func describe(_ trace: ControlTrace) -> MovedControl? {
    let channel = Channel(Int(trace.address.channel))
    let number = UInt7(truncating: trace.address.number)
    var addresses: Set<Address> = [trace.address]
    let control: Control
    switch trace.address.kind {
    case .pitchBend: control = .pitchBend(channel: channel)
    case .channelPressure: control = .channelPressure(channel: channel, threshold: Control.half)
    case .parameter:
      guard let number = UInt14(exactly: trace.address.number) else { return nil }
      control = .nonRegisteredParameter(number, channel: channel, threshold: Control.half)
    case .controlChange:
      if let encoding = trace.encoding {
        control = .relative(number, encoding: encoding.kind, channel: channel)
      } else if let least = least(of: trace) {
        addresses.insert(least.address)
        control = .controlChangePair(
          most: number, least: UInt7(truncating: least.address.number), channel: channel)
      } else {
        control = .controlChange(number, channel: channel, threshold: Control.half)
      }
    case .note, .polyPressure, .program: return nil
    }
    return MovedControl(
      control: control, addresses: addresses, first: trace.first, last: trace.lastMoved, end: trace.position,
      isSure: trace.encoding?.isSure ?? true,
      sprang: trace.encoding == nil && SpringJudge.sprang(trace, as: control))
  }
}

/// Decides whether a movement ended in a spring's return, by the same rule as practice.
enum SpringJudge {
  static func sprang(_ trace: ControlTrace, as control: Control) -> Bool {
    guard let first = trace.samples.first, let last = trace.samples.last else { return false }
    var slider = SliderRecognizer(binding: Binding(role: .slider, control: control, release: .springBack))
    slider.begin(range: 100, at: first.time)
    var hasReturned = false
    func look(_ events: [SliderEvent]) {
      for case .released(.springBack, let time) in events {
        hasReturned = true
        slider.end()
        slider.begin(range: 100, at: time)
      }
    }
    for sample in trace.samples {
      look(slider.handle(.moved(.absolute(value: sample.value, maximum: trace.maximum)), at: sample.time))
    }
    look(slider.advance(to: last.time + MovementTracker.longQuiet))
    return hasReturned
  }
}
