import Time

/// A finger on its key while a note is tuned: its landing place, and the part of its slide that is heard.
///
/// The jerk of landing is ignored; after it the finger is *settling*, which determines its landing place. Its slide is
/// then the mean of its trace (`FingerLimits`). A held finger that departs suddenly may be leaving the key: it is
/// *suspected*, and the pitch is held until the movement proves to be a slide.
struct Finger: Sendable {
  enum Phase: Sendable {
    case landing(until: MonotonicTime)
    case settling(until: MonotonicTime)
    case held
    case suspected(Suspicion)
    case sliding
  }

  struct Suspicion: Sendable {
    /// The time of the departure.
    var since: MonotonicTime
    /// The time by which the finger must have left the key.
    var until: MonotonicTime
    /// The pressure dropped, which moves a bend by itself.
    var isEased = false
  }

  let key: PhysicalKey
  let landedAt: MonotonicTime
  /// The finger was down before the note began.
  let isStale: Bool
  /// The finger tunes by pressure, so releasing is also a way home.
  private let isPressure: Bool
  private(set) var phase: Phase
  private var trace: FingerTrace
  /// Cents of the note per cent of the bend.
  private var scale = 1.0
  /// The mean at the landing place; nil until the finger has settled.
  private var anchor: Double?
  /// The most recent mean of the trace.
  private var mean: Double
  /// An earlier suspicion proved to be a slide, so movement is heard until the finger holds still.
  private var isBelieved = false
  private var pressures: [(time: MonotonicTime, pressure: Int)] = []
  /// The audible slide, in cents.
  private(set) var slide = 0.0
  /// The part of the slide already taken.
  private var taken = 0.0
  /// The slide at the moment another finger took over the pitch.
  var left = 0.0
  /// Whether the finger has tuned the note.
  private(set) var hasSlid = false
  /// The time of the next look; nil if only messages change the finger.
  private(set) var deadline: MonotonicTime?

  /// Creates a finger at `cents`. Unless it is stale, it has to land first.
  init(
    _ key: PhysicalKey, at cents: Double, scale: Double = 1, since time: MonotonicTime, isStale: Bool = false,
    isPressure: Bool
  ) {
    self.key = key
    landedAt = time
    self.isStale = isStale
    self.isPressure = isPressure
    self.scale = scale
    trace = FingerTrace(cents, at: time)
    mean = cents
    let until = time.adding(milliseconds: isStale ? 0 : FingerLimits.landing)
    phase = .landing(until: until)
    deadline = until
  }

  /// Returns when the finger began to leave the key, if it leaves it at `time`.
  func leftAt(_ time: MonotonicTime) -> MonotonicTime {
    if case .suspected(let suspicion) = phase { suspicion.since } else { time }
  }

  /// Returns whether leaving the key at `time` is an answer: the finger has tuned, or was held on purpose.
  func answers(at time: MonotonicTime) -> Bool {
    hasSlid || !isStale && time.milliseconds(since: landedAt) >= FingerLimits.tap
  }

  /// Returns the slide since the last call.
  mutating func takeChange() -> Double {
    defer { taken = slide }
    return slide - taken
  }

  // MARK: Events

  /// Moves the finger to `cents` at `time`. `scale` is the size of these cents; it changes when a sensor proves to be
  /// finer than it seemed.
  mutating func move(to cents: Double, scale: Double, at time: MonotonicTime) {
    if scale != self.scale {
      let factor = scale / self.scale
      trace.scale(by: factor)
      mean *= factor
      anchor = anchor.map { $0 * factor }
      self.scale = scale
    }
    guard cents != trace.last else { return }
    trace.append(cents, at: time)
    look(at: time)
  }

  /// Sets the pressure from `time` onwards.
  mutating func press(_ pressure: Int, at time: MonotonicTime) {
    let last = pressures.last?.pressure ?? 0
    pressures.append((time, pressure))
    pressures.removeAll { time.milliseconds(since: $0.time) > FingerLimits.peak }
    let peak = pressures.map(\.pressure).max() ?? 0
    let isLighter = peak >= FingerLimits.leastPressure && Double(pressure) < FingerLimits.lighter * Double(peak)
    guard isLighter, pressure < last else { return }
    let until = time.adding(milliseconds: FingerLimits.eased)
    switch phase {
    case .held, .sliding: phase = .suspected(Suspicion(since: time, until: until, isEased: true))
    case .suspected(var suspicion):
      suspicion.until = max(suspicion.until, until)
      suspicion.isEased = true
      phase = .suspected(suspicion)
    case .landing, .settling: return
    }
    look(at: time)
  }

  /// Decides everything due at `now`, and updates the audible slide from the trace.
  mutating func look(at now: MonotonicTime) {
    deadline = nil
    let before = mean
    switch phase {
    case .landing(let until):
      deadline = until
      guard now >= until else { return }
      trace.cut(before: until)
      mean = trace.last
      phase = .settling(until: until.adding(milliseconds: FingerLimits.anchoring))
      look(at: now)
    case .settling(let until):
      deadline = until
      if departs(from: before, by: FingerLimits.band) { return suspect(at: now) }
      mean = trace.mean(at: now).cents
      guard now >= until else { return }
      anchor = mean
      phase = .held
      look(at: now)
    case .held, .sliding:
      if departs(from: before), isSuspect(before) { return suspect(at: now) }
      let heard = trace.mean(at: now)
      mean = heard.cents
      if heard.length >= FingerLimits.held {
        phase = .held
        isBelieved = false
      } else {
        phase = .sliding
      }
      if !heard.isFinal { deadline = now.adding(milliseconds: FingerLimits.tick) }
      slide = mean - (anchor ?? mean)
      if abs(slide) >= FingerLimits.leastSlide { hasSlid = true }
    case .suspected(let suspicion):
      deadline = suspicion.until
      if !suspicion.isEased, !departs(from: mean) {
        phase = anchor == nil ? .settling(until: now.adding(milliseconds: FingerLimits.anchoring)) : .held
        return look(at: now)
      }
      guard now >= suspicion.until else { return }
      believe(suspicion, at: now)
    }
  }

  private func departs(from mean: Double, by distance: Double = FingerLimits.departure) -> Bool {
    abs(trace.last - mean) > distance
  }

  /// Returns whether a departure may be the finger leaving: from a held position, or with easing pressure from
  /// anywhere.
  private func isSuspect(_ before: Double) -> Bool {
    if case .held = phase { return true }
    return isPressure && !isBelieved && trace.last < before
  }

  private mutating func suspect(at now: MonotonicTime) {
    let isEasing = isPressure && trace.last < mean
    let until = now.adding(milliseconds: isEasing ? FingerLimits.easing : FingerLimits.doubt)
    phase = .suspected(Suspicion(since: now, until: until))
    deadline = until
  }

  /// Ends the suspicion: the finger stays on the key, and its movement was a slide, or pressure that moved a bend.
  private mutating func believe(_ suspicion: Suspicion, at now: MonotonicTime) {
    let landed = anchor ?? mean
    anchor = landed
    isBelieved = true
    trace.cut(before: suspicion.since)
    let shift = trace.mean(at: now).cents - mean
    if suspicion.isEased, abs(shift) <= FingerLimits.coupling {
      trace.cut(before: now)
      anchor = landed + shift
      mean += shift
      pressures = []
    }
    phase = .sliding
    look(at: now)
  }
}
