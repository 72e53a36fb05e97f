import Sound
import Time
import Training

/// Practice rendered offline: the same core, the same renderer, a simulated listener in the player's place, and a clock
/// that is moved by the frames that were made. What is written is the very sound of practice.
public struct OfflinePractice: ~Copyable {
  private let core: PracticeCore
  private let time: ManualTime
  private let mailbox: Mailbox
  private var renderer: OfflineRenderer
  private var listener: SimulatedListener
  private let delay: Duration

  /// Frames a second, and frames rendered at a time.
  public static let rate = 48_000
  static let period = 128

  /// Practice of `configuration`, which names a mode and how many exercises to answer; `listener` answers `delay` after it
  /// hears the target's first frame.
  /// - Throws: as `SoundEngine.init`.
  public init(
    configuration: PracticeConfiguration, listener: SimulatedListener, answeringAfter delay: Duration,
    events: any PracticeEventSink, store: any RecordStore = InMemoryStore()
  ) throws(SoundEngineError) {
    let renderer = try OfflineRenderer(rate: Self.rate, period: Self.period, seed: configuration.seed)
    let time = ManualTime(renderer.time)
    let parts = PracticeParts(
      ports: InMemoryMIDIPorts(), output: OfflineOutput(rate: Self.rate, period: Self.period), engine: renderer.engine,
      store: store, events: events, time: time)
    // A renderer that was just made has never given its controller away.
    guard let core = PracticeCore(configuration: configuration, parts: parts) else {
      throw .noDescriptor(errno: 0)
    }
    self.core = core
    self.time = time
    mailbox = Mailbox(bell: nil)
    self.renderer = renderer
    self.listener = listener
    self.delay = delay
  }

  /// Renders until practice has ended by itself, and hands every period to `write`.
  /// - Throws: what `write` throws; that ends it.
  public mutating func run<Failure: Error>(
    write: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    let mailbox = mailbox
    core.parts.store.start { mailbox.post(.store($0)) }
    core.parts.output.start { mailbox.post(.sound($0)) }
    core.start()
    var waiting: [PracticeInput] = []
    var answered = Epoch(0)
    while core.ended == nil {
      core.takeSoundEvents()
      mailbox.takeAll(into: &waiting)
      for input in waiting { core.handle(input) }
      if let (exercise, heard) = core.session.answerable, exercise.epoch != answered, time.now() >= heard + delay {
        answered = exercise.epoch
        core.handle(.intent(.answer(listener.answer(exercise), epoch: nil), at: heard + delay, source: .simulated))
      }
      core.advance()
      try renderer.renderCycle(write)
      time.set(renderer.time)
    }
  }
}
