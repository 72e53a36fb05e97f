/// The reason why a port is not connected. The raw values are words for `peach devices --json`.
public enum PortRefusal: String, Hashable, Sendable, CaseIterable {
  /// It is Peach's own.
  case own
  /// The sequencer's timer and announcements.
  case system
  /// It cannot be read: an output, or closed to others.
  case sendsNothing = "sends-nothing"
  /// It carries all groups of a MIDI 2.0 device at once; each group's own port is connected instead.
  case wholeEndpoint = "whole-endpoint"
  /// `--controller` names another controller.
  case notAskedFor = "not-asked-for"
  /// This user may not read its card's control device: it belongs to another seat.
  case notPermitted = "not-permitted"
  /// Midi Through: it returns everything it receives.
  case through
  /// A program, not a device.
  case software
  /// `snd-virmidi`: a program plays behind it.
  case virtualCard = "virtual-card"
  /// The inner side of a USB gadget: this machine is the controller there, and received messages are key presses.
  case gadget
}

/// The decision whether to connect a port.
public enum PortVerdict: Hashable, Sendable {
  /// Listen to the port; `output`: also send to it.
  case connects(output: Bool)
  /// The port is not connected.
  case refused(PortRefusal)
}

/// Decides which ports are controllers. Pure.
///
/// Without a name: every readable port that a driver presents as hardware, on this user's seat. With a name: only ports
/// with that name, and then programs, Midi Through and virtual cards too. A name never overrides seats, and never makes
/// Peach listen to itself.
struct ConnectionRule: Sendable {
  /// Our own client number.
  var ownClient: UInt8
  /// The value of `--controller`.
  var controller: String?

  func verdict(on port: PortSnapshot, card: SoundCard?) -> PortVerdict {
    if port.id.client == ownClient { return .refused(.own) }
    if port.id.client == 0 { return .refused(.system) }
    if !port.capabilities.isSuperset(of: .sends) || port.capabilities.contains(.notExported) {
      return .refused(.sendsNothing)
    }
    if port.capabilities.contains(.umpEndpoint) { return .refused(.wholeEndpoint) }
    if let controller, !Self.matches(port, controller) { return .refused(.notAskedFor) }
    if let card, !card.isReadable { return .refused(.notPermitted) }
    let receives = port.capabilities.isSuperset(of: .receives)
    guard let kind = unusual(port, card) else { return .connects(output: receives) }
    guard controller != nil else { return .refused(kind) }
    // Everything sent to Midi Through or into a gadget would come back, or go out, as key presses.
    return .connects(output: receives && kind != .through && kind != .gadget)
  }

  /// Returns the reason why the port is not a hardware controller, if any.
  private func unusual(_ port: PortSnapshot, _ card: SoundCard?) -> PortRefusal? {
    guard port.isKernelClient else { return .software }
    guard let card else { return .through }
    if card.isGadget { return .gadget }
    return port.isHardware ? nil : .virtualCard
  }

  static func matches(_ port: PortSnapshot, _ name: String) -> Bool {
    let wanted = name.lowercased()
    guard !wanted.isEmpty else { return false }
    return wanted == "\(port.id.client):\(port.id.port)" || port.clientName.lowercased().contains(wanted)
      || port.portName.lowercased().contains(wanted)
  }
}
