import Sound
import Time

/// Keeps what the loop is told and what it tells, where that was asked for. The live one is `Recorder`.
public protocol StepRecorder: Sendable {
  /// The parts, with everything that goes out or is drawn by lot noted on its way. Before practice begins.
  func tapping(_ parts: PracticeParts) -> PracticeParts
  /// A step is over. Loop thread.
  func took(_ step: TakenStep)
}

/// A step that the loop has taken, and what it read of the world outside meanwhile.
public struct TakenStep: Sendable {
  /// What the loop was told.
  public var step: LoopStep
  /// When.
  public var time: MonotonicTime
  /// How long the machine had slept before it; zero if it had not.
  public var slept: Duration
  /// The renderer's newest cycle, if it was asked for.
  public var cycle: FrameClock.Cycle?
  /// Which of the batches of commands the renderer had no room for, counted from 0.
  public var refused: [Int]

  /// Memberwise; nothing but its time was read unless it is said.
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
