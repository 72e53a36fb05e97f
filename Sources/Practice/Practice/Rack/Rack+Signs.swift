import Controllers
import Ports
import Sound
import Time

/// Feedback at the hub that a two-key hold took effect.
extension Rack {
  /// Acknowledges that a split was set or a controller woken: one bright click, and for a moment both halves lit if the
  /// controller has lights. Without sound, the lights alone. Does nothing during practice, where it would disturb a
  /// note.
  ///
  /// A tap that moves the level (`isTap`) clicks each time, so that the new level is heard.
  mutating func acknowledge(_ id: PortID, isTap: Bool = false, in context: PracticeContext) -> [Effect] {
    guard !context.isPractising, !context.isLeaving else { return [] }
    // A hold that both sets the split and wakes the controller clicks once.
    let isHeard = context.hasSound && (isTap || acknowledged?.port != id)
    let click: [Effect] =
      isHeard ? [.submit([.clicks(.result(.one, .bright), epoch: 0, start: .after(0))])] : []
    return click + light(.canAnswer, on: id, in: context)
  }

  /// Shows a light for a moment at a page's request, at the hub, on an awake controller.
  mutating func showOnRequest(_ cue: Cue, on id: PortID, in context: PracticeContext) -> [Effect] {
    guard !context.isPractising, !context.isLeaving, isAwake(id) else { return [] }
    return light(cue, on: id, in: context)
  }

  private mutating func light(_ cue: Cue, on id: PortID, in context: PracticeContext) -> [Effect] {
    var effects: [Effect] = []
    if let acknowledged, acknowledged.port != id { effects += endAcknowledgement(in: context) }
    effects += show(cue, on: id, in: context)
    acknowledged = (id, context.now + LightSide.moment)
    return effects
  }

  /// Practice starts: the light is no longer put out by time.
  mutating func forgetAcknowledgement() { acknowledged = nil }

  /// Puts the acknowledging light out when its time is over.
  mutating func advanceAcknowledgement(in context: PracticeContext) -> [Effect] {
    guard let acknowledged, context.now >= acknowledged.until else { return [] }
    return endAcknowledgement(in: context)
  }

  private mutating func endAcknowledgement(in context: PracticeContext) -> [Effect] {
    guard let id = acknowledged?.port else { return [] }
    acknowledged = nil
    return context.isPractising ? [] : show(.idle, on: id, in: context)
  }
}
