import MIDI
import Ports
import Testing
import Texts
import Time

@testable import Commands
@testable import Controllers

@Suite("Trying unsure lights in words")
struct TrialDialogueTests {
  private static let start = MonotonicTime(nanoseconds: 1_000_000_000)
  private static let own = "/home/a/.config/peach/controllers"
  private static let mini = DevicesReportTests.port(
    20, "MPKmini2", "MPKmini2 MIDI 1", usb: USBID(vendor: 0x09E8, product: 0x0045), path: "1-1")
  private static let keys = DevicesReportTests.port(24, "Keyboard", "MIDI 1")
  private static let texts = Catalogue(.english)

  private func dialogue(
    _ ports: [PortDescription], keys: String? = nil, library: MappingLibrary = DevicesReportTests.library,
    texts: Catalogue = texts
  ) -> (TrialDialogue, [LearnDialogue.Step]) {
    var dialogue = TrialDialogue(texts, library: library, ownFolder: Self.own, keys: keys)
    for port in ports { #expect(dialogue.handle(.connected(port), now: Self.start) == []) }
    let steps = dialogue.handle(.ready, now: Self.start)
    return (dialogue, steps)
  }

  private func lines(_ steps: [LearnDialogue.Step]) -> [String] {
    steps.flatMap { step in if case .tell(let lines) = step { lines } else { [String]() } }
  }

  @Test("one line reports that there is no controller, or nothing unsure")
  func nothing() {
    #expect(dialogue([]).1 == [.tell([Self.texts(.devicesNone)]), .end])
    #expect(dialogue([Self.keys]).1 == [.tell([Self.texts(.tryNone)]), .end])
  }

  @Test("one line reports a missing terminal, or a controller that cannot answer, and nothing is sent")
  func nobody() throws {
    var mapping = try #require(DevicesReportTests.library.match(Self.mini).mapping as ControllerMapping?)
    mapping.halves = []
    mapping.bindings = []
    let library = MappingLibrary(mappings: [mapping])
    var (dialogue, steps) = dialogue([Self.mini], library: library)
    #expect(steps == [.refuse(Self.texts(.tryNobody))])
    #expect(dialogue.handle(.yes, now: Self.start) == [])
    // With a terminal, keys can answer.
    #expect(lines(self.dialogue([Self.mini], keys: "keys", library: library).1).contains("keys"))
  }

  @Test("a failure of the sequencer is that line")
  func noSequencer() {
    var dialogue = TrialDialogue(Self.texts, library: DevicesReportTests.library, ownFolder: Self.own, keys: nil)
    #expect(
      dialogue.handle(.unavailable(.missing), now: Self.start)
        == [.refuse(Self.texts.line(SequencerFailure.missing))])
  }

  @Test("the messages are announced first; then comes the question whether it is lit, and the light goes out")
  func conversation() {
    var (dialogue, steps) = dialogue([Self.mini], keys: "keys")
    #expect(
      steps == [
        .tell([
          "MPKmini2: parts of the mapping \"Akai MPK mini mk2\" are not confirmed by a reliable source and are off. "
            + "Each is sent only if you say yes.", "keys", "Higher is yes, Lower is no.",
          "Next, lights \"higher\" in the colour \"on\": note-on 38, 40, 44, 46, 49, 51, 53, 55, velocity 127, channel 10. Send it?",
        ])
      ])
    steps = dialogue.handle(.yes, now: Self.start)
    guard case .send(let lit, let port)? = steps.first else {
      Issue.record("\(steps)")
      return
    }
    #expect(port == Self.mini.id && lit.count == 8)
    #expect(lines(steps) == ["Is it lit now, in the colour \"on\"?"])
    #expect(lines(dialogue.handle(.yes, now: Self.start)) == ["Is it dark again?"])
    #expect(lines(dialogue.handle(.yes, now: Self.start)).first?.hasPrefix("Next, lights \"lower\"") == true)
    // No: only what was confirmed is kept.
    steps = dialogue.handle(.no, now: Self.start)
    guard case .confirm(let parts, let mapping, let confirmed)? = steps.first else {
      Issue.record("\(steps)")
      return
    }
    #expect(parts == [.lights(area: "higher", index: 0)])
    #expect(mapping.name == "Akai MPK mini mk2" && confirmed == Self.mini)
    #expect(steps.last == .end && dialogue.handle(.yes, now: Self.start) == [])
  }

  @Test("the German dialogue is the same")
  func german() {
    let (_, steps) = dialogue([Self.mini], texts: Catalogue(.german))
    #expect(
      lines(steps) == [
        "MPKmini2: Teile der Belegung „Akai MPK mini mk2“ sind unbestätigt und darum aus. "
          + "Jeder wird nur gesendet, wenn du Ja sagst.", "Höher ist ja, Tiefer ist nein.",
        "Als Nächstes Lichter „higher“ in der Farbe „on“: "
          + "Note 38, 40, 44, 46, 49, 51, 53, 55 an, Anschlagstärke 127, Kanal 10. Senden?",
      ])
  }

  @Test("leaving puts the lights out and keeps nothing; so does a trial without a yes")
  func quit() {
    var (dialogue, _) = dialogue([Self.mini])
    _ = dialogue.handle(.yes, now: Self.start)
    let steps = dialogue.handle(.quit, now: Self.start)
    guard case .send(let dark, _)? = steps.first else {
      Issue.record("\(steps)")
      return
    }
    #expect(dark.count == 8)
    #expect(steps.dropFirst() == [.tell([Self.texts(.tryNothing)]), .end])
  }

  @Test("one of two equal controllers is tried; unplugging ends it")
  func equalOnes() {
    var twin = Self.mini
    twin.id = PortID(client: 28, port: 0)
    twin.usbPath = "1-2"
    var (dialogue, steps) = dialogue([Self.mini, twin])
    #expect(lines(steps).count == 3)
    #expect(dialogue.handle(.disconnected(twin.id), now: Self.start) == [])
    steps = dialogue.handle(.disconnected(Self.mini.id), now: Self.start)
    #expect(steps == [.tell([Self.texts(.tryDisconnected)]), .tell([Self.texts(.tryNothing)]), .end])
  }

  @Test("system exclusive bytes are shown, one message a line, before they are sent")
  func exclusive() {
    var mapping = ControllerMapping(name: "Box", match: PortMatch(clients: [NamePattern("Keyboard")]))
    mapping.halves = ControllerMapping.generic.halves
    mapping.initSteps = [.send(OutgoingMessage(.systemExclusive([0x7D, 0x0A]), confidence: .unsure))]
    var (dialogue, steps) = dialogue([Self.keys], library: MappingLibrary(mappings: [mapping]))
    #expect(lines(steps).last == "Next, message 1 of init: system exclusive. Send it?")
    steps = dialogue.handle(.yes, now: Self.start)
    #expect(
      steps == [
        .tell(["F0 7D 0A F7", "Such bytes can change the controller's settings. Send exactly these?"])
      ])
    steps = dialogue.handle(.yes, now: Self.start)
    #expect(steps.first == .send([.systemExclusive([0x7D, 0x0A])], to: Self.keys.id))
    #expect(lines(steps) == ["Did the controller respond as it should?"])
  }
}
