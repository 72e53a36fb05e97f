import Sound
import Time

/// The level.
extension SoundSide {
  /// The wanted level in dBFS, set by the settings and then by the level control.
  var level: Double { ramp.wanted }
  /// The current level in dBFS.
  var sounded: Double { ramp.sounded }

  /// Changes the level; the renderer makes a short ramp of it, even during a note.
  mutating func changeLevel(_ change: (inout LevelRamp) -> Void) -> [Effect] {
    change(&ramp)
    return [.outbound(.setLevel(ramp.sounded))]
  }

  /// Rises towards the level that the settings ask for, if a step is due.
  mutating func advanceLevel(to now: MonotonicTime) -> [Effect] {
    ramp.advance(to: now) ? [.outbound(.setLevel(ramp.sounded, isRise: true))] : []
  }
}

/// The wanted and the current level in dBFS. After a change of settings the current level rises slowly: the player may
/// have headphones on, and another person may have moved the slider.
struct LevelRamp {
  /// The level that the settings, and then the level control, asked for.
  private(set) var wanted: Double
  /// The level at which notes sound, up to `wanted`.
  private(set) var sounded: Double
  /// When the next step is due; nil if nothing rises, and before the turn that begins a rise.
  private(set) var due: MonotonicTime?

  /// Creates a ramp that is at its wanted level.
  init(_ level: Double) {
    wanted = level
    sounded = level
  }

  /// Sets the level the settings ask for, within the limits. A fall applies at once.
  mutating func set(_ level: Double) {
    wanted = Self.limited(level)
    sounded = min(sounded, wanted)
    if sounded == wanted { due = nil }
  }

  /// Moves the level relative to what the player hears, at once.
  mutating func move(by change: Double) {
    wanted = Self.limited(sounded + change)
    sounded = wanted
    due = nil
  }

  /// Rises by a step if one is due; returns whether it did. Missed steps are not made up.
  mutating func advance(to now: MonotonicTime) -> Bool {
    guard sounded < wanted else { return false }
    guard let due else {
      self.due = now + Self.step
      return false
    }
    guard now >= due else { return false }
    sounded = min(wanted, sounded + Self.rise * Self.step.seconds)
    self.due = sounded < wanted ? (now - due < Self.step ? due : now) + Self.step : nil
    return true
  }

  private static func limited(_ level: Double) -> Double {
    let levels = SoundLimits.levels
    return min(max(level, Double(levels.lowerBound)), Double(levels.upperBound))
  }

  /// The speed of the rise in decibels per second.
  static let rise = 6.0
  /// The time between steps: the renderer makes a ramp of each.
  static let step = Duration.milliseconds(50)
}
