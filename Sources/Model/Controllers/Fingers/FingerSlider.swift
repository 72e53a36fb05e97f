import Time

/// All fingers of an expressive keyboard as one slider: pressing a key takes hold of the note at its current pitch,
/// sliding tunes it, and lifting commits.
///
/// The last finger that slid has the pitch: another finger takes over at the current pitch, and only the finger with
/// the pitch commits by lifting. A finger that was down before the note commits only once it has slid, and a tapped key
/// commits nothing. A pure reducer: inputs with their times in, `SliderEvent` out, no clock; late calls change nothing.
/// Loop thread.
struct FingerSlider: Sendable {
  private let control: Control
  /// The fingers that are down, in the order they landed.
  private var fingers: [Finger] = []
  /// The positions of fingers and their steps, tracked outside a note as well.
  private var places: [PhysicalKey: FingerPlace] = [:]
  private var order: [PhysicalKey] = []
  private var note: Note?
  /// The latest time stamp. Stamps that run backwards count as this moment.
  private var now = MonotonicTime(nanoseconds: .min)

  private struct Note: Sendable {
    var range: Double
    /// The offset since the note began.
    var tuned = 0.0
    /// The finger that has the pitch.
    var owner: PhysicalKey?
    /// The step in cents of the finger that answered by lifting.
    var step: Double?
    var isOver = false
  }

  /// Creates a slider for this control with no finger down.
  init(_ control: Control) { self.control = control }

  private var isPressure: Bool { if case .polyPressure = control { true } else { false } }

  /// The directions in which the control can tune: pressure begins at zero and goes one way.
  var sides: SliderSides { SliderSides(upwards: true, downwards: !isPressure) }

  /// The keys whose finger slides, which are no longer buttons.
  var sliding: [PhysicalKey] { fingers.filter(\.hasSlid).map(\.key) }

  /// Cents per step of the finger that has the pitch, has answered, or landed last; nil if unknown.
  var centsPerStep: Double? {
    if let note, note.isOver { return note.step }
    guard let note, let place = (note.owner ?? order.last).flatMap({ places[$0] }) else { return nil }
    return step(place, range: note.range)
  }

  // MARK: The note

  /// Begins a note at `time`, tunable by `range` cents in either direction. Fingers that are down are stale.
  mutating func begin(range: Double, at time: MonotonicTime) {
    now = max(now, time)
    note = Note(range: range, owner: order.last)
    fingers = order.map { finger($0, range: range, since: now, isStale: true) }
  }

  /// Ends the note.
  mutating func end() {
    note = nil
    fingers = []
  }

  /// Handles lost messages: it is unknown whether a finger is down, and none was lifted.
  mutating func forget() {
    fingers = []
    order = []
    places = [:]
    note?.owner = nil
  }

  private func finger(_ key: PhysicalKey, range: Double, since time: MonotonicTime, isStale: Bool) -> Finger {
    let place = places[key] ?? .level(0)
    return Finger(
      key, at: cents(place, range: range), scale: scale(place), since: time, isStale: isStale, isPressure: isPressure)
  }

  // MARK: Places

  /// Returns the cents of the note per cent of the finger: 1, or less if the steps are too coarse to tune with.
  private func scale(_ place: FingerPlace) -> Double {
    guard case .bend(_, let step) = place, step > ReleaseLimits.coarsestStep else { return 1 }
    return ReleaseLimits.coarsestStep / step
  }

  private func step(_ place: FingerPlace, range: Double) -> Double {
    switch place {
    case .bend(_, let step): step * scale(place)
    case .level:
      min(range / (isPressure ? FingerLimits.pressureLevels : FingerLimits.levels), ReleaseLimits.coarsestStep)
    }
  }

  private func cents(_ place: FingerPlace, range: Double) -> Double {
    switch place {
    case .bend(let cents, _): cents * scale(place)
    case .level(let level): Double(level) * step(place, range: range)
    }
  }

  // MARK: Events

  /// Returns the events that `input` at `time` causes, after those that became due before it.
  mutating func handle(_ input: FingerInput, at time: MonotonicTime) -> [SliderEvent] {
    let due = advance(to: time)
    let time = now
    switch input {
    case .landed(let key, let place):
      places[key] = place
      order.removeAll { $0 == key }
      order.append(key)
      land(key, at: time)
      return due
    case .slid(let key, let place):
      guard places[key] != nil else { return due }
      places[key] = place
      guard let note, let index = index(key) else { return due }
      fingers[index].move(to: cents(place, range: note.range), scale: scale(place), at: time)
      return due + sound(index, at: time)
    case .pressed(let key, let pressure):
      guard let index = index(key) else { return due }
      fingers[index].press(pressure, at: time)
      return due + sound(index, at: time)
    case .lifted(let key):
      let step = centsPerStep
      note?.step = step
      order.removeAll { $0 == key }
      places[key] = nil
      return due + lift(key, at: time)
    case .lost(let key):
      order.removeAll { $0 == key }
      places[key] = nil
      fingers.removeAll { $0.key == key }
      if note?.owner == key { note?.owner = fingers.last?.key }
      return due
    }
  }

  private func index(_ key: PhysicalKey) -> Int? { fingers.firstIndex { $0.key == key } }

  private mutating func land(_ key: PhysicalKey, at time: MonotonicTime) {
    guard let note, !note.isOver else { return }
    fingers.removeAll { $0.key == key }
    fingers.append(finger(key, range: note.range, since: time, isStale: false))
    if note.owner == nil { self.note?.owner = key }
  }

  private mutating func lift(_ key: PhysicalKey, at time: MonotonicTime) -> [SliderEvent] {
    guard let index = index(key) else { return [] }
    let finger = fingers.remove(at: index)
    guard let note, !note.isOver, note.owner == key else { return [] }
    guard finger.answers(at: time) else {
      // The pitch passes to the next finger.
      self.note?.owner = fingers.last?.key
      return []
    }
    self.note?.isOver = true
    fingers = []
    return [.released(.lift, at: finger.leftAt(time))]
  }

  /// Returns the audible events of a finger after a look.
  private mutating func sound(_ index: Int, at time: MonotonicTime) -> [SliderEvent] {
    let change = fingers[index].takeChange()
    guard var note, !note.isOver, change != 0 else { return [] }
    let finger = fingers[index]
    if note.owner != finger.key {
      guard abs(finger.slide - finger.left) > FingerLimits.takeover else { return [] }
      if let owner = note.owner.flatMap(index(_:)) { fingers[owner].left = fingers[owner].slide }
      note.owner = finger.key
    }
    let tuned = min(max(note.tuned + change, -note.range), note.range)
    let hasMoved = tuned != note.tuned
    note.tuned = tuned
    self.note = note
    return hasMoved ? [.moved(to: tuned, at: time)] : []
  }

  // MARK: Time

  /// The time of the next decision that needs no message.
  var deadline: MonotonicTime? { note == nil ? nil : fingers.compactMap(\.deadline).min() }

  /// Decides everything due up to and including `now`, in order.
  mutating func advance(to now: MonotonicTime) -> [SliderEvent] {
    self.now = max(self.now, now)
    var events: [SliderEvent] = []
    // Each look moves the finger's next one by at least a tick, or ends a phase, so this loop ends.
    while let deadline, deadline <= now, let index = fingers.firstIndex(where: { $0.deadline == deadline }) {
      fingers[index].look(at: deadline)
      events += sound(index, at: deadline)
    }
    return events
  }
}
