import Time

/// One finger on its key while a note is tuned: where it landed, and how far it has slid as far as that is heard.
///
/// The jerk of landing is waited for; after it the finger is *settling*, and where it landed is learnt. From then on its slide is the
/// mean of its trace (`FingerLimits`). A held finger that departs from there at once may be on its way off the key: it is
/// *suspected*, and what was heard before is held until it is known to slide.
struct Finger: Sendable {
  enum Phase: Sendable {
    case landing(until: MonotonicTime)
    case settling(until: MonotonicTime)
    case held
    case suspected(Suspicion)
    case sliding
  }

  struct Suspicion: Sendable {
    /// When it departed.
    var since: MonotonicTime
    /// Until when it must have left the key.
    var until: MonotonicTime
    /// It presses less, which moves a bend by itself.
    var isEased = false
  }

  let key: PhysicalKey
  let landedAt: MonotonicTime
  /// It was down before the note began.
  let isStale: Bool
  /// It is told by how hard it presses: letting go is a way home as well.
  private let isPressure: Bool
  private(set) var phase: Phase
  private var trace: FingerTrace
  /// Cents of a bend's cent.
  private var scale = 1.0
  /// The mean where it landed; nil until it has settled.
  private var anchor: Double?
  /// The mean of the trace when it was last looked at.
  private var mean: Double
  /// A slide was suspected already: it is believed until the finger holds still.
  private var isBelieved = false
  private var pressures: [(time: MonotonicTime, pressure: Int)] = []
  /// How far it has slid, in cents: what is heard of it.
  private(set) var slide = 0.0
  /// What of that was taken.
  private var taken = 0.0
  /// How far it had slid when another finger took the pitch from it.
  var left = 0.0
  /// It has tuned.
  private(set) var hasSlid = false
  /// When to look at it again; nil: it changes by messages only.
  private(set) var deadline: MonotonicTime?

  /// A finger at `cents`, whose landing is waited for unless it is stale.
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

  /// When the hand began to leave the key, if it leaves it at `time`.
  func leftAt(_ time: MonotonicTime) -> MonotonicTime {
    if case .suspected(let suspicion) = phase { suspicion.since } else { time }
  }

  /// Whether leaving the key at `time` is an answer: it has tuned, or was held on purpose.
  func answers(at time: MonotonicTime) -> Bool {
    hasSlid || !isStale && time.milliseconds(since: landedAt) >= FingerLimits.tap
  }

  /// How far it has slid since this was asked last.
  mutating func takeChange() -> Double {
    defer { taken = slide }
    return slide - taken
  }

  // MARK: Events

  /// It is at `cents` from `time` on. `scale` tells in which cents; it changes when a sensor proves to be finer than it
  /// seemed.
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

  /// It presses so hard from `time` on.
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

  /// Decides what is due at `now`, and takes what is heard from the trace.
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

  /// Whether a departure may be the finger leaving: from where it held still; easing a press, from anywhere.
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

  /// It has not left the key: what it did was a slide, or pressure that moved a bend.
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
