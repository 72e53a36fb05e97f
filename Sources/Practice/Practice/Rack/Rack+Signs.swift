import Controllers
import Ports
import Sound
import Time

/// What tells a player at the hub that holding two keys has done something.
extension Rack {
  /// A split was set, or a controller was woken: one bright stroke, and where the controller has lights both of its halves for
  /// a moment; where there is no sound, the lights alone. During practice there is neither: no note is disturbed.
  ///
  /// A tap that moves the level is a deed of its own each time: its stroke lets the new level be heard.
  mutating func acknowledge(_ id: PortID, isTap: Bool = false, in context: PracticeContext) -> [Effect] {
    guard !context.isPractising, !context.isLeaving else { return [] }
    // A hold that sets the split and wakes is one deed.
    let isHeard = context.hasSound && (isTap || acknowledged?.port != id)
    let stroke: [Effect] =
      isHeard ? [.submit([.strokes(.result(.one, .bright), epoch: 0, start: .after(0))])] : []
    return stroke + light(.canAnswer, on: id, in: context)
  }

  /// A page asks to see a light: for a moment, at the hub, on a controller that is awake.
  mutating func showOnRequest(_ cue: Cue, on id: PortID, in context: PracticeContext) -> [Effect] {
    guard !context.isPractising, !context.isLeaving, isAwake(id) else { return [] }
    return light(cue, on: id, in: context)
  }

  private mutating func light(_ cue: Cue, on id: PortID, in context: PracticeContext) -> [Effect] {
    var effects: [Effect] = []
    if let acknowledged, acknowledged.port != id { effects += endAcknowledgement(in: context) }
    effects += show(cue, on: id, at: context.now)
    acknowledged = (id, context.now + LightSide.moment)
    return effects
  }

  /// Practice starts: that light is not put out any more.
  mutating func forgetAcknowledgement() { acknowledged = nil }

  /// Puts that light out if its time is over.
  mutating func advanceAcknowledgement(in context: PracticeContext) -> [Effect] {
    guard let acknowledged, context.now >= acknowledged.until else { return [] }
    return endAcknowledgement(in: context)
  }

  private mutating func endAcknowledgement(in context: PracticeContext) -> [Effect] {
    guard let id = acknowledged?.port else { return [] }
    acknowledged = nil
    return context.isPractising ? [] : show(.idle, on: id, at: context.now)
  }
}
