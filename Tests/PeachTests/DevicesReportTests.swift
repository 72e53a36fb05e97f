import Foundation
import TestSupport
import Testing
import Texts

@testable import Commands
@testable import Controllers

@Suite("The report of peach devices")
struct DevicesReportTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
  static let library = MappingLibrary.load(folders: [], shipped: root + "/config/controllers")
  private static let own = "/home/a/.config/peach/controllers"

  static func port(
    _ client: UInt8, _ name: String, _ portName: String, usb: USBID? = nil, path: String? = nil,
    listeners: [String] = []
  ) -> PortDescription {
    PortDescription(
      id: PortID(client: client, port: 0), clientName: name, portName: portName, usb: usb, usbPath: path,
      otherListeners: listeners)
  }
  private static let mini = USBID(vendor: 0x09E8, product: 0x0045)
  private static let grid = USBID(vendor: 0x09E8, product: 0x004F)
  private static let ports = [
    port(20, "MPKmini2", "MPKmini2 MIDI 1", usb: mini, path: "1-1"),
    port(24, "X-Touch", "X-Touch MIDI 1"),
    port(28, "Keystation", "MIDI 1", usb: USBID(vendor: 1, product: 2), path: "1-4", listeners: ["Carla", "a2jmidid"]),
    port(32, "APC mini mk2", "APC mini mk2 Control", usb: grid, path: "1-2"),
    port(36, "APC mini mk2", "APC mini mk2 Control", usb: grid, path: "1-3", listeners: ["PipeWire-RT-Event"]),
    port(14, "Midi Through", "Midi Through Port-0"),
  ]

  private func report(_ client: UInt8, refused: String? = nil, library: MappingLibrary = library) throws -> DevicePort {
    let port = try #require(Self.ports.first { $0.id.client == client })
    return DevicePort(port, refused: refused, among: Self.ports, library, ownFolder: Self.own)
  }

  @Test("a role that does nothing is in neither the words nor the data")
  func idle() throws {
    let port = try #require(Self.ports.first { $0.clientName == "Keystation" })
    for (idle, isTold) in [(Set<Role>(), true), ([.hearAgain], false)] {
      let report = DevicePort(
        port, refused: nil, among: Self.ports, Self.library, ownFolder: Self.own, without: idle)
      #expect(report.lines(Catalogue(.english)).contains { $0.contains("Hear the reference again") } == isTold)
      #expect(try String(decoding: JSONEncoder().encode(report), as: UTF8.self).contains(#""repeat""#) == isTold)
    }
  }

  @Test("a controller with unsure lights is shown with its controls, the parts that are off, and how to try them")
  func mini() throws {
    let port = try report(20)
    #expect(
      port.lines(Catalogue(.english)) == [
        "MPKmini2, MPKmini2 MIDI 1 (USB 09e8:0045 at 1-1)",
        "  Mapping \"Akai MPK mini mk2\", matched by its USB id and as port 1 of the device.",
        "  Set the controller to: Program 2 (hold \"Prog Select\", press pad 6): pads as notes on channel 10, knob 8 as CC 19. "
          + "In Program 1 the pads send on the channel of the keys and cannot be distinguished from them.",
        "  Higher: pads 38, 40, 44, 46, 49, 51, 53, 55 on channel 10; keys from C4 up",
        "  Lower: pads 36-37, 42-43, 45, 47-48, 82 on channel 10; keys below C4",
        "  Tune: pitch wheel (springs back)",
        "  Done: button, CC 64 (unconfirmed)",
        "  Level: fader or knob, CC 19 on channel 1",
        "  Off, because no reliable source confirms it: lights \"higher\", lights \"lower\". To try it: peach devices --try",
      ])
    #expect(
      port.lines(Catalogue(.german)).filter { !$0.contains("Program 1") } == [
        "MPKmini2, MPKmini2 MIDI 1 (USB 09e8:0045 an 1-1)",
        "  Belegung „Akai MPK mini mk2“, erkannt an der USB-Kennung und als Port 1 des Geräts.",
        "  Höher: Pads 38, 40, 44, 46, 49, 51, 53, 55 auf Kanal 10; Tasten ab C4 aufwärts",
        "  Tiefer: Pads 36-37, 42-43, 45, 47-48, 82 auf Kanal 10; Tasten unter C4",
        "  Stimmen: Pitch-Bend-Rad (springt zurück)",
        "  Fertig: Taster, CC 64 (unbestätigt)",
        "  Lautstärke: Fader oder Drehregler, CC 19 auf Kanal 1",
        "  Aus, weil unbestätigt: Lichter „higher“, Lichter „lower“. "
          + "Zum Ausprobieren: peach devices --try",
      ])
  }

  @Test("a controller with motor faders is shown by its name")
  func motors() throws {
    let lines = try report(24).lines(Catalogue(.english))
    #expect(
      lines.prefix(2) == [
        "X-Touch, X-Touch MIDI 1", "  Mapping \"Behringer X-Touch\", matched by its name.",
      ])
    #expect(
      lines.contains(
        "  Tune: faders on channels 1-8 (touch-sensitive, motorised); "
          + "endless knobs, CC 16-23 on channel 1"))
    #expect(lines.contains("  Level: fader on channel 9"))
    #expect(
      try report(24).lines(Catalogue(.german)).contains(
        "  Stimmen: Fader auf den Kanälen 1-8 (berührungsempfindlich, motorisiert); "
          + "Endlosregler, CC 16-23 auf Kanal 1"))
  }

  @Test("a controller without a mapping that other software plays shows the split and that practice sleeps")
  func generic() throws {
    #expect(
      try report(28).lines(Catalogue(.english)) == [
        "Keystation, MIDI 1 (USB 0001:0002 at 1-4)",
        "  Used as a keyboard: from middle C up is Higher, below is Lower.",
        "  Higher: keys from C4 up", "  Lower: keys below C4",
        "  Tune: pitch wheel (springs back); fader or knob, CC 1 (stays where it is)",
        "  Done: button, CC 64", "  Hear the reference again: buttons, CC 66-67",
        "  These programs also play what Keystation sends: Carla. So it stays asleep until you hold two of its keys together.",
      ])
    #expect(
      try report(28).lines(Catalogue(.german)).last
        == "  Auch diese Programme spielen, was Keystation sendet: Carla. "
        + "Deshalb schläft er, bis du zwei seiner Tasten gleichzeitig gedrückt hältst.")
  }

  @Test("equal controllers are distinguished by path; software that only forwards MIDI does not cause sleep")
  func twins() throws {
    let first = try report(32).lines(Catalogue(.english))
    #expect(first.first == "APC mini mk2, APC mini mk2 Control (USB 09e8:004f at 1-2)")
    #expect(first.last == "  There is an identical one at 1-3. Both can be used at the same time.")
    let second = try report(36)
    #expect(
      second.lines(Catalogue(.english)).suffix(2) == [
        "  There is an identical one at 1-2. Both can be used at the same time.",
        "  These programs also play what APC mini mk2 sends: PipeWire-RT-Event.",
      ])
    #expect(!second.sleeps && second.twins == ["1-2"])
  }

  @Test(
    "a controller's own sound is mentioned",
    arguments: [(LocalControl.offered, 1), (.offWhilePractising, 1), (.none, 0)])
  func localControl(localControl: LocalControl, count: Int) throws {
    var mapping = ControllerMapping(name: "Mine", match: PortMatch(clients: [NamePattern("Keystation")]))
    mapping.localControl = localControl
    let port = try report(28, library: MappingLibrary(mappings: [mapping]))
    let texts = Catalogue(.english)
    #expect(
      port.lines(texts).filter { [texts(.localControl), texts(.localControlOff)].contains($0.trimmed) }.count == count)
    #expect((port.localControl != nil) == (count > 0))
  }

  private static let ways = """
    schema: 1
    name: NAME
    mode: any
    sources: [a test]
    match: MATCH
    halves: [{keyboard: {}}]
    """

  private func mapping(_ name: String, _ match: String) throws -> ControllerMapping {
    let text = Self.ways.replacing("NAME", with: name).replacing("MATCH", with: match)
    return try #require(MappingLibrary.mapping(in: Array(text.utf8), file: "/x/\(name).yaml"))
  }

  @Test("each other mapping that might have fitted is listed, with the reason against it")
  func why() throws {
    let library = MappingLibrary(mappings: [
      try mapping("Mine", "{clients: [Keystation]}"), try mapping("Second", "{usb: ['0001:0002'], port: 1}"),
      try mapping("Named", "{clients: [Keystation], ports: ['MIDI 2', 'MIDI 3', 'Keys* 2']}"),
      try mapping("Late", "{clients: ['Keys*']}"),
      try mapping(
        "Both", "{usb: ['0003:0004-0006', '0004:0007'], clients: [Keys, Key], ports: ['MIDI*'], require: both}"),
      try mapping("Other", "{usb: ['0003:0004'], clients: [Piano]}"),
    ])
    let port = try #require(Self.ports.first { $0.clientName == "Keystation" })
    let report = DevicePort(
      port, refused: nil, among: [port], library, ownFolder: Self.own, why: true)
    #expect(
      report.lines(Catalogue(.english)).prefix(6) == [
        "Keystation, MIDI 1 (USB 0001:0002 at 1-4)", "  Mapping \"Mine\", matched by its name.",
        "  Not \"Second\": it is for port 2 of the device, and this is port 1.",
        "  Not \"Named\": it is for a port named MIDI 2, MIDI 3 or Keys* 2 (* is any text).",
        "  Not \"Late\": it fits as well, but \"Mine\" comes first.",
        "  Not \"Both\": it is for the USB id 0003:0004-0006 or 0004:0007; it is for a controller named Keys or Key.",
      ])
    #expect(!report.lines(Catalogue(.english)).contains { $0.contains("Other") })
    #expect(
      report.lines(Catalogue(.german)).dropFirst(2).prefix(4) == [
        "  Nicht „Second“: sie gilt für Port 2 des Geräts, und dies ist Port 1.",
        "  Nicht „Named“: sie gilt für einen Port namens MIDI 2, MIDI 3 oder Keys* 2 (* ist beliebiger Text).",
        "  Nicht „Late“: sie passt auch, aber „Mine“ geht vor.",
        "  Nicht „Both“: sie gilt für die USB-Kennung 0003:0004-0006 oder 0004:0007; "
          + "sie gilt für einen Controller namens Keys oder Key.",
      ])
    #expect(report.others?.map(\.file) == ["Second", "Named", "Late", "Both"].map { "/x/\($0).yaml" })
    #expect(report.others?.map { $0.kept.map(\.by) } == [["index"], ["port"], ["order"], ["usb", "client"]])
    #expect(report.others?.first?.kept.first?.expected == ["1"])
    #expect(try self.report(28, library: library).others == nil)
  }

  @Test("a USB id has priority over matching names")
  func whyNamesOnly() throws {
    let library = MappingLibrary(mappings: [
      try mapping("Named", "{clients: [Keystation]}"), try mapping("Mine", "{usb: ['0001:0002']}"),
    ])
    let port = try #require(Self.ports.first { $0.clientName == "Keystation" })
    let report = DevicePort(port, refused: nil, among: [port], library, ownFolder: Self.own, why: true)
    #expect(
      report.lines(Catalogue(.english))[2] == "  Not \"Named\": it fits by its names, but \"Mine\" by its USB id.")
    #expect(
      report.lines(Catalogue(.german))[2]
        == "  Nicht „Named“: sie passt mit ihren Namen, „Mine“ aber mit der USB-Kennung.")
    #expect(report.others?.first?.kept.map(\.by) == ["order"])
  }

  @Test("a port whose names no other mapping has says so")
  func whyNone() throws {
    let port = Self.port(20, "MPKmini2", "MPKmini2 MIDI 1", usb: Self.mini, path: "1-1")
    let lines = DevicePort(port, refused: nil, among: [port], Self.library, ownFolder: Self.own, why: true)
      .lines(Catalogue(.english))
    #expect(lines[2] == "  No other mapping has its USB id or its names.")
  }

  @Test("an ignored port has its reason and no roles")
  func refused() throws {
    let port = try report(14, refused: "through")
    #expect(
      port.lines(Catalogue(.english)) == [
        "Midi Through, Midi Through Port-0",
        "  Not used: it is not a controller. To use it: peach --controller \"Midi Through\"",
      ])
    #expect(port.roles == nil && port.mapping == nil && !port.connects)
  }

  @Test("no line is empty or unfilled, for any shipped mapping", arguments: Language.allCases)
  func everyMapping(language: Language) {
    #expect(Self.library.mappings.count > 30)
    for mapping in Self.library.mappings {
      let library = MappingLibrary(mappings: [mapping], preferred: mapping)
      let id = mapping.match.usb.first
      let name = mapping.match.clients.first?.text.replacing("*", with: "x") ?? "x"
      var port = Self.port(40, name, "MIDI", usb: id)
      port.portIndex = mapping.match.portIndex ?? 0
      port.portName = mapping.match.ports.first?.text.replacing("*", with: "x") ?? "MIDI"
      let report = DevicePort(port, refused: nil, among: [port], library, ownFolder: Self.own)
      #expect(report.why != "generic", "\(mapping.name)")
      let lines = report.lines(Catalogue(language))
      #expect(
        lines.filter { $0.contains("{") || $0.contains("devices.") || $0.hasSuffix(": ") } == [], "\(mapping.name)")
      #expect(report.roles?.map(\.role).contains("higher") == true, "\(mapping.name)")
    }
  }

  /// Returns every key of an object and of the objects in it.
  private func keys(_ value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]: object.values.reduce(Set(object.keys)) { $0.union(keys($1)) }
    case let list as [Any]: list.reduce(into: []) { $0.formUnion(keys($1)) }
    default: []
    }
  }

  @Test("the JSON has the keys of its page in docs, and no others")
  func json() throws {
    var report = DevicesReport(ports: [])
    report.ports = [try report20, try self.report(28), try self.report(14, refused: "through")]
    report.sequencer = "-"
    report.server = "jack"
    report.latency = 85
    report.ports[1].localControl = "offered"
    let grid = try #require(Self.ports.first { $0.clientName == "X-Touch" })
    let twice = MappingLibrary(mappings: [
      try mapping("A", "{clients: [X-Touch]}"), try mapping("B", "{clients: [X*], port: 1}"),
    ])
    report.ports.append(DevicePort(grid, refused: nil, among: [], twice, ownFolder: Self.own, why: true))
    let data = Data(try report.encoded().utf8)
    let found = keys(try JSONSerialization.jsonObject(with: data))
    let text = try String(contentsOfFile: Self.root + "/docs/playing/reference/devices.md", encoding: .utf8)
    let told = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
    }
    #expect(found.symmetricDifference(told).sorted() == [])
    #expect(Set(told).count == told.count)
    let first = report.ports[0]
    #expect(first.why == "usb" && first.off == ["lights higher", "lights lower"] && first.own == false)
    #expect(first.roles?.first { $0.role == "slider" }?.places.first?.release == "spring-back")
    #expect(
      first.roles?.first { $0.role == "higher" }?.places.map(\.control) == [
        "notes 38, 40, 44, 46, 49, 51, 53, 55 channel 10", "keyboard from 60",
      ])
  }

  private var report20: DevicePort { get throws { try report(20) } }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
