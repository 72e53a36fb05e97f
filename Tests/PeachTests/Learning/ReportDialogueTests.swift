import Controllers
import Foundation
import Glibc
import MIDI
import Ports
import Testing
import Texts
import Time

@testable import Commands

/// `peach devices --report`, from the first press to the text that is sent in.
@Suite("Reporting a controller")
struct ReportDialogueTests {
  /// The owner of a box with two ports who teaches the second.
  private struct Owner {
    static let other = port(0)
    static let played = port(1)
    var dialogue: ReportDialogue
    var now = LearnDialogueTests.start
    var told: [[String]] = []
    var sent: [(messages: [MIDIMessage], port: PortID)] = []
    var report: String?
    var saved: ControllerMapping?

    static func port(_ index: Int) -> PortDescription {
      PortDescription(
        id: PortID(client: 28, port: UInt8(index)), clientName: "Box & \"Co\"", portName: "Box MIDI \(index + 1)",
        portIndex: index, usb: USBID(vendor: 0x1209, product: 0x00b0), usbPath: "1-7",
        otherListeners: ["Somebody's own"])
    }

    init() {
      let library = MappingLibrary(mappings: [])
      let learning = LearnDialogue(LearnDialogueTests.texts, library: library, own: library, keys: nil)
      dialogue = ReportDialogue(LearnDialogueTests.texts, learning: learning, program: "9.9", kernel: "6.1")
      for port in [Self.played, Self.other, LearnDialogueTests.keys] { handle(.connected(port)) }
      handle(.ready)
    }

    mutating func handle(_ event: MIDIPortEvent) { take(dialogue.handle(event, now: now)) }

    mutating func take(_ steps: [LearnDialogue.Step]) {
      for step in steps {
        switch step {
        case .tell(let lines): told.append(lines)
        case .send(let messages, let port): sent.append((messages, port))
        case .save(let mapping, _, _): saved = mapping
        case .report(let text): report = text
        case .confirm, .refuse, .end: break
        }
      }
    }

    mutating func hear(_ bytes: [UInt8], from port: PortDescription = played) {
      var decoder = MIDIDecoder()
      for message in decoder.decode(bytes) { handle(.received(port.id, message, at: now)) }
    }

    mutating func wait(_ milliseconds: Int64) {
      let end = now + .milliseconds(milliseconds)
      while let deadline = dialogue.deadline, deadline <= end {
        now = max(now, deadline)
        take(dialogue.advance(now: now))
      }
      now = end
    }

    mutating func press(_ note: UInt8, _ milliseconds: Int64 = 100) {
      hear([0x90, note, 100])
      wait(milliseconds)
      hear([0x80, note, 64])
      wait(300)
    }

    mutating func say(_ command: LearnRequest) {
      take(dialogue.handle(command, now: now))
      wait(100)
    }
  }

  private static let texts = LearnDialogueTests.texts

  /// Learned as a keyboard of two keys, with a button that is only tried.
  private func owner() -> Owner {
    var owner = Owner()
    owner.press(60)
    for note in [60, 60, 40, 40] as [UInt8] { owner.press(note) }
    owner.say(.yes)
    owner.press(60, 1_000)
    owner.say(.no)
    owner.say(.no)
    return owner
  }

