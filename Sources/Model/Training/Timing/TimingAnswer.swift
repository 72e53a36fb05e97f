/// The evidence of one answer to early or late.
public struct TimingAnswer: Hashable, Sendable {
  /// The pattern; nil: unknown, as in rows of other programs.
  public var pattern: TimingPattern?
  /// The displaced note, counted from 1 without rests; nil: unknown.
  public var position: Int?
  /// Beats per minute; nil: unknown.
  public var tempo: Int?
  /// The number of times the pattern was heard before the answer; nil: unknown.
  public var loops: Int?
  /// The displacement in nanoseconds: positive late, negative early.
  public var offset: Int64
  /// Whether the answer was right.
  public var correct: Bool
  /// Whether the player was sure; nil without a rating.
  public var isSure: Bool?

  /// Memberwise.
  public init(
    pattern: TimingPattern?, position: Int?, tempo: Int?, loops: Int?, offset: Int64, correct: Bool,
    isSure: Bool? = nil
  ) {
    self.pattern = pattern
    self.position = position
    self.tempo = tempo
    self.loops = loops
    self.offset = offset
    self.correct = correct
    self.isSure = isSure
  }

  /// The evidence of an exercise of `space`.
  public init(in space: TimingSpace, loops: Int?, offset: Int64, correct: Bool) {
    self.init(
      pattern: space.pattern, position: space.position, tempo: space.tempo, loops: loops, offset: offset,
      correct: correct)
  }

  /// The condition of the threshold.
  public var condition: TimingCondition {
    TimingCondition(pattern: pattern, position: position, tempo: tempo, loops: loops)
  }

  /// The displacement in milliseconds.
  public var milliseconds: Double { Double(offset) / 1e6 }

  /// The shorter gap beside the displaced note in milliseconds; if the pattern or the position is unknown, a sixteenth;
  /// nil without a tempo from 1 beat per minute upwards.
  public var gap: Double? {
    guard let tempo, tempo > 0 else { return nil }
    guard let pattern, let position, pattern.positions.contains(position) else { return Self.sixteenth(tempo) }
    return TimingSpace.gap(pattern, position, tempo: tempo)
  }

  /// Milliseconds of a sixteenth at `tempo` beats per minute.
  static func sixteenth(_ tempo: Int) -> Double { 15_000 / Double(tempo) }
}
