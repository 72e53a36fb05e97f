import Glibc
import Pitch

/// The circumstances of an exercise that affect a threshold: the length of the notes, the silence between them, whether
/// the second note's loudness varies, and the timbres of both. Records do not contain the amount of that variation.
///
/// Times are rounded to a tenth of a second: conditions that differ by less are the same.
public struct Condition: Hashable, Sendable {
  /// Tenths of a second of each note, 1…100, limited because other programs may write any value. 0: unknown.
  let durationTenths: Int
  /// Tenths of a second of silence between them, 0…100.
  let gapTenths: Int
  /// Whether the second note's loudness varies.
  public let loudnessVaries: Bool
  /// The timbres of both notes.
  public let timbres: TimbrePair

  /// A condition with these times in seconds; NaN counts as the usual time.
  public init(noteDuration: Double, noteGap: Double, loudnessVaries: Bool, timbres: TimbrePair = .sines) {
    durationTenths = max(1, Self.tenths(noteDuration) ?? Self.usual.durationTenths)
    gapTenths = Self.tenths(noteGap) ?? Self.usual.gapTenths
    self.loudnessVaries = loudnessVaries
    self.timbres = timbres
  }

  /// The condition of exercises with these settings.
  public init(_ settings: TrainingSettings) {
    self.init(
      noteDuration: settings.noteDuration, noteGap: settings.noteGap, loudnessVaries: settings.loudnessVariation > 0,
      timbres: settings.timbres)
  }

  /// The condition of a stored answer: varying loudness is drawn for each exercise, and is never exactly 0 dB.
  public init(_ record: ComparisonRecord) {
    guard !record.isPartial else {
      self = .unknown
      return
    }
    self.init(
      noteDuration: record.noteDuration, noteGap: record.noteGap, loudnessVaries: record.exercise.loudnessOffset != 0,
      timbres: record.exercise.timbres)
  }

  private init(durationTenths: Int, gapTenths: Int, loudnessVaries: Bool) {
    (self.durationTenths, self.gapTenths, self.loudnessVaries) = (durationTenths, gapTenths, loudnessVaries)
    timbres = .sines
  }

  /// The condition of the standard settings.
  public static let usual = Condition(durationTenths: 10, gapTenths: 0, loudnessVaries: false)
  /// The condition of answers from a file that does not describe their notes.
  public static let unknown = Condition(durationTenths: 0, gapTenths: 0, loudnessVaries: false)
  /// Whether its times, its loudness and its timbres mean anything.
  public var isKnown: Bool { self != .unknown }

  /// The number of conditions kept separately in one interval class. Beyond it, the one with the fewest answers is
  /// forgotten.
  static let most = 12

  /// The length of each note in seconds.
  public var noteDuration: Double { Double(durationTenths) / 10 }
  /// The silence between the notes in seconds.
  public var noteGap: Double { Double(gapTenths) / 10 }

  private static func tenths(_ seconds: Double) -> Int? {
    seconds.isNaN ? nil : Int((10 * min(max(seconds, 0), 10)).rounded())
  }
}

extension Condition {
  /// The variance, in octaves², of the difference between thresholds in unrelated conditions.
  private static let farthest = 0.5
  /// The seconds of silence that count as one step.
  private static let shortGap = 0.25
  /// The variance, in octaves², between the unknown condition and any other: about a step, as most players change
  /// little.
  private static let ofUnknown = 0.4 * farthest

  /// The prior variance, in octaves², of the difference between the threshold here and in `other`: none for the same
  /// condition, and less the nearer they are. Notes twice as long, a gap of 0.25 s instead of none, varying loudness,
  /// other timbres, and two timbres instead of one are one step each. 0.1 s more of a note is a standard deviation of
  /// 0.07 octaves, a step 0.44, and the maximum 0.7: reports agree that all of these matter, but not by how much.
  func variance(from other: Condition) -> Double {
    guard isKnown, other.isKnown else { return self == other ? 0 : Self.ofUnknown }
    func steps(_ condition: Condition) -> (duration: Double, gap: Double) {
      (log2(condition.noteDuration), log2(1 + condition.noteGap / Self.shortGap))
    }
    let (here, there) = (steps(self), steps(other))
    let changes = [
      loudnessVaries != other.loudnessVaries, timbres != other.timbres, timbres.isUniform != other.timbres.isUniform,
    ]
    let others = Double(changes.count { $0 })
    let (duration, gap) = (here.duration - there.duration, here.gap - there.gap)
    return Self.farthest * -expm1(-(duration * duration + gap * gap + others) / 2)
  }
}

extension Condition: Comparable {
  /// Shorter notes come first, then shorter gaps, then steady loudness, then the timbres in their order.
  public static func < (left: Condition, right: Condition) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  private var numbers: [Int] {
    [durationTenths, gapTenths, loudnessVaries ? 1 : 0, timbres.first.place, timbres.second.place]
  }
}

extension Condition {
  func write(to writer: inout SnapshotWriter) {
    for number in numbers { writer.write(number) }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    durationTenths = try reader.integer(in: 0...100)
    gapTenths = try reader.integer(in: 0...100)
    loudnessVaries = try reader.integer(in: 0...1) == 1
    let places = 0...Timbre.allCases.count - 1
    timbres = TimbrePair(
      Timbre.allCases[try reader.integer(in: places)], Timbre.allCases[try reader.integer(in: places)])
    guard durationTenths > 0 || self == .unknown else { throw SnapshotReader.Unreadable() }
  }
}
