import Time

/// Every number by which a slider's movement is judged, in one place.
///
/// Deflections are shares of the travel from rest to one end: 1 is full deflection. The figures for springs follow from
/// the mechanics: no published, time-stamped trace of a wheel being let go was found, so a run is compared with a spring's.
enum ReleaseLimits {
  // MARK: Springs

  /// A run from plateau to rest that takes longer is a hand's. It lies between the 150 ms of the slowest springs and the
  /// 250 ms of the fastest hands that lead a wheel home, nearer to the springs: a hand starts and ends gently, so the
  /// middle of its movement, which is what is measured, is its fastest part.
  static let run = 164.0
  /// Two stamps may be this much apart for one moment: controllers and USB deliver in bunches. Milliseconds.
  static let bunch = 8.0
  /// The measured part of a run begins where it has left the plateau by this share of it, and by no less than…
  static let departure = 0.05
  /// …this much: a hand's tremor is ±1 %.
  static let tremor = 0.02
  /// The measured part ends within this share of the plateau from the rest, or within `nearRest`.
  static let arrival = 0.05
  /// See `arrival`.
  static let nearRest = 0.012
  /// The smallest deflection whose letting go commits; a knock against the table is less, and so is the rest of a slow
  /// way home that ends in a tremor.
  static let leastPlateau = 0.095
  /// The same while it is not yet known where exactly the control will rest.
  static let leastSuspected = 0.06
  /// The same in steps of the control.
  static let leastSteps = 1.9

  /// Unless a rest is learnt it lies this near to the nominal one: 3 % for the wheel, 1 % for its noise.
  static let restError = 0.04
  /// Where steps are coarse it may seem to lie further off, but not where a hand may stop that stops 10 % from a rest that
  /// is 3 % off.
  static let furthestRest = 0.057
  /// How far from a rest that is learnt a control counts as at rest.
  static let restMargin = 0.025
  /// Steps coarser than this are no noise: the neighbour of a learnt rest is only a rest if it was seen as one.
  static let coarsestNoise = 0.045
  /// Inside this distance of a learnt rest nothing is tuned.
  static let deadZone = 0.02
  /// What stays within this width stands still.
  static let stillness = 0.022
  /// What spreads by less than this is at rest from its first moment.
  static let flicker = 0.005
  /// Resting this long proves the rest; longer after slow steps (`restPerGap`), at most `longestQuiet`. Milliseconds.
  static let quiet = 44.0
  /// So much longer for each deflection of a step: while a control with coarse steps crosses its rest, several may be lost.
  static let quietPerStep = 1000.0
  /// The most that `quietPerStep` adds.
  static let mostQuietPerStep = 30.0
  /// A control that crosses its rest in coarse steps stays there about as long as it took for the step before.
  static let restPerGap = 2.0
  /// See `quiet`.
  static let longestQuiet = 75.0
  /// Where it has not rested before it must rest for this long. Milliseconds.
  static let strangeQuiet = 90.0
  /// If the place where it rests is none yet that a spring would have come to so fast, it is looked at again every so
  /// often while a spring may still swing. Milliseconds.
  static let secondLook = 20.0
  /// A control that was away from rest when the note began has rested after this long. Milliseconds.
  static let firstRest = 60.0

  /// A movement towards rest that would be there within this time is suspected, and not sounded. Milliseconds.
  static let suspicion = 450.0
  /// The same for a movement that was suspected before and proved to be slow.
  static let renewedSuspicion = 150.0
  /// A suspected run is watched this long before it may prove to be slow…
  static let watched = 60.0
  /// …which it does when plateau to rest would take longer than this. Milliseconds.
  static let slowRun = 200.0
  /// A suspected run that turns by this much is tuning.
  static let turn = 0.015
  /// A suspected run that is silent for this long has stopped; a control with few steps is given more (`stall`).
  static let stall = 45.0
  /// Divided by the plateau's number of steps: what a spring may take between two of them at the start of its run.
  static let stallPerStep = 150.0
  /// Past the rest a spring swings out at most this share of the plateau…
  static let overshoot = 0.17
  /// …and a little more for noise…
  static let overshootMargin = 0.02
  /// …and is back within this many times its run: half a period, of which the run of a spring that swings out by 15 % is
  /// two thirds.
  static let overshootRuns = 1.6
  /// See `overshootRuns`. Milliseconds.
  static let overshootGrace = 2 * bunch

