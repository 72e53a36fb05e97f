import Ports
import Sound
import Time
import Training

/// Another output that is to be followed: at once at the hub, between exercises in practice, never within one.
struct Following {
  /// The exercise that waits for it.
  var held: Epoch?
  /// Since it was allowed: until when it is waited for.
  var deadline: MonotonicTime?
}

/// Following the system's default output.
extension PracticeCore {
  /// Lets the output be followed as soon as nothing sounds, and gives it up where nothing comes of it.
  func followOutput(at now: MonotonicTime) {
    guard let following = sound.following else { return }
    if let deadline = following.deadline {
      if now >= deadline { endFollowing() }
      return
    }
    // In practice the next exercise is held, and the last one's feedback is over.
    let isBetween = following.held != nil && session.view.feedback == nil && matching.view.feedback == nil
    guard !practising || isBetween, sound.sounding == 0, speech.current == nil else { return }
    sound.following?.deadline = now + Self.followingLimit
    parts.output.followOutput()
  }

  /// Sound has changed: where it goes to another output that is told, and what waited for it goes on.
  func endFollowing(to description: SoundDescription) {
    guard case .ready(let before) = view.sound, before.output != description.output else { return }
    // Its cycles may have begun anew.
    placeCuesAgain()
    removeNotices { if case .otherOutput = $0 { true } else { false } }
    if practising { view.add(.otherOutput(description.output)) }
    if sound.following?.deadline != nil { endFollowing() }
  }

  private func endFollowing() {
    let held = sound.following?.held
    sound.following = nil
    holdReferences()
    if let held { proceed(held) }
  }

  /// An output that was allowed to be followed and is not, within so long, has gone again.
  static let followingLimit = Duration.seconds(1)
}
