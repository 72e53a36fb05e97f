/// The thresholds that distinguish a spring's run from a hand's.
///
/// Deflections are shares of the way from rest to one end, times are in milliseconds. No published, time-stamped trace
/// of the release of a wheel was found, so a run is compared with a spring's; the other numbers are the contributions
/// of hands, sensors and cables.
enum SpringLimits {
  /// The longest run from plateau to rest that counts as a spring's. Lies between the 150 ms of the slowest springs and
  /// the 250 ms of the fastest hands that guide a wheel home, nearer to the springs: a hand starts and ends gently, so
  /// the middle of its movement, which is measured, is its fastest part.
  static let run = 168.0
  /// The largest distance between two stamps of one moment: controllers and USB deliver in bunches.
  static let bunch = 8.0
  /// The share of the plateau at which the measured part of a run begins and ends, counted from the plateau and from
  /// rest: beyond, a spring is too slow to be seen.
  static let edge = 0.05
  /// The width within which a control stands still: a hand trembles by ±1 %, and so does a sensor at rest.
  static let tremor = 0.02
  /// The smallest deflection whose release commits; a knock against the table is less, and so is the rest of a slow
  /// return that ends in a tremor.
  static let leastPlateau = 0.095
  /// The uncertainty of the rest until the control has snapped back once: 3 % for the wheel, 1 % for its noise. The
  /// same share of the travel may be missing at its ends.
  static let restError = 0.04
  /// The deflection that may be at rest before that: `restError` and the contribution of coarse steps, but not as far
  /// as a hand may stop, which is 10 % from a rest that is 3 % off.
  static let restZone = 0.057
  /// The silence that counts as a stand: at rest, or where a hand holds the control.
  static let stand = 44.0
  /// The additional silence per deflection of a step: a spring starts gently, and when a control with coarse steps
  /// crosses its rest, several steps may be lost.
  static let standPerStep = 480.0
  /// The time to rest within which a movement is held: a spring starts gently, too.
  static let suspicion = 250.0
  /// The factor that makes a pause a plateau: a slow return in coarse steps also has pauses between messages. A pause
  /// counts if, at the previous speed, the control would have moved this many times as far in that time as it did…
  static let pause = 2.5
  /// …or if that speed was at most this share of the run's, as when a hand that guides it home steadily releases it.
  static let creep = 0.25
  /// The largest overshoot of a spring past its rest, as a share of the plateau…
  static let overshoot = 0.19
  /// …and the time to return from it, as a multiple of its run: half a period, of which the run of a spring with 15 %
  /// overshoot is two thirds.
  static let overshootRuns = 1.6
  /// The largest distance of an unknown control's first value from rest, if it was at rest before.
  static let firstValue = 0.4
  /// The share of its range below which the first value of a control of unknown kind implies a rest at the bottom.
  static let lowRest = 0.25
  /// The number of excursions to the same place, within half a percent, that make it an end: many controls reach their
  /// ends early…
  static let endVisits = 3
  /// …if it lies at least this far out.
  static let nearestEnd = 0.5
}
