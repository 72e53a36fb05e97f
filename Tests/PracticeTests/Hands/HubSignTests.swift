import MIDI
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Controllers
@testable import Practice
@testable import Training

/// What a player learns at the hub without a screen, and the messages that Peach spares an unmapped controller.
@Suite struct HubSignTests {
  private static let pads = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3")
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)

  private func practice(asleep: Bool = false) throws -> PracticeHarness {
    try PracticeHarness(library: Self.library, asleep: asleep)
  }

  private func hold(_ keys: [Int], _ practice: PracticeHarness, on port: PortDescription = PracticeHarness.keyboard) {
    for key in keys { practice.press(key, on: port) }
    practice.run(for: .milliseconds(900))
    for key in keys { practice.release(key, on: port) }
  }

  /// Returns the lights after the messages sent: velocity by note.
  private func lit(
    _ practice: PracticeHarness, before: [Int: Int] = [:], on port: PortDescription = Self.pads
  ) -> [Int: Int] {
    practice.ports.takeSent(to: port.id).reduce(into: before) { lit, message in
      guard case .noteOn(_, let note, let velocity) = message else { return }
      lit[Int(note.rawValue)] = velocity.rawValue == 0 ? nil : Int(velocity.rawValue)
    }
  }

  // MARK: Set by holding two keys

  @Test(arguments: [(true, [48, 72]), (true, [40, 44]), (false, [40, 44])])
  func `one click confirms waking and splitting`(asleep: Bool, keys: [Int]) throws {
    let practice = try practice(asleep: asleep)
    practice.plug()
    hold(keys, practice)
    practice.run(for: .milliseconds(500))
    #expect(practice.view.controllers.map(\.asleep) == [false])
    #expect(practice.bursts(in: 0..<practice.recording.count) == 1)
  }

  @Test func `waking pads lights them for a moment`() throws {
    let practice = try practice(asleep: true)
    practice.plug(Self.pads)
    for pad in [0, 63] { practice.press(pad, on: Self.pads) }
    practice.run(for: .milliseconds(780))
    #expect(practice.ports.takeSent(to: Self.pads.id) == [])
    practice.run(for: .milliseconds(40))
    let shown = lit(practice)
    #expect(shown == Dictionary(uniqueKeysWithValues: (0..<64).map { ($0, 3) }))
    practice.run(for: .milliseconds(420))
    #expect(lit(practice, before: shown) == [:])
    #expect(practice.bursts(in: 0..<practice.recording.count) == 1)
  }

  /// Lights of a controller that loses messages which come too fast: each of them comes, and each goes out.
  @Test func `a controller that needs time between messages is lit and goes dark`() throws {
    let text = """
      schema: 1
      name: Paced
      mode: any
      sources: [a test]
      match: {clients: [Keyboard]}
      halves: [{keyboard: {}}]
      feedback:
        pace: 5
        colours: {dark: 0, green: 9}
        lights:
          higher: [{notes: 2-3}]
          lower: [{notes: 0-1}]
        cues:
          can-answer: [{light: both, colour: green}]
          idle: []
      """
    let mapping = try #require(MappingLibrary.mapping(in: Array(text.utf8), file: "paced.yaml"))
    let practice = try PracticeHarness(library: MappingLibrary(mappings: [mapping]), asleep: true)
    practice.plug()
    for key in [48, 72] { practice.press(key) }
    practice.run(for: .milliseconds(900))
    let shown = lit(practice, on: PracticeHarness.keyboard)
    #expect(shown == [0: 9, 1: 9, 2: 9, 3: 9])
    practice.run(for: .milliseconds(400))
    #expect(lit(practice, before: shown, on: PracticeHarness.keyboard) == [:])
  }

  @Test func `without sound lights confirm it too`() throws {
    let practice = try practice(asleep: true)
    practice.plug(Self.pads)
    practice.output.inject(.lost(.hung))
    practice.turn()
    _ = lit(practice)
    for pad in [0, 63] { practice.press(pad, on: Self.pads) }
    practice.run(for: .milliseconds(820))
    #expect(practice.view.controllers.map(\.asleep) == [false])
    #expect(lit(practice) == Dictionary(uniqueKeysWithValues: (0..<64).map { ($0, 3) }))
  }

  @Test func `a mode started during the sign keeps its light`() throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 1), library: Self.library, asleep: true)
    practice.plug(Self.pads)
    hold([0, 63], practice, on: Self.pads)
    practice.tap(101, on: Self.pads)
    practice.run(for: .milliseconds(400))
    #expect(lit(practice) == [101: 1])
  }

  @Test func `waking during practice disturbs no note`() throws {
    let practice = try practice(asleep: true)
    practice.plug()
    hold([48, 72], practice)
    practice.run(for: .milliseconds(200))
    practice.plug(Self.pads)
    practice.startMatching()
    #expect(practice.runUntilTunable())
    let frames = practice.recording.count
    hold([0, 63], practice, on: Self.pads)
    #expect(practice.view.controllers.map(\.asleep) == [false, false])
    #expect(practice.bursts(in: frames..<practice.recording.count) == 1)
    #expect(practice.view.canTune)
  }

  // MARK: Pad boxes and grids

  /// Sixteen pads of an unknown box, all below middle C.
  @Test(arguments: [false, true]) func `a pad box is split by holding two pads`(asleep: Bool) throws {
    let practice = try practice(asleep: asleep)
    practice.plug()
    hold([42, 45], practice)
    #expect(practice.store.splits.values.sorted() == [44])
    practice.tap(51)
    #expect(practice.view.mode == .comparison)
    practice.intent(.stop)
    practice.tap(36)
    #expect(practice.view.mode == .matching)
  }

  @Test func `a grid needs no split and gets none`() throws {
    let practice = try practice()
    practice.plug(Self.pads)
    hold([0, 63], practice, on: Self.pads)
    #expect(practice.store.splits.isEmpty)
    #expect(practice.recording.allSatisfy { $0 == 0 })
  }

  // MARK: Modes

  @Test(arguments: [
    (40, false, Mode.comparison, 100), (40, true, .intervalComparison, 102), (8, false, .matching, 101),
    (8, true, .intervalMatching, 103), (100, false, .comparison, 100), (101, false, .matching, 101),
    (102, false, .intervalComparison, 102), (103, false, .intervalMatching, 103), (104, false, .comparison, 100),
  ])
  func `each way to start lights its mode`(pad: Int, long: Bool, mode: Mode, light: Int) throws {
    let practice = try practice()
    practice.plug(Self.pads)
    _ = lit(practice)
    if long { hold([pad], practice, on: Self.pads) } else { practice.tap(pad, on: Self.pads) }
    #expect(practice.view.mode == mode)
    #expect(lit(practice) == [light: 1])
    // The same again, by its own button.
    #expect(practice.run(until: { practice.view.canAnswer || practice.view.canTune }))
    practice.tap(119, on: Self.pads)
    #expect(practice.view.phase == .hub)
    _ = lit(practice)
    practice.tap(104, on: Self.pads)
    #expect(practice.view.mode == mode)
    #expect(lit(practice) == [light: 1])
  }

  // MARK: Controllers that sleep

  @Test func `a controller that falls asleep is left as it was found`() throws {
    let text = MIDIMessage.controlChange(channel: .one, controller: UInt7(truncating: 99), value: UInt7(truncating: 1))
    let bye = MIDIMessage.controlChange(channel: .one, controller: UInt7(truncating: 98), value: UInt7(truncating: 1))
    let mapping = ControllerMapping(
      name: "Box", match: PortMatch(clients: [NamePattern("Keyboard")]), halves: [.keyboard(channel: nil, split: 60)],
      initSteps: [.send(OutgoingMessage(text))], exitMessages: [OutgoingMessage(bye)])
    let practice = try PracticeHarness(library: MappingLibrary(mappings: [mapping]))
    let id = PracticeHarness.keyboard.id
    practice.plug()
    #expect(practice.ports.takeSent(to: id) == [text])
    practice.ports.inject(.listeners(id, ["Pianoteq"]))
    practice.turn()
    #expect(practice.ports.takeSent(to: id) == [bye])
    practice.ports.inject(.listeners(id, []))
    practice.turn()
    #expect(practice.ports.takeSent(to: id) == [text])
    practice.intent(.quit(.asked))
    #expect(practice.ports.takeSent(to: id) == [bye])
  }

  @Test func `a controller's percussion does not play the tick`() throws {
    let tick = MIDIMessage.noteOn(
      channel: Channel(statusNibble: 9), note: UInt7(truncating: 37), velocity: UInt7(truncating: 60))
    let mapping = ControllerMapping(
      name: "Drums", match: PortMatch(clients: [NamePattern("Pads")]), halves: [.keyboard(channel: nil, split: 60)],
      feedback: Feedback(tick: OutgoingMessage(tick)))
    let practice = try PracticeHarness(library: MappingLibrary(mappings: [mapping]))
    practice.plug()
    practice.plug(PracticeHarness.other)
    practice.ports.inject(.listeners(PracticeHarness.other.id, ["Hydrogen"]))
    practice.turn()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.answer(right: false)
    practice.run(for: .milliseconds(200))
    #expect(practice.ports.takeSent(to: PracticeHarness.other.id) == [])
    // Peach's own tick reports the wrong answer instead.
    #expect(practice.recording.suffix(9_000).contains { $0 != 0 })
  }

  // MARK: Trouble

  @Test func `three buttons without a role sound two low clicks or a light`() throws {
    let dark = ControllerMapping(
      name: "Box", match: PortMatch(clients: [NamePattern("Keyboard")]),
      bindings: [
        Binding(role: .higher, control: .notes(NumberSet(1...1), channel: nil)),
        Binding(role: .lower, control: .notes(NumberSet(2...2), channel: nil)),
      ])
    let practice = try PracticeHarness(library: MappingLibrary(mappings: [dark]))
    practice.plug()
    for note in [90, 91] { practice.tap(note) }
    practice.run(for: .milliseconds(300))
    #expect(practice.recording.allSatisfy { $0 == 0 })
    practice.tap(92)
    practice.run(for: .milliseconds(400))
    #expect(practice.bursts(in: 0..<practice.recording.count) == 2)
    #expect(practice.view.notices == [.unmappedPresses(controller: "Keyboard")])
    practice.tap(1)
    #expect(practice.view.notices.isEmpty)
  }

  // MARK: Controllers that send nothing until they are touched

  @Test func `a controller that has never sent anything is ready`() throws {
    let practice = try practice()
    practice.plug()
    practice.run(for: .seconds(5))
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.answer(right: true)
    #expect(practice.store.records.map(\.correct) == [true])
  }

  /// The wheel was held away from its rest and the pedal down when it was plugged in.
  @Test func `an unknown wheel and pedal commit nothing`() throws {
    let practice = try practice()
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    let before = practice.core.tuning.tuner.cents
    practice.send(PracticeHarness.control(64, 0))
    practice.send(PracticeHarness.bend(16_000))
    practice.run(for: .milliseconds(300))
    #expect(practice.core.tuning.tuner.cents == before)
    practice.letGo(from: 16_000)
    practice.run(for: .milliseconds(400))
    #expect(practice.view.canTune)
    // From its rest it is a wheel like any other, and the pedal a pedal.
    practice.matchByWheel(12_000)
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.map(\.gesture) == [.springBack])
    #expect(practice.runUntilTunable())
    practice.send(PracticeHarness.control(64, 127))
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.map(\.gesture) == [.springBack, .button])
  }
}
