import Foundation
import TestSupport
import Testing

/// `peach profile` and its effect on the folder of answers.
@Suite struct ProfileProgramTests {
  private func scratch() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("peach-profile-\(UUID().uuidString)")
  }

  @Test(arguments: [["profile"], ["profile", "--rebuild"]])
  func `before the first answer nothing is created`(arguments: [String]) throws {
    let folder = scratch()
    let peach = try RunningPeach(arguments, folder: folder)
    #expect(peach.end() == 0, "\(peach.complained)")
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("data/peach").path))
  }

  @Test(arguments: [["profile"], ["profile", "--rebuild"]])
  func `a foreign database is reported and unchanged`(arguments: [String]) throws {
    let folder = scratch()
    let data = folder.appendingPathComponent("data/peach")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    let file = data.appendingPathComponent("peach.sqlite")
    try Data("a letter to my teacher".utf8).write(to: file)
    let peach = try RunningPeach(arguments, folder: folder)
    #expect(peach.end() == 4)
    #expect(eventually { peach.complained.contains("peach.sqlite") })
    #expect(peach.complained.split(separator: "\n").count == 1)
    #expect(try String(contentsOf: file, encoding: .utf8) == "a letter to my teacher")
  }

  /// Two answers at each of 20 cents (right) and 2 cents (one wrong), up and down over an octave.
  private static let answers =
    ExchangeProgramTests.header
    + (0..<96).map { number in
      let note = 60 + number % 12
      let name = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"][number % 12] + "4"
      let cents = (number % 4 < 2 ? 20.0 : 2.0) * (number % 2 == 0 ? 1 : -1)
      let time = "2026-04-08T08:\(10 + number / 60):\(10 + number % 50)Z"
      let isRight = number % 4 != 3
      return
        "pitchDiscrimination,\(time),\(note),\(name),\(note),\(name),P1,equalTemperament,\(cents),\(isRight),,,,,,,,,\n"
    }.joined()

  @Test func `a learned profile is shown, and the same when learned again`() throws {
    let player = try Player()
    #expect(try player.run("import", player.write(Self.answers, "history.csv")).code == 0)
    let told = try player.run("profile", "--text")
    #expect(told.code == 0 && told.complained == "")
    #expect(told.said.contains("from 96 answers"), "\(told.said)")
    #expect(try player.run("profile", "--rebuild", "--text").said == told.said)
    // The plain table has the number, too.
    #expect(try player.run("profile").said.contains(/\nAnswers +96\n/))

    // A link stays one, and the picture is where it leads.
    _ = try player.write("old", "real.svg")
    try FileManager.default.createSymbolicLink(
      atPath: player.path("link.svg"), withDestinationPath: player.path("real.svg"))
    let drawn = try player.run("profile", "--svg", player.path("link.svg"), "--force")
    #expect(drawn.code == 0 && drawn.said == "The picture is in \(player.path("link.svg")).\n")
    #expect(try player.read("real.svg").hasPrefix("<svg"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: player.path("link.svg")) == player.path("real.svg"))
  }

  @Test func `a German terminal names notes in German and files keep their names`() throws {
    let player = try Player()
    #expect(try player.run("import", player.write(Self.answers, "history.csv")).code == 0)
    let english = try Self.notes(in: player.run("profile", "--text").said)
    let german = try Self.notes(in: player.run("profile", "--text", language: "de_DE.UTF-8").said)
    let names = ["C#": "Cis", "D#": "Dis", "F#": "Fis", "G#": "Gis", "A#": "Ais", "B": "H"]
    #expect(english.map { names[$0.name, default: $0.name] + $0.octave } == german.map { $0.name + $0.octave })
    #expect(english.contains { names[$0.name] != nil }, "\(english)")

    let json = try player.run("profile", "--json").said
    #expect(json.contains("\"B4\"") && json.contains("\"F#4\""))
    // Knowledge fades by the second: on a busy machine the last digit may change between two runs.
    #expect(
      try eventually {
        try player.run("profile", "--json", language: "de_DE.UTF-8").said == player.run("profile", "--json").said
      })
    #expect(try player.run("export", player.path("out.csv"), "--format", "peach3", language: "de_DE.UTF-8").code == 0)
    #expect(try player.read("out.csv").contains(",71,B4,"))
  }

  /// The notes that a text names, in its order.
  private static func notes(in text: String) -> [(name: String, octave: String)] {
    text.matches(of: /\b([A-H](?:is|#)?)(-1|[0-9])\b/).map { (String($0.1), String($0.2)) }
  }
}
