import CRealtime
import Synchronization

/// How the tunable note gets its pitch. All of it real-time.
extension Renderer {
  /// Sets the sounding tunable note of the tuned epoch out for its new frequency, in a cycle of `frames` frames.
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

  /// The note added last has the glide; one that had it before stands still.
  @_noLocks
  mutating func followGlide() {
    for index in 0..<(voiceCount - 1) { (voices + index).pointee.leaveGlide() }
    glide.stand(at: voices[voiceCount - 1].increment)
  }

  /// By what the loop last asked `increment` of `epoch` to be multiplied; 1 if it has not.
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
