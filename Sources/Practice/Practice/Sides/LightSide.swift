import Controllers
import Ports
import Sound
import Time

/// Lights that go out by themselves, on all controllers at once.
struct LightSide {
  /// When the trouble light goes out.
  private var troubleEnds: MonotonicTime?
  /// When the light of a timer's cue goes out.
  private var cueEnds: MonotonicTime?

  /// The events of the lights.
  enum Event {
    /// Something needs attention: shown by a light if a controller has one, otherwise by two low clicks at the hub.
    case trouble(String)
    case endTrouble
    /// A timer's cue is due.
    case cue
    /// Switches off the light of a cue or of trouble if its time is over.
    case advanceCue
    case advanceTrouble
  }

  /// When the next light goes out.
  var deadline: MonotonicTime? { earliest(troubleEnds, cueEnds) }

  /// Handles an event; `lightsTrouble` is whether any controller has a light for trouble.
  mutating func handle(
    _ event: Event, in context: PracticeContext, lightsTrouble: @autoclosure () -> Bool
  ) -> [Effect] {
    let now = context.now
    switch event {
    case .trouble(let what):
      let told: [Effect] = [.tell(.trouble(what)), .cue(.trouble)]
      guard !lightsTrouble() else {
        troubleEnds = now + Self.moment
        return told
      }
      // Clicks are for the hub, where they disturb no note.
      let allowsClicks = !context.isPractising && !context.isExamplePlaying && context.hasSound
      return allowsClicks ? told + [.submit([.clicks(.trouble, epoch: 0, start: .after(0))])] : told
    case .endTrouble: return endTrouble(in: context)
    case .cue:
      // Feedback keeps its light, which is more informative.
      guard !context.showsFeedback else { return [] }
      cueEnds = now + Self.cue
      return [.cue(.timer)]
    case .advanceCue:
      guard let end = cueEnds, now >= end else { return [] }
      cueEnds = nil
      return restore(in: context)
    case .advanceTrouble: return troubleEnds.map { now >= $0 } == true ? endTrouble(in: context) : []
    }
  }

  private mutating func endTrouble(in context: PracticeContext) -> [Effect] {
    guard troubleEnds != nil else { return [] }
    troubleEnds = nil
    return restore(in: context)
  }

  /// Restores the light that another one replaced: a result stays lit, and the light of an open answer returns.
  private func restore(in context: PracticeContext) -> [Effect] {
    context.showsFeedback ? [] : [.cue(context.openCue ?? .idle)]
  }

  /// The time a trouble light or an acknowledgement stays.
  static let moment = Duration.milliseconds(400)
  /// The time the light of a timer's cue stays.
  static let cue = Duration.milliseconds(200)
}
