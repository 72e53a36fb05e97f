import MIDI
import Time

/// A button that was pressed while a controller is learned.
struct ButtonPress: Hashable, Sendable {
  /// The key it sends.
  var key: PhysicalKey
  /// The value of the press: the velocity, or the value of its control change.
  var value: UInt7
  /// Whether it arrived on several channels at once (a layered keyboard), so that its channel means nothing.
  var isOnAnyChannel = false

  /// The button as a control for a mapping. Buttons that send less than full value have threshold 1.
  var control: Control? {
    let number = Int(key.number)
    let threshold = value.rawValue == 127 ? Control.half : UInt7(truncating: 1)
    let channel = isOnAnyChannel ? nil : key.channel
    switch key.kind {
    case .note: return .notes(NumberSet(number...number), channel: channel)
    case .controlChange: return .controlChange(UInt7(truncating: number), channel: channel, threshold: threshold)
    case .parameter:
      return UInt14(exactly: number).map { .nonRegisteredParameter($0, channel: channel, threshold: threshold) }
    case .channelPressure: return .channelPressure(channel: channel, threshold: threshold)
    case .polyPressure:
      return .polyPressure(NumberSet(number...number), channel: channel, threshold: threshold)
    case .program: return .programChange(NumberSet(number...number), channel: channel)
    }
  }
}

/// Recognises presses among a controller's messages: taps (they count on release), holds (0.8 s), two at once (neither
/// counts), and faders that looked like buttons. A pure state machine; every decision depends on time stamps only.
///
/// A control change, parameter or pressure is a button as long as it sends one value and then 0. Pressure is one only
/// if no note arrives with it: pads flood with it. A pad in toggle mode counts as held, since it sends nothing when it
/// is released: see `hasLetGo`.
struct PressTracker: Sendable {
  enum Event: Hashable, Sendable {
    /// A button was pressed and released.
    case tapped(ButtonPress)
    /// A button has been down for 0.8 s, and still is.
    case held(ButtonPress)
    /// Two buttons were down at once.
    case clashed
  }

  /// The last time a key was down.
  struct Interval: Hashable, Sendable {
    var value: UInt7
    var down: MonotonicTime
    var up: MonotonicTime?
  }

  private struct Down {
    var press: ButtonPress
    var time: MonotonicTime
    /// Whether the press has counted, or never will.
    var isOver = false
    var isSpoiled = false
    /// Whether the key went down when the previous press counted, and so for the next question.
    var isNext = false

    /// Whether this is certainly a button: a fader's first message may look like one.
    var isSure: Bool {
      switch press.key.kind {
      case .note, .program: true
      default: press.value.rawValue == 127
      }
    }
  }

  /// The smallest value of a press by control change: a passing fader does not look like a button then.
  private static let leastValue = UInt7(truncating: 32)
  /// A button that returns sooner has bounced, or arrived again by a second path.
  static let bounce: Duration = .milliseconds(40)

  private var downs: [PhysicalKey: Down] = [:]
  /// The keys that have sent several values since their last 0.
  private var moving: Set<PhysicalKey> = []
  private var notes: Set<PhysicalKey> = []
  private var ups: [PhysicalKey: MonotonicTime] = [:]
  /// The keys that were released within the time of a tap.
  private var letGo: Set<PhysicalKey> = []
  /// The intervals of all keys that were down since the question was asked.
  private(set) var intervals: [PhysicalKey: Interval] = [:]

  // MARK: Events

  /// Returns the events that `message` causes at `time`, after those that became due before it.
  mutating func handle(_ message: MIDIMessage, at time: MonotonicTime) -> [Event] {
    let due = advance(to: time)
    return due + meaning(of: message, at: time)
  }

  private mutating func meaning(of message: MIDIMessage, at time: MonotonicTime) -> [Event] {
    switch message {
    case .noteOn(let channel, let note, let velocity):
      let key = PhysicalKey(kind: .note, channel: channel, number: UInt16(note.rawValue))
      notes.insert(key)
      // Pressure may arrive before its note.
      downs = downs.filter { !($0.key.channel == channel && $0.key.isPressure) || $0.value.isOver }
      return down(key, velocity, at: time)
    case .noteOff(let channel, let note, _):
      return up(PhysicalKey(kind: .note, channel: channel, number: UInt16(note.rawValue)), at: time)
    case .controlChange(let channel, let controller, let value):
      return set(
        PhysicalKey(kind: .controlChange, channel: channel, number: UInt16(controller.rawValue)), value, at: time)
    case .polyPressure(let channel, let note, let value):
      let number = UInt16(note.rawValue)
      guard !notes.contains(PhysicalKey(kind: .note, channel: channel, number: number)) else { return [] }
      return set(PhysicalKey(kind: .polyPressure, channel: channel, number: number), value, at: time)
    case .channelPressure(let channel, let value):
      guard !notes.contains(where: { $0.channel == channel }) else { return [] }
      return set(PhysicalKey(kind: .channelPressure, channel: channel, number: 0), value, at: time)
    case .programChange(let channel, let program):
      // Bank select precedes it.
      for bank: UInt16 in [0, 32] {
        downs[PhysicalKey(kind: .controlChange, channel: channel, number: bank)] = nil
      }
      let key = PhysicalKey(kind: .program, channel: channel, number: UInt16(program.rawValue))
      let events = down(key, UInt7(truncating: 127), at: time)
      return events + up(key, at: time)
    case .pitchBend, .systemExclusive, .system:
      return []
    }
  }

