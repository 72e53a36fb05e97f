import Pitch

/// One matching exercise: everything about it that is fixed before its first frame.
public struct MatchingExercise: PairExercise {
  /// The epoch of the exercise.
  public var epoch: Epoch
  /// 1 for the first exercise since practice was started at the hub.
  public var index: Int
  /// A mode of matching.
  public var mode: Mode
  /// The first note: an exact note of the tuning, in a temperament one that was tuned before.
  public var reference: Note
  /// The frequency of the reference.
  public var referenceHertz: Hertz
  /// The correct note: the reference transposed by `interval`.
  public var target: Note
  /// The correct pitch.
  public var targetHertz: Hertz
  /// The interval from the reference to the correct pitch; the prime for unison.
  public var interval: DirectedInterval
  /// Signed distance from the correct pitch at which the tunable note starts.
  public var startOffset: Cents
  /// The starting frequency of the tunable note: `targetHertz` detuned by `startOffset`.
  public var startHertz: Hertz
  /// The distance by which the tunable note can be moved from `startHertz` either way; at least `startOffset`'s
  /// magnitude.
  public var range: Cents
  /// Added to the tunable note's level, in dB (loudness variation); the reference stays at 0.
  public var loudnessOffset: Double
  /// The level of the reference while the note is tuned, in dB relative to its earlier level, 0 or less; nil if it has
  /// ended.
  public var heldLevel: Double?
  /// The timbres of the reference and the tunable note.
  public var timbres: TimbrePair
  /// The chord whose notes start together, with the reference as its bass; nil for a pair of notes.
  public var chord: Chord?
  /// The frequency of the chord's companion, in the timbre of the bass; nil if it has none.
  public var companionHertz: Hertz?
  /// The place in the temperament being laid, whose reference sounds as it was left; nil for other exercises.
  public var temperament: TemperamentPlace?

  /// Memberwise.
  public init(
    epoch: Epoch, index: Int, mode: Mode, reference: Note, referenceHertz: Hertz, target: Note, targetHertz: Hertz,
    interval: DirectedInterval, startOffset: Cents, startHertz: Hertz, range: Cents, loudnessOffset: Double,
    heldLevel: Double? = nil, timbres: TimbrePair = .sines, chord: Chord? = nil, companionHertz: Hertz? = nil,
    temperament: TemperamentPlace? = nil
  ) {
    self.epoch = epoch
    self.index = index
    self.mode = mode
    self.reference = reference
    self.referenceHertz = referenceHertz
    self.target = target
    self.targetHertz = targetHertz
    self.interval = interval
    self.startOffset = startOffset
    self.startHertz = startHertz
    self.range = range
    self.loudnessOffset = loudnessOffset
    self.heldLevel = heldLevel
    self.timbres = timbres
    self.chord = chord
    self.companionHertz = companionHertz
    self.temperament = temperament
  }
}

/// The reach of the control that will tune the next note, as known when the exercise is chosen.
public struct TuningReach: Hashable, Sendable {
  /// Whether it can raise the pitch from its current position.
  public var opensUpwards: Bool
  /// Whether it can lower the pitch from its current position.
  public var opensDownwards: Bool
  /// Whether it springs back: a start offset near zero would leave the player no deflection to release.
  public var springsBack: Bool

  /// Memberwise.
  public init(opensUpwards: Bool = true, opensDownwards: Bool = true, springsBack: Bool = false) {
    self.opensUpwards = opensUpwards
    self.opensDownwards = opensDownwards
    self.springsBack = springsBack
  }

  /// Both ways, resting wherever it is left: keys, pages, encoders, and unknown controls.
  public static let free = TuningReach()
}
