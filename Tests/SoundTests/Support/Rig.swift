import Testing
import Time

@testable import Sound

/// A renderer with its controller and all it has made, in memory.
final class Rig {
  var renderer: OfflineRenderer
  var controller: SoundController
  private(set) var samples: [Float] = []
  private(set) var events: [SoundEvent] = []

  init(
    rate: Int = 48_000, period: Int = 256, latency: Int = 0, origin: Int64 = 0, shape: EnvelopeShape = .raisedCosine
  ) throws {
    let engine = try SoundEngine(rate: rate, seed: 1, shape: shape)
    renderer = OfflineRenderer(
      engine: engine, rate: rate, period: period, latency: latency, origin: MonotonicTime(nanoseconds: origin))
    controller = try engine.takeController()
  }

  var engine: SoundEngine { renderer.engine }
  var counters: SoundCounters { engine.counters }

  /// Hands over a batch.
  @discardableResult
  func submit(_ batch: [SoundCommand]) -> UInt32? { controller.submit(batch) }

  /// Makes whole cycles until at least `frames` are there in all, reading events after each.
  func run(to frames: Int) {
    while samples.count < frames { cycle() }
  }

  /// Makes one cycle of `frames` (a period, unless it is said).
  func cycle(frames: Int? = nil) {
    var made: [Float] = []
    renderer.renderCycle(frames: frames ?? renderer.period) { made = Array($0) }
    samples += made
    drain()
  }

  func drain() {
    while let event = controller.nextEvent() { events.append(event) }
  }
}

extension SoundCommand {
  /// A note as most tests want it.
  static func note(
    _ role: VoiceRole = .reference, epoch: UInt32 = 1, at start: Int64, frames: Int64 = 48_000, hertz: Double = 440,
    gain: Float = 1
  ) -> SoundCommand {
    .note(role: role, epoch: epoch, start: .at(start), frames: frames, hertz: hertz, gain: gain)
  }
}
