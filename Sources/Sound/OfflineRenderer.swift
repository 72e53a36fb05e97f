import Time

/// Drives a `SoundEngine` without a sound server: the same code, in cycles of virtual time, as fast as possible.
///
/// One thread: the caller is the audio callback, and may be the loop as well (`SoundEngine.takeController`).
public struct OfflineRenderer: ~Copyable {
  /// The engine it renders.
  public let engine: SoundEngine
  /// Frames per second.
  public let rate: Int
  /// Frames per cycle.
  public let period: Int
  /// The playback latency in frames that the cycles report.
  public let latency: Int
  /// The start of the first cycle, delayed by every `standStill` since.
  public private(set) var origin: MonotonicTime
  /// Frames rendered so far: the first frame of the next cycle.
  public private(set) var frame = Frame(0)
  private let samples: UnsafeMutableBufferPointer<Float>

  /// Creates a renderer at its first frame.
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - period: frames per cycle, 1 or more.
  ///   - latency: playback latency in frames.
  ///   - origin: the start of the first cycle.
  ///   - seed: of the noise in clicks.
  /// - Throws: as `SoundEngine.init`.
  public init(
    rate: Int = 48_000, period: Int = 256, latency: Int = 0, origin: MonotonicTime = MonotonicTime(nanoseconds: 0),
    seed: UInt64 = 1
  ) throws(SoundEngineError) {
    try self.init(
      engine: SoundEngine(rate: rate, seed: seed), rate: rate, period: period, latency: latency, origin: origin)
  }

  init(engine: SoundEngine, rate: Int, period: Int, latency: Int = 0, origin: MonotonicTime = .init(nanoseconds: 0)) {
    self.engine = engine
    self.rate = rate
    self.period = max(period, 1)
    self.latency = max(latency, 0)
    self.origin = origin
    samples = .allocate(capacity: self.period)
    samples.initialize(repeating: 0)
  }

  deinit {
    samples.deallocate()
  }

  /// The start of the next cycle.
  public var time: MonotonicTime { time(of: frame) }

  /// Returns the time `frame` is due, before any latency.
  public func time(of frame: Frame) -> MonotonicTime {
    FrameClock.Cycle(first: Frame(0), start: origin, rate: rate, latency: latency).time(of: frame)
  }

  /// Renders no cycle for `duration`, like a server that is stopped or late.
  public mutating func standStill(for duration: Duration) { origin = origin + duration }

  /// Renders one cycle and passes its samples to `body`; they are valid only there.
  /// - Throws: the error of `body`.
  public mutating func renderCycle<Failure: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    try renderCycle(frames: period, body)
  }

  /// Renders a cycle of `frames` (up to `period`): the last of a file.
  /// - Throws: the error of `body`.
  public mutating func renderCycle<Failure: Error>(
    frames: Int, _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    let count = min(max(frames, 0), period)
    guard let start = samples.baseAddress else { return }
    Sound.renderCycle(
      engine.realtimePointer, frames: UInt32(count), left: start, right: nil, cycleStart: time.nanoseconds,
      latency: UInt32(clamping: latency))
    frame = frame + Int64(count)
    try body(UnsafeBufferPointer(rebasing: samples[..<count]))
  }
}
