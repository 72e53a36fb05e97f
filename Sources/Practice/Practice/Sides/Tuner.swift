import Controllers
import Pitch
import Time
import Training

/// Adds up everything that moves the tunable note: wheels, faders, step keys, the computer's keys and pages, all in cents
/// from where the note started.
///
/// Whatever moved last *has* the pitch. Another one picks it up where it is: each is followed by how far it has moved, so
/// that a fader never makes the note jump to where it happens to stand.
struct Tuner {
  /// Something that moves the note.
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

  /// What is tuned now; nil while nothing can be.
  private(set) var exercise: MatchingExercise?
  /// Whether it is silent for a while: what hands do then moves nothing.
  private(set) var isResting = false
  /// From the pitch the note started at, in cents; never further than the exercise's range.
  private(set) var cents = 0.0
  /// What has the pitch. It stays known after the exercise: the next one is most likely tuned by it too.
  private(set) var owner: Hand?
  /// What had the pitch before, and when its present owner took it; nil for the exercise's first owner.
  private var taken: (from: Hand, at: MonotonicTime)?
  /// Whether anything has moved the note since it began.
  private(set) var hasMoved = false
  /// The size of the owner's last step in cents, where it has steps of its own.
  private(set) var step: Double?
  /// What was before the last step.
  private var beforeStep: Before?
  /// A chord is down until then at most: what sounded before it is the answer, and what sliders do meanwhile is no hand's doing.
  private var chordEnds: MonotonicTime?
  /// How far each slider stands from where it began.
  private var deviations: [Hand: Double] = [:]
  /// The same when it last had the pitch.
  private var left: [Hand: Double] = [:]

  private struct Before {
    var cents: Double
    var owner: Hand?
    var taken: (from: Hand, at: MonotonicTime)?
    var hasMoved: Bool
    var step: Double?
  }

  /// The controller at `port` is gone, and another one may get its address: nothing of it is remembered. The note stays.
  mutating func forget(_ port: PortID) {
    if owner?.port == port { owner = nil }
    if taken?.from.port == port { taken = nil }
    if beforeStep?.owner?.port == port || beforeStep?.taken?.from.port == port { beforeStep = nil }
    deviations = deviations.filter { $0.key.port != port }
    left = left.filter { $0.key.port != port }
  }

  /// The note is silent until it begins again. Whatever moves meanwhile is followed: it then tunes on from where it stands.
  mutating func rest() {
    isResting = true
    forgetChord()
  }

  /// The note of `exercise` can be tuned from now, and nothing has moved yet; one that rested stands where it was.
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

  /// The note cannot be tuned any more.
  mutating func end() {
    exercise = nil
    isResting = false
    forgetChord()
  }

  private mutating func forgetChord() {
    beforeStep = nil
    chordEnds = nil
  }

  /// What the note was last asked to sound at; nil while nothing is tuned.
  var hertz: Hertz? {
    exercise?.startHertz.transposed(by: Cents(cents))
  }

  /// `hand` stands `deviation` cents from where it began since `time`; tells whether the note moves. It takes the pitch from
  /// another only by more than one of its own steps of `quantum` cents: a worn pot flickers by one, and that is no hand.
  mutating func slide(_ hand: Hand, to deviation: Double, quantum: Double? = nil, at time: MonotonicTime) -> Bool {
    let moved = deviation - deviations[hand, default: 0]
    deviations[hand] = deviation
    if let chordEnds, time < chordEnds { return false }
    let flickers = abs(deviation - left[hand, default: 0]) < 1.5 * (quantum ?? 0)
    return move(hand, by: moved, step: nil, takes: !flickers, at: time)
  }

  /// `hand` counts its deviations anew from where it stands; the note stays.
  mutating func recentre(_ hand: Hand) {
    deviations[hand] = nil
    left[hand] = nil
  }

  /// `hand` moved the note by `cents` in one step at `time`; tells whether the note moves. A page's slider goes as far as its
  /// keys: where it stands afterwards is no way of its own.
  mutating func step(_ hand: Hand, by cents: Double, at time: MonotonicTime) -> Bool {
    guard !isResting else { return false }
    if let range = exercise?.range.value, cents.isFinite {
      deviations[hand] = min(max(deviations[hand, default: 0] + cents, -range), range)
    }
    beforeStep = Before(cents: self.cents, owner: owner, taken: taken, hasMoved: hasMoved, step: step)
    return move(hand, by: cents, step: hand == .simulated ? nil : abs(cents), at: time)
  }

  /// The last step was the first key of a chord, whose second one went down at `time`: everything is again as it was before it.
  /// A worn wheel flickers between the two, and until they are let go or stop practice; nor is a wheel moved on purpose then.
  mutating func takeBackStep(at time: MonotonicTime) {
    guard exercise != nil, let before = beforeStep else { return }
    (cents, owner, taken, hasMoved, step) = (before.cents, before.owner, before.taken, before.hasMoved, before.step)
    beforeStep = nil
    chordEnds = time + GestureRecognizer.hold
  }

  /// While nothing is tuned, this slider is moved: it will most likely tune the next note.
  mutating func expect(_ hand: Hand) {
    if case .slider = owner { return }
    if exercise == nil { owner = hand }
  }

  /// Whether `hand`, which let go at `time`, had the pitch: only its owner's release commits. The first messages of a
  /// spring's run move the note a little before they are suspected; that is no way to take the pitch from another hand, which
  /// gets it back.
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
  /// The controller it is on; nil for other surfaces.
  fileprivate var port: PortID? {
    switch self {
    case .slider(let port, _), .steps(let port): port
    case .keys, .page, .simulated: nil
    }
  }
}
