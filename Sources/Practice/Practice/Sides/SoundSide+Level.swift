import Sound
import Time

/// How loud everything is.
extension SoundSide {
  /// How loud everything is to be, in dBFS, as the settings and then the level control have it.
  var level: Double { ramp.wanted }
  /// How loud everything is now, in dBFS.
  var sounded: Double { ramp.sounded }

  /// Settings or a hand change it; the renderer makes a short ramp of that, whatever sounds.
  mutating func changeLevel(_ change: (inout LevelRamp) -> Void) -> [Effect] {
    change(&ramp)
    return [.outside(.setLevel(ramp.sounded))]
  }

  /// Rises to what settings want, where it is time to.
  mutating func advanceLevel(to now: MonotonicTime) -> [Effect] {
    ramp.advance(to: now) ? [.outside(.setLevel(ramp.sounded, isRise: true))] : []
  }
}

/// How loud everything is, in dBFS: what is wanted, and what sounds, which rises to that slowly where settings were changed. Somebody
/// may have headphones on, and it may not be them who moved the slider.
struct LevelRamp {
  /// What settings, and then a hand at the level control, have asked for.
  private(set) var wanted: Double
  /// What notes sound at now; never more than is wanted.
  private(set) var sounded: Double
  /// When it rises next; nil where nothing is to rise, and before the turn that begins it.
  private(set) var due: MonotonicTime?

  /// It sounds as it is wanted.
  init(_ level: Double) {
    wanted = level
    sounded = level
  }

  /// Settings want it so, within the limits. It falls at once.
  mutating func set(_ level: Double) {
    wanted = Self.limited(level)
    sounded = min(sounded, wanted)
    if sounded == wanted { due = nil }
  }

  /// A hand moves what it hears, at once.
  mutating func move(by change: Double) {
    wanted = Self.limited(sounded + change)
    sounded = wanted
    due = nil
  }

  /// Rises by a step where one is due; tells whether it did. What was missed is not made up for.
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

  /// How fast it rises, in decibels a second.
  static let rise = 6.0
  /// How often: the renderer makes a ramp of each step.
  static let step = Duration.milliseconds(50)
}
