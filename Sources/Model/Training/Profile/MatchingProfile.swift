import Foundation
import Pitch

/// The knowledge from matches of one kind (see `MatchingKind`): constant
/// time and bounded memory for each match.
///
/// The last 512 matches are kept unchanged, and `MatchingFit` weighs them on demand: so nothing depends on the
/// judgement of the first few, and all of them help to identify lapses. At a forgetting of 200 the oldest counts 8 % of
/// the newest.
struct MatchingProfile: Hashable, Sendable {
  /// The number of matches kept.
  static let kept = 512
  /// Matches whose control counts as in recent use.
  static let recentControls = 64
  /// The fewest matches, lapses excluded, for which bias and spread are reported; a region needs more.
  static let fewest = 8.0
  /// See `fewest`.
  static let fewestOfRegion = 12.0
  /// The finest spread reported, in cents: a stepped control makes equal errors, and no ear has a spread of 0.
  static let finest = 0.1
  /// The largest error, in cents, that counts as an error of tuning: two octaves.
  static let widest = 2_400.0
  /// The keys of a piano, whose octaves are the regions.
  static let keyboard = 21...108

  /// A ring: once full, `next` is the oldest.
  private var errors: [MatchedError] = []
  private var next = 0
  /// The number of matches that have taught something, in total and by octave.
  private(set) var matches = 0
  private var octaveMatches = [Int](repeating: 0, count: 11)
  private var timeline = Timeline()
  private var rail = LapseRail()

  /// A profile without matches.
  init() {}

  /// Learns a match at `time` (seconds since 1970; nil: not known), whose control reached `range` either way (nil: not
  /// known).
  ///
  /// In a temperament errors count in the direction of the circle of fifths: positive if the fifth became too wide, or
  /// the fourth too narrow. Their mean is then the drift per fifth. Other intervals of a temperament teach nothing.
  ///
  /// An error, start or range that is NaN (other programs may write any value) teaches nothing.
  mutating func learn(
    _ exercise: MatchingExercise, range: Cents?, error: Cents, centsPerStep: Double?, at time: Double?
  ) {
    guard let sign = exercise.mode == .temperament ? exercise.interval.stepOfFifths : 1 else { return }
    let (start, end) = (Double(sign) * exercise.startOffset.value, Double(sign) * error.value)
    guard abs(end) <= Self.widest, abs(start) <= Self.widest, range?.value.isFinite ?? true else { return }
    // A match that ended beyond its control's reach was tuned with another control: its ends are unknown, and far.
    let reach = range.map { range in
      min(max(range.value, abs(end - start) > range.value + 1 ? Self.widest : 1), 2 * Self.widest)
    }
    let note = exercise.target.number
    let octave = Self.keyboard.contains(note) ? note / 12 : -1
    let step = centsPerStep.map { $0.isFinite && $0 > 0 && $0 <= Self.widest ? $0 : 0 } ?? 0
    keep(MatchedError(error: end, start: start, reach: reach, step: step, octave: octave))
    matches += 1
    if octave >= 0 { octaveMatches[octave] += 1 }
    let kept = rail.kept(end)
    if let time { timeline.learn(kept, at: time) }
  }

  private mutating func keep(_ error: MatchedError) {
    if errors.count < Self.kept { errors.append(error) } else { errors[next] = error }
    next = (next + 1) % Self.kept
  }

  /// Whether bias and spread can be reported.
  var isKnown: Bool { fit != nil }

  private var fit: MatchingFit? { MatchingFit(newestFirst, fewest: Self.fewest) }

  /// Returns the report; nil before the first match.
  func report(of kind: MatchingKind, in shown: TimelineCalendar) -> MatchingReport? {
    guard matches > 0 else { return nil }
    let aged = newestFirst
    let fit = fit
    return MatchingReport(
      asksIntervals: kind.asksIntervals, isHeld: kind.isHeld, chord: kind.chord, isTemperament: kind.isTemperament,
      matches: matches, bias: fit?.bias, lag: fit?.lag, spread: fit?.spread,
      centsPerStep: aged.prefix(Self.recentControls).map(\.error.step).max().flatMap { $0 > 0 ? $0 : nil },
      regions: regions(aged), timeline: timeline.buckets(in: shown, value: \.spread))
  }

