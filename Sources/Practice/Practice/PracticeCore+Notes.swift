import Glibc
import Pitch
import Sound
import Time
import Training

/// What the two notes of every exercise have in common.
extension PracticeCore {
  /// When the reference and the second note start.
  func starts(_ start: ComparisonSession.Start, _ timing: NoteTiming) -> (reference: Start, second: Start) {
    let delay = timing.targetDelay(rate: sound.rate)
    return switch start {
    case .now: (.after(0), .after(delay))
    // A timer's frame that what was said before it has outlasted.
    case .at(let frame) where frame < (cycle?.first ?? frame): (.after(0), .after(delay))
    case .at(let frame): (.at(frame.count), .at((frame + delay).count))
    }
  }

  /// An exercise that was scheduled is taken back: nothing of it has sounded.
  func drop(_ epoch: Epoch) {
    sound.scheduled.removeValue(forKey: epoch)
    view.nextInterval = nil
    submit([.cancel(epoch: epoch.number)])
  }

  /// The gain of both notes in dB before the level: equal loudness at the middle of the reference and the *correct* pitch (the
  /// reference must not tell which way the second note is off), but never so much that one of them would reach the
  /// renderer's ceiling of −6 dBFS.
  func pairGain(reference: Note, hertz: Hertz, interval: DirectedInterval, loudnessOffset: Double) -> Double {
    let room = Double(SoundLimits.levels.upperBound) - level - max(0, loudnessOffset)
    guard settings.equalLoudness else { return min(0, room) }
    let size = settings.training.tuning.size(of: interval, from: reference)
    let middle = hertz.transposed(by: Cents(size.value / 2))
    return min(EqualLoudness.gain(at: middle), room)
  }

  /// A gain in dB as a factor.
  func linear(_ decibels: Double) -> Float {
    Float(pow(10, decibels / 20))
  }
}
