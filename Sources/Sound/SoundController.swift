import Time

/// The loop's ends of the rings between it and the renderer.
struct LoopEnds: ~Copyable {
  var commands: RingProducer<CommandSlot>
  var events: RingConsumer<SoundEvent>
}

/// The loop's end of a `SoundEngine`: the only producer of its commands and the only reader of its events. There is one
/// per engine (`SoundEngine.takeController`), and it cannot be copied.
///
/// Loop thread (or whichever single thread owns it).
public struct SoundController: ~Copyable, Sendable {
  /// What it controls.
  public let engine: SoundEngine
  /// Its ends of the rings; the engine, which is held, keeps their memory.
  var ends: LoopEnds
  private var nextBatch: UInt32 = 1

  init(engine: SoundEngine, ends: consuming LoopEnds) {
    self.engine = engine
    self.ends = ends
  }

  /// Hands a batch to the renderer, visible to it all at once: it is applied whole at the first frame of the next cycle
  /// and answered by `SoundEvent.applied`. Commands of a batch take effect in their order.
  ///
  /// A batch whose earliest `.at` start has passed by then is moved: all its `.at` starts by the same number of frames,
  /// so that it begins on that first frame.
  /// The utterances of a batch are kept here until their `utteranceEnded` was read.
  /// - Returns: the batch's number, counted from 1 (and round again to 1 after 2³² − 1); nil if the ring has no room
  ///   for all of it (nothing was submitted: the renderer has not run for hundreds of commands), or if more than four
  ///   utterances were under way at a time.
  public mutating func submit(_ batch: [SoundCommand]) -> UInt32? {
    let number = nextBatch
    if batch.isEmpty {
      // An empty batch is still answered: a marker of nothing stands in for it.
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

  /// Fades all that sounds and removes all that has not started, of every epoch, if it was submitted before; what is
  /// submitted afterwards stays. It waits behind nothing: a ring that is full, because no cycle has been made for a while,
  /// cannot hold it up or lose it. Only the last one counts.
  /// - Returns: a number from the same count as those of batches. It is answered by `SoundEvent.applied` unless another
  ///   silence has come before the next cycle.
  public mutating func silence() -> UInt32 {
    let number = nextBatch
    countBatch()
    // Releasing: whoever sees it sees all that was submitted before.
    engine.shared.pointee.silence.store(number, ordering: .releasing)
    return number
  }

  /// Sets the level of all voices in dBFS, within `SoundLimits.levels`. It is reached by a ramp from the next cycle on; at
  /// once where nothing sounds. Only the last value counts, so it can be called as often as wanted, with sound or without.
  /// A value that is not a number changes nothing.
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
  /// `SoundLimits.tuning`; resolution 10⁻⁶ cents). The renderer looks once a cycle, and from the first frame of that
  /// cycle on glides there, within 20 ms or one cycle where that is longer, without a jump of phase or frequency:
  /// `Glide` has the formula. It ignores an epoch that is not the sounding one's. From the first frame of a fade or release the
  /// frequency stands still. Only the last value counts, so it can be called as often as wanted. A value that is not a
  /// number changes nothing.
  public mutating func tune(epoch: UInt32, cents: Double) {
    guard let tuning = TuningWord(epoch: epoch, cents: cents) else { return }
    engine.shared.pointee.tuning.store(tuning.word, ordering: .releasing)
  }

  /// The next event, in the order of their frames; nil if there is none now.
  public mutating func nextEvent() -> SoundEvent? {
    let event = ends.events.pop()
    if case .utteranceEnded = event { engine.releaseEndedUtterances() }
    return event
  }

  /// Takes the wakes out of `SoundEngine.eventDescriptor`. Call it after `poll` and *before* reading the events until
  /// nil, so that no wake is lost in between.
  public func clearWake() {
    engine.clearWake()
  }
}