  private var newestFirst: [(error: MatchedError, age: Int)] {
    let guess = UnknownReach(errors)
    return (0..<errors.count).map { age in
      (guess.filled(errors[(next - 1 - age + 2 * Self.kept) % Self.kept]), age)
    }
  }

  private func regions(_ errors: [(error: MatchedError, age: Int)]) -> [MatchingRegion] {
    octaveMatches.indices.compactMap { octave in
      let notes = (12 * octave...12 * octave + 11).clamped(to: Self.keyboard)
      guard let low = Note(notes.lowerBound), let high = Note(notes.upperBound), let range = NoteRange(low, high),
        let fit = MatchingFit(errors.filter { $0.error.octave == octave }, fewest: Self.fewestOfRegion)
      else { return nil }
      return MatchingRegion(notes: range, matches: octaveMatches[octave], bias: fit.bias, spread: fit.spread)
    }
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write(matches)
    for count in octaveMatches { writer.write(count) }
    writer.write(next)
    writer.write(errors.count)
    for error in errors {
      for number in [error.error, error.start, error.reach ?? 0, error.step] { writer.write(number) }
      writer.write(error.octave)
    }
    rail.write(to: &writer)
    timeline.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    matches = try reader.integer(in: SnapshotReader.counts)
    for octave in octaveMatches.indices { octaveMatches[octave] = try reader.integer(in: SnapshotReader.counts) }
    next = try reader.integer(in: 0...Self.kept - 1)
    let count = try reader.integer(in: 0...Self.kept)
    // Until it is full the ring is filled from its beginning.
    guard count == Self.kept || next == count else { throw SnapshotReader.Unreadable() }
    for _ in 0..<count { errors.append(try Self.error(from: &reader)) }
    rail = try LapseRail(from: &reader)
    timeline = try Timeline(from: &reader)
  }

  private static func error(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) -> MatchedError {
    let (error, start) = (try reader.finite(in: -widest...widest), try reader.finite(in: -widest...widest))
    let reach = try reader.finite(in: 0...2 * widest)
    guard reach == 0 || reach >= 1 else { throw SnapshotReader.Unreadable() }
    return MatchedError(
      error: error, start: start, reach: reach == 0 ? nil : reach, step: try reader.finite(in: 0...widest),
      octave: try reader.integer(in: -1...10))
  }
}

/// Holds wild errors back from the sums of a day: beyond four spreads from the recent middle an error counts as if it
/// lay there.
///
/// Middle and spread are followed in steps, the spread in steps of ln 1.08 as in `MatchingSpread` (Robbins & Monro
/// 1951), the first dozen larger. Normal errors are cut once in 16,000; the estimate's own variation of 20 % makes it
/// one in 700.
struct LapseRail: Hashable, Sendable {
  private static let widthInSpreads = 4.0
  private static let step = log(1.08)

  private var middle = 0.0
  private var spread = 15.0
  private var seen = 0

  init() {}

  /// Returns `error`, limited to the rail, and then lets the rail follow it.
  mutating func kept(_ error: Double) -> Double {
    let width = Self.widthInSpreads * spread
    let kept = min(max(error, middle - width), middle + width)
    let gain = max(Self.step, 1 / Double(seen + 1))
    let wide = abs(error - middle) > spread * SimulatedListener.thresholdPerSigma
    middle += (error > middle ? gain : -gain) * spread
    middle = min(max(middle, -MatchingProfile.widest), MatchingProfile.widest)
    spread = min(max(spread * exp(wide ? gain : -gain), MatchingProfile.finest), MatchingProfile.widest)
    // Only the first few matter; a count without end would be one more number to bound.
    seen = min(seen + 1, 1_000)
    return kept
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write(middle)
    writer.write(spread)
    writer.write(seen)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    middle = try reader.finite(in: -MatchingProfile.widest...MatchingProfile.widest)
    spread = try reader.finite(in: MatchingProfile.finest...MatchingProfile.widest)
    seen = try reader.integer(in: 0...1_000)
  }
}
