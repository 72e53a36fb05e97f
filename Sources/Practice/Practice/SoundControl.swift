import Sound

/// The renderer as the loop uses it: `RendererControl` live, `ReplayedSound` in a replay. Confined to the thread that
/// drives the core.
package protocol SoundControl: AnyObject {
  /// As `SoundController.submit`.
  func submit(_ batch: [SoundCommand]) -> UInt32?
  /// As `SoundController.silence`.
  func silence() -> UInt32
  /// As `SoundController.setLevel`; `isRise` is whether this is a step of a slow rise rather than the player's change.
  func setLevel(decibels: Float, isRise: Bool)
  /// As `SoundController.tune`.
  func tune(epoch: UInt32, cents: Double)
  /// As `SoundController.nextEvent`.
  func nextEvent() -> SoundEvent?
  /// The renderer's latest cycle, as `FrameClock.cycle`; nil only before the first.
  var cycle: FrameClock.Cycle? { get }
  /// Returns the indexes, from 0, of the batches refused since the last call.
  func takeRefusals() -> [Int]
}

/// The only controller of a `SoundEngine`.
final class RendererControl: SoundControl {
  private var controller: SoundController
  private var batches = 0
  private var refusals: [Int] = []
  /// The last cycle, for when the renderer overtakes the reader of its clock.
  private var lastCycle: FrameClock.Cycle?

  /// - Throws: `controllerTaken` if the engine already has a controller.
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
