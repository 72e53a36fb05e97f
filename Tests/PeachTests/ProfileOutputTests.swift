import ArgumentParser
import Foundation
import Pictures
import Pitch
import Terminal
import Testing
import Texts

@testable import Commands
@testable import Training

@Suite("Forms of the profile")
struct ProfileOutputTests {
  private static let report = ProfileReport(
    range: .standard,
    comparisons: [
      ComparisonReport(
        intervalClass: .unison, answers: 20,
        curve: [CurvePoint(note: NoteRange.standard.low, threshold: Banded(9, 7...12), knowledge: 0.5, isWeak: false)],
        threshold: Banded(9, 7...12))
    ])

  private static func lines(_ arguments: [String], _ form: OutputForm) throws -> [String] {
    try ProfileOutput.parse(arguments).lines(
      report, Catalogue(.english), calendar: Calendar(identifier: .gregorian), form: form,
      window: WindowSize(width: 80, height: 24))
  }

  @Test(
    "contradicting forms are refused",
    arguments: [
      ["--text", "--json"], ["--json", "--svg", "a.svg"], ["--theme", "dark"], ["--preview", "--text"],
      ["--interval", "M3 up"], ["--svg", "-", "--theme", "pink"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try ProfileOutput.parse(arguments) }
  }

  @Test("intervals are named as in settings", arguments: [("P1", 0), ("M3", 4), ("d5", 6), ("P8", 12)])
  func interval(name: String, semitones: Int) throws {
    #expect(try ProfileOutput.parse(["--interval", name]).interval == IntervalClass(semitones: semitones))
  }

  @Test("the profile is a picture in a terminal and a table elsewhere")
  func forms() throws {
    let picture = try Self.lines([], .redraw(.plain))
    #expect(picture.contains { line in line.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } })
    let table = try Self.lines([], .lines)
    #expect(
      table.contains("C2    9.0 cents  7.0 to 12.0")
        && table.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value < 0x2800 } })
    let emphasised = try Self.lines([], .redraw(.emphasised))
    #expect(emphasised.contains { $0.contains("\u{1B}[") } && !picture.contains { $0.contains("\u{1B}") })
    #expect(try Self.lines(["--preview"], .redraw(.plain)).count == 6)
    #expect(try Self.lines(["--preview"], .lines).count == 1)
  }

  @Test("sentences and JSON are the same for any destination, and keep to the requested interval")
  func same() throws {
    for arguments in [["--text"], ["--json"]] {
      #expect(try Self.lines(arguments, .lines) == Self.lines(arguments, .redraw(.emphasised)))
    }
    #expect(try Self.lines(["--text"], .lines)[0].hasPrefix("Unison: threshold 9.0 cents"))
    #expect(try Self.lines(["--json", "--interval", "M3"], .lines)[0].contains("\"comparisons\" : [\n\n  ]"))
  }

  @Test("a picture is written whole, and a missing folder is a failure")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-profile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "ear.svg").path
    let paths = Paths(config: "/nowhere", data: "/nowhere")
    try ProfileOutput.parse(["--svg", path, "--theme", "dark", "--preview"])
      .show(Self.report, Catalogue(.german), in: paths)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("<svg") && text.hasSuffix("</svg>\n") && text.contains("Dein Hörprofil"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ear.svg"])
    let nowhere = folder.appending(path: "none/ear.svg").path
    #expect(throws: FileFailure(path: nowhere, code: ENOENT)) {
      try ProfileOutput.parse(["--svg", nowhere]).show(Self.report, Catalogue(.english), in: paths)
    }
  }
}
