import MIDI
import Time

/// The trial of a learned mapping: names the role of each control that is used, with the decoder of practice.
struct LearnTrial: Sendable {
  enum Event: Hashable, Sendable {
    case used(Role)
    case unused
    /// Higher and Lower went down together.
    case ended
  }

  /// The pause in a movement after which it is reported again.
  private static let pause: Duration = .seconds(1)
  /// The time within which two keys count as pressed together.
  static let together: Duration = .milliseconds(500)
  /// A placeholder: there is only one port.
  private static let port = PortID(client: 0, port: 0)

  private var decoder: ControlDecoder
  private var copies = CopyFilter()
  private var held: [PhysicalKey: (half: Half, time: MonotonicTime)] = [:]
  private var lastMoved: [Role: MonotonicTime] = [:]
  private var lastUnused: [Address: MonotonicTime] = [:]
  private let bound: Set<Address>

  /// Creates a trial of `mapping`.
  init(_ mapping: ControllerMapping = ControllerMapping(name: "")) {
    decoder = ControlDecoder(mapping: mapping)
    var bound: Set<Address> = []
    for binding in mapping.bindings {
      bound.formUnion(binding.control.addresses + (binding.touch?.addresses ?? []))
      if case .nonRegisteredParameter = binding.control {
        bound.formUnion(
          [6, 38, 96, 97, 98, 99].flatMap {
            Control.controlChange(UInt7(truncating: $0), channel: binding.control.channel, threshold: Control.half)
              .addresses
          })
      }
    }
    self.bound = bound
  }

  mutating func handle(_ message: MIDIMessage, at time: MonotonicTime) -> [Event] {
    let isCopy = copies.isCopy(message, from: Self.port, at: time) { decoder.isSame(message, on: $1) }
    guard !isCopy else { return [] }
    var events: [Event] = []
    for event in decoder.decode(message) {
      switch event {
      case .pressed(let press):
        events.append(press.role.map(Event.used) ?? .unused)
        if let half = press.half {
          if held.values.contains(where: { $0.half == half.opposite && time - $0.time <= Self.together }) {
            events.append(.ended)
          }
          held[press.key] = (half, time)
        }
      case .released(let key): held[key] = nil
      case .forgotten(let keys): for key in keys { held[key] = nil }
      case .slider: events += moved(.slider, at: time)
      case .level: events += moved(.level, at: time)
      case .finger(_, .slid): events += moved(.slider, at: time)
      case .touch, .finger, .allReleased: break
      }
    }
    // A movement is reported once; a button's release is not reported.
    if let address = message.address, !bound.contains(address), !message.isZero {
      if lastUnused[address].map({ time - $0 >= Self.pause }) ?? true { events.append(.unused) }
      lastUnused[address] = time
    }
    return events
  }

  private mutating func moved(_ role: Role, at time: MonotonicTime) -> [Event] {
    defer { lastMoved[role] = time }
    return lastMoved[role].map { time - $0 >= Self.pause } ?? true ? [.used(role)] : []
  }
}

extension LearnSession {
  mutating func tryOut(_ message: MIDIMessage) -> [LearnEffect] {
    var effects: [LearnEffect] = []
    for event in trial.handle(message, at: now) {
      switch event {
      case .used(let role): effects.append(.tell(.used(role)))
      case .unused: effects.append(.tell(.unused))
      case .ended: return effects + go(to: .save)
      }
    }
    return effects
  }
}

extension MIDIMessage {
  /// The address of the sender, except for notes, which the decoder knows, and pressure, which arrives in floods.
  fileprivate var address: Address? {
    switch self {
    case .controlChange(let channel, let controller, _):
      Address(kind: .controlChange, channel: channel.number, number: Int(controller.rawValue))
    case .pitchBend(let channel, _): Address(kind: .pitchBend, channel: channel.number, number: 0)
    case .programChange(let channel, let program):
      Address(kind: .program, channel: channel.number, number: Int(program.rawValue))
    case .noteOn, .noteOff, .polyPressure, .channelPressure, .systemExclusive, .system: nil
    }
  }

  fileprivate var isZero: Bool { if case .controlChange(_, _, let value) = self { value.rawValue == 0 } else { false } }
}
