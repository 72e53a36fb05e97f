/// The numbers by which a spring's run is told from a hand's.
///
/// Deflections are shares of the way from rest to one end, times are milliseconds. No published, time-stamped trace of a wheel being
/// let go was found, so a run is compared with a spring's; the other numbers are what hands, sensors and cables add to it.
enum SpringLimits {
  /// A run from plateau to rest that takes longer is a hand's. It lies between the 150 ms of the slowest springs and the
  /// 250 ms of the fastest hands that lead a wheel home, nearer to the springs: a hand starts and ends gently, so the
  /// middle of its movement, which is what is measured, is its fastest part.
  static let run = 168.0
  /// Two stamps may be this much apart for one moment: controllers and USB deliver in bunches.
  static let bunch = 8.0
  /// The measured part of a run begins where it has left the plateau by this share of it, and ends where it is as near to rest:
  /// beyond, a spring is too slow to be seen.
  static let edge = 0.05
  /// A hand trembles by ±1 %, and so does a sensor at rest: what stays within this width stands still.
  static let tremor = 0.02
  /// The smallest deflection whose letting go commits; a knock against the table is less, and so is the rest of a slow
  /// way home that ends in a tremor.
  static let leastPlateau = 0.095
  /// Until it has snapped back once, its rest lies this near to the nominal one: 3 % for the wheel, 1 % for its noise. As much of
  /// the travel may be missing at its ends.
  static let restError = 0.04
  /// What may be at rest before that: `restError` and what coarse steps add to it, but not where a hand may stop, which stops 10 %
  /// from a rest that is 3 % off.
  static let restZone = 0.057
  /// Silence for this long is a stand: at rest, or where a hand held it.
  static let stand = 44.0
  /// So much longer for each deflection of a step: a spring starts gently, and while a control with coarse steps crosses its rest,
  /// several may be lost.
  static let standPerStep = 480.0
  /// A movement that would be at rest within this time is held: a spring starts gently, too.
  static let suspicion = 250.0
  /// Between two messages on a slow way home in coarse steps there are stands, too. One is a plateau's if at the speed before it the
  /// control would meanwhile have come so many times as far as it did…
  static let pause = 2.5
  /// …or if that speed was at most this share of the run's, as where a hand that led it home steadily lets go.
  static let creep = 0.25
  /// Past its rest a spring swings out at most this share of the plateau…
  static let overshoot = 0.19
  /// …and is back within this many times its run: half a period, of which the run of a spring that swings out by 15 % is
  /// two thirds.
  static let overshootRuns = 1.6
  /// How far from rest the first value of an unknown control may be for it to have been at rest before.
  static let firstValue = 0.4
  /// A control of unknown kind that was first heard below this share of its range rests at its bottom.
  static let lowRest = 0.25
  /// So many excursions to the same place, to half a percent, make it an end, as the ends of many come early…
  static let endVisits = 3
  /// …if it lies at least this far out.
  static let nearestEnd = 0.5
}
