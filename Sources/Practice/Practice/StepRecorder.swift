import Sound
import Time

/// Records the loop's inputs and outputs if a recording was requested. The live one is `Recorder`.
public protocol StepRecorder: Sendable {
  /// Returns the parts with all output and random draws recorded on the way. Called before practice begins.
  func tapping(_ parts: PracticeParts) -> PracticeParts
  /// Records a finished step. Loop thread.
  func took(_ step: TakenStep)
}

/// A finished step of the loop, with what it read from the environment.
public struct TakenStep: Sendable {
  /// The input.
  public var step: LoopStep
  /// The time of the step.
  public var time: MonotonicTime
  /// The time the machine had slept before the step; zero if it had not.
  public var slept: Duration
  /// The renderer's latest cycle, if the step read it.
  public var cycle: FrameClock.Cycle?
  /// The indexes, from 0, of the batches of commands that the renderer had no room for.
  public var refused: [Int]

  /// Creates a step; by default only its time was read.
  public init(
    _ step: LoopStep, at time: MonotonicTime, slept: Duration = .zero, cycle: FrameClock.Cycle? = nil,
    refused: [Int] = []
  ) {
    self.step = step
    self.time = time
    self.slept = slept
    self.cycle = cycle
    self.refused = refused
  }
}
