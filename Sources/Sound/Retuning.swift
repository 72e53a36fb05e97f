import Synchronization
import Time

/// A change of pitch that the renderer has made.
public struct Retuning: Hashable, Sendable {
  /// Of which exercise's note.
  public var epoch: UInt32
  /// What the note was asked for, in cents from where it started.
  public var cents: Double
  /// The first frame of the changed pitch: that of the cycle which read it.
  public var frame: Frame
}

/// The newest `Retuning`, written by the real-time thread and read by any other: a sequence lock, as in `CycleCell`.
struct RetuningCell: ~Copyable {
  private let sequence = Atomic<UInt>(0)
  private let word = Atomic<UInt64>(0)
  private let frame = Atomic<Int64>(0)

  /// Real-time.
  @_noLocks
  func publish(_ tuning: Tuning, frame: Int64) {
    let before = sequence.load(ordering: .relaxed)
    sequence.store(before &+ 1, ordering: .relaxed)
    word.store(tuning.word, ordering: .releasing)
    self.frame.store(frame, ordering: .releasing)
    sequence.store(before &+ 2, ordering: .releasing)
  }

  /// Any thread but the real-time one.
  func read() -> Retuning? {
    while true {
      let before = sequence.load(ordering: .acquiring)
      guard before != 0 else { return nil }
      let tuning = Tuning(word: word.load(ordering: .acquiring))
      let retuning = Retuning(
        epoch: tuning.epoch, cents: tuning.cents, frame: Frame(frame.load(ordering: .acquiring)))
      if before.isMultiple(of: 2), sequence.load(ordering: .relaxed) == before { return retuning }
    }
  }
}
