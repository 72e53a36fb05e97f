import Foundation
import Glibc
import Testing
import Texts

@testable import Commands

@Suite("Requirements of practice without a seat")
final class HeadlessCheckTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "peach-headless-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The files of a machine that is ready. The devices belong to the user who runs the tests, so their group does too.
  private static let ready = [
    "var/lib/systemd/linger/anna", "usr/local/lib/systemd/user/peach.service",
    "c/systemd/user/peach-controller.target.wants/peach.service", "usr/local/lib/udev/rules.d/69-peach.rules",
    "dev/snd/seq", "dev/snd/controlC0", "dev/snd/pcmC0D0p", "dev/snd/timer",
  ]
  private static let audio: gid_t = getegid()
  /// Neither root nor the user who runs the tests: only the group counts.
  private static let anna = geteuid() &+ 1

  private func findings(
    without missing: String? = nil, with added: String? = nil, mode: mode_t = 0o660, groups: Set<gid_t> = [audio],
    group: HeadlessMachine.Group? = .init(id: audio), userID: uid_t = anna
  ) throws -> [HeadlessFinding] {
    for file in (Self.ready + [added].compactMap(\.self)) where file != missing {
      let path = "\(root)/\(file)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try #require(FileManager.default.createFile(atPath: path, contents: nil))
      if file.hasPrefix("dev/") { try #require(chmod(path, mode) == 0) }
    }
    let machine = HeadlessMachine(
      root: root, user: "anna", userID: userID, groups: groups, audio: group, config: "/c")
    return HeadlessCheck(machine: machine).findings()
  }

  private func bad(_ findings: [HeadlessFinding]) -> [TextKey] { findings.filter { !$0.isGood }.map(\.text) }

  @Test func `a machine that is ready has nothing to fix`() throws {
    let findings = try findings()
    #expect(bad(findings) == [])
    #expect(
      findings.map(\.text) == [
        .headlessGroup, .headlessLinger, .headlessUnit, .headlessEnabled, .headlessRules, .headlessNodes,
      ])
  }

  @Test(
    "only missing parts are reported",
    arguments: [
      ("var/lib/systemd/linger/anna", .headlessLingerMissing),
      ("usr/local/lib/systemd/user/peach.service", .headlessUnitMissing),
      ("c/systemd/user/peach-controller.target.wants/peach.service", .headlessEnabledMissing),
      ("usr/local/lib/udev/rules.d/69-peach.rules", .headlessRulesMissing), ("dev/snd/seq", .headlessSequencerMissing),
    ] as [(String, TextKey)])
  func missing(file: String, key: TextKey) throws {
    #expect(bad(try findings(without: file)) == [key])
  }

  @Test func `a service that always runs needs no rules`() throws {
    let findings = try findings(
      without: "usr/local/lib/udev/rules.d/69-peach.rules", with: "c/systemd/user/default.target.wants/peach.service")
    #expect(bad(findings) == [])
    #expect(findings.contains { $0.text == .headlessEnabledAlways })
  }

  @Test func `the machine's owner may enable it for all users`() throws {
    #expect(
      bad(
        try findings(
          without: "c/systemd/user/peach-controller.target.wants/peach.service",
          with: "etc/systemd/user/peach-controller.target.wants/peach.service")) == [])
  }

  @Test func `membership of the group may begin with the next login`() throws {
    #expect(bad(try findings(groups: [])) == [.headlessGroupMissing])
    #expect(bad(try findings(groups: [], group: .init(id: Self.audio, members: ["anna"]))) == [.headlessGroupLater])
  }

  @Test func `a device reserved for the seat is named`() throws {
    let findings = try findings(mode: 0o600)
    #expect(bad(findings) == [.headlessNodesMissing])
    #expect(findings.last?.values["path"] == "/dev/snd/controlC0")
    #expect(bad(try self.findings(mode: 0o606)) == [], "open to all")
    #expect(bad(try self.findings(mode: 0o600, userID: 0)) == [], "root opens anything")
  }

  @Test("each text on a missing part has its remedy", arguments: Language.allCases)
  func commands(language: Language) throws {
    let texts = Catalogue(language)
    let mended = [
      TextKey.headlessGroupMissing: "sudo usermod -aG audio anna", .headlessGroupLater: "sudo reboot",
      .headlessLingerMissing: "sudo loginctl enable-linger anna", .headlessUnitMissing: "sudo make install",
      .headlessEnabledMissing: "systemctl --user enable --now peach.service",
      .headlessRulesMissing: "sudo make install", .headlessSequencerMissing: "sudo modprobe snd-seq",
      .headlessNodesMissing: "sudo udevadm trigger",
    ]
    for (key, command) in mended { #expect(texts(key, ["user": "anna", "path": "/dev"]).contains(command), "\(key)") }
  }
}
