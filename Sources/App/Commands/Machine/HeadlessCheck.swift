import Foundation
import Glibc
import Linux
import Texts

/// A user and their rights on this machine, as far as practice without a seat needs them. A value, so that tests can
/// describe machines that do not exist.
struct HeadlessMachine {
  /// A group of users.
  struct Group {
    var id: gid_t
    /// Names of the users who have it as a supplementary group.
    var members: [String] = []
  }

  /// The folder that replaces `/`.
  var root = ""
  /// The user's name and number.
  var user: String
  var userID: uid_t
  /// The groups this process is in.
  var groups: Set<gid_t>
  /// The group of sound devices; nil if it does not exist.
  var audio: Group?
  /// The user's `$XDG_CONFIG_HOME`, as in systemd's user manager.
  var config: String

  /// Returns the machine and user of this process. Any thread but those of other commands: the user database's calls
  /// share memory.
  static func current(home: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> Self {
    let userID = geteuid()
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    let config = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    return HeadlessMachine(
      user: getpwuid(userID).map { String(cString: $0.pointee.pw_name) } ?? String(userID), userID: userID,
      groups: Set(groups.prefix(max(0, Int(count)))).union([getegid()]), audio: audioGroup(), config: config)
  }

  private static func audioGroup() -> Group? {
    guard let entry = getgrnam("audio") else { return nil }
    var members: [String] = []
    var next = entry.pointee.gr_mem
    while let name = next?.pointee {
      members.append(String(cString: name))
      next = next?.advanced(by: 1)
    }
    return Group(id: entry.pointee.gr_gid, members: members)
  }
}

/// A requirement of practice without a seat, and whether it is met.
struct HeadlessFinding: Hashable {
  /// The text to print; the text of an unmet requirement names the command that meets it.
  var text: TextKey
  /// The values inserted into the text.
  var values: [String: String] = [:]
  /// Whether the requirement is met.
  var isGood: Bool
}

/// `peach check --headless`: whether connecting a controller starts practice without a logged-in user.
struct HeadlessCheck {
  let machine: HeadlessMachine

  /// The folders of systemd and udev, in their search order.
  private static let places = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
  private static let unit = "peach.service"

  /// Returns all findings, in the best order for fixing them.
  func findings() -> [HeadlessFinding] {
    [group, linger, unitFile, enabled, rules, nodes].compactMap(\.self)
  }

  private var group: HeadlessFinding {
    let values = ["user": machine.user]
    guard let audio = machine.audio else { return bad(.headlessGroupMissing, values) }
    if machine.userID == 0 || machine.groups.contains(audio.id) { return good(.headlessGroup, values) }
    return bad(audio.members.contains(machine.user) ? .headlessGroupLater : .headlessGroupMissing, values)
  }

  private var linger: HeadlessFinding {
    let values = ["user": machine.user]
    return exists("/var/lib/systemd/linger/\(machine.user)")
      ? good(.headlessLinger, values) : bad(.headlessLingerMissing, values)
  }

  private var unitFile: HeadlessFinding {
    let folders = ["\(machine.config)/systemd/user"] + Self.places.map { "\($0)/systemd/user" }
    return folders.map { "\($0)/\(Self.unit)" }.first(where: exists).map { good(.headlessUnit, ["path": $0]) }
      ?? bad(.headlessUnitMissing)
  }

  private var enabled: HeadlessFinding {
    if isWanted(by: "default.target") { return good(.headlessEnabledAlways) }
    return isWanted(by: "peach-controller.target") ? good(.headlessEnabled) : bad(.headlessEnabledMissing)
  }

  /// The udev rules; a service that always runs needs none.
  private var rules: HeadlessFinding? {
    if isWanted(by: "default.target") { return nil }
    return Self.places.map { "\($0)/udev/rules.d/69-peach.rules" }.first(where: exists)
      .map { good(.headlessRules, ["path": $0]) } ?? bad(.headlessRulesMissing)
  }

  /// A seat's rights are access lists next to the mode, and end with the seat: only owner, group and others count.
  private var nodes: HeadlessFinding {
    let folder = "/dev/snd"
    let names = Descriptor.names(in: machine.root + folder) ?? []
    guard names.contains("seq") else { return bad(.headlessSequencerMissing) }
    let needed = names.filter { $0 == "seq" || $0.hasPrefix("controlC") || $0.hasPrefix("pcm") }.sorted()
    let closed = needed.map { "\(folder)/\($0)" }.first { !isOpen($0) }
    return closed.map { bad(.headlessNodesMissing, ["path": $0]) } ?? good(.headlessNodes)
  }

  private func isOpen(_ path: String) -> Bool {
    var status = stat()
    guard stat(machine.root + path, &status) == 0 else { return false }
    func allows(_ bits: mode_t) -> Bool { status.st_mode & bits == bits }
    if machine.userID == 0 || allows(S_IROTH | S_IWOTH) { return true }
    if status.st_uid == machine.userID { return allows(S_IRUSR | S_IWUSR) }
    // A membership that starts with the next login is a separate finding.
    let isOurs = machine.groups.contains(status.st_gid) || status.st_gid == machine.audio?.id
    return isOurs && allows(S_IRGRP | S_IWGRP)
  }

  /// Returns whether it is enabled for this user, or by the administrator for all users.
  private func isWanted(by target: String) -> Bool {
    [machine.config, "/etc"].contains { exists("\($0)/systemd/user/\(target).wants/\(Self.unit)") }
  }

  /// Returns whether `path` exists. Also true for a dangling link: below another root its target may exist.
  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(machine.root + path, &status) == 0
  }

  private func good(_ text: TextKey, _ values: [String: String] = [:]) -> HeadlessFinding {
    HeadlessFinding(text: text, values: values, isGood: true)
  }

  private func bad(_ text: TextKey, _ values: [String: String] = [:]) -> HeadlessFinding {
    HeadlessFinding(text: text, values: values, isGood: false)
  }
}