  /// Handles the value of a non-registered parameter, as its upper seven bits.
  mutating func handle(parameter: UInt14, _ value: UInt7, channel: Channel, at time: MonotonicTime) -> [Event] {
    let due = advance(to: time)
    return due
      + set(PhysicalKey(kind: .parameter, channel: channel, number: parameter.rawValue), value, at: time)
  }

  /// Returns the events that became due up to and including `time`.
  mutating func advance(to time: MonotonicTime) -> [Event] {
    var events: [Event] = []
    let due = downs.values.filter { !$0.isOver && time - $0.time >= GestureRecognizer.hold }
    for down in due.sorted(by: { ($0.time, $0.press.key.number) < ($1.time, $1.press.key.number) }) {
      downs[down.press.key]?.isOver = true
      if down.isSpoiled {
        if !events.contains(.clashed) { events.append(.clashed) }
        forgetSpoiled()
      } else if down.isSure {
        events.append(.held(down.press))
      }
    }
    return events
  }

  /// The time to call `advance(to:)` if nothing comes before.
  var deadline: MonotonicTime? {
    downs.values.filter { !$0.isOver }.map(\.time).min().map { $0 + GestureRecognizer.hold }
  }

  /// Begins a new question: keys that are down now were meant for the previous one.
  mutating func ask() {
    for (key, down) in downs {
      downs[key]?.isOver = down.isOver || !down.isNext
      downs[key]?.isNext = false
    }
    intervals = intervals.filter { $0.value.up == nil }
  }

  /// Discards the keys that are down: they only reported a finger on a fader.
  mutating func discard() {
    for key in downs.keys { downs[key]?.isOver = true }
  }

  /// Handles an unplugged controller: nothing is down.
  mutating func releaseAll() {
    downs = [:]
    moving = []
    intervals = [:]
  }

  /// Returns whether `key`, on any channel, has sent a release within the time of a tap. A later release (the next
  /// press of a pad in toggle mode) does not prove that the key was held.
  func hasLetGo(_ key: PhysicalKey) -> Bool { letGo.contains { $0 == key || $0.isTwin(of: key) } }

  /// Whether a key or button is down that may still count.
  var isPending: Bool { downs.values.contains { !$0.isOver } }

  // MARK: Down and up

  private mutating func set(_ key: PhysicalKey, _ value: UInt7, at time: MonotonicTime) -> [Event] {
    guard value.rawValue > 0 else {
      moving.remove(key)
      return up(key, at: time)
    }
    if let down = downs[key] {
      // An immediate repetition came by a second path; anything else is not a button.
      if value == down.press.value, time - down.time < Self.bounce { return [] }
      downs[key] = nil
      intervals[key] = nil
      moving.insert(key)
      return []
    }
    guard !moving.contains(key), value >= Self.leastValue || key.isPressure else {
      moving.insert(key)
      return []
    }
    return down(key, value, at: time)
  }

  private mutating func down(_ key: PhysicalKey, _ value: UInt7, at time: MonotonicTime) -> [Event] {
    // The key is down already: this is a copy by a second path, unless its release was lost or is never sent; then the
    // previous press was a tap.
    var events: [Event] = []
    if let old = downs[key] {
      guard time - old.time >= Self.bounce else { return [] }
      if !old.isOver, !old.isSpoiled { events = [.tapped(old.press)] }
      downs[key] = nil
    }
    var new = Down(press: ButtonPress(key: key, value: value), time: time, isNext: !events.isEmpty)
    if let up = ups[key], time - up < Self.bounce { new.isOver = true }
    if let twin = downs.first(where: { !$0.value.isOver && $0.key.isTwin(of: key) })?.key {
      // One key on two channels is one key.
      downs[twin]?.press.isOnAnyChannel = true
      new.isOver = true
    }
    intervals[key] = Interval(value: value, down: time)
    if new.isSure, !new.isOver {
      for (other, down) in downs where !down.isOver {
        downs[other]?.isSpoiled = true
        if down.isSure { new.isSpoiled = true }
      }
    }
    downs[key] = new
    return events
  }

  private mutating func up(_ key: PhysicalKey, at time: MonotonicTime) -> [Event] {
    guard let down = downs.removeValue(forKey: key) else { return [] }
    ups[key] = time
    intervals[key]?.up = time
    if time - down.time < GestureRecognizer.hold { letGo.insert(key) }
    guard !down.isOver else { return [] }
    if !down.isSure {
      // Only now it is known to be a button: any other key that is down was pressed with it.
      let others = downs.filter { !$0.value.isOver && $0.value.isSure }.keys
      for other in others { downs[other]?.isSpoiled = true }
      if !others.isEmpty { return [] }
    }
    guard down.isSpoiled else { return [.tapped(down.press)] }
    // Reported once, when the last of them is released.
    return downs.values.contains { $0.isSpoiled && !$0.isOver } ? [] : [.clashed]
  }

  private mutating func forgetSpoiled() {
    for (key, down) in downs where down.isSpoiled { downs[key]?.isOver = true }
  }
}

extension PhysicalKey {
  fileprivate var isPressure: Bool { kind == .polyPressure || kind == .channelPressure }

  /// Returns whether the other is the same key on another channel.
  func isTwin(of other: PhysicalKey) -> Bool {
    kind == .note && other.kind == .note && number == other.number && channel != other.channel
  }
}
