import Synchronization
import Time

/// Converts between sound time (`Frame`) and input time (`MonotonicTime`): the only place where the two meet.
///
/// Each cycle the renderer publishes its first frame, its start time, the rate and the playback latency. All
/// conversions are along the line through the newest cycle; nil before the first, from the start of an outage until the
/// first cycle after it (along the line from before an outage all times would be late by its length), and in the rare
/// case that the renderer was faster than the reader (`LatestWords`). Any thread.
public struct FrameClock: Sendable {
  /// The published data of one cycle.
  public struct Cycle: Hashable, Sendable {
    /// The cycle's first frame.
    public var first: Frame
    /// The cycle's start time.
    public var start: MonotonicTime
    /// Frames per second.
    public var rate: Int
    /// The delay from the start of a frame's cycle until the frame is heard, in frames.
    public var latency: Int

    /// Memberwise.
    public init(first: Frame, start: MonotonicTime, rate: Int, latency: Int) {
      self.first = first
      self.start = start
      self.rate = rate
      self.latency = latency
    }

    /// Returns the time `frame` is due to be played, before any latency: the cycle's start plus the frames in between.
    public func time(of frame: Frame) -> MonotonicTime {
      offset(by: frame.count.subtractingClamped(first.count))
    }

    /// Returns the time `frame` is heard: `time(of:)` plus the playback latency.
    public func heard(at frame: Frame) -> MonotonicTime {
      offset(by: frame.count.subtractingClamped(first.count).addingClamped(Int64(latency)))
    }

    /// Returns the frame due at `time`, before any latency, rounded down. The inverse of `time(of:)`.
    public func frame(at time: MonotonicTime) -> Frame {
      let nanoseconds = Double(time.nanoseconds.subtractingClamped(start.nanoseconds))
      // Half a nanosecond of tolerance (and a bit for the division): times of frames were rounded to whole ones.
      let frames = ((nanoseconds + 0.51) * Double(rate) / 1e9).rounded(.down)
      return Frame(first.count.addingClamped(Int64(exactly: frames) ?? (frames < 0 ? .min : .max)))
    }

    /// Returns the frame heard at `time`, rounded down. The inverse of `heard(at:)`.
    public func frameHeard(at time: MonotonicTime) -> Frame {
      Frame(frame(at: time).count.subtractingClamped(Int64(latency)))
    }

    private func offset(by frames: Int64) -> MonotonicTime {
      let nanoseconds = (Double(frames) * 1e9 / Double(rate)).rounded()
      let whole = Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
      return MonotonicTime(nanoseconds: start.nanoseconds.addingClamped(whole))
    }
  }

  private let engine: SoundEngine

  init(engine: SoundEngine) {
    self.engine = engine
  }

  /// The newest cycle; nil if unknown. Use one value for conversions that belong together.
  public var cycle: Cycle? { engine.cycle }

  /// Returns the time `frame` is due to be played, before any latency.
  public func time(of frame: Frame) -> MonotonicTime? { cycle?.time(of: frame) }
}

/// The data of one cycle, written by the real-time thread and read by any other.
struct CycleCell: ~Copyable {
  let words = LatestWords()
  /// The number of times the published data became invalid.
  private let outages = Atomic<Int64>(0)

  /// Invalidates the published data, and data that a cycle in progress may still publish. Any thread.
  func invalidate() { outages.wrappingAdd(1, ordering: .releasing) }

  /// Publishes a cycle. Real-time.
  @_noLocks
  func publish(first: Int64, start: Int64, rate: Int, latency: Int) {
    // Rate and latency share a word; JACK counts either in 32 bits.
    let both = Int64(rate) &<< 32 | (Int64(latency) & 0xFFFF_FFFF)
    words.publish((first, start, both, outages.load(ordering: .acquiring)))
  }

  /// Returns the newest cycle. Any thread but the real-time one.
  func read() -> FrameClock.Cycle? {
    guard let words = words.read(), words.3 == outages.load(ordering: .acquiring) else { return nil }
    return FrameClock.Cycle(
      first: Frame(words.0), start: MonotonicTime(nanoseconds: words.1), rate: Int(words.2 &>> 32),
      latency: Int(words.2 & 0xFFFF_FFFF))
  }
}

extension Int64 {
  /// Returns the sum, clamped.
  @_noLocks
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped.
  @_noLocks
  func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
