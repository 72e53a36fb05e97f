import CALSA
import Controllers

/// The capabilities of a port: the kernel's `SNDRV_SEQ_PORT_CAP_…` bits.
struct PortCapabilities: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let read = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_READ))
  static let write = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_WRITE))
  static let subscribeRead = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_SUBS_READ))
  static let subscribeWrite = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_SUBS_WRITE))
  static let notExported = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_NO_EXPORT))
  /// Since kernel 6.5; Debian 12's alsa-lib has no name for it yet.
  static let umpEndpoint = PortCapabilities(rawValue: 1 << 9)

  /// Others may listen to it.
  static let sends: PortCapabilities = [.read, .subscribeRead]
  /// Others may send to it.
  static let receives: PortCapabilities = [.write, .subscribeWrite]
}

/// A sequencer port as found, before the decision whether it is a controller.
struct PortSnapshot: Hashable, Sendable {
  var id: PortID
  var clientName: String
  var portName: String
  /// Place among its client's ports, UMP endpoints not counted, from 0.
  var portIndex = 0
  /// Owned by a driver, not by a program.
  var isKernelClient: Bool
  /// The sound card it belongs to; nil for programs and for Midi Through.
  var card: Int?
  var capabilities: PortCapabilities
  /// The driver declares a device behind it (`SNDRV_SEQ_PORT_TYPE_HARDWARE`): true for every raw MIDI device, false for
  /// `snd-virmidi`, Midi Through and programs.
  var isHardware: Bool
}
