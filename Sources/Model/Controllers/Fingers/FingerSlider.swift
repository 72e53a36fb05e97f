import Time

/// All fingers of an expressive keyboard as one slider: pressing a key takes the note from where it is, sliding tunes it, and
/// lifting is the answer.
///
/// Of several fingers the last one that slid has the pitch: another takes it from where it is, and only the one that has it
/// answers by lifting. A finger that was down before the note answers only once it has slid, and a key that was merely tapped
/// answers nothing. A pure reducer: inputs with their times in, `SliderEvent` out, no clock; being asked late
/// changes nothing. Loop thread.
struct FingerSlider: Sendable {
  private let control: Control
  /// Fingers that are down, in the order they landed.
  private var fingers: [Finger] = []
  /// Where they are, and in which steps: known outside a note as well.
  private var places: [PhysicalKey: FingerPlace] = [:]
  private var order: [PhysicalKey] = []
  private var note: Note?
  /// Stamps that run backwards are of one moment.
  private var now = MonotonicTime(nanoseconds: .min)

  private struct Note: Sendable {
    var range: Double
    /// How far it is tuned since it began.
    var tuned = 0.0
    /// Which finger has the pitch.
    var owner: PhysicalKey?
    /// One step, in cents, of the finger that answered by lifting.
    var step: Double?
    var isOver = false
  }

  /// The fingers of this control, of which none is down.
  init(_ control: Control) { self.control = control }

  private var isPressure: Bool { if case .polyPressure = control { true } else { false } }

  /// Which ways it tunes: a press begins at nothing and goes one way.
  var sides: SliderSides { SliderSides(upwards: true, downwards: !isPressure) }

  /// Keys whose finger slides: they are no buttons any more.
  var sliding: [PhysicalKey] { fingers.filter(\.hasSlid).map(\.key) }

  /// Cents of one step of the finger that has the pitch, has answered, or landed last; nil where none is known.
  var centsPerStep: Double? {
    if let note, note.isOver { return note.step }
    guard let note, let place = (note.owner ?? order.last).flatMap({ places[$0] }) else { return nil }
    return step(place, range: note.range)
  }

  // MARK: The note

  /// A note began at `time`, and is tuned by `range` cents either way. Fingers that are down are stale.
  mutating func begin(range: Double, at time: MonotonicTime) {
    now = max(now, time)
    note = Note(range: range, owner: order.last)
    fingers = order.map { finger($0, range: range, since: now, isStale: true) }
  }

  /// The note is over.
  mutating func end() {
    note = nil
    fingers = []
  }

  /// Messages were lost: whether a finger is down is unknown, and nothing was lifted.
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

  /// A finger's own cents are the note's, unless its steps are too coarse to tune by: those are made smaller.
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

  /// What `input` at `time` means, after what became due before it.
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
      // The note is the next finger's.
      self.note?.owner = fingers.last?.key
      return []
    }
    self.note?.isOver = true
    fingers = []
    return [.released(.lift, at: finger.leftAt(time))]
  }

  /// What is heard of a finger that was looked at.
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

  /// When something is decided that no message decides.
  var deadline: MonotonicTime? { note == nil ? nil : fingers.compactMap(\.deadline).min() }

  /// Decides what is due up to and including `now`, in its order.
  mutating func advance(to now: MonotonicTime) -> [SliderEvent] {
    self.now = max(self.now, now)
    var events: [SliderEvent] = []
    // Each look puts the finger's next one off, by a tick at least, or ends a phase: so this ends.
    while let deadline, deadline <= now, let index = fingers.firstIndex(where: { $0.deadline == deadline }) {
      fingers[index].look(at: deadline)
      events += sound(index, at: deadline)
    }
    return events
  }
}
