import Controllers
import Foundation
import Ports
import Screen
import Sound
import Synchronization
import TestSupport
import Testing
import Texts

@testable import Commands

/// The parts of a running practice that pages show, and their requests to it.
@Suite struct LiveScreenTests {
  private static let library = DevicesReportTests.library
  private static let pads = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3", otherListeners: ["Synth"])
  private static let keyboard = PortDescription(
    id: PortID(client: 20, port: 1), clientName: "Own keys", portName: "Own keys MIDI 1")

  private let views = ViewPublisher()
  private let mailbox = Mailbox(bell: nil)
  private let screen: LiveScreen

  init() {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-screen-\(UUID())").path
    let paths = Paths(config: folder, data: folder)
    let settings = Settings()
    let live = LiveSettings(
      settings, told: PracticeSettings(settings, place: nil), paths: paths,
      place: SpeechPlace(outputIsTerminal: true, hasEvents: true),
      tell: { _ in })
    let catalogues = LiveCatalogues(option: .english, environment: [:])
    let hands = ControllerMonitor(
      ports: MonitoredMIDIPorts(InMemoryMIDIPorts(), library: MappingLibrary(mappings: [])), time: SystemTime(),
      controllers: { [] }, mapping: { _ in .generic },
      catalogue: { Catalogue(.english) })
    let mappings = LiveMappings(Self.library)
    let roles = RoleLearning(
      views: views, mailbox: mailbox, mappings: mappings, folder: MappingFolder(path: paths.controllers),
      time: SystemTime(), catalogue: { Catalogue(.english) })
    screen = LiveScreen(
      live: live, paths: paths, mappings: mappings, catalogues: catalogues, views: views, mailbox: mailbox,
      hands: hands, roles: roles, time: SystemTime(), listOutputs: { [] })
  }

  private func show(_ change: (inout ViewState) -> Void = { _ in }) {
    var view = ViewState()
    let pads = Self.library.match(Self.pads).mapping
    view.controllers = [
      .init(port: Self.pads, mapping: pads.name, file: pads.file),
      .init(port: Self.keyboard, mapping: "Generic keyboard", split: 48),
    ]
    view.sound = .ready(SoundDescription(server: .jack, rate: 48_000, period: 128, latency: 256, output: "Card"))
    change(&view)
    views.publish(view)
  }

  private var intents: [Intent] {
    var taken: [PracticeInput] = []
    mailbox.takeAll(into: &taken)
    return taken.compactMap { if case .intent(let intent, _, .page) = $0 { intent } else { nil } }
  }

  @Test func `controllers are shown as peach devices shows them`() throws {
    show()
    let controllers = screen.controllers()
    #expect(controllers.map(\.id) == ["28:0", "20:1"])
    let pads = try #require(controllers.first)
    #expect(pads.name == "APC mini mk2" && pads.lines.contains { $0.contains("Synth") })
    #expect(pads.roles.map(\.role).contains(.higher) && pads.roles.allSatisfy { !$0.place.isEmpty })
    // Where the player has halved it, not where the mapping begins.
    let higher = try #require(controllers.last?.roles.first { $0.role == .higher })
    #expect(higher.label == "Higher" && higher.place.contains("C3"))
    #expect(controllers.last?.drawing.parts.last == .keys(36...59, split: 48, marks: []))
    #expect(controllers.last?.free.map(\.role).contains(.stop) == true && controllers.last?.way == nil)
  }

  @Test func `a light is requested if it can be shown`() {
    show()
    #expect(screen.show(.correct(pressed: .higher), on: "28:0"))
    #expect(intents == [.show(.correct(pressed: .higher), on: Self.pads.id)])
    #expect(!screen.show(.correct(pressed: .higher), on: "20:1"), "it has no lights")
    #expect(!screen.show(.correct(pressed: .higher), on: "99:0"))
    show { $0.controllers[0].asleep = true }
    #expect(!screen.show(.trouble, on: "28:0"))
    show { $0.mode = .comparison }
    #expect(!screen.show(.trouble, on: "28:0"))
    show { $0.leaving = true }
    #expect(!screen.show(.trouble, on: "28:0"))
    #expect(intents.isEmpty)
  }

  @Test func `the check shows the results of practice`() {
    show()
    #expect(screen.check().filter { !$0.isGood } == [])
    show {
      $0.controllers = []
      $0.notices = [.noSequencer(.missing), .realtimeMissing, .notSaving(reason: "disk")]
      $0.sound = .lost(.hung)
    }
    #expect(screen.check().count { !$0.isGood } == 4)
    show { $0.sound = .ready(SoundDescription(server: .dummy, rate: 48_000, period: 128, latency: 256, output: "")) }
    #expect(screen.check().count { !$0.isGood } == 1)
  }

  @Test func `a profile without answers knows nothing`() throws {
    #expect(try screen.profile().comparisons.allSatisfy { $0.answers == 0 })
  }

  /// Every package that a target of the manifest uses is named with its licence.
  @Test func `every package has its licence`() throws {
    let manifest = try String(contentsOfFile: DevicesReportTests.root + "/Package.swift", encoding: .utf8)
    let used = Set(manifest.matches(of: /package: "([^"]+)"\)/).map(\.1))
    let packages = manifest.matches(of: /pinned\("[^"]+\/([^"]+)"/).filter { used.contains($0.1) }
      .map { "https://github.com/" + $0.0.split(separator: "\"")[1] }
    #expect(packages.count == used.count && used.count >= 4)
    #expect(Set(packages).subtracting(screen.about.parts.map(\.address)) == [])
    #expect(screen.about.parts.allSatisfy { !$0.licence.isEmpty && $0.address.hasPrefix("https://") })
    #expect(screen.about.version == Peach.configuration.version)
  }

  @Test(
    arguments: [
      ([], 4400), (["--service"], nil), (["--service", "--screen", "4401"], 4401), (["--screen", "off"], nil),
      (["--screen", "0", "--open"], 0),
    ] as [([String], Int?)])
  func `the address of the pages is known`(arguments: [String], port: Int?) throws {
    #expect(try PracticeCommand.parse(arguments).options.port == port)
  }

  @Test(arguments: [
    ["--screen", "65536"], ["--screen", "-1"], ["--screen", "here"], ["--screen", "off", "--open"],
    ["--service", "--open"],
  ])
  func `impossible requests are refused`(arguments: [String]) {
    #expect(throws: (any Error).self) { try PracticeCommand.parse(arguments) }
  }

  @Test func `a browser that does not open is reported`() throws {
    let failures = Mutex(0)
    let count: @Sendable () -> Int = { failures.withLock(\.self) }
    Browser.open("http://127.0.0.1:4400", environment: ["PATH": "/nowhere"]) { failures.withLock { $0 += 1 } }
    #expect(count() == 1)
    // The program is there, and finds none.
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-browser-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: Browser.program).path
    try "#!/bin/sh\nexit 3\n".write(toFile: program, atomically: true, encoding: .utf8)
    chmod(program, 0o755)
    Browser.open("http://127.0.0.1:4400", environment: ["PATH": folder.path]) { failures.withLock { $0 += 1 } }
    #expect(eventually { count() == 2 })
  }
}
