import Controllers
import MIDI
import Time

/// One plugged-in controller: its profile and everything remembered about what its keys are doing. Each controller has
/// its own, so events of one are never mixed with another's.
struct Device {
  var port: PortDescription
  var profile: ControllerProfile
  var decoder: ControlDecoder
  var gestures: GestureRecognizer
  var cues: CueEncoder
  /// Woken by the two-key hold since it was plugged in.
  var woken = false
  /// Where its level control stood last, as a share of its range; unknown until it moves.
  var levelPosition: Double?
  /// Presses in a row that had no role.
  var unmappedPresses = 0

  /// Programs that only carry MIDI elsewhere: a bridge among the listeners plays nothing by itself.
  static let bridges = ["PipeWire-RT-Event", "PipeWire-System", "a2jmidid"]

  /// Other software that plays what this controller sends: until it is woken, its keys start nothing here.
  var players: [String] {
    port.otherListeners.filter { !Self.bridges.contains($0) }
  }
}
