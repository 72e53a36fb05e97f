import Controllers
import MIDI
import Time

/// One plugged-in controller: its mapping and everything remembered about what its keys are doing. Each controller has
/// its own, so events of one are never mixed with another's.
struct Device {
  var port: PortDescription
  var mapping: ControllerMapping
  var decoder: ControlDecoder
  var gestures: GestureRecognizer
  var cues: CueEncoder
  /// What of it is our own, sent back.
  var echoes = EchoFilter()
  /// What of it no hand has sent.
  var flicker = FlickerFilter()
  /// Whether it has fallen silent.
  var sensing = SensingWatch()
  /// When the rest of what puts it into its mode is to be sent.
  var initContinues: MonotonicTime?
  /// When it is to be told again that we are here.
  var heartbeat: MonotonicTime?
  /// Whether its own sound was switched off by us; nil while it has been told nothing.
  var isLocalControlOff: Bool?
  /// Woken by the two-key hold since it was plugged in.
  var woken = false
  /// Where its level control stood last, as a share of its range; unknown until it moves.
  var levelPosition: Double?
  /// Presses in a row that had no role.
  var unmappedPresses = 0
  /// What is known of its port has changed while it was in use: afterwards another mapping may fit.
  var mayBeAnother = false
  /// Mappings were written or removed since one was chosen for it.
  var mayHaveAnotherMapping = false

  /// A controller that was just plugged in.
  init(port: PortDescription, mapping: ControllerMapping, split: Int?) {
    self.port = port
    self.mapping = mapping
    decoder = ControlDecoder(mapping: mapping, split: split)
    gestures = GestureRecognizer()
    cues = CueEncoder(mapping: mapping)
  }

  /// Other software that plays what this controller sends: until it is woken, its keys start nothing here.
  var players: [String] { port.players }
}

extension Device {
  /// Where on it `role` is. Where its keys divide may have been moved.
  func places(of role: Role) -> [RolePlace] {
    mapping.places(of: role).map { place in
      switch place.spot {
      case .keysFrom: RolePlace(.keysFrom(decoder.split))
      case .keysBelow: RolePlace(.keysBelow(decoder.split))
      default: RolePlace(place.spot)
      }
    }
  }

  /// After lost events: nothing is held any more, and nothing that was held acts.
  mutating func forgetHeldKeys(at now: MonotonicTime, in context: GestureContext) {
    for event in decoder.releaseAll() {
      _ = cues.hear(event, at: now)
      _ = gestures.handle(event, at: now, in: context)
    }
    // Where it was turned meanwhile is not known either.
    levelPosition = nil
  }
}

extension PortDescription {
  /// What a controller is remembered by: its USB id and path and its port, or its names. Never a client number.
  var memoryKey: String {
    guard let usb else { return "\(clientName):\(portName)" }
    return "\(usb) \(usbPath ?? "-") \(portIndex)"
  }
}
