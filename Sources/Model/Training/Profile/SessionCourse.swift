import Foundation

/// Finds the beginnings of sessions: after ten minutes without an answer, and after a day of uninterrupted answers,
/// which does not happen in practice but bounds the sums over the minutes of a session. Learned from the answers' own
/// times.
struct SessionClock: Hashable, Sendable {
  /// Seconds without an answer after which the next one begins a session.
  static let pause = 600.0
  /// Seconds after which a session is over.
  static let longest = 86_400.0

  /// A position in a session.
  struct Moment: Hashable, Sendable {
    /// The number of the session, starting at 1.
    var session: Int
    /// Minutes since its first answer.
    var minutes: Double
  }

  private var session = 0
  private var start = 0.0
  private var last = 0.0

  init() {}

  /// The moment of an answer at `time` (seconds since 1970, not before the last one's).
  mutating func advance(to time: Double) -> Moment {
    if session == 0 || time - last > Self.pause || time - start > Self.longest {
      session += 1
      start = time
    }
    last = time
    return Moment(session: session, minutes: (time - start) / 60)
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write(session)
    writer.write(start)
    writer.write(last)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    session = try reader.integer(in: SnapshotReader.counts)
    start = try reader.finite(in: PracticeClock.meant)
    last = try reader.finite(in: PracticeClock.meant)
    guard start <= last else { throw SnapshotReader.Unreadable() }
  }
}

/// The change of threshold and response time over the minutes of a session in one interval class.
///
/// **The judgement** works as in `TrendEvidence`, with one shape: a straight line over the minutes, the change over 20
/// of them being half-normal with a scale of 0.5 octaves. The prior is 72 % for "it stays", 20 % for "it rises", 8 %
/// for "it falls" (players need to warm up); a claim is reported if it is more probable than the other two together.
/// `make bench-ear` has the error rates.
struct SessionTrack: Hashable, Sendable {
  static let prior = (stays: 0.72, rises: 0.20, falls: 0.08)
  /// The minutes over which the change is reported, if sessions reach that far.
  static let minutes = 20.0
  /// The shortest reach, in minutes, for which a change is reported.
  static let leastMinutes = 4.0
  /// The plausible response times in seconds: longer ones mean the player was busy with something else.
  private static let responseTimes = 0.05...20.0

  /// log₂ of the threshold, weighed by precision.
  private(set) var threshold = MinuteSlope()
  /// log₂ of the response time in seconds.
  private(set) var response = MinuteSlope()
  private var session = 0
  private var condition = Condition.usual

  init() {}

  /// Learns the reading of an answer, if any, and its response time.
  mutating func learn(_ reading: ThresholdReading?, _ answer: EarAnswer, at moment: SessionClock.Moment) {
    if moment.session != session {
      let sessions = min(max(moment.session - session, 1), 10_000)
      threshold.endSession(sessions)
      response.endSession(sessions)
    } else if answer.condition != condition {
      threshold.endStretch()
      response.endStretch()
    }
    (session, condition) = (moment.session, answer.condition)
    if let reading { threshold.learn(reading.octaves, weight: reading.precision, minutes: moment.minutes) }
    if let seconds = answer.responseTime, Self.responseTimes.contains(seconds) {
      response.learn(log2(seconds), minutes: moment.minutes)
    }
  }

  /// The reported change; nil without evidence.
  var course: SessionCourse? {
    guard let line = threshold.line, line.reach >= Self.leastMinutes else { return nil }
    let standardized = line.slope * line.information.squareRoot()
    // The information about the change over 20 minutes.
    let information = line.information / (Self.minutes * Self.minutes)
    let rises = Self.prior.rises * exp(min(TrendEvidence.logBayesFactor(standardized, information), 500))
    let falls = Self.prior.falls * exp(min(TrendEvidence.logBayesFactor(-standardized, information), 500))
    guard abs(rises - falls) > Self.prior.stays else { return nil }
    let minutes = min(line.reach, Self.minutes).rounded()
    let error = Quantiles.normal / line.information.squareRoot()
    let (low, high) = (exp2(minutes * (line.slope - error)), exp2(minutes * (line.slope + error)))
    guard let change = Banded(exp2(minutes * line.slope), between: low, and: high) else { return nil }
    let times = response.line.flatMap { line -> SessionCourse.ResponseTimes? in
      let (beginning, later) = (exp2(line.beginning), exp2(line.beginning + minutes * line.slope))
      guard beginning.isFinite, later.isFinite else { return nil }
      return SessionCourse.ResponseTimes(beginning: beginning, later: later)
    }
    return SessionCourse(minutes: Int(minutes), change: change, responseTimes: times)
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write(session)
    condition.write(to: &writer)
    threshold.write(to: &writer)
    response.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    session = try reader.integer(in: SnapshotReader.counts)
    condition = try Condition(from: &reader)
    threshold = try MinuteSlope(from: &reader)
    response = try MinuteSlope(from: &reader)
  }
}

/// The change of the threshold over the minutes of a session, reported only with evidence.
public struct SessionCourse: Hashable, Sendable {
  /// The change of response times: geometric means in seconds.
  public struct ResponseTimes: Hashable, Sendable {
    /// The response time at the beginning of a session.
    public var beginning: Double
    /// After `minutes`.
    public var later: Double
  }

  /// The minutes over which the change is reported, up to 20.
  public var minutes: Int
  /// The threshold after them over the one at the beginning; above 1 it rises.
  public var change: Banded
  /// Nil if unknown.
  public var responseTimes: ResponseTimes?
}
