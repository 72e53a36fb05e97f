import Controllers
import Pitch
import Time
import Training

/// Sums everything that moves the tunable note: wheels, faders, step keys, the computer's keys and pages, in cents from
/// the pitch at which the note started.
///
/// The control that moved last *has* the pitch. Another one takes it over at the current pitch: each contributes the
/// distance it moves, so a fader never makes the note jump to its position.
struct Tuner {
  /// A control that moves the note.
  enum Hand: Hashable {
    /// This slider of this controller.
    case slider(PortID, SliderID)
    /// Higher and Lower of this controller.
    case steps(PortID)
    /// The computer's keyboard.
    case keys
    /// A page's slider.
    case page
    /// A simulated listener.
    case simulated
  }

  /// The exercise being tuned; nil while none can be.
  private(set) var exercise: MatchingExercise?
  /// Whether the note is silent for a while. Input then moves nothing.
  private(set) var isResting = false
  /// The offset from the starting pitch in cents, within the exercise's range.
  private(set) var cents = 0.0
  /// The control that has the pitch. It is kept after the exercise: it will most likely tune the next one too.
  private(set) var owner: Hand?
  /// The previous owner, and when the present owner took the pitch; nil for the exercise's first owner.
  private var taken: (from: Hand, at: MonotonicTime)?
  /// Whether the note has moved since it began.
  private(set) var hasMoved = false
  /// The size in cents of the owner's last step, if it moves in steps.
  private(set) var step: Double?
  /// The state before the last step.
  private var beforeStep: Before?
  /// The latest end of a chord. The pitch before the chord is the answer, and slider movement during it is not
  /// deliberate.
  private var chordEnds: MonotonicTime?
  /// The distance of each slider from where it began, in cents.
  private var deviations: [Hand: Double] = [:]
  /// The same distance when the slider last had the pitch.
  private var left: [Hand: Double] = [:]

  private struct Before {
    var cents: Double
    var owner: Hand?
    var taken: (from: Hand, at: MonotonicTime)?
    var hasMoved: Bool
    var step: Double?
  }

  /// Forgets the controller at `port`, whose address another one may get. The note stays.
  mutating func forget(_ port: PortID) {
    if owner?.port == port { owner = nil }
    if taken?.from.port == port { taken = nil }
    if beforeStep?.owner?.port == port || beforeStep?.taken?.from.port == port { beforeStep = nil }
    deviations = deviations.filter { $0.key.port != port }
    left = left.filter { $0.key.port != port }
  }

  /// Silences the note until it begins again. Movement is still followed: tuning then continues from there.
  mutating func rest() {
    isResting = true
    forgetChord()
  }

  /// Begins tuning the note of `exercise` at its start; a note that rested keeps its pitch.
  mutating func begin(_ exercise: MatchingExercise) {
    defer { isResting = false }
    guard !isResting || self.exercise?.epoch != exercise.epoch else { return }
    self.exercise = exercise
    cents = 0
    hasMoved = false
    taken = nil
    step = nil
    forgetChord()
    deviations = [:]
    left = [:]
  }

  /// Ends tuning.
  mutating func end() {
    exercise = nil
    isResting = false
    forgetChord()
  }

  private mutating func forgetChord() {
    beforeStep = nil
    chordEnds = nil
  }

  /// The pitch last requested for the note; nil while nothing is tuned.
  var hertz: Hertz? {
    exercise?.startHertz.transposed(by: Cents(cents))
  }

  /// Moves `hand` to `deviation` cents from where it began, at `time`; returns whether the note moves. It takes the
  /// pitch from another control only by moving more than one step of `quantum` cents, because a worn pot
  /// flickers by one.
  mutating func slide(_ hand: Hand, to deviation: Double, quantum: Double? = nil, at time: MonotonicTime) -> Bool {
    let moved = deviation - deviations[hand, default: 0]
    deviations[hand] = deviation
    if let chordEnds, time < chordEnds { return false }
    let flickers = abs(deviation - left[hand, default: 0]) < 1.5 * (quantum ?? 0)
    return move(hand, by: moved, step: nil, takes: !flickers, at: time)
  }

  /// Restarts the deviation of `hand` at its current position; the note stays.
  mutating func recentre(_ hand: Hand) {
    deviations[hand] = nil
    left[hand] = nil
  }

  /// Moves the note by `cents` in one step of `hand` at `time`; returns whether it moves. A page's slider and its keys
  /// share one range, so steps also count towards the slider's position.
  mutating func step(_ hand: Hand, by cents: Double, at time: MonotonicTime) -> Bool {
    guard !isResting else { return false }
    if let range = exercise?.range.value, cents.isFinite {
      deviations[hand] = min(max(deviations[hand, default: 0] + cents, -range), range)
    }
    beforeStep = Before(cents: self.cents, owner: owner, taken: taken, hasMoved: hasMoved, step: step)
    return move(hand, by: cents, step: hand == .simulated ? nil : abs(cents), at: time)
  }

  /// Undoes the last step, which was the first key of a chord whose second key went down at `time`. Until the keys are
  /// released or practice stops, slider movement is ignored: a worn wheel flickers, and no player moves a wheel on
  /// purpose then.
  mutating func takeBackStep(at time: MonotonicTime) {
    guard exercise != nil, let before = beforeStep else { return }
    (cents, owner, taken, hasMoved, step) = (before.cents, before.owner, before.taken, before.hasMoved, before.step)
    beforeStep = nil
    chordEnds = time + GestureRecognizer.hold
  }

  /// Expects a slider that moves while nothing is tuned to tune the next note.
  mutating func expect(_ hand: Hand) {
    if case .slider = owner { return }
    if exercise == nil { owner = hand }
  }

  /// Returns whether `hand`, released at `time`, had the pitch: only the owner's release commits. The first messages of
  /// a spring's return move the note a little before the return is detected; they do not count as taking the pitch, so
  /// the previous owner gets it back.
  mutating func letsGo(_ hand: Hand, _ release: Release, at time: MonotonicTime) -> Bool {
    guard hasMoved else { return true }
    guard owner == hand else { return false }
    if release == .springBack, let taken, taken.at >= time {
      owner = taken.from
      self.taken = nil
      return false
    }
    return true
  }

  private mutating func move(
    _ hand: Hand, by change: Double, step: Double?, takes: Bool = true, at time: MonotonicTime
  ) -> Bool {
    guard let exercise, !isResting, change.isFinite, change != 0 else { return false }
    if !hasMoved || takes {
      if hasMoved, let owner, owner != hand {
        taken = (owner, time)
        left[owner] = deviations[owner]
      }
      owner = hand
      self.step = step
    }
    hasMoved = true
    let range = exercise.range.value
    let before = cents
    cents = min(max(cents + change, -range), range)
    return cents != before
  }
}

extension Tuner.Hand {
  /// The port of the hand's controller; nil for other surfaces.
  fileprivate var port: PortID? {
    switch self {
    case .slider(let port, _), .steps(let port): port
    case .keys, .page, .simulated: nil
    }
  }
}
