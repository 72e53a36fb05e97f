import Glibc

/// Spoken sound, as samples the renderer can play: at its rate and at the level of the notes. Immutable.
///
/// Created on any thread but the loop's and the callback's: that takes about 3 ms a second of speech.
/// `SoundController.submit` retains it until the renderer has reported `SoundEvent.utteranceEnded` and that was read
/// (or until the engine is released, which outlives every callback), so the creator may release it at once.
public final class Utterance: @unchecked Sendable {
  // `@unchecked Sendable` because: the memory behind `start` is written in `init` alone, before any other thread can
  // see it, and freed in `deinit`, after the last reference. All stored properties are constants.

  /// The number chosen by the creator; `SoundEvent.utteranceEnded` repeats it.
  public let number: UInt32
  /// The rate of its renderer, in frames per second.
  public let outputRate: Int
  /// Its length in frames of `outputRate`.
  public let frames: Int
  let start: UnsafePointer<Float>
  /// Whether the memory was allocated by C, which then frees it.
  private let isFromC: Bool

  /// The longest utterance, in seconds.
  public static let longest = 60

  /// Converts synthesised speech to `outputRate` and to the level of the notes, with 5 ms of rise and fall at its ends.
  /// - Parameters:
  ///   - samples: one channel, −1…1.
  ///   - rate: of `samples`, frames per second, within `SoundLimits.rates`.
  ///   - outputRate: of the renderer, within `SoundLimits.rates`. Sent to a renderer of another rate, it ends at once.
  ///   - number: of the utterance.
  /// - Returns: nil if it is empty or too long (`longest`), if a sample is not finite or above 1,000, or if a rate is
  ///   out of range.
  public init?(samples: [Float], rate: Int, outputRate: Int, number: UInt32) {
    guard SoundLimits.rates.contains(rate), SoundLimits.rates.contains(outputRate), !samples.isEmpty,
      samples.count <= Self.longest * rate, samples.allSatisfy({ $0.isFinite && $0.magnitude <= 1_000 })
    else { return nil }
    let resampled = Resampler(from: rate, to: outputRate).resample(samples)
    var levelled = PeakLimiter.levelled(resampled, rate: outputRate)
    let edge = min(outputRate / 200, levelled.count / 2)
    for index in 0..<edge {
      let gain = Float(0.5 - 0.5 * cos(.pi * Double(index) / Double(edge)))
      levelled[index] *= gain
      levelled[levelled.count - 1 - index] *= gain
    }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: levelled.count)
    for index in levelled.indices { (memory + index).initialize(to: levelled[index]) }
    self.number = number
    self.outputRate = outputRate
    frames = levelled.count
    start = UnsafePointer(memory)
    isFromC = false
  }

  /// Creates silence in place of an utterance, for replays: memory that is never read is never committed.
  /// - Parameters:
  ///   - frames: its length in frames of `rate`.
  ///   - rate: of the renderer, within `SoundLimits.rates`.
  ///   - number: of the utterance.
  /// - Returns: nil if it is empty or too long (`longest`), if the rate is out of range, or without memory.
  public init?(silence frames: Int, rate: Int, number: UInt32) {
    guard SoundLimits.rates.contains(rate), (1...Self.longest * rate).contains(frames),
      let memory = calloc(frames, MemoryLayout<Float>.stride)
    else { return nil }
    self.number = number
    outputRate = rate
    self.frames = frames
    start = UnsafePointer(memory.bindMemory(to: Float.self, capacity: frames))
    isFromC = true
  }

  deinit {
    if isFromC { free(UnsafeMutablePointer(mutating: start)) } else { start.deallocate() }
  }

  /// The samples for the renderer. Valid as long as this object.
  var recording: Samples { Samples(start: start, count: frames) }
}
