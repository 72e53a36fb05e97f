import Controllers
import MIDI
import Ports
import Sound
import TestSupport
import Testing
import Time
import Training

@testable import Practice

/// Controllers that go and come back, or turn out to be others: the rest of practice does not notice.
@Suite struct PluggingTests {
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)
  private static let keyboard = PracticeHarness.keyboard
  private static let other = PracticeHarness.other
  static let pads = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3")

  // MARK: Lights

  enum Moment: CaseIterable {
    case hub, firstReference, target, awaiting, right, wrong, nextReference, tunable, result, trouble
  }

  @Test(arguments: Moment.allCases)
  func `a controller that returns is lit as before`(_ moment: Moment) throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug()
    practice.plug(Self.pads)
    try reach(moment, in: practice)
    var lights = Lights()
    lights.show(practice.ports.takeSent(to: Self.pads.id))
    #expect(lights.lit.isEmpty == (moment == .hub || moment == .nextReference))

    practice.unplug(Self.pads)
    var again = Self.pads
    again.id = PortID(client: 36, port: 0)
    practice.plug(again)
    var afterwards = Lights()
    afterwards.show(practice.ports.takeSent(to: again.id))
    #expect(afterwards.lit == lights.lit)
    #expect(practice.ports.takeSent(to: Self.pads.id).isEmpty)

    practice.intent(.stop)
    practice.run(for: .seconds(1))
    afterwards.show(practice.ports.takeSent(to: again.id))
    #expect(afterwards.lit.isEmpty)
  }

  @Test func `a controller plugged in while the program ends receives nothing`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.intent(.quit(.asked))
    practice.plug(Self.pads)
    #expect(practice.ports.takeSent(to: Self.pads.id).isEmpty)
  }

  @Test func `a controller that sends nothing is lit and serves from its first touch`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug(Self.pads)
    practice.intent(.start(.comparison))
    #expect(practice.runUntilAnswerable())
    var lights = Lights()
    lights.show(practice.ports.takeSent(to: Self.pads.id))
    #expect(lights.lit.count == 64)
    practice.tap(practice.key(right: true) == 72 ? 40 : 8, on: Self.pads)
    #expect(practice.store.records.map(\.correct) == [true])
  }

  private func reach(_ moment: Moment, in practice: PracticeHarness) throws {
    switch moment {
    case .hub: return
    case .tunable, .result:
      practice.startMatching()
      #expect(practice.runUntilTunable())
      guard moment == .result else { return }
      practice.match(error: 20)
      #expect(practice.runUntilResult())
    case .firstReference, .target, .awaiting, .right, .wrong, .nextReference, .trouble:
      practice.startComparison()
      if moment == .firstReference { return }
      #expect(practice.runUntilAnswerable())
      if moment == .target { return #expect(practice.view.phase == .target) }
      #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
      switch moment {
      case .right, .nextReference: practice.answer(right: true)
      case .wrong: practice.answer(right: false)
      case .trouble: practice.core.perform(.lights(.trouble("test")))
      default: return
      }
      if moment == .nextReference { #expect(practice.run(until: { practice.view.phase == .reference })) }
    }
  }

  // MARK: Held keys

  enum Held: CaseIterable {
    case oneAtTheHub, twoAtTheHub, answering, stopping, stepping, committing, touching, asleep
  }

  @Test(arguments: Held.allCases)
  func `keys held at the unplugging do nothing`(_ held: Held) throws {
    let practice = try PracticeHarness(library: Self.library, asleep: held == .asleep)
    let port = held == .touching ? PracticeHarness.motorFader : Self.keyboard
    practice.plug(port)
    let keys = hold(held, in: practice, on: port)
    practice.run(for: .milliseconds(100))
    practice.unplug(port)
    var again = port
    again.id = PortID(client: 40, port: 0)
    practice.plug(again)
    let told = practice.kinds.count
    practice.run(for: .seconds(1))
    // A controller with a power supply reports the releases of the meantime.
    for key in keys { practice.release(key, on: again) }
    practice.run(for: .seconds(1))
    #expect(practice.view.phase == .hub)
    let after = practice.kinds[told...].filter { if case .noteEnded = $0 { false } else { true } }
    #expect(after.isEmpty, "\(after)")
    #expect(practice.store.splits.isEmpty)
    #expect(practice.recording.suffix(48_000).allSatisfy { $0 == 0 })

    if held == .asleep {
      #expect(practice.view.controllers.map(\.asleep) == [true])
    } else if held == .touching {
      practice.intent(.start(.matching))
      #expect(practice.runUntilTunable())
      practice.run(for: .seconds(1))
      #expect(practice.view.canTune)
    } else {
      practice.tap(72, on: again)
      #expect(practice.view.mode == .comparison)
      #expect(practice.runUntilAnswerable())
      practice.tap(practice.key(right: true), on: again)
      #expect(practice.store.records.last?.correct == true)
    }
  }

  /// Presses and does not let go; returns the notes that are down.
  private func hold(_ held: Held, in practice: PracticeHarness, on port: PortDescription) -> [Int] {
    let keys: [Int]
    switch held {
    case .oneAtTheHub: keys = [48]
    case .twoAtTheHub, .asleep: keys = [40, 44]
    case .answering:
      practice.startComparison()
      #expect(practice.runUntilAnswerable())
      keys = [72]
    case .stopping:
      practice.startComparison()
      keys = [48, 72]
    case .stepping:
      practice.startMatching()
      #expect(practice.runUntilTunable())
      keys = [72]
    case .committing:
      practice.startMatching()
      #expect(practice.runUntilTunable())
      keys = [48, 72]
    case .touching:
      practice.tap(91, on: port)
      #expect(practice.runUntilTunable())
      practice.send(PracticeHarness.bend(9_000), on: port)
      keys = [104]
    }
    for key in keys { practice.press(key, on: port) }
    return keys
  }

  // MARK: Sliders

  /// Some controllers report a fader's position when they are plugged in, others when a finger first moves it.
  @Test func `the same position after replugging is not a movement`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug()
    practice.plug(Self.other)
    practice.send(PracticeHarness.control(1, 100), on: Self.other)
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.unplug(Self.other)
    practice.plug(Self.other)
    practice.send(PracticeHarness.control(1, 100), on: Self.other)
    practice.send(PracticeHarness.bend(8_192), on: Self.other)
    #expect(!practice.core.tuning.tuner.hasMoved)
    // From there on it tunes.
    for value in [101, 102, 104, 106] { practice.send(PracticeHarness.control(1, value), on: Self.other) }
    #expect(practice.core.tuning.tuner.cents > 0)
  }

  @Test func `the same level after replugging is not a movement`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug(Self.pads)
    practice.send(PracticeHarness.control(56, 20), on: Self.pads)
    let level = practice.core.sound.level
    practice.unplug(Self.pads)
    practice.plug(Self.pads)
    practice.send(PracticeHarness.control(56, 120), on: Self.pads)
    #expect(practice.core.sound.level == level)
    practice.send(PracticeHarness.control(56, 110), on: Self.pads)
    #expect(practice.core.sound.level < level)
  }

  // MARK: Others

  @Test func `two equal controllers keep their own splits and both serve`() throws {
    let practice = try PracticeHarness()
    var (left, right) = (Self.keyboard, Self.keyboard)
    right.id = PortID(client: 24, port: 0)
    right.usbPath = "1-2"
    practice.plug(left)
    practice.plug(right)
    for (port, keys) in [(left, [40, 44]), (right, [80, 84])] {
      for key in keys { practice.press(key, on: port) }
      practice.run(for: .milliseconds(900))
      for key in keys { practice.release(key, on: port) }
    }
    // Each gets the other's address.
    practice.unplug(left)
    practice.unplug(right)
    swap(&left.id, &right.id)
    practice.plug(right)
    practice.plug(left)
    #expect(practice.store.splits.count == 2)

    practice.tap(50, on: left)
    #expect(practice.view.mode == .comparison)
    #expect(practice.runUntilAnswerable())
    practice.tap(50, on: right)
    #expect(practice.store.records.map(\.answer) == [.lower])
    #expect(practice.runUntilAnswerable())
    practice.tap(50, on: left)
    #expect(practice.store.records.map(\.answer) == [.lower, .higher])
    #expect(practice.runUntilAnswerable())
    practice.unplug(right)
    #expect(practice.view.canAnswer)
    practice.unplug(left)
    #expect(practice.view.phase == .hub)
  }

  /// The fader that had the pitch is gone while another controller commits; its address is another controller's now.
  @Test func `an address used by another controller starts fresh`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug()
    practice.plug(PracticeHarness.motorFader)
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.press(104, on: PracticeHarness.motorFader)
    practice.play(
      [0, 20, 40, 60].map { ($0, PracticeHarness.bend(8_192 + Int($0) * 20)) }, on: PracticeHarness.motorFader)
    #expect(practice.core.tuning.tuner.owner != nil)
    practice.press(72)
    practice.run(for: .milliseconds(20))
    practice.press(48)
    practice.unplug(PracticeHarness.motorFader)
    #expect(practice.view.canTune)
    let cents = practice.core.tuning.tuner.cents
    var stranger = Self.pads
    stranger.id = PracticeHarness.motorFader.id
    practice.plug(stranger)
    practice.run(for: .milliseconds(100))
    practice.release(72)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.control == nil)
    #expect(record.gesture == .chord)
    #expect(practice.core.tuning.tuner.cents == cents)
  }

  @Test func `ten thousand pressures between two presses hold nothing up`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    let key = practice.key(right: true)
    for number in 0..<10_000 {
      let pressure = MIDIMessage.channelPressure(channel: .one, pressure: UInt7(truncating: number))
      practice.ports.inject(.received(Self.keyboard.id, pressure, at: practice.time.now()))
    }
    practice.press(key)
    #expect(practice.store.records.map(\.correct) == [true])
    #expect(practice.run(until: { practice.view.phase == .reference }, limit: .seconds(1)))
  }

  @Test func `a port with a new name is matched again when it is not in use`() throws {
    let practice = try PracticeHarness(library: Self.library)
    let strange = PortDescription(id: Self.pads.id, clientName: "Client-28", portName: "Client-28 MIDI 1")
    practice.plug()
    practice.plug(strange)
    #expect(practice.view.controllers.map(\.mapping) == ["Generic keyboard", "Generic keyboard"])
    practice.ports.inject(.changed(Self.pads))
    practice.turn()
    #expect(practice.view.controllers.map(\.mapping) == ["Generic keyboard", "Akai APC mini mk2"])
    practice.tap(101, on: Self.pads)
    #expect(practice.view.mode == .matching)

    // During practice the mapping stays; it changes when practice stops.
    practice.ports.inject(.changed(strange))
    practice.turn()
    #expect(practice.view.mode == .matching)
    #expect(practice.view.controllers.map(\.mapping).last == "Akai APC mini mk2")
    _ = practice.ports.takeSent(to: strange.id)
    practice.intent(.stop)
    #expect(practice.view.controllers.map(\.mapping) == ["Generic keyboard", "Generic keyboard"])
    var lights = Lights()
    lights.show(practice.ports.takeSent(to: strange.id))
    #expect(lights.lit.isEmpty)
  }
}

/// What a controller's lights show that are set by note or control change: channel and value.
struct Lights {
  private(set) var lit: [String: [Int]] = [:]

  mutating func show(_ messages: [MIDIMessage]) {
    for message in messages {
      switch message {
      case .noteOn(let channel, let note, let velocity):
        set("note \(note.rawValue)", channel, velocity)
      case .controlChange(let channel, let number, let value):
        set("cc \(number.rawValue)", channel, value)
      default: break
      }
    }
  }

  private mutating func set(_ light: String, _ channel: Channel, _ value: UInt7) {
    lit[light] = value.rawValue == 0 ? nil : [Int(channel.nibble), Int(value.rawValue)]
  }
}
