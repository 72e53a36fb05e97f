import MIDI

/// A report on a controller without a mapping, for its owner to send in: its ports, its self-description, the messages
/// of its controls for each question, and the mapping learned on the way. A value; one thread.
public struct ControllerReport: Sendable {
  /// A request to any device to identify itself, which changes nothing in it (MIDI 1.0, universal system exclusive).
  public static let identityRequest = MIDIMessage.systemExclusive([0x7E, 0x7F, 0x06, 0x01])

  /// The messages of one control of one port during one question.
  private struct Heard: Sendable {
    var port: Int
    var asked: String
    var address: Address
    var first: [UInt8]
    var lowest: Int
    var highest: Int
    var times: Int
  }

  /// The most lines, enough for a controller with a hundred controls; a player who keeps playing must not fill a disk.
  static let mostLines = 400
  /// The most system exclusive messages, and the most bytes of each.
  static let mostExclusive = 16
  static let longestExclusive = 64

  private var heard: [Heard] = []
  private var exclusive: [(port: Int, bytes: [UInt8])] = []

  /// Creates an empty report.
  public init() {}

  /// Records a message of the port at this place of the device, and the question at that time.
  public mutating func handle(_ message: MIDIMessage, port: Int, question: LearnQuestion?) {
    if case .systemExclusive = message { return handle(exclusive: message.bytes, port) }
    guard let (address, value) = message.addressed else { return }
    let asked = question?.word ?? "nothing"
    let same = heard.firstIndex { $0.port == port && $0.asked == asked && $0.address == address }
    if let same {
      heard[same].lowest = min(heard[same].lowest, value)
      heard[same].highest = max(heard[same].highest, value)
      heard[same].times += 1
    } else if case .noteOff = message {
      // The key was pressed before this question, and says nothing about its subject.
      return
    } else if heard.count < Self.mostLines {
      heard.append(
        Heard(
          port: port, asked: asked, address: address, first: message.bytes, lowest: value, highest: value, times: 1))
    }
  }

  private mutating func handle(exclusive bytes: [UInt8], _ port: Int) {
    let bytes = Array(bytes.prefix(Self.longestExclusive))
    // A cable loop sends our own request back.
    guard bytes != Self.identityRequest.bytes else { return }
    let isKnown = exclusive.contains { $0.port == port && $0.bytes == bytes }
    if !isKnown, exclusive.count < Self.mostExclusive { exclusive.append((port, bytes)) }
  }

  /// Returns the report as text.
  ///
  /// - Parameters:
  ///   - ports: The device's ports, in order; the report includes only their names, places and ids.
  ///   - learned: The port that the mapping belongs to.
  ///   - program, kernel: Versions; the names of ports depend on the kernel's.
  public func text(
    _ mapping: ControllerMapping, learned: PortDescription, ports: [PortDescription], program: String, kernel: String
  ) -> String {
    var page = YAMLPage()
    page.comment(
      "A report on a controller, made by `peach devices --report`. docs/developing/reports.md explains it.")
    page.line("report: 1")
    page.line("program: \(YAMLPage.quoted(program))")
    page.line("kernel: \(YAMLPage.quoted(kernel))")
    page.list(
      "ports",
      ports.map { port in
        let usb = port.usb.map { ", usb: \(YAMLPage.quoted($0.description))" } ?? ""
        return "{index: \(port.portIndex), client: \(YAMLPage.quoted(port.clientName)), "
          + "port: \(YAMLPage.quoted(port.portName))\(usb)}"
      })
    page.line("learned: \(learned.portIndex)")
    page.comment("System exclusive that it sent; F0 7E .. 06 02 is its answer to who it is.")
    page.list("exclusive", exclusive.map { "{port: \($0.port), bytes: \(Self.quoted($0.bytes))}" })
    page.comment("What each control sent while what was asked for: its first message, its values, how many messages.")
    page.list(
      "heard",
      heard.map {
        "{port: \($0.port), asked: \($0.asked), first: \(Self.quoted($0.first)), lowest: \($0.lowest), "
          + "highest: \($0.highest), times: \($0.times)}"
      })
    page.line("mapping: |")
    page.indented { page in
      for line in MappingWriter.text(mapping).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if line.isEmpty { page.gap() } else { page.line(String(line)) }
      }
    }
    return page.text
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    let digits = bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    return "\"\(digits.joined(separator: " "))\""
  }
}

extension MIDIMessage {
  /// The control that sent the message, and its value; nil for messages without a control.
  fileprivate var addressed: (Address, Int)? {
    func address(_ kind: Address.Kind, _ channel: Channel, _ number: UInt7 = UInt7(truncating: 0)) -> Address {
      Address(kind: kind, channel: channel.number, number: Int(number.rawValue))
    }
    switch self {
    case .noteOn(let channel, let note, let velocity): return (address(.note, channel, note), Int(velocity.rawValue))
    case .noteOff(let channel, let note, _): return (address(.note, channel, note), 0)
    case .controlChange(let channel, let number, let value):
      return (address(.controlChange, channel, number), Int(value.rawValue))
    case .polyPressure(let channel, let note, let value):
      return (address(.polyPressure, channel, note), Int(value.rawValue))
    case .channelPressure(let channel, let value): return (address(.channelPressure, channel), Int(value.rawValue))
    case .pitchBend(let channel, let value): return (address(.pitchBend, channel), Int(value.rawValue))
    case .programChange(let channel, let program): return (address(.program, channel, program), 1)
    case .systemExclusive, .system: return nil
    }
  }
}

extension LearnQuestion {
  /// The subject of the question in a word, such as a role.
  fileprivate var word: String {
    switch self {
    case .role(let role), .keep(let role, _): role.rawValue
    case .keyboard: "keyboard"
    case .lit, .dark: "lights"
    case .localControl: "local-control"
    case .tick: "tick"
    case .trial: "trial"
    case .save, .replace: "save"
    }
  }
}
