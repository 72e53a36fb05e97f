import Foundation
import TestSupport
import Testing

/// What `--help` prints, as it stands in a terminal.
@Suite struct HelpProgramTests {
  private static let commands = [
    [], ["practice"], ["timer"], ["devices"], ["learn"], ["check"], ["settings"], ["settings", "list"],
    ["settings", "get"], ["settings", "set"], ["settings", "reset"], ["render"], ["record"], ["replay"], ["profile"],
    ["history"], ["export"], ["import"], ["simulate"],
  ]

  @Test(arguments: ["en", "de"], commands)
  func `no line of a help is wider than the window or breaks within an option`(
    language: String, command: [String]
  ) throws {
    let help = try Player().run(command + ["--help", "--lang", language]).said
    for line in help.split(separator: "\n") {
      #expect(line.count < 80, "\(line)")
      for (open, close) in [("[", "]"), ("<", ">")] {
        #expect(line.count { "\($0)" == open } == line.count { "\($0)" == close }, "\(line)")
      }
    }
  }

  @Test func `help in a terminal is the same as elsewhere`() throws {
    let command = ["practice", "--help", "--lang", "de"]
    let window = try TerminalWindow([RunningPeach.program.path] + command)
    #expect(eventually { window.hasEnded })
    #expect(try Player().run(command).said == window.shown.replacing("\r\n", with: "\n"))
  }

  @Test(arguments: [["practice"], []]) func `descriptions of options and commands are aligned`(
    command: [String]
  ) throws {
    let lines = try Player().run(command + ["--help", "--lang", "de"]).said.components(separatedBy: "\n")
    let options = try #require(lines.firstIndex(of: "OPTIONEN:"))
    for line in lines[(options + 1)...] {
      guard let text = line.firstMatch(of: #/^ +(?:\S+(?: \S+)*  +)?(?=\S)/#)?.output, text.count > 2 else { continue }
      #expect(text.count == 26, "\(line)")
    }
  }
}
