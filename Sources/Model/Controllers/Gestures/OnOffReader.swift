import MIDI

/// Reads a control with values (a pedal, a button, pressure) as pressed or released, without wavering.
///
/// A pedal at rest near the middle sends 63, 64, 63 without being pressed. So the threshold for a press lies well above
/// the one for a release, and the resting value is learned from the values themselves. One per control.
struct OnOffReader: Sendable {
  /// The rise above the lowest value sent so far that presses a control which never returns to 0…
  static let rise = 16
  /// …and the rise below which it is released.
  static let rest = 8
  /// The fall below the threshold that releases a control which returns to 0, or half the way down if that is less.
  static let fall = 16
  /// The smallest press of a control that has sent `wide` or more.
  static let flicker = 3
  static let wide = 32

  private(set) var isDown = false
  private var lowest: Int?
  private var highest = 0

  /// The change a value causes.
  enum Change: Hashable, Sendable {
    case pressed, released
    /// The state is unchanged.
    case none
  }

  /// Handles `value`, 0…127; from `threshold` up it is pressed.
  mutating func handle(_ value: Int, threshold: Int) -> Change {
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

  /// Returns the lowest value once the control has been released; 0 while unknown.
  private func restingPlace(_ threshold: Int) -> Int {
    guard let lowest, lowest < threshold || highest - lowest >= Self.wide else { return 0 }
    return lowest
  }

  /// Handles lost messages: the state is unknown, but the resting value is kept.
  mutating func forget() { isDown = false }
}
