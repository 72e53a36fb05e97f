import MIDI
import TestSupport
import Testing
import Time

@testable import Controllers

/// Random hands at a random controller.
struct LearnPropertyTests {
  private func message(_ generator: inout SplitMix64) -> MIDIMessage {
    func pick(_ values: [Int]) -> Int { values.randomElement(using: &generator) ?? 0 }
    let port = pick([1, 1, 1, 2, 10])
    let number = pick([0, 1, 6, 32, 36, 38, 40, 60, 64, 98, 99, 104])
    let value = pick([0, 0, 1, 63, 64, 65, 127, 127, Int.random(in: 0...127, using: &generator)])
    switch Int.random(in: 0...19, using: &generator) {
    case 0...5: return on(number, velocity: max(1, value), channel: port)
    case 6...10: return off(number, channel: port)
    case 11...14: return cc(number, value, channel: port)
    case 15: return bend(Int.random(in: 0...16383, using: &generator), channel: port)
    case 16: return pressure(number, value, channel: port)
    case 17: return .channelPressure(channel: channel(port), pressure: UInt7(truncating: value))
    case 18: return .programChange(channel: channel(port), program: UInt7(truncating: number))
    default: return .system(0xF8)
    }
  }

  private func event(_ time: inout Int64, _ generator: inout SplitMix64) -> LearnEvent {
    time += Int64.random(in: -5...400, using: &generator)
    switch Int.random(in: 0...99, using: &generator) {
    case 0: return .disconnected
    case 1: return .connected
    case 2: return .overflowed
    case 3: return .time(MonotonicTime(nanoseconds: [.min, 0, time * 1_000_000].randomElement(using: &generator) ?? 0))
    case 4...9:
      // Quitting would end most runs early.
      return .command(
        [LearnRequest.yes, .yes, .yes, .skip, .skip, .no, .back].randomElement(using: &generator) ?? .yes)
    case 10...40: return .time(milliseconds(time))
    default: return .message(message(&generator), at: milliseconds(time))
    }
  }

  @Test func `random events learn nothing wrong`() {
    var saves = 0
    var roles: Set<Role> = []
    for seed in 0..<150 {
      var generator = SplitMix64(seed: UInt64(seed))
      var session = LearnSession(port: Learner.port, hasOwnMapping: seed % 2 == 0)
      var effects = session.start()
      var time: Int64 = 0
      for _ in 0..<800 where session.question != nil {
        let new = session.handle(event(&time, &generator))
        for case .send(let messages) in new {
          #expect(messages.allSatisfy { if case .systemExclusive = $0 { false } else { true } })
        }
        // The current question is the last one asked; an end is the last effect.
        if let asked = new.last(where: { if case .ask = $0 { true } else { false } }), session.question != nil {
          #expect(.ask(session.question ?? .save) == asked)
        }
        effects += new
        if new.contains(where: { if case .ask = $0 { true } else { false } }) { check(session.mapping, seed) }
        roles.formUnion(session.mapping.bindings.map(\.role))
      }
      let ends = effects.indices.filter {
        switch effects[$0] {
        case .save, .end: true
        default: false
        }
      }
      #expect(ends.count <= 1 && ends.allSatisfy { $0 == effects.count - 1 })
      if ends.count == 1 { #expect(session.deadline == nil) }
      for case .save(let mapping, _) in effects {
        saves += 1
        let (again, problems) = MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x")
        #expect(problems == [], "seed \(seed)")
        #expect(again?.bindings.map(\.control) == mapping.bindings.map(\.control))
      }
    }
    #expect(saves > 10 && roles.count > 8, "\(saves) saves, \(roles)")
  }

  /// No two roles share anything that the controller sends.
  private func check(_ mapping: ControllerMapping, _ seed: Int) {
    var seen: Set<Address> = []
    for binding in mapping.bindings {
      for address in binding.control.addresses + (binding.touch?.addresses ?? []) {
        #expect(seen.insert(address).inserted, "seed \(seed): \(binding.control.words)")
      }
    }
    #expect(Set(mapping.bindings.map(\.role)).count == mapping.bindings.count)
  }

  /// Times at the ends of what a clock can say.
  @Test func `extreme times do not trap`() {
    var session = LearnSession(port: Learner.port, hasOwnMapping: false)
    _ = session.start()
    for nanoseconds in [Int64.min, -1, 0, 5, .max, 3, .max - 1] {
      let time = MonotonicTime(nanoseconds: nanoseconds)
      for message in [on(40), bend(3), cc(7, 9), bend(16000), off(40)] {
        _ = session.handle(.message(message, at: time))
      }
      _ = session.handle(.time(time))
    }
    #expect(session.question != nil)
  }

  /// Ports with names that no file could hold.
  @Test(arguments: ["", "   ", "a\u{0}b", "\u{202E}evil", "x\ny", String(repeating: "n", count: 5000), "&a *b", "*"])
  func `every port can be learned`(name: String) throws {
    for usb in [USBID(vendor: 1, product: 2), nil] {
      var player = Learner(
        PortDescription(id: PortID(client: 1, port: 0), clientName: name, portName: name, portIndex: 300, usb: usb))
      player.teach(40)
      player.teach(36)
      player.say(.no)
      player.press(40, for: 1000)
      player.say(.skip)
      player.say(.yes)
      player.say(.yes)
      let mapping = try #require(player.saved).mapping
      let (again, problems) = MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x")
      #expect(problems == [])
      #expect(again?.match == mapping.match && again?.name == mapping.name)
    }
  }
}
