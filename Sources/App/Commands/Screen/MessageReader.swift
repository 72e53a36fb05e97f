import Controllers
import MIDI
import Time

/// Assigns messages to roles of a mapping, and remembers held controls: the release belongs to the same role.
struct MessageReader: Sendable {
  let mapping: ControllerMapping
  let split: Int
  private var decoder: ControlDecoder
  private var held: [PhysicalKey: Role] = [:]

  /// Creates a reader without held controls.
  init(_ mapping: ControllerMapping, split: Int) {
    self.mapping = mapping
    self.split = split
    decoder = ControlDecoder(mapping: mapping, split: split)
  }

  /// Returns the role of the control that sent `message`; nil for none.
  mutating func role(of message: MIDIMessage) -> Role? {
    var role: Role?
    for event in decoder.decode(message) {
      switch event {
      case .pressed(let press):
        role = press.role ?? press.long?.role ?? press.chord?.role
        held[press.key] = role
      case .released(let key): role = held.removeValue(forKey: key)
      case .slider, .touch, .finger(_, .slid): role = .slider
      case .finger: break
      case .level: role = .level
      case .forgotten(let keys): for key in keys { held[key] = nil }
      case .allReleased: held = [:]
      }
    }
    return role
  }
}

/// A limit of 20 messages a second for one controller: the first ones pass at once, then only the newest.
struct MessageRate: Sendable {
  /// Messages a second, and the maximum burst.
  static let limit = 20.0

  private var allowance = Self.limit
  private var last: MonotonicTime
  private var owed: (message: MIDIMessage, role: Role?)?

  /// Starts with no message passed.
  init(_ now: MonotonicTime) { last = now }

  /// Returns those of `messages` that pass now. Delayed messages pass later, unless a newer one arrives.
  mutating func admit(
    _ messages: [(message: MIDIMessage, role: Role?)], at now: MonotonicTime
  ) -> [(message: MIDIMessage, role: Role?)] {
    allowance = min(Self.limit, allowance + (now - last).seconds * Self.limit)
    last = now
    let waiting = (owed.map { [$0] } ?? []) + messages
    let count = Int(allowance)
    owed = nil
    guard waiting.count > count else {
      allowance -= Double(waiting.count)
      return waiting
    }
    allowance -= Double(count)
    // The newest message matches the controller's visible state: it is never dropped.
    guard count > 0, let newest = waiting.last else {
      owed = waiting.last
      return []
    }
    return waiting.prefix(count - 1) + [newest]
  }
}
