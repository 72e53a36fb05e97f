import CRealtime
import Synchronization

/// The pitch of the tunable note. All of it real-time.
extension Renderer {
  /// Starts the glide of the sounding tunable note of the tuned epoch to its new frequency, in a cycle of `frames`
  /// frames.
  @_noLocks
  mutating func applyTuning(cycle frames: Int) {
    guard frames > 0 else { return }
    for index in 0..<voiceCount where voices[index].followsGlide {
      let tuning = TuningWord(word: shared.pointee.tuning.load(ordering: .acquiring))
      let voice = voices[index]
      guard tuning.epoch == voice.epoch else { continue }
      let target = voice.startIncrement * ratio(of: tuning, from: voice.startIncrement)
      guard target != glide.target else { continue }
      glide.go(to: target, cycle: frames, length: lengths.glide)
      shared.pointee.retuning.publish(tuning, frame: frame)
    }
  }

  /// Gives the glide to the note added last; the previous owner keeps its frequency.
  @_noLocks
  mutating func followGlide() {
    for index in 0..<(voiceCount - 1) { (voices + index).pointee.leaveGlide() }
    glide.stand(at: voices[voiceCount - 1].increment)
  }

  /// Returns the factor the loop last requested for the `increment` of `epoch`; 1 if none.
  @_noLocks
  func tuningRatio(of increment: Double, epoch: UInt32) -> Double {
    let tuning = TuningWord(word: shared.pointee.tuning.load(ordering: .acquiring))
    return tuning.epoch == epoch ? ratio(of: tuning, from: increment) : 1
  }

  @_noLocks
  private func ratio(of tuning: TuningWord, from increment: Double) -> Double {
    min(realtime_exp2(tuning.cents / 1_200), SoundLimits.highestShareOfRate / increment)
  }
}
