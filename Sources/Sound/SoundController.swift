import Time

/// The loop's ends of the rings between it and the renderer.
struct LoopEnds: ~Copyable {
  var commands: RingProducer<CommandSlot>
  var events: RingConsumer<SoundEvent>
}

/// The loop's end of a `SoundEngine`: the only producer of its commands and the only reader of its events. There is one
/// per engine (`SoundEngine.takeController`), and it cannot be copied.
///
/// Loop thread (or the single thread that owns it).
public struct SoundController: ~Copyable, Sendable {
  /// The engine it controls.
  public let engine: SoundEngine
  /// Its ends of the rings; the retained engine owns their memory.
  var ends: LoopEnds
  private var nextBatch: UInt32 = 1

  init(engine: SoundEngine, ends: consuming LoopEnds) {
    self.engine = engine
    self.ends = ends
  }

  /// Submits a batch to the renderer, visible to it all at once: it is applied as a whole at the first frame of the
  /// next cycle, and answered by `SoundEvent.applied`. Commands of a batch take effect in their order.
  ///
  /// A batch whose earliest `.at` start has passed is moved: all its `.at` starts by the same number of frames, so that
  /// it begins on that first frame. The utterances of a batch are kept here until their `utteranceEnded` was read.
  /// - Returns: the batch's number, counted from 1 (and from 1 again after 2³² − 1); nil if the ring does not have room
  ///   for all of it (nothing was submitted: the renderer has not run for hundreds of commands), or if more than four
  ///   utterances were in progress at a time.
  public mutating func submit(_ batch: [SoundCommand]) -> UInt32? {
    let number = nextBatch
    if batch.isEmpty {
      // An empty batch also gets an answer: an empty command takes its place.
      guard ends.commands.push(CommandSlot(emptyBatch: number)) else { return nil }
    } else {
      guard let places = engine.shelve(batch) else { return nil }
      let pushed = ends.commands.pushAll(count: batch.count) { index in
        CommandSlot(
          batch[index], batch: number, endsBatch: index == batch.count - 1,
          place: UInt8(clamping: places[index] ?? 0))
      }
      guard pushed else {
        engine.takeBack(places)
        return nil
      }
    }
    countBatch()
    return number
  }

  /// Fades all current sound and removes all scheduled sound, of every epoch, if it was submitted earlier; later
  /// batches stay. It bypasses the ring: a ring that is full, because no cycle has run for a while, can neither delay
  /// nor lose it. Only the last call counts.
  /// - Returns: a number from the same sequence as those of batches. It is answered by `SoundEvent.applied` unless
  ///   another silence precedes the next cycle.
  public mutating func silence() -> UInt32 {
    let number = nextBatch
    countBatch()
    // Releasing: a thread that reads it sees everything submitted before.
    engine.shared.pointee.silence.store(number, ordering: .releasing)
    return number
  }

  /// Sets the level of all voices in dBFS, within `SoundLimits.levels`. A ramp reaches it, starting with the next
  /// cycle; without sound it applies at once. Only the last value counts, so it can be called as often as needed, with
  /// sound or without. NaN is ignored.
  public mutating func setLevel(decibels: Float) {
    guard !decibels.isNaN else { return }
    let levels = SoundLimits.levels
    let clamped = min(max(decibels, levels.lowerBound), levels.upperBound)
    engine.shared.pointee.level.store(clamped.bitPattern, ordering: .relaxed)
  }

  private mutating func countBatch() {
    nextBatch = nextBatch == .max ? 1 : nextBatch + 1
  }

  /// Retunes the sounding tunable note of `epoch` to `cents` from the `hertz` it was started with (within
  /// `SoundLimits.tuning`; resolution 10⁻⁶ cents). The renderer reads it once a cycle, and glides there from the first
  /// frame of that cycle, within 20 ms or one cycle if that is longer, without a jump of phase or frequency: `Glide`
  /// has the formula. It ignores an epoch other than the sounding one's. From the first frame of a fade or release the
  /// frequency is constant. Only the last value counts, so it can be called as often as needed. NaN is ignored.
  public mutating func tune(epoch: UInt32, cents: Double) {
    guard let tuning = TuningWord(epoch: epoch, cents: cents) else { return }
    engine.shared.pointee.tuning.store(tuning.word, ordering: .releasing)
  }

  /// Returns the next event, in the order of frames; nil if no event is pending.
  public mutating func nextEvent() -> SoundEvent? {
    let event = ends.events.pop()
    if case .utteranceEnded = event { engine.releaseEndedUtterances() }
    return event
  }

  /// Clears the wake-ups of `SoundEngine.eventDescriptor`. Call it after `poll` and *before* reading the events until
  /// nil, so that no wake-up is lost in between.
  public func clearWake() {
    engine.clearWake()
  }
}
