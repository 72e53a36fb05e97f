import Controllers
import Testing

@testable import ALSASequencer

@Suite struct ConnectionRuleTests {
  static let both: PortCapabilities = [.read, .write, .subscribeRead, .subscribeWrite]
  static let usb = SoundCard(usb: USBID(vendor: 0x09E8, product: 0x49), usbPath: "1-1")

  /// A plugged-in controller, as the kernel shows it.
  static func controller(_ change: (inout PortSnapshot) -> Void = { _ in }) -> PortSnapshot {
    var port = PortSnapshot(
      id: PortID(client: 20, port: 0), clientName: "MPK mini 3", portName: "MPK mini 3 MIDI 1", isKernelClient: true,
      card: 1, capabilities: both, isHardware: true)
    change(&port)
    return port
  }

  static let program = controller {
    $0.id = PortID(client: 130, port: 0)
    $0.clientName = "VMPK Output"
    $0.portName = "VMPK Output"
    $0.isKernelClient = false
    $0.card = nil
    $0.isHardware = false
  }
  static let through = controller {
    $0.id = PortID(client: 14, port: 0)
    $0.clientName = "Midi Through"
    $0.portName = "Midi Through Port-0"
    $0.card = nil
    $0.isHardware = false
  }
  static let virtual = controller {
    $0.clientName = "Virtual Raw MIDI 2-0"
    $0.portName = "VirMIDI 2-0"
    $0.isHardware = false
  }
  static let gadget = controller {
    $0.clientName = "f_midi"
    $0.portName = "f_midi"
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let port: PortSnapshot
    let card: SoundCard?
    let controller: String?
    let verdict: PortVerdict

    init(
      _ name: String, _ port: PortSnapshot, card: SoundCard? = SoundCard(), asked controller: String? = nil,
      _ verdict: PortVerdict
    ) {
      testDescription = name
      self.port = port
      self.card = card
      self.controller = controller
      self.verdict = verdict
    }
  }

  static let rows = [
    Row("a USB controller", controller(), card: usb, .connects(output: true)),
    Row("a keyboard at a sound card's MIDI socket", controller { $0.clientName = "CA0106" }, .connects(output: true)),
    Row(
      "a controller that takes nothing", controller { $0.capabilities = .sends }, card: usb, .connects(output: false)),
    Row(
      "a synthesiser module", controller { $0.capabilities = .receives }, card: usb, .refused(.sendsNothing)),
    Row(
      "a port that may be read but not subscribed", controller { $0.capabilities = [.read, .write] }, card: usb,
      .refused(.sendsNothing)),
    Row(
      "a port that is not exported", controller { $0.capabilities.insert(.notExported) }, card: usb,
      .refused(.sendsNothing)),
    Row(
      "a MIDI 2.0 device's common port", controller { $0.capabilities.insert(.umpEndpoint) }, card: usb,
      .refused(.wholeEndpoint)),
    Row(
      "another seat's controller", controller(), card: SoundCard(isReadable: false), .refused(.notPermitted)),
    Row(
      "another seat's controller, asked for", controller(), card: SoundCard(isReadable: false), asked: "MPK",
      .refused(.notPermitted)),
    Row("the system", controller { $0.id.client = 0 }, card: nil, .refused(.system)),
    Row(
      "ourselves, whatever is asked for", controller { $0.id.client = 128 }, card: nil, asked: "128:0",
      .refused(.own)),
    Row("a program", program, card: nil, .refused(.software)),
    Row("a program, asked for", program, card: nil, asked: "vmpk", .connects(output: true)),
    Row("Midi Through", through, card: nil, .refused(.through)),
    Row("Midi Through, asked for, is not sent to", through, card: nil, asked: "Midi Through", .connects(output: false)),
    Row("a virtual card", virtual, .refused(.virtualCard)),
    Row("a virtual card, asked for", virtual, asked: "virmidi", .connects(output: true)),
    Row("the inside of a gadget", gadget, card: SoundCard(isGadget: true), .refused(.gadget)),
    Row(
      "the inside of a gadget, asked for, is not sent to", gadget, card: SoundCard(isGadget: true), asked: "f_midi",
      .connects(output: false)),
    Row("asked for by client", controller(), card: usb, asked: "mpk MINI", .connects(output: true)),
    Row("asked for by port", controller(), card: usb, asked: "midi 1", .connects(output: true)),
    Row("asked for by address", controller(), card: usb, asked: "20:0", .connects(output: true)),
    Row("an address is not a part of another", controller(), card: usb, asked: "0:0", .refused(.notAskedFor)),
    Row("another was asked for", controller(), card: usb, asked: "Launchpad", .refused(.notAskedFor)),
    Row("an empty name matches nothing", controller(), card: usb, asked: "", .refused(.notAskedFor)),
  ]

  @Test(arguments: rows) func `each port has its verdict`(_ row: Row) {
    let rule = ConnectionRule(ownClient: 128, controller: row.controller)
    #expect(rule.verdict(on: row.port, card: row.card) == row.verdict)
  }
}
