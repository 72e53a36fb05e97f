/// One finished match as input of the fit: all in cents from the correct pitch.
struct MatchedError: Hashable, Sendable {
  /// The end of the match.
  var error: Double
  /// The start of the match.
  var start: Double
  /// The reach of its control from there, either way; nil if unknown.
  var reach: Double?
  /// Cents per step of its control; 0 for a control without steps.
  var step: Double
  /// The octave of its target counted from C of MIDI note 0, or −1 off the keyboard.
  var octave: Int

  /// The lowest and highest end its control could reach.
  var low: Double { start - (reach ?? 2 * MatchingProfile.widest) }
  /// See `low`.
  var high: Double { start + (reach ?? 2 * MatchingProfile.widest) }
  /// The side it was tuned from: 1 from above, −1 from below.
  var side: Double { start < 0 ? -1 : 1 }
}

/// The reach of controls whose records do not contain it, estimated from the matches themselves.
///
/// The reach is the same either way, and starts are anywhere within it. If several matches went the same way to almost
/// the same cent, farther than all others, an end held them: that is the reach. The same holds if the farthest way is a
/// whole number of cents, as most settings are, but not all ways are. Otherwise the reach is a little beyond the
/// farthest start or way, as for the maximum of an evenly drawn number after n draws, and holds none of them.
struct UnknownReach {
  /// The number of matches at the same end that rules out a coincidence.
  private static let leastAtEnd = 3
  private let reach: Double

  /// The reach estimated from those of `errors` whose reach is unknown.
  init(_ errors: [MatchedError]) {
    let unknown = errors.filter { $0.reach == nil }
    let ways = unknown.map { abs($0.error - $0.start) }
    let way = ways.max() ?? 0
    let start = unknown.map { abs($0.start) }.max() ?? 0
    let isHeld =
      ways.count { way - $0 <= MatchingFit.atEnd } >= Self.leastAtEnd
      || Self.isWhole(way) && !ways.allSatisfy(Self.isWhole)
    if isHeld, way >= start - MatchingFit.atEnd {
      reach = max(way, 1)
    } else {
      reach = max(way, start) * (1 + 1 / Double(max(unknown.count, 1))) + 1
    }
  }

  private static func isWhole(_ cents: Double) -> Bool { abs(cents - cents.rounded()) < 1e-6 }

  /// Returns `error` with the estimated reach of its control filled in.
  func filled(_ error: MatchedError) -> MatchedError {
    var filled = error
    filled.reach = error.reach ?? reach
    return filled
  }
}
