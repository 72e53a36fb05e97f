import MIDI
import Time

/// How one slider of a controller tunes the note that sounds, and when it is let go.
///
/// A pure state machine like `GestureRecognizer`: it has no clock, `deadline` says when it wants to be asked, and every
/// decision depends on the events' own time stamps only, so that being asked late changes nothing. Loop thread. What it learns
/// of the control (rest, ends, steps) stays with it from note to note, so keep it while the controller is plugged in, and
/// give it every movement, in practice or not.
///
/// What counts as letting go is the binding's `release`:
/// - `spring-back`: the control ran to its rest as fast as a spring moves it, and stayed. While such a run is suspected
///   the plateau is held, so that what is committed has sounded. A slow way home, a way across the rest and a run that
///   stops elsewhere are tuning. See `SpringTrace` for the rule and `SpringLimits` for its numbers.
/// - `touch`: the finger left it, after it had moved.
/// - `lift`: the finger that has the pitch left its key (`FingerSlider`).
/// - `settle`: it has not moved for the chosen time.
/// - `none`: nothing; a CC 1 that is found to return by itself is treated as `spring-back` from the next note on.
public struct SliderRecognizer: Sendable {
  /// How long a control with `release: settle` must stand still to be let go.
  public static let settle: Duration = .milliseconds(1500)

  private let isEndless: Bool
  /// The keys of an expressive keyboard; nil for every other control.
  private var fingers: FingerSlider?
  /// One of these two is used otherwise: which it is can be learnt.
  private var spring: SpringSlider?
  private var plain: PlainSlider
  private var learner: ReturnLearner?
  private var absences = 0
  private var now = MonotonicTime(nanoseconds: .min)

  /// A slider of which nothing is known but its binding. `settle` is the time of `release: settle`; nil switches it off.
  public init(binding: Binding, settle: Duration? = Self.settle) {
    isEndless = binding.control.isRelative
    fingers = binding.release == .lift ? FingerSlider(binding.control) : nil
    plain = PlainSlider(
      release: binding.release == .springBack ? .none : binding.release, settle: settle,
      quantum: binding.control.isSevenBit ? 1.0 / 127 : nil)
    if binding.release == .springBack, !isEndless {
      spring = SpringSlider(travel: SpringTravel(nominal: binding.control.isPitchBend ? 0.5 : nil))
    } else if binding.release == .none || binding.release == .settle, binding.control.isModulation {
      learner = ReturnLearner()
    }
  }

  /// How long it must stand still from now on to be let go, if it tells nothing else; nil: it never is. Between notes.
  public mutating func settle(after duration: Duration?) { plain.settle(after: duration) }

  // MARK: What it could do

  /// Whether it springs back: as its mapping says, or as was learnt.
  public var springsBack: Bool { spring != nil }

  /// Which ways it could tune by `range` cents if a note began now. A side is closed where the way to its end is so short
  /// that a step would be more than 5 cents. Both are open while its position is unknown.
  public func openSides(range: Double) -> SliderSides {
    if let fingers { return fingers.sides }
    if let spring { return spring.sides }
    return isEndless ? .both : plain.sides(range: range)
  }

  /// Cents of one of its steps on the side it stands on; nil outside a note and while its steps are unknown.
  public var centsPerStep: Double? {
    if let fingers { return fingers.centsPerStep }
    return spring.map(\.centsPerStep) ?? plain.centsPerStep
  }

  /// Keys whose finger has slid: they are no buttons until they are pressed again.
  public var slidingKeys: [PhysicalKey] { fingers?.sliding ?? [] }

  /// How positions tune in this note; nil outside one and for controls that stay where they are left.
  var curve: SpringCurve? { spring?.curve }

  // MARK: The note

