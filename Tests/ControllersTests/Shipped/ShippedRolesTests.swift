import MIDI
import Testing

@testable import Controllers

/// Every control that a shipped file binds, played by a fake device: its role is reached, as an event and as a gesture.
struct ShippedRolesTests {
  @Test(arguments: shippedFiles) func `every button reaches its role`(_ file: String) throws {
    let mapping = try shipped(file)
    for binding in mapping.bindings where !binding.role.isContinuous {
      for part in binding.control.buttons {
        var decoder = ControlDecoder(mapping: mapping)
        let press = presses(decoder.decode(part.down)).first
        let role: Role? =
          switch binding.control {
          case .longPress: press?.long?.role
          case .together: press?.chord?.role
          default: press?.role
          }
        #expect(role == binding.role, "\(binding.control.words)")
        // A toggle button sends nothing on release; its next message is its next press.
        let up = binding.latch == nil ? part.up : []
        let isOver = presses(decoder.decode(up)).isEmpty && decoder.releaseAll().isEmpty
        #expect(isOver, "\(binding.control.words): held")
        if case .longPress = binding.control { continue }
        if case .together = binding.control { continue }
        var player = Player(mapping, context: .comparison)
        player.play(part.down, 100)
        player.play(up, 200)
        switch binding.role {
        case .higher: #expect(player.gestures == [.answer(.higher, at: milliseconds(100))])
        case .lower: #expect(player.gestures == [.answer(.lower, at: milliseconds(100))])
        default:
          let isWaiting = press?.long != nil || press?.chord != nil
          #expect(player.gestures == [.button(binding.role, at: milliseconds(100))] || isWaiting, "\(binding.role)")
        }
      }
    }
  }

  @Test(arguments: shippedFiles) func `every slider is heard`(_ file: String) throws {
    let mapping = try shipped(file)
    for (index, binding) in mapping.bindings.enumerated() where binding.role.isContinuous {
      var decoder = ControlDecoder(mapping: mapping)
      if binding.release == .lift {
        // A finger belongs to a pressed key, on a separate channel.
        #expect(decoder.decode(on(60, channel: 3)).contains { if case .finger = $0 { true } else { false } })
        let heard = decoder.decode(bend(9000, channel: 3))
        #expect(heard.contains { if case .finger(_, .slid) = $0 { true } else { false } }, "\(heard)")
        continue
      }
      let events = binding.control.movements.flatMap { decoder.decode($0) }
      let heard = SliderID(binding: index, channel: binding.control.channel ?? channel(1))
      let isHeard = events.contains { event in
        switch event {
        case .slider(let slider, _): slider == heard
        case .level: binding.role == .level
        default: false
        }
      }
      #expect(isHeard, "\(binding.control.words): \(events)")
      for part in binding.touch?.buttons ?? [] {
        #expect(decoder.decode(part.down) == [.touch(heard, isTouched: true)])
        #expect(decoder.decode(part.up) == [.touch(heard, isTouched: false)])
      }
    }
  }

  /// Every pad of a grid, and keys from end to end.
  @Test(arguments: shippedFiles) func `every pad and key answers`(_ file: String) throws {
    let mapping = try shipped(file)
    let claimed = Set(mapping.bindings.filter { !$0.role.isContinuous }.flatMap { $0.control.addresses })
    for rule in mapping.halves {
      let bound: Channel?
      let halves: [(Half, [Int])]
      switch rule {
      case .keyboard(let channel, let split):
        bound = channel
        halves = [(.higher, Array(split...127)), (.lower, Array(0..<split))]
      case .grid(let grid, let channel):
        bound = channel
        halves = [
          (.higher, grid.upper.numbers.map { Int($0.rawValue) }), (.lower, grid.lower.numbers.map { Int($0.rawValue) }),
        ]
      }
      let number = Int((bound ?? channel(1)).number)
      for (half, notes) in halves {
        for note in notes where !claimed.contains(Address(kind: .note, channel: UInt8(number), number: note)) {
          var player = Player(mapping, context: .comparison)
          player.play(on(note, channel: number), 100)
          player.play(off(note, channel: number), 200)
          let answers = [nil, false, true].map { [Gesture.answer(half, isSure: $0, at: milliseconds(100))] }
          #expect(answers.contains(player.gestures), "\(note): \(player.gestures)")
        }
      }
    }
  }

