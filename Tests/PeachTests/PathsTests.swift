import ArgumentParser
import Foundation
import Testing

@testable import Commands

@Suite("Places of files")
struct PathsTests {
  @Test(
    "XDG decides, the command line wins, relative XDG values are ignored",
    arguments: [
      (nil, nil, [:], "/h/.config/peach", "/h/.local/share/peach"),
      (nil, nil, ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"], "/c/peach", "/d/peach"),
      (nil, nil, ["XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": ""], "/h/.config/peach", "/h/.local/share/peach"),
      ("/mine", "data", ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"], "/mine", "/now/data"),
    ] as [(String?, String?, [String: String], String, String)])
  func paths(config: String?, data: String?, environment: [String: String], configFolder: String, dataFolder: String) {
    let paths = Paths(config: config, data: data, environment: environment, home: "/h", current: "/now")
    #expect(paths.settings == configFolder + "/settings.yaml")
    #expect(paths.controllers == configFolder + "/controllers")
    #expect(paths.database == dataFolder + "/peach.sqlite")
  }

  @Test(
    "shipped files are found from the environment, an installation and the source tree",
    arguments: [
      (
        ["PEACH_SHARE": "/share"], "/usr/bin/peach", ["/share/controllers", "/usr/share/peach/controllers"],
        "/share/controllers"
      ),
      ([:], "/usr/bin/peach", ["/usr/share/peach/controllers"], "/usr/share/peach/controllers"),
      ([:], "/src/.build/x86_64-linux/release/peach", ["/src/config/controllers"], "/src/config/controllers"),
      ([:], "/usr/bin/peach", [], nil),
    ] as [([String: String], String, [String], String?)])
  func shipped(environment: [String: String], program: String, folders: [String], found: String?) {
    for kind in [Paths.Shipped.controllers, .tunings] {
      func named(_ folder: String) -> String { folder.replacing("controllers", with: kind.rawValue) }
      let folder = Paths.shipped(kind, program: program, environment: environment) {
        folders.map(named).contains($0)
      }
      #expect(folder == found.map(named))
    }
  }
}

@Suite("The manual page")
struct ManualPageTests {
  @Test func `every command is on the page`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/peach.1").standardized
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").drop { $0 != ".SH COMMANDS" }
      .dropFirst().prefix { !$0.hasPrefix(".SH ") }
    let named = lines.indices.dropFirst().filter { lines[$0 - 1] == ".TP" && lines[$0].hasPrefix(".B ") }
      .map { String(lines[$0].dropFirst(3)) }
    #expect(named == Peach.configuration.subcommands.compactMap { $0.configuration.commandName })
  }
}