  /// The tunable note began at `time`: where the control stands is its centre, `range` cents lie each way.
  ///
  /// `promised` are the sides that were open when the exercise was drawn: they span the range however little travel is
  /// left by now. Nil for those that are open now.
  public mutating func begin(range: Double, promised: SliderSides? = nil, at time: MonotonicTime) {
    now = max(now, time)
    fingers?.begin(range: range, at: now)
    learn(at: now)
    if spring?.begin(range: range, at: now) == nil {
      plain.begin(range: range, promised: promised ?? openSides(range: range))
    }
  }

  /// The note is silent for a while. Movements are reported, and a hand that lets go is; standing still lets go of nothing.
  public mutating func rest() { plain.rest() }

  /// The note sounds again from `time` on, and stands where the control left it.
  public mutating func goOn(at time: MonotonicTime) { plain.goOn(at: time) }

  /// The note is over: movements are followed from now on, and nothing is reported.
  public mutating func end() {
    fingers?.end()
    spring?.end()
    plain.end()
  }

  /// Takes on what was learnt of a control whose mapping does not know whether it springs back.
  private mutating func learn(at time: MonotonicTime) {
    guard learner != nil else { return }
    learner?.settle(at: time)
    if let known = spring {
      guard let position = known.position else { return }
      absences = known.travel.isRest(position) ? 0 : absences + 1
      guard absences >= ReleaseLimits.absences else { return }
      learner?.doubt()
      spring = nil
    } else if let rest = learner?.rest, let position = plain.position {
      var travel = SpringTravel(nominal: rest < SpringLimits.lowRest ? 0 : 0.5)
      travel.learnRest(rest...rest)
      var learnt = SpringSlider(travel: travel)
      _ = learnt.move(to: position, at: time - .seconds(1))
      spring = learnt
      absences = 0
    }
  }

  // MARK: Events

  /// What `input`, which happened at `time`, means, after what became due before it.
  public mutating func handle(_ input: SliderInput, at time: MonotonicTime) -> [SliderEvent] {
    // Stamps that run backwards are of one moment.
    now = max(now, time)
    switch input {
    case .moved(.absolute(let value, let maximum)):
      let position = Double(value) / Double(maximum)
      learner?.move(to: position, at: now)
      // A control that is found not to spring back after all goes on from where it stands.
      let heard = plain.move(to: position, at: now)
      return spring?.move(to: position, at: now) ?? heard
    case .moved(.relative(let steps)):
      return spring?.advance(to: now) ?? plain.turn(by: steps, at: now)
    case .finger(let input):
      return fingers?.handle(input, at: now) ?? []
    case .touched(let isTouched):
      return spring?.advance(to: now) ?? plain.touch(isTouched, at: now)
    }
  }

  /// Its motor was told to bring it to `share`, 0…1 of its way, while no note is tuned: where it stands from now on, and no
  /// movement of its own.
  public mutating func place(at share: Double) {
    plain.place(at: share)
  }

  /// What has become due up to and including `time`.
  public mutating func advance(to time: MonotonicTime) -> [SliderEvent] {
    fingers?.advance(to: time) ?? spring?.advance(to: time) ?? plain.advance(to: time)
  }

  /// Events were lost: whether a finger is on it is unknown, and nothing was let go.
  public mutating func forgetTouch() {
    fingers?.forget()
    plain.forgetTouch()
  }

  /// When to call `advance(to:)`, if no event comes before; nil if nothing is pending.
  public var deadline: MonotonicTime? {
    if let fingers { return fingers.deadline }
    return spring.map(\.deadline) ?? plain.deadline
  }
}

extension Control {
  fileprivate var isPitchBend: Bool { if case .pitchBend = self { true } else { false } }
  fileprivate var isRelative: Bool { if case .relative = self { true } else { false } }

  fileprivate var isSevenBit: Bool {
    switch self {
    case .controlChange, .channelPressure, .polyPressure: true
    default: false
    }
  }

  /// CC 1, the modulation wheel or a joystick's other axis.
  fileprivate var isModulation: Bool {
    switch self {
    case .controlChange(let number, _, _): number.rawValue == 1
    case .controlChangePair(let most, _, _): most.rawValue == 1
    default: false
    }
  }
}
