import Foundation
import TestSupport
import Testing

@testable import Controllers

/// A plugged-in controller starts Peach by its USB id, so rules and mappings must list the same ids.
struct UdevRulesTests {
  private static let repository = URL(filePath: shippedFolder).deletingLastPathComponent().deletingLastPathComponent()
  private static let rules =
    (try? String(contentsOf: repository.appending(path: "udev/69-peach.rules"), encoding: .utf8)) ?? ""

  /// `vendor:product` and the property of each line that names a controller.
  private static var named: [(id: String, name: String)] {
    rules.matches(
      of: /ATTRS\{idVendor\}=="([0-9a-f]{4})", ATTRS\{idProduct\}=="([0-9a-f]{4})", ENV\{PEACH_CONTROLLER\}="([^"]+)"/
    ).map { ("\($0.1):\($0.2)", String($0.3)) }
  }

  @Test(
    "the rules name each USB id of the mappings once, with the mapping's name; else: scripts/udev-rules > udev/69-peach.rules"
  )
  func ids() {
    var expected: [String: String] = [:]
    for mapping in MappingLibrary.load(folders: [shippedFolder]).mappings {
      for id in mapping.match.usb where expected[id.description] == nil { expected[id.description] = mapping.name }
    }
    #expect(expected.count > 5)
    #expect(Self.named.count == expected.count)
    #expect(Dictionary(Self.named.map { ($0.id, $0.name) }) { first, _ in first } == expected)
  }

  @Test("the rules are the output of scripts/udev-rules")
  func generated() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.repository.appending(path: "scripts/udev-rules")
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: text, as: UTF8.self) == Self.rules)
  }

  /// Debian 12's udevadm has no `verify`, so this test makes its checks; the rig loads the file.
  @Test("every line is a comment, a label or a list of matches and assignments, and every jump has its label")
  func form() {
    // A value may contain the comma that stands between two terms.
    let terms = /[A-Z]+(\{[A-Za-z_]+\})?(==|!=|\+=|=)"[^"]*"(, [A-Z]+(\{[A-Za-z_]+\})?(==|!=|\+=|=)"[^"]*")*/
    var lines = 0
    for line in Self.rules.split(separator: "\n") where !line.hasPrefix("#") {
      lines += 1
      #expect(line.wholeMatch(of: terms) != nil, "\(line)")
    }
    #expect(lines > 8)
    let jumps = Set(Self.rules.matches(of: /GOTO="([^"]+)"/).map { String($0.1) })
    #expect(jumps == Set(Self.rules.matches(of: /LABEL="([^"]+)"/).map { String($0.1) }))
  }
}
