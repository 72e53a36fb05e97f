import Glibc
import Pitch

/// The circumstances of an exercise that affect a threshold for beats: the interval, and the timbre that sounds.
public struct BeatsCondition: Hashable, Sendable {
  /// The interval of both sounds.
  public let interval: BeatsInterval
  /// The timbre that sounds.
  public let timbre: Timbre

  /// Memberwise.
  public init(_ interval: BeatsInterval, _ timbre: Timbre) {
    self.interval = interval
    self.timbre = timbre
  }
}

extension BeatsCondition: Comparable {
  /// Intervals and timbres in their order.
  public static func < (left: BeatsCondition, right: BeatsCondition) -> Bool {
    (left.interval.place, left.timbre.place) < (right.interval.place, right.timbre.place)
  }
}

extension BeatsCondition: EarCondition {
  /// All of them.
  static let most = BeatsInterval.allCases.count * Timbre.allCases.count

  /// In per cent of the slower rate. Tuners aim at 3 %; the median of all ears that practise is assumed at 5 %.
  static let scale = EarScale(
    differences: 0.01...1000, first: EdgeBeatsStrategy.first, floor: EdgeBeatsStrategy.floor, origin: log2(5),
    deviation: BeatsEar.priorDeviation, leanDeviation: 2.5)

  /// No study compares intervals or timbres. Both are assumed to differ with a standard deviation of 0.3 octaves: the
  /// beats are the same, but they are more or less deep, and there is more or less else to hear.
  func covariance(with other: BeatsCondition) -> Double {
    (interval == other.interval ? Self.ofEach : 0) + (timbre == other.timbre ? Self.ofEach : 0)
  }

  private static let ofEach = 0.045

  func write(to writer: inout SnapshotWriter) {
    writer.write(interval.place)
    writer.write(timbre.place)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    interval = BeatsInterval.allCases[try reader.integer(in: 0...BeatsInterval.allCases.count - 1)]
    timbre = Timbre.allCases[try reader.integer(in: 0...Timbre.allCases.count - 1)]
  }
}
