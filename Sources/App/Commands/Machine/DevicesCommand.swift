import ALSASequencer
import ArgumentParser
import Foundation
import JACKOutput
import Ports
import Texts

/// `peach devices`: sequencer ports, the mapping of each and the reason for it, other listeners, the sound server.
struct DevicesCommand: NamedCommand {
  static let name = "devices"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.devices), discussion: Help.example("peach devices --try"))

  @OptionGroup var common: CommonOptions
  @Flag(help: Help.text(.json))
  var json = false
  @Flag(name: .customLong("try"), help: Help.text(.tryOut))
  var tryOut = false
  @Flag(help: Help.text(.why))
  var why = false
  @Option(help: Help.text(.report), completion: .file())
  var report: String?

  func validate() throws {
    if tryOut, json || why { throw ValidationError(Help.catalogue(.tryJSON)) }
    if report != nil, json || tryOut || why { throw ValidationError(Help.catalogue(.reportAlone)) }
  }

  func run() throws {
    if let report { return try Learning.run(.report(ReportFile(path: report)), common: common) }
    if tryOut { return try Learning.run(.trial, common: common) }
    let setup = try Setup(common: common)
    let report = DevicesReport(setup, why: why)
    if json {
      put(try report.encoded())
    } else {
      for line in report.lines(setup.catalogue) { say(line) }
    }
  }
}

/// The connected devices, and how practice would use them. `docs/playing/reference/devices.md` documents the data.
struct DevicesReport: Encodable {
  var ports: [DevicePort] = []
  var sequencer: String?
  var server: String?
  var outputs: [String] = []
  /// The output latency in milliseconds, if it is noticeable.
  var latency: Int?

  private var failure: SequencerFailure?
  private var choice: JACKReport.Choice?

  private enum CodingKeys: String, CodingKey {
    case ports, sequencer, server, outputs, latency
  }

  /// Creates a report of these ports, without sound.
  init(ports: [DevicePort]) { self.ports = ports }

  /// Queries the sequencer and the sound servers. `why`: names the mappings that do not serve a port, too.
  init(_ setup: Setup, why: Bool) {
    do throws(SequencerFailure) {
      let listed = try ALSASequencer.listPorts().filter(\.isOfInterest)
      ports = listed.map { port in
        var refused: String?
        if case .refused(let reason) = port.verdict { refused = reason.rawValue }
        return DevicePort(
          port.description, refused: refused, among: listed.map(\.description), setup.library,
          ownFolder: setup.paths.controllers, without: setup.settings.idleRoles, why: why)
      }
    } catch {
      failure = error
      sequencer = setup.catalogue.line(error)
    }
    let sound = JACKProbe.run(setup.soundOptions())
    choice = sound.choice
    outputs = sound.playbackPorts
    latency = sound.lateness
    if case .connect(let kind, _) = sound.choice { server = kind.rawValue }
  }

  /// Returns the report as JSON.
  /// - Throws: never in practice: it consists of text, numbers and lists.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Returns the report in words.
  func lines(_ texts: Catalogue) -> [String] {
    var lines: [String] = []
    if let failure { lines.append(texts.line(failure)) }
    if failure == nil, ports.isEmpty { lines.append(texts(.devicesNone)) }
    for port in ports { lines += port.lines(texts) }
    if let choice { lines.append(texts.line(choice)) }
    if let latency { lines.append(texts.lateSound(milliseconds: latency)) }
    lines += outputs.map { "  \($0)" }
    return lines
  }
}

extension ListedPort {
  /// Whether to list it: not ourselves, the system, or ports that only receive.
  fileprivate var isOfInterest: Bool {
    guard case .refused(let reason) = verdict else { return true }
    return ![.own, .system, .sendsNothing, .wholeEndpoint].contains(reason)
  }
}

extension Catalogue {
  /// Returns one line on the sound output practice would use. `asked`: the player requested the dummy.
  func line(_ choice: JACKReport.Choice, asked: Bool = false) -> String {
    switch choice {
    case .connect(.dummy, _): self(.soundDummy)
    case .connect(let server, let output):
      self(.checkSoundConnect, ["server": name(of: server), "output": output])
    case .startOnCard(let cards): self(.checkSoundCard, ["output": cards.first?.name ?? ""])
    case .startDummy: asked ? self(.checkSoundAsked) : self(.checkSoundDummy)
    case .failure(let failure): line(failure)
    }
  }

  private func name(of server: SoundDescription.Server) -> String {
    server == .pipewire ? self(.soundServerPipewire) : self(.soundServerJack)
  }
}