  private func presses(_ events: [ControlEvent]) -> [Press] {
    events.compactMap { if case .pressed(let press) = $0 { press } else { nil } }
  }
}

extension ControlDecoder {
  fileprivate mutating func decode(_ messages: [MIDIMessage]) -> [ControlEvent] { messages.flatMap { decode($0) } }
}

extension Player {
  fileprivate mutating func play(_ messages: [MIDIMessage], _ time: Int64) {
    for message in messages { play(message, time) }
  }
}

extension Control {
  private typealias Button = (down: [MIDIMessage], up: [MIDIMessage])

  /// What a device sends for each of its buttons, down and up.
  fileprivate var buttons: [(down: [MIDIMessage], up: [MIDIMessage])] {
    let on = channel ?? Channel(statusNibble: 0)
    let zero = UInt7(truncating: 0)
    func value(_ message: (UInt7) -> MIDIMessage) -> Button { ([message(threshold ?? Control.half)], [message(zero)]) }
    switch self {
    case .notes(let notes, _):
      return notes.numbers.map {
        (
          [.noteOn(channel: on, note: $0, velocity: UInt7(truncating: 1))],
          [.noteOff(channel: on, note: $0, velocity: zero)]
        )
      }
    case .controlChange(let number, _, _):
      return [value { .controlChange(channel: on, controller: number, value: $0) }]
    case .channelPressure: return [value { .channelPressure(channel: on, pressure: $0) }]
    case .polyPressure(let notes, _, _):
      return notes.numbers.map { note in value { .polyPressure(channel: on, note: note, pressure: $0) } }
    case .programChange(let programs, _):
      return programs.numbers.map { ([.programChange(channel: on, program: $0)], []) }
    case .nonRegisteredParameter:
      return [(movements, select + [.controlChange(channel: on, controller: UInt7(truncating: 6), value: zero)])]
    case .longPress(let control, _): return control.buttons
    case .together(let first, let second): return first.buttons + second.buttons
    case .controlChangePair, .relative, .pitchBend: return []
    }
  }

  /// What a device sends when it is moved.
  fileprivate var movements: [MIDIMessage] {
    let on = channel ?? Channel(statusNibble: 0)
    let far = UInt7(truncating: 100)
    switch self {
    case .controlChange(let number, _, _):
      return [.controlChange(channel: on, controller: number, value: far)]
    case .controlChangePair(let most, let least, _):
      return [most, least].map { .controlChange(channel: on, controller: $0, value: far) }
    case .relative(let number, let encoding, _):
      let step = UInt7(truncating: encoding == .binaryOffset ? 65 : 1)
      return [.controlChange(channel: on, controller: number, value: step)]
    case .nonRegisteredParameter:
      return select + [.controlChange(channel: on, controller: UInt7(truncating: 6), value: far)]
    case .pitchBend: return [.pitchBend(channel: on, value: UInt14(most: far, least: far))]
    case .channelPressure: return [.channelPressure(channel: on, pressure: far)]
    case .polyPressure(let notes, _, _):
      return notes.numbers.map { .polyPressure(channel: on, note: $0, pressure: far) }
    case .notes, .programChange, .longPress, .together: return []
    }
  }

  /// Chooses the parameter number.
  private var select: [MIDIMessage] {
    guard case .nonRegisteredParameter(let number, let bound, _) = self else { return [] }
    let on = bound ?? Channel(statusNibble: 0)
    return [(99, Int(number.rawValue) >> 7), (98, Int(number.rawValue) & 127)].map { controller, value in
      .controlChange(
        channel: on, controller: UInt7(truncating: controller), value: UInt7(truncating: value))
    }
  }
}
