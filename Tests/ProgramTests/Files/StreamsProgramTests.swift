import Foundation
import Testing

/// Standard output and standard error that are closed, full, or whose reader leaves.
@Suite struct StreamsProgramTests {
  private let player: Player

  init() throws {
    player = try Player()
    _ = try player.write("nonsense\n", "bad.csv")
    _ = try player.write("{}\n", "empty.jsonl")
    try FileManager.default.createDirectory(atPath: player.path("bad"), withIntermediateDirectories: true)
    _ = try player.write("nonsense: 1\n", "bad/settings.yaml")
  }

  @Test(arguments: ["2>&-", "2>/dev/full"])
  func `a complaint that cannot be written does not change the exit code`(stream: String) throws {
    let ends: [(Int32, String)] = [
      (5, "import bad.csv"), (2, "settings list --nonsense"), (2, "nonsense"), (5, "replay bad.csv"),
      (5, "settings list --config bad"), (1, "render --tone 440 --out /nowhere/a.wav"), (0, "settings get tick"),
    ]
    for (code, arguments) in ends {
      let end = try player.shell("\"$PEACH\" \(arguments) >/dev/null \(stream)")
      #expect(end.code == code, "\(arguments): \(end)")
    }
  }

  private static let telling = [
    "settings list", "settings get tick", "profile", "profile --text", "profile --json", "history", "history --json",
    "devices --json", "--help", "settings --help", "help profile", "--version", "--generate-completion-script bash",
    "simulate --listeners 1 --answers 5", "render --tone 440 --seconds 0.1 --out -", "export -",
  ]

  @Test func `output that cannot be written is reported with exit code one`() throws {
    #expect(try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv")).code == 0)
    for arguments in Self.telling {
      let full = try player.shell("\"$PEACH\" \(arguments) >/dev/full")
      #expect(full.code == 1, "\(arguments): \(full)")
      #expect(full.complained == "Standard output cannot be written (No space left on device).\n", "\(arguments)")
    }
    for arguments in ["settings list", "--help", "export -"] {
      let closed = try player.shell("\"$PEACH\" \(arguments) >&-")
      #expect(closed.code == 1, "\(arguments): \(closed)")
      #expect(closed.complained == "Standard output cannot be written (Bad file descriptor).\n", "\(arguments)")
    }
    let german = try player.shell("\"$PEACH\" --lang de settings list >/dev/full")
    #expect(german.complained.contains("Standardausgabe"), "\(german)")
  }

  @Test func `a reader that leaves ends output quietly`() throws {
    #expect(try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv")).code == 0)
    for arguments in Self.telling {
      let left = try player.shell("(sleep 0.02; \"$PEACH\" \(arguments); echo $? >code) | true; cat code")
      #expect(left.said == "0\n" && left.complained.isEmpty, "\(arguments): \(left)")
    }
  }

  /// Files would be opened by the numbers of streams that are closed, and be written what was meant for those.
  @Test func `an opened file never replaces a closed stream`() throws {
    #expect(try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv")).code == 0)
    let imported = try player.shell("\"$PEACH\" import history.csv <&- >&- 2>&-")
    #expect(imported.code == 1)
    #expect(try player.run("export", "-").said.contains("2026-04-08"))
    #expect(try player.shell("\"$PEACH\" export out.csv <&- >&- 2>&-").code == 1)
    #expect(try !player.read("out.csv").contains("records are in"))
  }
}
