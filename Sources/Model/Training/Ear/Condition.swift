import Glibc

/// The circumstances of an exercise that affect a threshold: the length of the notes, the silence between them, and
/// whether the second note's loudness varies. Records do not contain the amount of that variation.
///
/// Times are rounded to a tenth of a second: conditions that differ by less are the same.
public struct Condition: Hashable, Sendable {
  /// Tenths of a second of each note, 1…100, limited because other programs may write any value. 0: unknown.
  let durationTenths: Int
  /// Tenths of a second of silence between them, 0…100.
  let gapTenths: Int
  /// Whether the second note's loudness varies.
  public let loudnessVaries: Bool

  /// A condition with these times in seconds; NaN counts as the usual time.
  public init(noteDuration: Double, noteGap: Double, loudnessVaries: Bool) {
    durationTenths = max(1, Self.tenths(noteDuration) ?? Self.usual.durationTenths)
    gapTenths = Self.tenths(noteGap) ?? Self.usual.gapTenths
    self.loudnessVaries = loudnessVaries
  }

  /// The condition of exercises with these settings.
  public init(_ settings: TrainingSettings) {
    self.init(
      noteDuration: settings.noteDuration, noteGap: settings.noteGap, loudnessVaries: settings.loudnessVariation > 0)
  }

  /// The condition of a stored answer: varying loudness is drawn for each exercise, and is never exactly 0 dB.
  public init(_ record: ComparisonRecord) {
    guard !record.isPartial else {
      self = .unknown
      return
    }
    self.init(
      noteDuration: record.noteDuration, noteGap: record.noteGap, loudnessVaries: record.exercise.loudnessOffset != 0)
  }

  private init(durationTenths: Int, gapTenths: Int, loudnessVaries: Bool) {
    (self.durationTenths, self.gapTenths, self.loudnessVaries) = (durationTenths, gapTenths, loudnessVaries)
  }

  /// The condition of the standard settings.
  public static let usual = Condition(durationTenths: 10, gapTenths: 0, loudnessVaries: false)
  /// The condition of answers from a file that does not describe their notes.
  public static let unknown = Condition(durationTenths: 0, gapTenths: 0, loudnessVaries: false)
  /// Whether its times and its loudness mean anything.
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
  /// condition, and less the nearer they are. Notes twice as long, a gap of 0.25 s instead of none, and varying
  /// loudness are one step each. 0.1 s more of a note is a standard deviation of 0.07 octaves, a step 0.44, and the
  /// maximum 0.7: reports agree that gap and length matter, but not by how much.
  func variance(from other: Condition) -> Double {
    guard isKnown, other.isKnown else { return self == other ? 0 : Self.ofUnknown }
    func steps(_ condition: Condition) -> (duration: Double, gap: Double) {
      (log2(condition.noteDuration), log2(1 + condition.noteGap / Self.shortGap))
    }
    let (here, there) = (steps(self), steps(other))
    let loudness = loudnessVaries == other.loudnessVaries ? 0.0 : 1
    let (duration, gap) = (here.duration - there.duration, here.gap - there.gap)
    return Self.farthest * -expm1(-(duration * duration + gap * gap + loudness) / 2)
  }
}

extension Condition: Comparable {
  /// Shorter notes come first, then shorter gaps, then steady loudness.
  public static func < (left: Condition, right: Condition) -> Bool {
    (left.durationTenths, left.gapTenths, left.loudnessVaries ? 1 : 0)
      < (right.durationTenths, right.gapTenths, right.loudnessVaries ? 1 : 0)
  }
}

extension Condition {
  func write(to writer: inout SnapshotWriter) {
    writer.write(durationTenths)
    writer.write(gapTenths)
    writer.write(loudnessVaries ? 1 : 0)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    durationTenths = try reader.integer(in: 0...100)
    gapTenths = try reader.integer(in: 0...100)
    loudnessVaries = try reader.integer(in: 0...1) == 1
    guard durationTenths > 0 || self == .unknown else { throw SnapshotReader.Unreadable() }
  }
}
