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

  /// What the rest of practice has to do with them.
  struct Situation {
    var now: MonotonicTime
    /// Whether a result is shown.
    var showsFeedback: Bool
    /// What is lit where an answer counts, or a note can be tuned; nil where neither is so.
    var open: Cue?
    /// Whether strokes disturb nobody, and can be heard.
    var allowsStrokes: Bool
  }

  /// What they are told.
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

  /// Takes what concerns lights that go out again; `lightsTrouble` tells whether any controller has a light for trouble.
  mutating func take(
    _ event: Event, _ situation: Situation, lightsTrouble: @autoclosure () -> Bool
  ) -> [Effect] {
    let now = situation.now
    switch event {
    case .trouble(let what):
      let told: [Effect] = [.tell(.trouble(what)), .cue(.trouble)]
      guard !lightsTrouble() else {
        troubleEnds = now + Self.moment
        return told
      }
      return situation.allowsStrokes ? told + [.submit([.strokes(.trouble, epoch: 0, start: .after(0))])] : told
    case .endTrouble: return endTrouble(situation)
    case .cue:
      // Feedback keeps its light: it tells more.
      guard !situation.showsFeedback else { return [] }
      cueEnds = now + Self.cue
      return [.cue(.timer)]
    case .advanceCue:
      guard let end = cueEnds, now >= end else { return [] }
      cueEnds = nil
      return restore(situation)
    case .advanceTrouble: return troubleEnds.map { now >= $0 } == true ? endTrouble(situation) : []
    }
  }

  private mutating func endTrouble(_ situation: Situation) -> [Effect] {
    guard troubleEnds != nil else { return [] }
    troubleEnds = nil
    return restore(situation)
  }

  /// A light went out that told of something else. A result that is lit stays lit; where an answer counts, the light for that
  /// comes back.
  private func restore(_ situation: Situation) -> [Effect] {
    situation.showsFeedback ? [] : [.cue(situation.open ?? .idle)]
  }

  /// How long a light stays that tells of trouble, or acknowledges a hold.
  static let moment = Duration.milliseconds(400)
  /// How long the light of a timer's cue stays.
  static let cue = Duration.milliseconds(200)
}

extension LightSide.Situation {
  /// As the other sides are.
  init(_ now: MonotonicTime, _ exercises: ExerciseSide, _ sound: SoundSide, _ explanation: ExplanationSide) {
    self.init(
      now: now, showsFeedback: exercises.showsFeedback || exercises.rest.isTelling, open: exercises.openCue,
      allowsStrokes: !exercises.isPractising && !explanation.isPlaying && sound.isReady)
  }
}
