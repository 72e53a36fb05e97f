import Foundation
import MIDI
import Ports
import Practice
import Screen
import Sound
import Synchronization
import TestSupport
import Testing
import Texts
import Time

@testable import Commands
@testable import Controllers

/// A role that is clicked on a page, from there through practice to the player's own file and back.
@Suite("Roles given from a page")
struct RoleLearningTests {
  private static let keys = PortDescription(
    id: PortID(client: 20, port: 0), clientName: "Rig Keys", portName: "Rig Keys MIDI 1",
    usb: USBID(vendor: 0x1234, product: 1), usbPath: "1-1")

  /// A whole practice but its sound and its thread, with files.
  private final class Rig {
    let root = FileManager.default.temporaryDirectory.appending(path: "peach-learn-\(UUID().uuidString)").path
    let views = ViewPublisher()
    let mailbox = Mailbox(bell: nil)
    let ports = InMemoryMIDIPorts()
    let time = ManualTime(MonotonicTime(nanoseconds: 1_000_000_000))
    let mappings: LiveMappings
    let roles: RoleLearning
    private var core: PracticeCore
    private let told = Told()
    private var taken: [PracticeInput] = []

    final class Told: Sendable {
      let outcomes = Mutex<[LearnOutcome]>([])
    }

    init(_ library: MappingLibrary = MappingLibrary(mappings: [])) throws {
      try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
      let mailbox = mailbox
      mappings = LiveMappings(library)
      roles = RoleLearning(
        views: views, mailbox: mailbox, mappings: mappings, folder: MappingFolder(path: root + "/controllers"),
        time: time, catalogue: { Catalogue(.english) })
      let parts = PracticeParts(
        ports: ports, output: OfflineOutput(), engine: try SoundEngine(rate: 48_000), store: InMemoryStore(),
        events: InMemoryEvents(), time: time)
      let configuration = PracticeConfiguration(library: library, seed: 1)
      core = try PracticeCore(configuration: configuration, parts: parts, views: views)
      ports.start { mailbox.post(.controllers($0)) }
      core.start()
      plug()
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func turn() {
      mailbox.takeAll(into: &taken)
      for input in taken { core.handle(input) }
      core.advance()
    }

    func plug() {
      ports.inject(.connected(keys))
      turn()
    }

    func learn(_ role: Role) throws {
      let told = told
      try roles.begin(role, on: "20:0") { outcome in told.outcomes.withLock { $0.append(outcome) } }
      turn()
    }

    func go(_ way: ScreenController.Way) throws -> LearnOutcome? {
      let told = told
      try roles.go(way, on: "20:0") { outcome in told.outcomes.withLock { $0.append(outcome) } }
      return outcome
    }

    func press(_ note: Int) {
      let note = UInt7(truncating: note)
      let channel = Channel(statusNibble: 0)
      ports.inject(.received(keys.id, .noteOn(channel: channel, note: note, velocity: note), at: time.now()))
      time.advance(by: .milliseconds(60))
      ports.inject(.received(keys.id, .noteOff(channel: channel, note: note, velocity: note), at: time.now()))
      turn()
    }

    /// Waits for the next outcome while practice continues; nil after five seconds without one.
    var outcome: LearnOutcome? {
      for _ in 0..<5_000 {
        turn()
        if let first = told.outcomes.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return first }
        poll(nil, 0, 1)
      }
      return nil
    }

