import Pitch

/// The result of a matching exercise as it is shown, lit, struck and spoken: rounded first, banded then.
public struct MatchingFeedback: Hashable, Sendable {
  /// The size of the error. The raw values are the words of the event stream.
  public enum Band: String, Hashable, Sendable, CaseIterable {
    /// 0 cents.
    case deadCentre = "dead-centre"
    /// 1 to 9 cents: green, a short arrow.
    case close
    /// 10 to 30 cents: yellow, a medium arrow.
    case moderate
    /// 31 cents and more: red, a long arrow.
    case far

    /// 0 dead centre … 3 far: the number of clicks, and the cue's own number.
    public var number: Int {
      switch self {
      case .deadCentre: 0
      case .close: 1
      case .moderate: 2
      case .far: 3
      }
    }
  }

  /// The signed error in whole cents, rounded half away from zero; positive is sharp.
  public let cents: Int

  /// Tenths of beats per second left in a chord or temperament, positive if the interval is wider than pure; nil for
  /// pairs of notes, and for timbres whose partials do not meet.
  public let tenthsOfBeats: Int?

  /// The temperament that ended with this match; nil otherwise.
  public let laid: TemperamentResult?

  /// The result of ending `error` away from the correct pitch, with `beats` a second; both limited to a million. NaN
  /// counts as 0: a session never ends on such a pitch.
  public init(error: Cents, beats: Double? = nil, laid: TemperamentResult? = nil) {
    self.laid = laid
    cents = Self.whole(error.value)
    tenthsOfBeats = beats.map { Self.whole(10 * $0) }
  }

  private static func whole(_ value: Double) -> Int {
    let rounded = value.rounded(.toNearestOrAwayFromZero)
    return rounded.isNaN ? 0 : Int(max(-1e6, min(rounded, 1e6)))
  }

  /// The size of the error.
  public var band: Band {
    switch abs(cents) {
    case 0: .deadCentre
    case 1...9: .close
    case 10...30: .moderate
    default: .far
    }
  }
}
