import ALSASequencer
import ArgumentParser
import Controllers
import Foundation
import JACKOutput
import Practice
import Terminal

/// `peach devices`: sequencer ports, the profile that fits each and why, who else listens, the sound server.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "devices", abstract: Help.catalogue(.devices))

  @OptionGroup var common: CommonOptions
  @Flag(help: Help.text(.json))
  var json = false

  func run() throws {
    let setup = try Setup(common: common)
    let report = DevicesReport(setup)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(report), as: UTF8.self))
    } else {
      for line in report.lines(setup.catalogue) { print(line) }
    }
  }
}

/// What is plugged in and what practice would do with it.
struct DevicesReport: Encodable {
  /// One sequencer port.
  struct Port: Encodable {
    var client: String
    var port: String
    var address: String
    var usb: String?
    var usbPath: String?
    var connects: Bool
    var refused: String?
    var profile: String?
    var why: String?
    var otherListeners: [String]
  }

  var ports: [Port] = []
  var sequencer: String?
  var server: String?
  var outputs: [String] = []

  private let failure: SequencerFailure?
  private let sound: JACKReport

  private enum CodingKeys: String, CodingKey {
    case ports, sequencer, server, outputs
  }

  init(_ setup: Setup) {
    do throws(SequencerFailure) {
      ports = try ALSASequencer.listPorts().filter(\.isOfInterest).map { Port($0, setup.library) }
      failure = nil
    } catch {
      failure = error
      sequencer = setup.catalogue.line(error)
    }
    sound = JACKProbe.run(setup.soundOptions())
    outputs = sound.playbackPorts
    if case .connect(let kind, _) = sound.choice { server = kind.rawValue }
  }

  /// The report in words.
  func lines(_ texts: Catalogue) -> [String] {
    var lines: [String] = []
    if let failure { lines.append(texts.line(failure)) }
    if failure == nil, ports.isEmpty { lines.append(texts(.devicesNone)) }
    for port in ports { lines += port.lines(texts) }
    lines.append(texts.line(sound.choice))
    lines += outputs.map { "  \($0)" }
    return lines
  }
}

extension ListedPort {
  /// Not ourselves, the system, or ports that only receive.
  fileprivate var isOfInterest: Bool {
    guard case .refused(let reason) = verdict else { return true }
    return ![.own, .system, .sendsNothing, .wholeEndpoint].contains(reason)
  }
}

extension DevicesReport.Port {
  fileprivate init(_ port: ListedPort, _ library: ProfileLibrary) {
    client = port.description.clientName
    self.port = port.description.portName
    address = "\(port.description.id.client):\(port.description.id.port)"
    usb = port.description.usb?.description
    usbPath = port.description.usbPath
    otherListeners = port.description.otherListeners
    switch port.verdict {
    case .connects:
      connects = true
      let (profile, reason) = library.match(port.description)
      self.profile = profile.name
      why =
        switch reason {
        case .usb: "usb"
        case .name: "name"
        case .generic: "generic"
        }
    case .refused(let reason):
      connects = false
      refused = reason.rawValue
    }
  }

  fileprivate func lines(_ texts: Catalogue) -> [String] {
    var lines = ["\(client), \(port)" + (usb.map { " (\($0))" } ?? "")]
    if connects {
      let key: HelpKey =
        switch why {
        case "usb": .devicesProfileUSB
        case "name": .devicesProfileName
        default: .devicesProfileGeneric
        }
      lines.append("  " + texts(key, ["profile": profile ?? ""]))
    } else {
      let key: HelpKey =
        switch refused.flatMap(PortRefusal.init) {
        case .notPermitted: .devicesRefusedNotPermitted
        case .software: .devicesRefusedSoftware
        default: .devicesRefusedOther
        }
      lines.append("  " + texts(key, ["controller": client]))
    }
    if !otherListeners.isEmpty {
      let listeners = otherListeners.joined(separator: ", ")
      lines.append("  " + texts(.controllerOtherListeners, ["listeners": listeners, "controller": client]))
    }
    return lines
  }
}

extension Catalogue {
  /// One line on what practice would play through. `asked` tells that the dummy was asked for, whatever the machine has.
  func line(_ choice: JACKReport.Choice, asked: Bool = false) -> String {
    switch choice {
    case .connect(.dummy, _): self(.soundDummy)
    case .connect(let server, let output):
      self(.checkSoundConnect, ["server": name(of: server), "output": output])
    case .startOnCard(let cards): self(.checkSoundCard, ["output": cards.first?.name ?? ""])
    case .startDummy: asked ? self(.soundDummy) : self(.checkSoundDummy)
    case .failure(let failure): line(failure)
    }
  }

  private func name(of server: SoundDescription.Server) -> String {
    server == .pipewire ? self(.soundServerPipewire) : self(.soundServerJack)
  }
}