  @Test func `the contents are announced first, and each port receives one identity request`() {
    let owner = owner()
    #expect(
      owner.told.contains { $0.contains(Self.texts(.reportBegin)) && $0.contains("Teaching Peach: Box & \"Co\".") })
    let asked = owner.sent.filter { $0.messages == [ControllerReport.identityRequest] }.map(\.port)
    #expect(asked == [Owner.other.id, Owner.played.id])
    #expect(ControllerReport.identityRequest.bytes == [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7])
  }

  @Test func `skipped roles are asked for once, after all others`() {
    let owner = owner()
    #expect(owner.told.last == [Self.texts.line(LearnQuestion.trial), Self.texts(.reportRest)])
  }

  @Test func `the report has the ports, the answers, the presses and the mapping`() throws {
    var owner = owner()
    owner.hear([0xF0, 0x7E, 0x00, 0x06, 0x02, 0x00, 0x20, 0x29, 0xF7], from: Owner.other)
    // What comes back by a cable is our own question.
    owner.hear([0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7])
    for value in [64, 0, 127, 9] as [UInt8] { owner.hear([0xB2, 20, value]) }
    owner.hear([0xE0, 0, 0x7F])
    owner.hear([0x90, 1, 2], from: LearnDialogueTests.keys)
    owner.say(.yes)
    #expect(owner.report == nil)
    owner.say(.yes)
    let report = try #require(owner.report)
    #expect(owner.saved?.name == "Box & \"Co\"")
    let lines = report.split(separator: "\n").map(String.init)
    for line in [
      "report: 1", "program: \"9.9\"", "kernel: \"6.1\"", "learned: 1",
      "  - {index: 0, client: \"Box \\x26 \\\"Co\\\"\", port: \"Box MIDI 1\", usb: \"1209:00b0\"}",
      "  - {index: 1, client: \"Box \\x26 \\\"Co\\\"\", port: \"Box MIDI 2\", usb: \"1209:00b0\"}",
      "  - {port: 0, bytes: \"F0 7E 00 06 02 00 20 29 F7\"}",
      "  - {port: 1, asked: higher, first: \"90 3C 64\", lowest: 0, highest: 100, times: 4}",
      "  - {port: 1, asked: lower, first: \"90 28 64\", lowest: 0, highest: 100, times: 4}",
      "  - {port: 1, asked: trial, first: \"B2 14 40\", lowest: 0, highest: 127, times: 4}",
      "  - {port: 1, asked: trial, first: \"E0 00 7F\", lowest: 16256, highest: 16256, times: 1}",
    ] { #expect(lines.contains(line), "\(line) in\n\(report)") }
    #expect(lines.count { $0.contains("bytes:") } == 1)
    // Nothing of the computer, and nothing of other controllers.
    #expect(!report.contains("1-7") && !report.contains("Somebody") && !report.contains("Keyboard"))
    // The mapping in it is the one that was saved.
    let block = report.split(separator: "mapping: |\n")[1].split(separator: "\n", omittingEmptySubsequences: false)
    let text = block.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : String($0) }.joined(separator: "\n")
    #expect(text == MappingWriter.text(try #require(owner.saved)))
    #expect(MappingLibrary.mapping(in: Array(text.utf8), file: "x") != nil)
  }

  @Test func `endless playing does not fill the disk`() throws {
    var owner = owner()
    for round in 0..<300 {
      for channel in 0..<16 as Range<UInt8> { owner.hear([0xB0 | channel, UInt8(round % 128), 1]) }
      owner.hear([0xF0, UInt8(round % 128)] + Array(repeating: 1, count: 500) + [0xF7])
    }
    owner.say(.yes)
    owner.say(.yes)
    let report = try #require(owner.report)
    #expect(report.utf8.count < 60_000, "\(report.utf8.count)")
  }

  @Test func `leaving early reports nothing`() {
    var owner = owner()
    owner.say(.quit)
    #expect(owner.report == nil && owner.saved == nil)
  }

  @Test func `an existing file is never replaced`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-report-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = ReportFile(path: folder + "/report")
    try file.checkWritable()
    try file.write("one")
    #expect(throws: FileFailure(path: folder + "/report", code: EEXIST)) { try file.checkWritable() }
    #expect(throws: FileFailure.self) { try file.write("two") }
    #expect(try String(contentsOfFile: folder + "/report", encoding: .utf8) == "one")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report"])
    let elsewhere = ReportFile(path: folder + "/no/report")
    #expect(throws: FileFailure(path: folder + "/no", code: ENOENT)) { try elsewhere.checkWritable() }
  }
}
