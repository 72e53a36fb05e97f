import CRealtime
import Synchronization
import Time

/// Why a `SoundEngine` could not be made, prepared or controlled.
public enum SoundEngineError: Error, Hashable, Sendable {
  /// The rate is outside `SoundLimits.rates`.
  case unsupportedRate(Int)
  /// No eventfd could be had; `errno` says why.
  case noDescriptor(errno: Int32)
  /// The engine's one controller was taken before.
  case controllerTaken
}

/// The renderer and all it shares with the other threads, allocated once, before any callback runs.
///
/// Three parties hold it. The *loop* owns the `SoundController`. The audio server's callback gets `realtimePointer` and
/// hands it to `renderCycle`. The *control* thread, which starts and stops the server's client, calls `prepare(rate:)`
/// while no callback runs. The engine must outlive every callback: deactivate, then let it go.
public final class SoundEngine: @unchecked Sendable {
  // `@unchecked Sendable` because: `shared` points to memory that is never reassigned and whose every field is an
  // atomic, a constant or something handed over between two: the loop (there is one `SoundController`, as there is one
  // `LoopEnds`), which alone touches `utterances`, and the callback. `renderer` is only touched by the callback, or by
  // `init`, `prepare` and `deinit`, during which none runs.
  let shared: UnsafePointer<SharedState>
  let renderer: UnsafeMutablePointer<Renderer>
  private let seed: UInt64
  /// Utterances lying on the shelf, by place. Touched by the controller alone, and by `deinit`.
  private var utterances = [Utterance?](repeating: nil, count: UtteranceShelf.capacity)
  /// The loop's ends of the rings, until the controller takes them.
  private let loopEnds: Mutex<LoopEnds?>

  /// Allocates everything. Control.
  /// - Parameters:
  ///   - rate: frames a second.
  ///   - seed: of the noise in strokes.
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

  /// What the callback hands to `renderCycle`. Valid as long as the engine.
  public var realtimePointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(renderer) }

  /// The one controller, the first time it is asked for. Any thread.
  /// - Throws: `controllerTaken`, ever after.
  public func takeController() throws(SoundEngineError) -> SoundController {
    guard let ends = loopEnds.withLock({ $0.take() }) else { throw .controllerTaken }
    return SoundController(engine: self, ends: ends)
  }

  /// A non-blocking eventfd, readable when events wait; written at most once a cycle. Owned by the engine. Any thread.
  public var eventDescriptor: Int32 { shared.pointee.descriptor }

  /// Converts between frames and CLOCK_MONOTONIC. Any thread.
  public var clock: FrameClock { FrameClock(engine: self) }

  /// What has gone on so far. Any thread.
  public var counters: SoundCounters { shared.pointee.counters.read() }

  /// Makes ready for a server that calls back at `rate`: the frame count runs on, what sounded is ended (its `ended`
  /// events come), what was scheduled is removed, `clock` says nothing until the first cycle, and that one starts the
  /// half-second ramp from silence. Control, while no callback runs.
  /// - Throws: `unsupportedRate`; nothing has changed then.
  public func prepare(rate: Int) throws(SoundEngineError) {
    guard SoundLimits.rates.contains(rate) else { throw .unsupportedRate(rate) }
    renderer.pointee.prepare(rate: rate, seed: seed)
    forgetCycle()
    rampFromSilence()
  }

  /// No cycle is rendered any more, for a while: `clock` says nothing until one has been. Any thread.
  public func forgetCycle() { shared.pointee.cycle.invalidate() }

  /// From its next cycle on the renderer rises from silence to its level within 0.5 s: after a change of output. Any
  /// thread.
  public func rampFromSilence() {
    shared.pointee.rampRequested.store(true, ordering: .releasing)
  }

  /// Gives every utterance of `batch` a place: indices of the batch → places; nil, and nothing has changed, if there are
  /// too few. Loop.
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

  /// Undoes `shelve`, before the renderer was told. Loop.
  func takeBack(_ places: [Int: Int]) {
    for place in places.values {
      shared.pointee.utterances.withdraw(place)
      utterances[place] = nil
    }
  }

  /// Lets go what the renderer has done with. Loop.
  func releaseEndedUtterances() {
    for place in utterances.indices where shared.pointee.utterances.reclaim(place) { utterances[place] = nil }
  }

  /// Which tuning the sounding note last set out for, and the first frame of its changed pitch; nil before the first.
  /// For whoever judges latency. Any thread.
  public var retuning: Retuning? { shared.pointee.retuning.read() }

  /// Takes the wakes out of `eventDescriptor`.
  func clearWake() {
    wake_clear(shared.pointee.descriptor)
  }

  /// The newest cycle, for `FrameClock`.
  var cycle: FrameClock.Cycle? { shared.pointee.cycle.read() }
}
