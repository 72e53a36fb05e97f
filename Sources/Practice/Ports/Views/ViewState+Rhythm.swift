import Training

extension ViewState {
  /// The rhythm that repeats in early or late. It follows from the settings, never from the exercise.
  public struct Rhythm: Equatable, Sendable {
    /// The pattern of one beat.
    public var pattern: TimingPattern
    /// The tempo in beats per minute.
    public var tempo: Int

    /// Memberwise.
    public init(_ pattern: TimingPattern, tempo: Int) {
      self.pattern = pattern
      self.tempo = tempo
    }
  }
}
