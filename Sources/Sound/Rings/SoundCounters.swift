import Synchronization

/// The renderer's counters since its creation. All but the first two should stay 0.
public struct SoundCounters: Hashable, Sendable {
  /// Cycles rendered.
  public var cycles: Int = 0
  /// Frames rendered.
  public var frames: Int64 = 0
  /// Frames that were not finite and became silence.
  public var nonFiniteFrames: Int = 0
  /// Frames that would have been louder than −6 dBFS and were clamped.
  public var clampedFrames: Int = 0
  /// Batches whose earliest start had passed and that were moved as a whole.
  public var lateBatches: Int = 0
  /// Commands refused: no space in the schedule, no free voice, or invalid numbers.
  public var refusedCommands: Int = 0
  /// The longest time from one cycle's start to the next one's, in ns; the first after `prepare` does not count.
  public var longestCycleGap: Int64 = 0
  /// Events that found the event ring full. Above 0 the reader has missed some and should start afresh.
  public var lostEvents: Int = 0
}

/// The cells behind `SoundCounters`, each written by the real-time thread only.
struct CounterCells: ~Copyable {
  let cycles = Atomic<Int>(0)
  let frames = Atomic<Int64>(0)
  let nonFiniteFrames = Atomic<Int>(0)
  let clampedFrames = Atomic<Int>(0)
  let lateBatches = Atomic<Int>(0)
  let refusedCommands = Atomic<Int>(0)
  let lostEvents = Atomic<Int>(0)
  let longestCycleGap = Atomic<Int64>(0)

  /// Returns the current numbers. Each is exact; they may be from different cycles. Any thread.
  func read() -> SoundCounters {
    SoundCounters(
      cycles: cycles.load(ordering: .relaxed), frames: frames.load(ordering: .relaxed),
      nonFiniteFrames: nonFiniteFrames.load(ordering: .relaxed),
      clampedFrames: clampedFrames.load(ordering: .relaxed), lateBatches: lateBatches.load(ordering: .relaxed),
      refusedCommands: refusedCommands.load(ordering: .relaxed),
      longestCycleGap: longestCycleGap.load(ordering: .relaxed), lostEvents: lostEvents.load(ordering: .relaxed))
  }
}
