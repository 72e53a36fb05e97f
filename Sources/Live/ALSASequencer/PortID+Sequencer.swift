import CALSA
import Controllers

extension PortID {
  /// The port at a sequencer address.
  init(_ address: snd_seq_addr_t) {
    self.init(client: address.client, port: address.port)
  }
}

extension Collection<PortID> {
  /// Returns them sorted by client, then by port.
  func inOrder() -> [PortID] {
    sorted { ($0.client, $0.port) < ($1.client, $1.port) }
  }
}

extension PortSnapshot {
  /// Returns the data for choosing a mapping.
  func description(card: SoundCard?, listeners: [String]) -> PortDescription {
    PortDescription(
      id: id, clientName: clientName, portName: portName, portIndex: portIndex, usb: card?.usb, usbPath: card?.usbPath,
      otherListeners: listeners)
  }
}
