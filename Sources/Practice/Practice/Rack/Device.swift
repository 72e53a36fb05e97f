import Controllers
import MIDI
import Time

/// A plugged-in controller: its mapping, and the state of its keys. Each controller has its own, so their events never
/// mix.
struct Device {
  var port: PortDescription
  var mapping: ControllerMapping
  var decoder: ControlDecoder
  var gestures: GestureRecognizer
  var cues: CueEncoder
  /// Detects the echo of our own messages.
  var echoes = EchoFilter()
  /// Detects messages that a worn control sends by itself.
  var flicker = FlickerFilter()
  /// Detects that it has fallen silent.
  var sensing = SensingWatch()
  /// When the next initialisation message is due.
  var initContinues: MonotonicTime?
  /// When the next heartbeat is due.
  var heartbeat: MonotonicTime?
  /// Whether we switched its local control off; nil while nothing was sent.
  var isLocalControlOff: Bool?
  /// Whether a two-key hold has woken it since it was plugged in.
  var woken = false
  /// The last position of its level control as a fraction of its range; nil until it moves.
  var levelPosition: Double?
  /// The number of consecutive presses without a role.
  var unmappedPresses = 0
  /// Whether its port's description changed while it was in use: another mapping may fit afterwards.
  var mayBeAnother = false
  /// Whether mappings were written or removed since its own was chosen.
  var mayHaveAnotherMapping = false

  /// Creates the state of a newly plugged-in controller.
  init(port: PortDescription, mapping: ControllerMapping, split: Int?) {
    self.port = port
    self.mapping = mapping
    decoder = ControlDecoder(mapping: mapping, split: split)
    gestures = GestureRecognizer()
    cues = CueEncoder(mapping: mapping)
  }

  /// Other software that plays this controller's notes: until it is woken, its keys start nothing here.
  var players: [String] { port.players }
}

extension Device {
  /// Returns the places of `role` on it, with the current split.
  func places(of role: Role) -> [RolePlace] {
    mapping.places(of: role).map { place in
      switch place.spot {
      case .keysFrom: RolePlace(.keysFrom(decoder.split))
      case .keysBelow: RolePlace(.keysBelow(decoder.split))
      default: RolePlace(place.spot)
      }
    }
  }

  /// Forgets held keys after lost events, without any action of theirs.
  mutating func forgetHeldKeys(at now: MonotonicTime, in context: GestureContext) {
    for event in decoder.releaseAll() {
      _ = cues.hear(event, at: now)
      _ = gestures.handle(event, at: now, in: context)
    }
    // Its position after the lost events is unknown too.
    levelPosition = nil
  }
}

extension PortDescription {
  /// The key under which a controller is remembered: its USB id, path and port, or its names. Never a client number.
  var memoryKey: String {
    guard let usb else { return "\(clientName):\(portName)" }
    return "\(usb) \(usbPath ?? "-") \(portIndex)"
  }
}
