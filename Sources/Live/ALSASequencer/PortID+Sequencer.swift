import CALSA
import Controllers

extension PortID {
  /// The port at a sequencer address.
  init(_ address: snd_seq_addr_t) {
    self.init(client: address.client, port: address.port)
  }
}

extension Collection<PortID> {
  /// By client, then by port.
  func inOrder() -> [PortID] {
    sorted { ($0.client, $0.port) < ($1.client, $1.port) }
  }
}

extension PortSnapshot {
  /// What mappings are chosen by.
  func description(card: SoundCard?, listeners: [String]) -> PortDescription {
    PortDescription(
      id: id, clientName: clientName, portName: portName, portIndex: portIndex, usb: card?.usb, usbPath: card?.usbPath,
      otherListeners: listeners)
  }
}
