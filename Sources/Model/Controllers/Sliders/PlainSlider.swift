import Time

/// A control that stays where it is left: fader, knob, endless knob, with or without touch.
///
/// Where it stands when the note begins is its centre. Each side of it spans the whole range, so a side with little
/// travel is stretched.
struct PlainSlider: Sendable {
  private let release: Release
  private var settle: Duration?
  /// It stands where its motor was told to go, and has not said so itself.
  private var isTold = false
  /// A share of the format's range; nil if unknown, and for controls that tell steps.
  private(set) var position: Double?
  private var quantum: Double?
  private var isTouched = false
  private var note: Note?

  private struct Note: Sendable {
    var range: Double
    var promised: SliderSides
    /// Where it stood; nil until its first value.
    var centre: Double?
    /// Cents that endless steps have added up to.
    var turned = 0.0
    var isRelative = false
    var reported = 0.0
    var hasMoved = false
    var movedAt: MonotonicTime?
    var touchOff: MonotonicTime?
    var isOver = false
    var isResting = false
  }

  /// `settle` is how long it must stand still to be let go, for a control that tells nothing else.
  init(release: Release, settle: Duration?, quantum: Double?) {
    self.release = release
    self.quantum = quantum
    self.settle(after: settle)
  }

  /// How long it must stand still from now on.
  mutating func settle(after duration: Duration?) { settle = release == .settle ? duration : nil }

  /// The smallest movement that counts as a step.
  private var step: Double { max(quantum ?? 0, ReleaseLimits.finestStep) }

  /// Which ways it could tune by `range` cents from where it stands. All, while that is unknown.
  func sides(range: Double) -> SliderSides {
    guard let position else { return .both }
    func isOpen(_ travel: Double) -> Bool { travel > 0 && range * step / travel <= ReleaseLimits.coarsestStep + 1e-9 }
    return SliderSides(upwards: isOpen(1 - position), downwards: isOpen(position))
  }

  /// Cents of one step on the side used now; nil while the control's own step is unknown.
  var centsPerStep: Double? {
    guard let note else { return nil }
    if note.isRelative { return ReleaseLimits.encoderStep }
    guard note.centre != nil, let quantum else { return nil }
    let upwards = note.reported != 0 ? note.reported > 0 : gain(note, upwards: true) > 0
    return quantum * gain(note, upwards: upwards)
  }

  /// Cents per share of travel. A side that was promised spans the range however coarse it is; one that was not goes as
  /// far as steps of five cents take it.
  private func gain(_ note: Note, upwards: Bool) -> Double {
    let travel = upwards ? 1 - (note.centre ?? 0.5) : note.centre ?? 0.5
    guard travel > 0 else { return 0 }
    let whole = note.range / travel
    return (upwards ? note.promised.upwards : note.promised.downwards)
      ? whole : min(whole, ReleaseLimits.coarsestStep / step)
  }

  // MARK: The note

  mutating func begin(range: Double, promised: SliderSides) {
    note = Note(range: range, promised: promised, centre: position)
  }

  /// The note is silent, and standing still means nothing, until it goes on.
  mutating func rest() { note?.isResting = true }

  /// Standing still is counted from `time` on.
  mutating func goOn(at time: MonotonicTime) {
    note?.isResting = false
    if let movedAt = note?.movedAt { note?.movedAt = max(movedAt, time) }
  }

  mutating func end() { note = nil }

  // MARK: Input

  /// Its motor was told to bring it to `position`, which is not one of its own steps.
  mutating func place(at position: Double) {
    guard note == nil else { return }
    self.position = position
    isTold = true
  }

  /// It stands at `position` from `time` on.
  mutating func move(to position: Double, at time: MonotonicTime) -> [SliderEvent] {
    let events = advance(to: time)
    if let before = self.position, before != position, !isTold {
      quantum = min(quantum ?? 1, abs(position - before))
    }
    isTold = false
    self.position = position
    guard var note, !note.isOver else { return events }
    guard let centre = note.centre else {
      note.centre = position
      self.note = note
      return events
    }
    let offset = position - centre
    if abs(offset) >= max(ReleaseLimits.leastMovement, quantum ?? 0) - 1e-9 { note.hasMoved = true }
    note.movedAt = time
    let cents = min(max(offset * gain(note, upwards: offset >= 0), -note.range), note.range)
    return events + report(cents, note, at: time)
  }

  /// It was turned by `steps`. A step is one cent; controllers that speed up send more steps at once.
  mutating func turn(by steps: Int, at time: MonotonicTime) -> [SliderEvent] {
    let events = advance(to: time)
    guard var note, !note.isOver else { return events }
    note.isRelative = true
    note.hasMoved = true
    note.movedAt = time
    note.turned = min(max(note.turned + Double(steps) * ReleaseLimits.encoderStep, -note.range), note.range)
    return events + report(note.turned, note, at: time)
  }

  private mutating func report(_ cents: Double, _ changed: Note, at time: MonotonicTime) -> [SliderEvent] {
    note = changed
    guard cents != changed.reported else { return [] }
    note?.reported = cents
    return [.moved(to: cents, at: time)]
  }

  /// It was touched, or let go.
  mutating func touch(_ isTouched: Bool, at time: MonotonicTime) -> [SliderEvent] {
    let events = advance(to: time)
    let wasTouched = self.isTouched
    self.isTouched = isTouched
    guard release == .touch, wasTouched != isTouched, note?.isOver == false else { return events }
    note?.touchOff = isTouched ? nil : time
    return events
  }

  mutating func forgetTouch() {
    isTouched = false
    note?.touchOff = nil
  }

  // MARK: Time

  /// When the next thing is decided that no message decides.
  var deadline: MonotonicTime? {
    guard let note, !note.isOver else { return nil }
    if let touchOff = note.touchOff { return touchOff.adding(milliseconds: ReleaseLimits.touchOff) }
    guard note.hasMoved, !note.isResting, let settle, let movedAt = note.movedAt else { return nil }
    return movedAt + settle
  }

  /// Decides what is due up to and including `now`.
  mutating func advance(to now: MonotonicTime) -> [SliderEvent] {
    guard let deadline, deadline <= now, let note else { return [] }
    self.note?.touchOff = nil
    // A finger that only rested on it has not let go of anything.
    guard note.hasMoved else { return [] }
    self.note?.isOver = true
    return [.released(release, at: note.touchOff ?? note.movedAt ?? deadline)]
  }
}
