import Controllers
import Ports
import Sound
import Time

/// Lights that go out again by themselves, on all controllers at once: when.
struct LightSide {
  /// When the light that tells of trouble goes out.
  private var troubleEnds: MonotonicTime?
  /// When the light of a timer's cue goes out.
  private var cueEnds: MonotonicTime?

  /// What concerns them.
  enum Event {
    /// Something needs attention: a light where there is one, else two low strokes at the hub.
    case trouble(String)
    case endTrouble
    /// A timer's cue is told.
    case cue
    /// What is due is done, as far as it is a cue's, or trouble's.
    case advanceCue
    case advanceTrouble
  }

  /// When they have something to do.
  var deadline: MonotonicTime? { earliest(troubleEnds, cueEnds) }

  /// Handles what concerns lights that go out again; `lightsTrouble` is whether any controller has a light for trouble.
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
      // Strokes are for the hub, where they disturb no note.
      let allowsStrokes = !context.isPractising && !context.isExamplePlaying && context.hasSound
      return allowsStrokes ? told + [.submit([.strokes(.trouble, epoch: 0, start: .after(0))])] : told
    case .endTrouble: return endTrouble(in: context)
    case .cue:
      // Feedback keeps its light: it tells more.
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

  /// A light went out that told of something else. A result that is lit stays lit; where an answer counts, the light for that
  /// comes back.
  private func restore(in context: PracticeContext) -> [Effect] {
    context.showsFeedback ? [] : [.cue(context.openCue ?? .idle)]
  }

  /// How long a light stays that tells of trouble, or acknowledges a hold.
  static let moment = Duration.milliseconds(400)
  /// How long the light of a timer's cue stays.
  static let cue = Duration.milliseconds(200)
}
