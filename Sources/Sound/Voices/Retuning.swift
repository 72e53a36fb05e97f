import Time

/// A change of pitch made by the renderer.
public struct Retuning: Hashable, Sendable {
  /// The epoch of the note's exercise.
  public var epoch: UInt32
  /// The requested tuning of the note, in cents from its start.
  public var cents: Double
  /// The first frame of the changed pitch: the first of the cycle that read it.
  public var frame: Frame
}

/// The newest `Retuning`, written by the real-time thread and read by any other.
struct RetuningCell: ~Copyable {
  private let words = LatestWords()

  /// Publishes a retuning. Real-time.
  @_noLocks
  func publish(_ tuning: TuningWord, frame: Int64) {
    words.publish((Int64(bitPattern: tuning.word), frame, 0, 0))
  }

  /// Returns the newest retuning. Any thread but the real-time one.
  func read() -> Retuning? {
    words.read().map {
      let tuning = TuningWord(word: UInt64(bitPattern: $0.0))
      return Retuning(epoch: tuning.epoch, cents: tuning.cents, frame: Frame($0.1))
    }
  }
}
