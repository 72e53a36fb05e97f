import CRealtime
import Glibc
import Synchronization

/// All state shared by the renderer with other threads. At a fixed address as long as the engine.
struct SharedState: ~Copyable {
  /// Loop → renderer; `SoundController` and `Renderer` have the ends.
  private let commands: Ring<CommandSlot>
  /// Renderer → loop, likewise.
  private let events: Ring<SoundEvent>
  /// A `TuningWord`: loop → renderer, the last one counts.
  let tuning = Atomic<UInt64>(0)
  /// The level in dBFS, as the bits of a `Float`: loop → renderer, the last one counts.
  let level = Atomic<UInt32>(SoundLimits.defaultLevel.bitPattern)
  /// The number of the newest silence, 0 before the first: loop → renderer, the last one counts.
  let silence = Atomic<UInt32>(0)
  /// Loop → renderer, and back.
  let utterances = UtteranceShelf()
  /// Renderer → any: the tuning of the last glide, and the first frame of the changed pitch.
  let retuning = RetuningCell()
  /// Renderer → any.
  let cycle = CycleCell()
  /// Renderer → any.
  let counters = CounterCells()
  /// Any → renderer: ramp up from silence.
  let rampRequested = Atomic<Bool>(false)
  /// The eventfd that wakes the reader of `events`; owned.
  let descriptor: Int32

  init(commands: consuming Ring<CommandSlot>, events: consuming Ring<SoundEvent>, descriptor: Int32) {
    self.commands = commands
    self.events = events
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
