/// The retuning of a tunable note, in one word: the exercise in the upper half, millionths of a cent in the lower. Any
/// word is a valid value.
struct TuningWord: BitwiseCopyable {
  /// The word stored in the atomic.
  let word: UInt64

  /// Nil if `cents` is NaN. Clamped to `SoundLimits.tuning`.
  init?(epoch: UInt32, cents: Double) {
    guard !cents.isNaN else { return nil }
    let clamped = min(max(cents, SoundLimits.tuning.lowerBound), SoundLimits.tuning.upperBound)
    let millionths = Int32((clamped * 1e6).rounded())  // Up to 2·10⁹: fits.
    word = UInt64(epoch) << 32 | UInt64(UInt32(bitPattern: millionths))
  }

  /// Wraps the word from the atomic.
  @_noLocks
  init(word: UInt64) {
    self.word = word
  }

  /// The epoch of the exercise.
  var epoch: UInt32 {
    @_noLocks get { UInt32(truncatingIfNeeded: word >> 32) }
  }

  /// Cents from the note's own frequency.
  var cents: Double {
    @_noLocks get { Double(Int32(bitPattern: UInt32(truncatingIfNeeded: word))) * 1e-6 }
  }
}