    var served: ControllerMapping { mappings.library.serving(views.state.controllers[0]) }
    var way: ScreenController.Way? { roles.way(of: views.state.controllers[0]) }
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: root + "/controllers")) ?? []).sorted()
    }
  }

  @Test("a key gets the role, in the player's own file, which serves at once; everything else remains")
  func given() throws {
    let rig = try Rig()
    try rig.learn(.stop)
    rig.press(30)
    let outcome = try #require(rig.outcome)
    #expect(outcome.hasChanged && outcome.role == .stop && outcome.id == "20:0")
    #expect(outcome.line == "Stop: pad or key 30 on channel 1. No longer assigned: Lower.")
    #expect(rig.names == [".rig-keys.yaml.before", "rig-keys.yaml"])
    #expect(rig.views.state.controllers[0].file == rig.root + "/controllers/rig-keys.yaml")
    #expect(rig.served.places(of: .stop).map(\.words) == ["notes 30 channel 1"])
    #expect(rig.served.places(of: .commit).map(\.words) == ["cc 64"] && rig.served.initialSplit == 60)
    // What the next start of the program reads is the same.
    let read = MappingLibrary.load(folders: [rig.root + "/controllers"])
    #expect(read.problems.isEmpty && read.match(RoleLearningTests.keys).mapping == rig.served)
    // Another role goes into the same file.
    try rig.learn(.again)
    rig.press(30)
    #expect(rig.outcome?.line == "Start the last mode: pad or key 30 on channel 1. No longer assigned: Stop.")
    #expect(rig.names == [".rig-keys.yaml.before", "rig-keys.yaml"] && rig.served.places(of: .stop).isEmpty)
  }

  @Test("for Higher or Lower a key of a keyboard moves the split, without a file")
  func split() throws {
    let rig = try Rig()
    try rig.learn(.higher)
    rig.press(67)
    #expect(rig.outcome?.line == "Higher: keys from G4 up")
    #expect(rig.views.state.controllers[0].split == 67 && rig.names.isEmpty)
    try rig.learn(.lower)
    rig.press(127)
    let outcome = try #require(rig.outcome)
    #expect(!outcome.hasChanged && outcome.line == "That one cannot be used for this role: Lower.")
  }

  @Test("the change can be undone and redone, and the file with it")
  func ways() throws {
    let rig = try Rig()
    #expect(rig.way == nil)
    try rig.learn(.stop)
    rig.press(30)
    #expect(rig.outcome?.hasChanged == true && rig.way == .before)
    #expect(throws: ScreenFailure.self) { try rig.go(.learned) }
    #expect(try rig.go(.before)?.line == "The previous mapping is back.")
    #expect(rig.way == .learned && rig.names.isEmpty && rig.served.places(of: .stop).isEmpty)
    #expect(rig.views.state.controllers[0].file == nil)
    #expect(try rig.go(.learned)?.line == "The roles you assigned are back.")
    #expect(rig.way == .before && rig.served.places(of: .stop).map(\.words) == ["notes 30 channel 1"])
    // Another program of its kind, another time: what was before is known from the file.
    let later = RoleFiles(folder: MappingFolder(path: rig.root + "/controllers"))
    #expect(later.isOurs(rig.root + "/controllers/rig-keys.yaml"))
  }

  @Test("another mapping also ends learning, and is not reported as an unplugged controller")
  func wayMeanwhile() throws {
    let rig = try Rig()
    try rig.learn(.stop)
    rig.press(30)
    #expect(rig.outcome?.hasChanged == true)
    try rig.learn(.again)
    let first = try #require(try rig.go(.before))
    #expect(first.role == .again && first.line == "Nothing was changed.")
    #expect(rig.outcome?.line == "The previous mapping is back.")
    rig.press(30)
    #expect(rig.names.isEmpty)
  }

  @Test("Esc, another role, unplugging and starting end learning, and each waiting page gets one report")
  func ends() throws {
    let rig = try Rig()
    try rig.learn(.stop)
    rig.roles.end(on: "20:0")
    #expect(rig.outcome?.line == "Nothing was changed.")
    try rig.learn(.stop)
    try rig.learn(.again)
    let first = try #require(rig.outcome)
    #expect(first.role == .stop && !first.hasChanged)
    rig.ports.inject(.disconnected(RoleLearningTests.keys.id))
    let second = try #require(rig.outcome)
    #expect(second.role == .again && second.line == "The controller was pulled out. Nothing was changed.")
    #expect(throws: ScreenFailure.self) { try rig.learn(.stop) }
    rig.plug()
    try rig.learn(.stop)
    rig.time.advance(by: .seconds(30))
    #expect(rig.outcome?.line == "Nothing was pressed for 30 seconds, and nothing was changed.")
    #expect(rig.names.isEmpty)
    rig.roles.end(on: "99:0")
  }

  @Test("if no file can be written, learning is refused before the first press")
  func unwritable() throws {
    let rig = try Rig()
    try Data().write(to: URL(filePath: rig.root + "/controllers"))
    #expect(throws: ScreenFailure.self) { try rig.learn(.stop) }
    rig.turn()
    #expect(rig.views.state.learning == nil)
  }

  @Test("a shipped mapping is copied whole: its lights, modes and ports remain")
  func shipped() throws {
    let library = DevicesReportTests.library
    let file = try #require(library.mappings.first { $0.name.contains("APC mini mk2") })
    let mappings = LiveMappings(library)
    guard
      case .mapping(let changed, _) = file.giving(
        Binding(role: .commit, control: .notes(NumberSet(3...3), channel: Channel(1))))
    else {
      Issue.record("not given")
      return
    }
    let own = changed.own(for: RoleLearningTests.keys)
    let text = MappingWriter.text(own)
    let read = try #require(MappingLibrary.mapping(in: Array(text.utf8), file: "/own/apc.yaml"))
    #expect(read.feedback == file.feedback && read.match == file.match && read.mode == file.mode)
    mappings.change("/own/apc.yaml", to: read)
    let port = PortDescription(
      id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
      usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3")
    #expect(mappings.library.match(port).mapping.file == "/own/apc.yaml")
    mappings.change("/own/apc.yaml", to: nil)
    #expect(mappings.library.match(port).mapping == file)
  }
}
