import CRealtime
import Synchronization
import Time

/// A failure to create, prepare or control a `SoundEngine`.
public enum SoundEngineError: Error, Hashable, Sendable {
  /// The rate is outside `SoundLimits.rates`.
  case unsupportedRate(Int)
  /// No eventfd was available; `errno` has the reason.
  case noDescriptor(errno: Int32)
  /// The engine's only controller was taken before.
  case controllerTaken
}

/// The renderer and its state shared with other threads, allocated once, before any callback runs.
///
/// It has three users. The *loop* owns the `SoundController`. The audio server's callback gets `realtimePointer` and
/// passes it to `renderCycle`. The *control* thread, which starts and stops the server's client, calls `prepare(rate:)`
/// while no callback runs. The engine must outlive every callback: deactivate the client, then release the engine.
public final class SoundEngine: @unchecked Sendable {
  // `@unchecked Sendable` because: `shared` points to memory that is never reassigned and whose every field is an
  // atomic, a constant, or shared between exactly two: the loop (there is one `SoundController`, as there is one
  // `LoopEnds`), which alone uses `utterances`, and the callback. `renderer` is used only by the callback, or by
  // `init`, `prepare` and `deinit`, during which no callback runs.
  let shared: UnsafePointer<SharedState>
  let renderer: UnsafeMutablePointer<Renderer>
  private let seed: UInt64
  /// Utterances on the shelf, by place. Used by the controller alone, and by `deinit`.
  private var utterances = [Utterance?](repeating: nil, count: UtteranceShelf.capacity)
  /// The loop's ends of the rings, until the controller takes them.
  private let loopEnds: Mutex<LoopEnds?>

  /// Allocates everything. Control.
  /// - Parameters:
  ///   - rate: frames a second.
  ///   - seed: of the noise in clicks.
  /// - Throws: `unsupportedRate`, `noDescriptor`.
  public convenience init(rate: Int, seed: UInt64 = 1) throws(SoundEngineError) {
    try self.init(rate: rate, seed: seed, shape: .raisedCosine)
  }

  init(rate: Int, seed: UInt64, shape: EnvelopeShape) throws(SoundEngineError) {
    guard SoundLimits.rates.contains(rate) else { throw .unsupportedRate(rate) }
    let descriptor = wake_create()
    guard descriptor >= 0 else { throw .noDescriptor(errno: -descriptor) }
    self.seed = seed
    let state = UnsafeMutablePointer<SharedState>.allocate(capacity: 1)
    var commands = Ring<CommandSlot>(capacity: SoundLimits.commandCapacity)
    var events = Ring<SoundEvent>(capacity: SoundLimits.eventCapacity)
    loopEnds = Mutex(LoopEnds(commands: commands.producer(), events: events.consumer()))
    renderer = .allocate(capacity: 1)
    renderer.initialize(
      to: Renderer(
        shared: UnsafePointer(state), commands: commands.consumer(), events: events.producer(), rate: rate, seed: seed,
        shape: shape))
    state.initialize(to: SharedState(commands: commands, events: events, descriptor: descriptor))
    shared = UnsafePointer(state)
  }

  deinit {
    renderer.deinitialize(count: 1)
    renderer.deallocate()
    UnsafeMutablePointer(mutating: shared).deinitialize(count: 1)
    shared.deallocate()
  }

  /// The argument the callback passes to `renderCycle`. Valid as long as the engine. Any thread.
  public var realtimePointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(renderer) }

  /// Returns the controller, on the first call. Any thread.
  /// - Throws: `controllerTaken`, on every further call.
  public func takeController() throws(SoundEngineError) -> SoundController {
    guard let ends = loopEnds.withLock({ $0.take() }) else { throw .controllerTaken }
    return SoundController(engine: self, ends: ends)
  }

  /// A non-blocking eventfd, readable when events are waiting; written up to once a cycle. Owned by the engine. Any
  /// thread.
  public var eventDescriptor: Int32 { shared.pointee.descriptor }

  /// Converts between frames and CLOCK_MONOTONIC. Any thread.
  public var clock: FrameClock { FrameClock(engine: self) }

  /// The counters so far. Any thread.
  public var counters: SoundCounters { shared.pointee.counters.read() }

  /// Prepares for a server that calls back at `rate`: the frame count continues, current sound ends (with its `ended`
  /// events), scheduled sound is removed, `clock` returns nil until the first cycle, and that one starts the
  /// half-second ramp from silence. Control, while no callback runs.
  /// - Throws: `unsupportedRate`, without any change.
  public func prepare(rate: Int) throws(SoundEngineError) {
    guard SoundLimits.rates.contains(rate) else { throw .unsupportedRate(rate) }
    renderer.pointee.prepare(rate: rate, seed: seed)
    forgetCycle()
    rampFromSilence()
  }

  /// Records that rendering has stopped for a while: `clock` returns nil until the next cycle. Any thread.
  public func forgetCycle() { shared.pointee.cycle.invalidate() }

  /// Makes the renderer rise from silence to its level within 0.5 s, starting with its next cycle: after a change of
  /// output. Any thread.
  public func rampFromSilence() {
    shared.pointee.rampRequested.store(true, ordering: .releasing)
  }

  /// Assigns a place to every utterance of `batch`: indices of the batch → places; nil, without any change, if there
  /// are too few. Loop.
  func shelve(_ batch: [SoundCommand]) -> [Int: Int]? {
    var places: [Int: Int] = [:]
    for (index, command) in batch.enumerated() {
      guard case .utterance(let utterance, _, _) = command else { continue }
      if places.isEmpty { releaseEndedUtterances() }
      guard let place = shared.pointee.utterances.freePlace() else {
        takeBack(places)
        return nil
      }
      utterances[place] = utterance
      shared.pointee.utterances.put(
        UtteranceShelf.Content(
          samples: utterance.recording, number: utterance.number, rate: utterance.outputRate), at: place)
      places[index] = place
    }
    return places
  }

  /// Undoes `shelve`, before the renderer receives the command. Loop.
  func takeBack(_ places: [Int: Int]) {
    for place in places.values {
      shared.pointee.utterances.withdraw(place)
      utterances[place] = nil
    }
  }

  /// Releases utterances the renderer has finished. Loop.
  func releaseEndedUtterances() {
    for place in utterances.indices where shared.pointee.utterances.reclaim(place) { utterances[place] = nil }
  }

  /// The tuning the sounding note last started gliding to, and the first frame of its changed pitch; nil before the
  /// first. For latency measurement. Any thread.
  public var retuning: Retuning? { shared.pointee.retuning.read() }

  /// Clears the wake-ups of `eventDescriptor`. Loop.
  func clearWake() {
    wake_clear(shared.pointee.descriptor)
  }

  /// The newest cycle, for `FrameClock`. Any thread.
  var cycle: FrameClock.Cycle? { shared.pointee.cycle.read() }
}
