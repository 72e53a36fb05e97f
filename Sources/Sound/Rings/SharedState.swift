import CRealtime
import Glibc
import Synchronization

/// Everything the renderer shares with other threads. Lives at one address as long as the engine.
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
  /// Renderer → any: the tuning last set out for, and the first frame of the changed pitch.
  let retuning = RetuningCell()
  /// Renderer → any.
  let cycle = CycleCell()
  /// Renderer → any.
  let counters = CounterCells()
  /// Any → renderer: begin again from silence.
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
