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
  /// What its sliders are doing, as far as they have told anything.
  var sliders: [SliderID: SliderRecognizer] = [:]
  /// What of it is our own, sent back.
  var echoes = EchoFilter()
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
  /// What is known of its port has changed while it was in use: afterwards another profile may fit.
  var mayBeAnother = false
  /// Profiles were written or removed since one was chosen for it.
  var mayHaveAnotherProfile = false

  /// A controller that was just plugged in.
  init(port: PortDescription, profile: ControllerProfile, split: Int?) {
    self.port = port
    self.profile = profile
    decoder = ControlDecoder(profile: profile, split: split)
    gestures = GestureRecognizer()
    cues = CueEncoder(profile: profile)
  }

  /// A slider that has told nothing yet. Standing still for `settle` lets it go if it tells nothing else; nil: never.
  func newSlider(_ slider: SliderID, settle: Duration?) -> SliderRecognizer {
    SliderRecognizer(binding: profile.bindings[slider.binding], settle: settle)
  }

  /// Other software that plays what this controller sends: until it is woken, its keys start nothing here.
  var players: [String] { port.players }
}
