import MIDI

/// Reads a control that sends values (a pedal, a button, pressure) as one that is pressed or not, without wavering.
///
/// A pedal at rest near the middle sends 63, 64, 63: nobody pressed it. So what is pressed lies well above what is let go, and
/// where a control rests is learnt from the values themselves. One per control.
struct OnOffReader: Sendable {
  /// A control that never comes down to 0 is pressed from this far above the lowest value it has sent…
  static let rise = 16
  /// …and let go this far above it.
  static let rest = 8
  /// A control that comes down to 0 is let go this far below its threshold, or half way down where that is less.
  static let fall = 16
  /// A control that has sent `wide` or more is not pressed by less than `flicker`.
  static let flicker = 3
  static let wide = 32

  private(set) var isDown = false
  private var lowest: Int?
  private var highest = 0

  /// What a value tells.
  enum Change: Hashable, Sendable {
    case pressed, released
    /// It is as it was.
    case none
  }

  /// It stands at `value`, 0…127; from `threshold` on it is pressed.
  mutating func take(_ value: Int, threshold: Int) -> Change {
    guard let before = lowest else {
      (lowest, highest) = (value, value)
      isDown = value >= threshold
      return isDown ? .pressed : .none
    }
    lowest = min(before, value)
    highest = max(highest, value)
    let rest = restingPlace(threshold)
    let press = max(threshold, rest > 0 ? rest + Self.rise : 0, highest >= Self.wide ? Self.flicker : 0)
    if isDown {
      let release = max((press + 1) / 2, press - Self.fall, rest > 0 ? rest + Self.rest : 0)
      guard value < release else { return .none }
      isDown = false
      return .released
    }
    guard value >= press else { return .none }
    isDown = true
    return .pressed
  }

  /// The lowest value, once it has been let go; 0 while nothing is known.
  private func restingPlace(_ threshold: Int) -> Int {
    guard let lowest, lowest < threshold || highest - lowest >= Self.wide else { return 0 }
    return lowest
  }

  /// Messages were lost: whether it is down is not known. Where it rests is.
  mutating func forget() { isDown = false }
}
