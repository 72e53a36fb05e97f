import MIDI
import Time

/// A slider of a controller: its tuning of the sounding note, and its release.
///
/// A pure state machine like `GestureRecognizer`: it has no clock, `deadline` is the time of its next call, and every
/// decision depends only on the events' own time stamps, so that late calls change nothing. Loop thread. Facts learned
/// about the control (rest, ends, steps) persist from note to note, so keep the recogniser while the controller is
/// plugged in, and pass it every movement, in practice or not.
///
/// The binding's `release` defines the release:
/// - `spring-back`: the control ran to its rest as fast as a spring moves it, and stayed. While such a run is suspected
///   the plateau is held, so that the committed pitch has sounded. A slow return, a crossing of the rest and a run that
///   stops elsewhere are tuning. See `SpringTrace` for the rule and `SpringLimits` for its numbers.
/// - `touch`: the finger left it, after it had moved.
/// - `lift`: the finger that has the pitch left its key (`FingerSlider`).
/// - `settle`: it has not moved for the chosen time.
/// - `none`: nothing; a CC 1 found to return by itself is treated as `spring-back` from the next note onwards.
public struct SliderRecognizer: Sendable {
  /// The default time for which a control with `release: settle` must stand still to count as released.
  public static let settle: Duration = .milliseconds(1500)

  private let isEndless: Bool
  /// The keys of an expressive keyboard; nil for other controls.
  private var fingers: FingerSlider?
  /// One of these two is used otherwise; experience can change which.
  private var spring: SpringSlider?
  private var plain: PlainSlider
  private var learner: ReturnLearner?
  private var absences = 0
  private var now = MonotonicTime(nanoseconds: .min)

  /// Creates a slider without history. `settle` is the time of `release: settle`; nil disables it.
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

  /// Sets how long the control must stand still to count as released, if it reports no release; nil: never. Between
  /// notes.
  public mutating func settle(after duration: Duration?) { plain.settle(after: duration) }

  // MARK: Capabilities

  /// Whether the control springs back, according to its mapping or to experience.
  public var springsBack: Bool { spring != nil }

  /// Returns the directions in which the control could tune by `range` cents if a note began now. A side is closed if
  /// its remaining travel is so short that a step would exceed 5 cents. Both are open while the position is unknown.
  public func openSides(range: Double) -> SliderSides {
    if let fingers { return fingers.sides }
    if let spring { return spring.sides }
    return isEndless ? .both : plain.sides(range: range)
  }

  /// Cents per step on the current side; nil outside a note and while the steps are unknown.
  public var centsPerStep: Double? {
    if let fingers { return fingers.centsPerStep }
    return spring.map(\.centsPerStep) ?? plain.centsPerStep
  }

  /// The keys whose finger has slid, which do not act as buttons until they are pressed again.
  public var slidingKeys: [PhysicalKey] { fingers?.sliding ?? [] }

  /// The tuning curve of this note; nil outside a note and for controls that stay where they are left.
  var curve: SpringCurve? { spring?.curve }

  // MARK: The note

  /// Begins the tunable note at `time`: the control's position is its centre, with `range` cents in either direction.
  ///
  /// `promised` are the sides that were open when the exercise was chosen: they span the range even if little travel is
  /// left by now. Nil means the sides that are open now.
  public mutating func begin(range: Double, promised: SliderSides? = nil, at time: MonotonicTime) {
    now = max(now, time)
    fingers?.begin(range: range, at: now)
    learn(at: now)
    if spring?.begin(range: range, at: now) == nil {
      plain.begin(range: range, promised: promised ?? openSides(range: range))
    }
  }

  /// Pauses the note: movements and releases are reported, but standing still does not commit.
  public mutating func rest() { plain.rest() }

  /// Resumes the note at `time`, with the pitch the control has left it at.
  public mutating func goOn(at time: MonotonicTime) { plain.goOn(at: time) }

  /// Ends the note: movements are tracked but not reported.
  public mutating func end() {
    fingers?.end()
    spring?.end()
    plain.end()
  }

  /// Applies the conclusion whether the control springs back, if its mapping does not know.
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
      var learned = SpringSlider(travel: travel)
      _ = learned.move(to: position, at: time - .seconds(1))
      spring = learned
      absences = 0
    }
  }

  // MARK: Events

  /// Returns the events that `input` at `time` causes, after those that became due before it.
  public mutating func handle(_ input: SliderInput, at time: MonotonicTime) -> [SliderEvent] {
    // Stamps that run backwards count as the latest moment.
    now = max(now, time)
    switch input {
    case .moved(.absolute(let value, let maximum)):
      let position = Double(value) / Double(maximum)
      learner?.move(to: position, at: now)
      // A control found not to spring back after all continues from its current position.
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

  /// Sets the position to `share`, 0…1 of its travel, to which its motor was driven while no note is tuned. Does not
  /// count as a movement.
  public mutating func place(at share: Double) {
    plain.place(at: share)
  }

  /// Returns the events that became due up to and including `time`.
  public mutating func advance(to time: MonotonicTime) -> [SliderEvent] {
    fingers?.advance(to: time) ?? spring?.advance(to: time) ?? plain.advance(to: time)
  }

  /// Handles lost events: it is unknown whether a finger is on the control, and it was not released.
  public mutating func forgetTouch() {
    fingers?.forget()
    plain.forgetTouch()
  }

  /// The time to call `advance(to:)` if no event comes before; nil if nothing is pending.
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
