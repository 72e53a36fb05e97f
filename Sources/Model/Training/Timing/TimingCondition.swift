import Glibc

/// The number of times that the pattern was heard before the answer, in steps: more repetitions make a displacement
/// easier to hear, each less than the one before it.
public enum TimingLoops: Int, Hashable, Sendable, CaseIterable {
  /// Not recorded, as in rows of other programs.
  case unknown
  case one
  case two
  /// Three or four.
  case few
  /// Five and more.
  case many

  /// The step of a number of repetitions; nil and numbers below 1 are unknown.
  public init(_ loops: Int?) {
    self =
      switch loops ?? 0 {
      case ...0: .unknown
      case 1: .one
      case 2: .two
      case 3, 4: .few
      default: .many
      }
  }

  /// The least number of repetitions in the step; nil: unknown.
  public var least: Int? {
    switch self {
    case .unknown: nil
    case .one: 1
    case .two: 2
    case .few: 3
    case .many: 5
    }
  }
}

/// The circumstances of a displaced note that affect a threshold: the pattern, the note's position, the tempo to a
/// fifth of an octave, and the number of times the pattern was heard.
public struct TimingCondition: Hashable, Sendable {
  /// The pattern; nil: unknown, as in rows of other programs.
  public let pattern: TimingPattern?
  /// The displaced note, counted from 1 without rests; nil if the pattern is unknown.
  public let position: Int?
  /// The number of times the pattern was heard.
  public let loops: TimingLoops
  /// Fifths of an octave above 80 beats per minute; nil: unknown.
  let tempoBand: Int?

  /// The condition of an answer. Nil, a position that `pattern` does not have, and a tempo outside 1…1000 beats per
  /// minute are unknown; without a pattern, the position is unknown.
  public init(pattern: TimingPattern?, position: Int?, tempo: Int?, loops: Int?) {
    self.init(
      pattern: pattern, position: position, tempoBand: tempo.flatMap(Self.band), loops: TimingLoops(loops))
  }

  private init(pattern: TimingPattern?, position: Int?, tempoBand: Int?, loops: TimingLoops) {
    self.position = position.flatMap { pattern?.positions.contains($0) == true ? $0 : nil }
    self.pattern = self.position == nil ? nil : pattern
    self.tempoBand = tempoBand
    self.loops = loops
  }

  /// The middle of the tempo band in beats per minute, to the nearest whole number; nil: unknown.
  public var tempo: Int? { tempoBand.map { Int((Self.middle * exp2(Double($0) / Self.bandsPerOctave)).rounded()) } }

  /// Returns the same condition with the pattern heard this often.
  func heard(_ loops: TimingLoops) -> TimingCondition {
    TimingCondition(pattern: pattern, position: position, tempoBand: tempoBand, loops: loops)
  }

  /// The number of conditions kept separately. Beyond it, the one with the fewest answers is forgotten, other than the
  /// first. An ear with this many takes 30 kB.
  static let most = 48

  private static let middle = 80.0
  private static let bandsPerOctave = 5.0

  private static func band(_ tempo: Int) -> Int? {
    guard (1...1000).contains(tempo) else { return nil }
    return Int((bandsPerOctave * log2(Double(tempo) / middle)).rounded())
  }
}

extension TimingCondition: EarCondition {
  /// In normalised milliseconds: see `TimingEar`.
  static let scale = EarScale(
    differences: 0.01...2000, first: EdgeTimingStrategy.first, floor: EdgeTimingStrategy.floor, origin: log2(14),
    deviation: 1.4, leanDeviation: 8)

  /// Reports agree that tempo hardly matters after
  /// scaling by the gap (Friberg & Sundberg 1993), and that repetitions help with diminishing returns; on patterns
  /// there are few. Patterns and positions differ with a standard deviation of 0.45 octaves, distant tempos 0.3, first
  /// and later loops 0.15.
  func covariance(with other: TimingCondition) -> Double {
    var sum = 0.0
    if pattern == other.pattern {
      sum += Self.ofPattern
      if position == other.position { sum += Self.ofPosition }
    }
    if let here = tempoBand, let there = other.tempoBand {
      let octaves = Double(here - there) / Self.bandsPerOctave
      sum += Self.ofTempo * exp(-octaves * octaves / 2)
    } else if tempoBand == other.tempoBand {
      sum += Self.ofTempo
    }
    if loops == other.loops {
      sum += Self.ofLoops
    } else if loops != .unknown, other.loops != .unknown {
      let steps = Double(loops.rawValue - other.loops.rawValue)
      sum += Self.ofLoops * exp(-steps * steps / 8)
    }
    return sum
  }

  private static let (ofPattern, ofPosition, ofTempo, ofLoops) = (0.04, 0.06, 0.04, 0.015)
}

extension TimingCondition: Comparable {
  /// Unknown parts first, patterns in their usual order, then earlier notes, slower tempos and fewer loops.
  public static func < (left: TimingCondition, right: TimingCondition) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [Int] { [patternIndex, position ?? 0, tempoBand ?? .min, loops.rawValue] }

  /// 0: unknown.
  private var patternIndex: Int { pattern.flatMap(TimingPattern.allCases.firstIndex).map { $0 + 1 } ?? 0 }
}

extension TimingCondition {
  /// The number that stands for an unknown tempo.
  private static let unknownBand = -100

  func write(to writer: inout SnapshotWriter) {
    writer.write(patternIndex)
    writer.write(position ?? 0)
    writer.write(tempoBand ?? Self.unknownBand)
    writer.write(loops.rawValue)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    let index = try reader.integer(in: 0...TimingPattern.allCases.count)
    let pattern = index == 0 ? nil : TimingPattern.allCases[index - 1]
    let position = try reader.integer(in: 0...6)
    let band = try reader.integer(in: Self.unknownBand...20)
    guard let loops = TimingLoops(rawValue: try reader.integer(in: 0...4)) else { throw SnapshotReader.Unreadable() }
    self.init(
      pattern: pattern, position: position == 0 ? nil : position,
      tempoBand: band == Self.unknownBand ? nil : band, loops: loops)
    guard patternIndex == index, (self.position ?? 0) == position, band == Self.unknownBand || band >= -32 else {
      throw SnapshotReader.Unreadable()
    }
  }
}