  /// A spring is within a fifth of its far turning point for 0.6 times its run, and seems to be for longer while
  /// its rest is not known. What stays there for longer, which is
  /// this many times the run (and `overshootGrace`), is held by a hand.
  static let overshootStand = 0.95
  /// How far from its turning point that is.
  static let overshootTurn = 0.2
  /// A swing in coarse steps may be over so many times later than it should be, and still be one.
  static let lateSwings = 2.0

  /// A place on the way to rest is a plateau if, at the speed before, the control would have come so many times as far as
  /// it did while it stood there.
  static let stand = 2.8
  /// A run of so few messages…
  static let fewMessages = 5
  /// …is the rest of a slow way in coarse steps, unless the control stood so many times as long as between them.
  static let pace = 2.0
  /// It certainly stood where it did so for this many times as long.
  static let longPause = 8.0
  /// Over this time. Milliseconds.
  static let standWindow = 60.0
  /// A turn is a plateau if the way towards rest before it was at most this share as fast as the way after it.
  static let drift = 0.5
  /// And it stood there for so long: in a run of which messages are lost there are gaps. Milliseconds.
  static let leastStand = 42.0
  /// Or if it came there at no more than this share of the speed of the run.
  static let creep = 0.1
  /// So many steps in a row may be lost on the way to us.
  static let lostSteps = 8.0
  /// Where no plateau is found (a hand that moves steadily and lets go), the hand's speed is this share of the spring's.
  static let knee = 0.3
  /// Over this time. Milliseconds.
  static let kneeWindow = 25.0
  /// And was seen to, at so many points.
  static let steadyPoints = 6
  /// Nearer to rest a hand's tremor looks like one.
  static let leastKnee = 0.2
  /// A hand that moves steadily has done so for this long. Milliseconds.
  static let steady = 100.0

  /// How far from the nominal rest the first value of an unknown control may be for it to have been at rest before.
  static let firstValue = 0.4
  /// A control of unknown kind that was first heard below this share of its range rests at its bottom.
  static let lowRest = 0.25
  /// Until an end is learnt, so much of the nominal travel before it counts as the end.
  static let endMargin = 0.04
  /// So many excursions to the same place make it an end…
  static let endVisits = 3
  /// …if they agree within this…
  static let endAgreement = 0.005
  /// …and it lies at least this far out.
  static let nearestEnd = 0.5

  // MARK: Controls that stay where they are left

  /// A side is closed where it would be coarser than this. Cents per step.
  static let coarsestStep = 5.0
  /// No hand places a fader more finely than this share of its travel (10 bits), whatever its messages resolve.
  static let finestStep = 1.0 / 1023
  /// One step of an endless knob, in cents.
  static let encoderStep = 1.0
  /// Less than this share of the travel is no movement: pots flicker when touched.
  static let leastMovement = 0.002
  /// After touch-off, a last position may still be on its way. Milliseconds.
  static let touchOff = 25.0

  // MARK: Learning that CC 1 springs back

  /// So many fast returns in a row to one place within the travel make a control one that springs back…
  static let returnsWithin = 3
  /// …and so many to one of its ends, where a hand can stop as abruptly.
  static let returnsToEnd = 5
  /// How well the places agree.
  static let returnAgreement = 0.02
  /// It does not spring back after all if it was away from its rest at so many beginnings in a row.
  static let absences = 2
}

extension MonotonicTime {
  /// The time since `earlier` in milliseconds.
  func milliseconds(since earlier: MonotonicTime) -> Double {
    Double(nanoseconds - earlier.nanoseconds) / 1e6
  }

  /// The point `milliseconds` later.
  func adding(milliseconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + Int64((milliseconds * 1e6).rounded()))
  }
}
