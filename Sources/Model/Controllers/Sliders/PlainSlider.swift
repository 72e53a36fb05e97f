import Time

/// A control that stays where it is left: fader, knob, endless knob, with or without touch.
///
/// Its position at the beginning of the note is its centre. Each side of it spans the whole range, so a side with
/// little travel is stretched.
struct PlainSlider: Sendable {
  private let release: Release
  private var settle: Duration?
  /// Whether the position is a motor's target, which the control has not reported itself.
  private var isTold = false
  /// The position as a share of the format's range; nil if unknown, and for controls that report steps.
  private(set) var position: Double?
  private var quantum: Double?
  private var isTouched = false
  private var note: Note?

  private struct Note: Sendable {
    var range: Double
    var promised: SliderSides
    /// The position at the beginning of the note; nil until the first value.
    var centre: Double?
    /// The sum of endless steps, in cents.
    var turned = 0.0
    var isRelative = false
    var reported = 0.0
    var hasMoved = false
    var movedAt: MonotonicTime?
    var touchOff: MonotonicTime?
    var isOver = false
    var isResting = false
  }

  /// Creates a slider. `settle` is how long it must stand still to count as released, if it reports no release.
  init(release: Release, settle: Duration?, quantum: Double?) {
    self.release = release
    self.quantum = quantum
    self.settle(after: settle)
  }

  /// Sets how long the control must stand still to count as released, starting now.
  mutating func settle(after duration: Duration?) { settle = release == .settle ? duration : nil }

  /// The smallest movement that counts as a step.
  private var step: Double { max(quantum ?? 0, ReleaseLimits.finestStep) }

  /// Returns the directions in which it can tune by `range` cents from its position; both while that is unknown.
  func sides(range: Double) -> SliderSides {
    guard let position else { return .both }
    func isOpen(_ travel: Double) -> Bool { travel > 0 && range * step / travel <= ReleaseLimits.coarsestStep + 1e-9 }
    return SliderSides(upwards: isOpen(1 - position), downwards: isOpen(position))
  }

  /// Cents per step on the side in use; nil while the control's own step is unknown.
  var centsPerStep: Double? {
    guard let note else { return nil }
    if note.isRelative { return ReleaseLimits.encoderStep }
    guard note.centre != nil, let quantum else { return nil }
    let upwards = note.reported != 0 ? note.reported > 0 : gain(note, upwards: true) > 0
    return quantum * gain(note, upwards: upwards)
  }

  /// Returns cents per share of travel. A promised side spans the range even if its steps are coarse; any other side
  /// reaches as far as steps of five cents take it.
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

  /// Pauses the note: it is silent, and standing still means nothing, until it resumes.
  mutating func rest() { note?.isResting = true }

  /// Resumes the note: standing still counts from `time`.
  mutating func goOn(at time: MonotonicTime) {
    note?.isResting = false
    if let movedAt = note?.movedAt { note?.movedAt = max(movedAt, time) }
  }

  mutating func end() { note = nil }

  // MARK: Input

  /// Sets the position to its motor's target, which is not one of the player's steps.
  mutating func place(at position: Double) {
    guard note == nil else { return }
    self.position = position
    isTold = true
  }

  /// Handles a new position at `time`.
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

  /// Handles a turn by `steps`. A step is one cent; controllers with acceleration send several steps at once.
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

  /// Handles a touch or its end.
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

  /// The time of the next decision that needs no message.
  var deadline: MonotonicTime? {
    guard let note, !note.isOver else { return nil }
    if let touchOff = note.touchOff { return touchOff.adding(milliseconds: ReleaseLimits.touchOff) }
    guard note.hasMoved, !note.isResting, let settle, let movedAt = note.movedAt else { return nil }
    return movedAt + settle
  }

  /// Decides everything due up to and including `now`.
  mutating func advance(to now: MonotonicTime) -> [SliderEvent] {
    guard let deadline, deadline <= now, let note else { return [] }
    self.note?.touchOff = nil
    // A finger that only rested on the control has not released anything.
    guard note.hasMoved else { return [] }
    self.note?.isOver = true
    return [.released(release, at: note.touchOff ?? note.movedAt ?? deadline)]
  }
}
