import Controllers
import Sound
import Time

/// What tells a player at the hub that holding two keys has done something.
extension PracticeCore {
  /// A split was set, or a controller was woken: one bright stroke, and where the controller has lights both of its halves for
  /// a moment; where there is no sound, the lights alone. During practice there is neither: no note is disturbed.
  ///
  /// A tap that moves the level is a deed of its own each time: its stroke lets the new level be heard.
  func acknowledge(_ id: PortID, isTap: Bool = false) {
    guard !practising, leaving == nil else { return }
    // A hold that sets the split and wakes is one deed.
    if case .ready = view.sound, isTap || acknowledged?.port != id {
      submit([.strokes(.result(.one, .bright), epoch: 0, start: .after(0))])
    }
    light(.canAnswer, on: id)
  }

  /// A page asks to see a light: for a moment, at the hub, on a controller that is awake.
  func showOnRequest(_ cue: Cue, on id: PortID) {
    guard !practising, leaving == nil, let device = devices[id], isServed(device) else { return }
    light(cue, on: id)
  }

  private func light(_ cue: Cue, on id: PortID) {
    if let acknowledged, acknowledged.port != id { endAcknowledgement() }
    show(cue, on: id)
    acknowledged = (id, parts.time.now() + Self.troubleLight)
  }

  /// Puts that light out.
  func endAcknowledgement() {
    guard let id = acknowledged?.port else { return }
    acknowledged = nil
    if !practising { show(.idle, on: id) }
  }
}
