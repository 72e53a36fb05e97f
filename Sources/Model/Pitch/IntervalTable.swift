/// A tuning in which every interval has the same size from every key. References lie on the equal-tempered keyboard. A
/// downward interval is the upward one with its sign changed.
public struct IntervalTable: TuningSystem {
  /// The tuning's name.
  public let name: String
  /// The sizes of the upward intervals of 0…12 semitones.
  private let sizes: [Cents]

  /// Creates a tuning whose interval of n semitones has `sizes[n]`; nil unless there are 13 sizes and the prime is 0.
  public init?(name: String, sizes: [Cents]) {
    guard sizes.count == 13, sizes[0] == .zero else { return nil }
    self.init(name: name, above: sizes.dropFirst())
  }

  /// Creates a tuning whose interval of n semitones has `above[n - 1]`, counted from the start. With fewer than 12
  /// sizes, some intervals are missing.
  init(name: String, above sizes: some Collection<Cents>) {
    self.name = name
    self.sizes = [.zero] + sizes
  }

  /// Returns the size of `interval`; nil beyond `Tuning.largestInterval`, which only a file can exceed.
  public func size(of interval: DirectedInterval, from reference: Note) -> Cents? {
    let semitones = abs(interval.semitones)
    guard sizes.indices.contains(semitones), Tuning.reaches(sizes[semitones]) else { return nil }
    return interval.semitones < 0 ? -sizes[semitones] : sizes[semitones]
  }
}
