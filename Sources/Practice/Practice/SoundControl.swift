import Sound

/// The renderer as the loop reaches it: the live one is `RendererControl`, the one of a replay `ReplayedSound`. Confined to
/// whoever drives the core.
package protocol SoundControl: AnyObject {
  /// As `SoundController.submit`.
  func submit(_ batch: [SoundCommand]) -> UInt32?
  /// As `SoundController.silence`.
  func silence() -> UInt32
  /// As `SoundController.setLevel`; `isRise` tells that it is a step of a slow rise, which nobody has just asked for.
  func setLevel(decibels: Float, isRise: Bool)
  /// As `SoundController.tune`.
  func tune(epoch: UInt32, cents: Double)
  /// As `SoundController.nextEvent`.
  func nextEvent() -> SoundEvent?
  /// The renderer's newest cycle, as `FrameClock.cycle`; nil before the first alone.
  var cycle: FrameClock.Cycle? { get }
  /// Which of the batches since the last call were refused, counted from 0.
  func takeRefusals() -> [Int]
}

/// A `SoundEngine`'s one controller.
final class RendererControl: SoundControl {
  private var controller: SoundController
  private var batches = 0
  private var refusals: [Int] = []
  /// Kept for where the renderer is faster than who reads its clock.
  private var lastCycle: FrameClock.Cycle?

  /// - Throws: `controllerTaken` if somebody else controls the engine.
  init(_ engine: SoundEngine) throws(SoundEngineError) {
    controller = try engine.takeController()
  }

  func submit(_ batch: [SoundCommand]) -> UInt32? {
    let number = controller.submit(batch)
    if number == nil { refusals.append(batches) }
    batches += 1
    return number
  }

  func silence() -> UInt32 { controller.silence() }

  func setLevel(decibels: Float, isRise: Bool) { controller.setLevel(decibels: decibels) }

  func tune(epoch: UInt32, cents: Double) { controller.tune(epoch: epoch, cents: cents) }

  func nextEvent() -> SoundEvent? { controller.nextEvent() }

  var cycle: FrameClock.Cycle? {
    if let newest = controller.engine.clock.cycle { lastCycle = newest }
    return lastCycle
  }

  func takeRefusals() -> [Int] {
    defer { (batches, refusals) = (0, []) }
    return refusals
  }
}
