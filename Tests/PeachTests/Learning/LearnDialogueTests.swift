import Controllers
import MIDI
import Ports
import Testing
import Texts
import Time

@testable import Commands
@testable import Controllers

@Suite("Finding the controller to learn")
struct LearnDialogueTests {
  static let texts = Catalogue(.english)
  static let start = MonotonicTime(nanoseconds: 1_000_000_000)

  static func port(_ client: UInt8, _ name: String, _ portName: String = "MIDI 1", index: Int = 0) -> PortDescription {
    PortDescription(
      id: PortID(client: client, port: 0), clientName: name, portName: portName, portIndex: index,
      usb: USBID(vendor: 0x1209, product: UInt16(name.count)), usbPath: "1-\(client)")
  }
  static let pads = port(20, "Pads")
  static let keys = port(24, "Keyboard")
  static let press = MIDIMessage.noteOn(
    channel: channelOne, note: UInt7(truncating: 36), velocity: UInt7(truncating: 100))
  static let channelOne = Channel(statusNibble: 0)

  private func dialogue(
    preferred: ControllerMapping? = nil, own: [ControllerMapping] = [], keys: String? = nil
  ) -> LearnDialogue {
    LearnDialogue(
      Self.texts, library: MappingLibrary(mappings: own, preferred: preferred), own: MappingLibrary(mappings: own),
      keys: keys)
  }

  private func lines(_ steps: [LearnDialogue.Step]) -> [String] {
    steps.flatMap { step in if case .tell(let lines) = step { lines } else { [String]() } }
  }

  private static func serving(_ name: String) -> String {
    "\(name). Used as a keyboard: from middle C up is Higher, below is Lower."
  }

  @Test func `the only controller is learned at once`() {
    var dialogue = dialogue(keys: "keys")
    #expect(dialogue.handle(.connected(Self.pads), now: Self.start) == [])
    let told = lines(dialogue.handle(.ready, now: Self.start))
    #expect(told.prefix(3) == [Self.serving("Pads"), "Teaching Peach: Pads.", "keys"])
    #expect(told.last == Self.texts.line(LearnQuestion.role(.higher)))
  }

  @Test func `one of several controllers is chosen by pressing it`() {
    var dialogue = dialogue()
    for port in [Self.pads, Self.keys] { _ = dialogue.handle(.connected(port), now: Self.start) }
    #expect(
      lines(dialogue.handle(.ready, now: Self.start))
        == [Self.serving("Pads"), Self.serving("Keyboard"), "Press any key on the controller you want to teach Peach."])
    // Let go, clocks and pressure are no presses.
    for message in [
      .noteOff(channel: Self.channelOne, note: UInt7(truncating: 36), velocity: UInt7(truncating: 0)),
      .system(0xFE), .channelPressure(channel: Self.channelOne, pressure: UInt7(truncating: 1)),
      .controlChange(
        channel: Self.channelOne, controller: UInt7(truncating: 1), value: UInt7(truncating: 63)),
      // What some say when they are plugged in.
      .pitchBend(channel: Self.channelOne, value: UInt14(most: UInt7(truncating: 64), least: UInt7(truncating: 0))),
    ] as [MIDIMessage] {
      #expect(dialogue.handle(.received(Self.keys.id, message, at: Self.start), now: Self.start) == [])
    }
    let told = lines(dialogue.handle(.received(Self.keys.id, Self.press, at: Self.start), now: Self.start))
    #expect(told.first == "Teaching Peach: Keyboard.")
    // From now on the other controller is ignored.
    #expect(dialogue.handle(.received(Self.pads.id, Self.press, at: Self.start), now: Self.start) == [])
    #expect(dialogue.handle(.disconnected(Self.pads.id), now: Self.start) == [])
  }

  @Test func `ports of one device are distinguished`() {
    var dialogue = dialogue()
    for (index, name) in ["Control", "Notes"].enumerated() {
      _ = dialogue.handle(.connected(Self.port(20 + UInt8(index), "APC", name, index: index)), now: Self.start)
    }
    #expect(
      lines(dialogue.handle(.ready, now: Self.start)).prefix(2)
        == [Self.serving("APC, Control"), Self.serving("APC, Notes")])
  }

  @Test func `without a controller one is awaited, and its other ports too`() {
    var dialogue = dialogue()
    #expect(dialogue.handle(.ready, now: Self.start) == [.tell(["Plug in the controller you want to teach Peach."])])
    #expect(dialogue.deadline == nil)
    #expect(dialogue.handle(.connected(Self.pads), now: Self.start) == [])
    let due = Self.start + LearnDialogue.patience
    #expect(dialogue.deadline == due)
    #expect(dialogue.advance(now: due - .milliseconds(1)) == [])
    #expect(lines(dialogue.advance(now: due)).prefix(2) == [Self.serving("Pads"), "Teaching Peach: Pads."])
  }

  @Test func `a controller that is unplugged again is awaited`() {
    var dialogue = dialogue()
    _ = dialogue.handle(.ready, now: Self.start)
    _ = dialogue.handle(.connected(Self.pads), now: Self.start)
    #expect(
      dialogue.handle(.disconnected(Self.pads.id), now: Self.start) == [
        .tell(["Plug in the controller you want to teach Peach."])
      ])
    #expect(dialogue.deadline == nil)
  }

  @Test func `a mapping on the command line names the controller`() {
    let match = PortMatch(usb: [USBID(vendor: 0x1209, product: 8)])
    var dialogue = dialogue(preferred: ControllerMapping(name: "Mine", match: match))
    for port in [Self.pads, Self.keys] { _ = dialogue.handle(.connected(port), now: Self.start) }
    #expect(
      lines(dialogue.handle(.ready, now: Self.start)).prefix(2)
        == ["Keyboard. Mapping \"Mine\", matched by its USB id.", "Teaching Peach: Keyboard."])
  }

  @Test(arguments: [SequencerFailure.missing, .notPermitted])
  func `a missing sequencer is awaited if a key can end that`(failure: SequencerFailure) {
    let line = Self.texts.line(failure)
    let waiting = "Plug in the controller you want to teach Peach."
    var withoutKeys = dialogue()
    #expect(withoutKeys.handle(.unavailable(failure), now: Self.start) == [.refuse(line)])
    #expect(withoutKeys.handle(.ready, now: Self.start) == [])
    var withKeys = LearnDialogue(
      Self.texts, library: MappingLibrary(mappings: []), own: MappingLibrary(mappings: []), keys: "keys",
      leave: "q ends")
    #expect(withKeys.handle(.unavailable(failure), now: Self.start) == [.tell([line, waiting, "q ends"])])
    #expect(withKeys.handle(.ready, now: Self.start) == [.tell([waiting, "q ends"])])
    var later = dialogue()
    _ = later.handle(.ready, now: Self.start)
    #expect(later.handle(.unavailable(failure), now: Self.start) == [.tell([line, waiting])])
  }

  @Test func `before there is a controller only the end has an effect`() {
    for command in LearnRequest.allCases where command != .quit {
      var dialogue = dialogue()
      #expect(dialogue.handle(command) == [])
    }
    var dialogue = dialogue()
    #expect(dialogue.handle(.quit) == [.tell(["Nothing was saved."]), .end])
    // Over is over.
    #expect(dialogue.handle(.connected(Self.pads), now: Self.start) == [])
    #expect(dialogue.handle(.quit) == [])
    #expect(dialogue.deadline == nil)
  }
}
