import Time

/// Interprets one controller's keys in the present context: short and long presses, chords and holds.
///
/// A pure state machine with one instance per device, so that keys of two controllers never form a chord. It has no
/// clock: `deadline` is the time of its next call, and every decision depends only on the keys' own times, so that late
/// calls change nothing. Loop thread.
///
/// The order of use, for each device: at an event, first `advance(to:)` its time and act on the result (a long press
/// may have started a mode), then `handle` it in the context that applies now. At a deadline, waiting events come
/// first.
public struct GestureRecognizer: Sendable {
  /// The keys that are down, in the order they went down.
  var held: [HeldKey] = []
  /// When exactly two keys went down that together stop, set a split or wake, whether they have done so and have
  /// requested the status, and whether theirs is a second hold at the hub that has not had its effect.
  var asking: (since: MonotonicTime, isDone: Bool, hasAsked: Bool, isSecond: Bool)?
  /// The end of the last hold at the hub that did not request the status; the next one may be its second.
  private var holdEnded: MonotonicTime?
  private(set) var context: GestureContext
  private var evidence = ReleaseEvidence()
  /// A counter that identifies the keys pressed in one exercise.
  private var exercise = 0

  /// Creates a recogniser with nothing held.
  public init(context: GestureContext = .hub) {
    self.context = context
  }

  /// The time to call `advance(to:)` if no event comes before; nil if nothing is pending. Later than all times given so
  /// far, unless a press arrived more than 0.8 s late.
  public var deadline: MonotonicTime? { due?.time }

  /// Returns the gestures that became due up to and including `now`.
  public mutating func advance(to now: MonotonicTime) -> [Gesture] {
    var gestures: [Gesture] = []
    // Each iteration spends at least one key or postpones its next step, so this loop ends.
    while let due, due.time <= now { gestures += fire(due) }
    return gestures
  }

  /// Enters another context. Keys that are down are not new presses in it, and do nothing until they are pressed again.
  public mutating func enter(_ context: GestureContext) {
    guard context != self.context else { return }
    self.context = context
    holdEnded = nil
    if asking?.isDone == false { asking = nil }
    spendAll()
    for index in held.indices { held[index].isLeftOver = true }
  }

  /// Begins another exercise. Keys still down from an earlier one form a hold with later ones only if both are known to
  /// send releases.
  public mutating func exerciseBegins() { exercise += 1 }

  /// Returns the gestures that `event` at `time` causes in `context`, after those that became due before it.
  public mutating func handle(
    _ event: ControlEvent, at time: MonotonicTime, in context: GestureContext
  ) -> [Gesture] {
    enter(context)
    let before = advance(to: time)
    return switch event {
    case .pressed(let press): before + pressed(press, at: time)
    case .released(let key): before + released(key, at: time)
    case .allReleased: before + forget { _ in true }
    case .forgotten(let keys): before + forget { keys.contains($0.press.key) }
    case .slider, .touch, .finger, .level: before
    }
  }

  /// In matching, begins the tunable note: keys that went down before it neither step nor commit. They can still stop.
  public mutating func noteBegins() {
    for index in held.indices {
      held[index].isStale = true
      held[index].isPaired = true
      held[index].commits = false
    }
  }

  /// Handles a sliding finger: its `key` neither commits with another key nor stops.
  public mutating func slid(_ key: PhysicalKey) {
    asking = nil
    for index in held.indices where held[index].press.key == key { held[index].isSpent = true }
  }

  // MARK: Keys

  private mutating func pressed(_ press: Press, at time: MonotonicTime) -> [Gesture] {
    if let index = held.firstIndex(where: { $0.press.key == press.key }) {
      // Two cables merged before they reach us: one action.
      guard time - held[index].since > CopyFilter.window else { return [] }
      // The key's release was lost, or never comes.
      held.remove(at: index)
      evidence.pressedAgain(press.key)
    }
    let tells = evidence.tells(press.key)
    let isUnsure = held.contains { $0.exercise != exercise && !$0.tellsRelease }
    held.append(
      HeldKey(
        press: press, since: time, exercise: exercise, tellsRelease: tells,
        mayHold: evidence.canBeHeld(press.key) && (tells || !isUnsure)))
    let isSecond = context == .hub && holdEnded.map { time - $0 <= Self.secondHold } == true
    asking = isPair ? (time, false, false, isSecond) : nil
    if context == .asleep {
      pairKeys()
      return []
    }
    if let chord = completeChord(press, at: time) { return [chord] }
    if let half = press.half {
      if context == .hub || context == .menu {
        // If no release ever comes, no press can wait for one.
        if evidence.isMute { return [act(half)] }
        pairKeys()
      }
      switch context {
      case .comparison: return [.answer(half, isSure: press.isSure, at: time)]
      case .matching: return step(half, at: time).map { [$0] } ?? []
      case .hub, .asleep, .menu: return []
      }
    }
    // Keys with more than one possible meaning wait for their release.
    guard evidence.isMute || press.long == nil && press.chord == nil else { return [] }
    held[held.count - 1].isSpent = true
    return [press.role.map { .button($0, at: time) } ?? .unmapped]
  }

  private mutating func released(_ key: PhysicalKey, at time: MonotonicTime) -> [Gesture] {
    guard let index = held.firstIndex(where: { $0.press.key == key }) else { return [] }
    let released = held.remove(at: index)
    // A release at the moment of the press (program change, toggle button) does not prove that releases are sent.
    if time > released.since { evidence.released(key) }
    let holdSince = released.isLeftOver || asking?.hasAsked == true ? nil : asking?.since
    if !released.isLeftOver || asking?.isDone == true { asking = nil }
    if let holdSince, time - holdSince >= Self.hold {
      if context == .hub { holdEnded = time }
      if context == .menu {
        spendAll()
        return [.stop(firstPressed: held.map(\.since).reduce(released.since, min))]
      }
    }
    guard !released.isSpent, context != .asleep else { return [] }
    if let half = released.press.half {
      // Unless the other key has been used since.
      if released.commits, live.contains(where: { $0.commits && $0.press.half == half.opposite }) {
        spendAll()
        return [.commit(at: time)]
      }
      guard context == .hub || context == .menu else { return [] }
      guard !released.isPaired else { return context == .hub ? levelTap(released, half, at: time) : [] }
      return [act(half)]
    }
    return released.press.role.map { [.button($0, at: released.since)] } ?? []
  }

  /// Returns the gesture of a short press at the hub or in the list. Two pads of one half under one finger act once.
  private mutating func act(_ half: Half) -> Gesture {
    spendAll()
    return context == .menu ? .choose(half) : .start(half, long: false)
  }

  /// Forgets keys that may no longer be held. The player has not released them.
  private mutating func forget(_ isForgotten: (HeldKey) -> Bool) -> [Gesture] {
    let count = held.count
    held.removeAll(where: isForgotten)
    if held.count != count {
      asking = nil
      holdEnded = nil
    }
    return []
  }

  mutating func spendAll() {
    for index in held.indices { held[index].isSpent = true }
  }

  /// Completes a pair of keys with a shared role: the second key triggers it.
  private mutating func completeChord(_ press: Press, at time: MonotonicTime) -> Gesture? {
    guard let part = press.chord,
      let other = held.firstIndex(where: {
        !$0.isSpent && $0.press.chord?.chord == part.chord && $0.press.chord?.isFirst != part.isFirst
          && held[held.count - 1].isHold(with: $0)
      })
    else { return nil }
    held[other].isSpent = true
    held[held.count - 1].isSpent = true
    return .button(part.role, at: time)
  }

  // MARK: Matching

  /// Handles a key of `half` that went down. Pressed together with a key of the other half, it takes that key's step
  /// back, and the two commit when they are released. Pressed later, it is a normal step, but neither key repeats while
  /// both are down. A finger slides instead of stepping, and acts as a key for chords and holds until it does (`slid`).
  private mutating func step(_ half: Half, at time: MonotonicTime) -> Gesture? {
    let new = held.count - 1
    let isFinger = held[new].press.isFinger
    var (isChord, hasStepped) = (false, false)
    if isFinger { held[new].isPaired = true }
    for index in held.indices
    where !held[index].isSpent && held[index].mayHold && held[index].press.half == half.opposite {
      held[index].isPaired = true
      held[new].isPaired = true
      guard time - held[index].since <= Self.together, !held[index].isStale, !held[index].commits,
        held[index].repeats == 0
      else { continue }
      held[index].commits = true
      held[new].commits = true
      isChord = true
      if !held[index].press.isFinger { hasStepped = true }
    }
    // Two pads under one finger step once each, but only the last one repeats.
    for index in held.indices.dropLast() where held[index].press.half == half { held[index].isPaired = true }
    if isChord { return hasStepped ? .takeBack(at: time) : nil }
    return isFinger ? nil : .step(half, at: time)
  }

  // MARK: The hub

  /// The keys of Higher and Lower that are down and still free to act.
  var live: [HeldKey] { held.filter { !$0.isSpent && $0.press.half != nil } }

  /// Updates the keys that are down after another one was pressed at the hub. Keys of both halves, and keys of a
  /// keyboard that could set its split, no longer start anything; more than two keys of a keyboard are a chord, played
  /// as music, and mean nothing.
  private mutating func pairKeys() {
    let live = self.live
    guard live.count > 1 else { return }
    if live.count(where: { $0.press.keyboardNote != nil }) > 2 { return spendAll() }
    guard Set(live.map(\.press.half)).count > 1 || Self.splitHold(live) != nil else { return }
    for index in held.indices where held[index].press.half != nil { held[index].isPaired = true }
  }

  /// Handles the release of a paired key at the hub. If it went down and up while exactly one other key, of the other
  /// half, was held, it was a tap: Higher is louder. Held longer, the two would have moved the split.
  private mutating func levelTap(_ tapped: HeldKey, _ half: Half, at time: MonotonicTime) -> [Gesture] {
    guard tapped.press.chord == nil, live.count == 1, time - tapped.since < Self.hold,
      let index = held.firstIndex(where: { !$0.isSpent && $0.press.half == half.opposite }),
      held[index].since <= tapped.since, held[index].mayHold, held[index].press.chord == nil,
      held[index].repeats < Self.levelSteps
    else { return [] }
    held[index].repeats += 1
    return [.level(half, at: time)]
  }

  /// Returns the split that exactly two keys of a keyboard set, halfway between them (the upper one being Higher), and
  /// the time since which both are down. Pads that are down as well do not matter.
  static func splitHold(_ live: [HeldKey]) -> (note: Int, since: MonotonicTime)? {
    let keys = live.filter { $0.press.keyboardNote != nil }
    let notes = keys.compactMap(\.press.keyboardNote)
    guard notes.count == 2, abs(notes[0] - notes[1]) >= 2, keys[0].isHold(with: keys[1]) else { return nil }
    return ((notes[0] + notes[1] + 1) / 2, max(keys[0].since, keys[1].since))
  }
}

/// Thresholds of time and number.
extension GestureRecognizer {
  /// The time for a long press, to stop, to move the split and to wake.
  public static let hold: Duration = .milliseconds(800)
  /// The time two keys are held to ask for the state of practice.
  public static let askingHold: Duration = .seconds(2)
  /// The time after a hold of two keys at the hub within which a second one opens the list of further exercises.
  public static let secondHold: Duration = .seconds(2)
  /// The time two keys are held to hear examples of higher and lower.
  public static let explainingHold: Duration = .seconds(5)
  /// In matching, the time within which keys of both halves count as pressed together.
  public static let together: Duration = .milliseconds(150)
  /// In matching, the time after which a held key begins to repeat its step…
  public static let repeatDelay: Duration = .milliseconds(400)
  /// …the interval between repeated steps…
  public static let repeatInterval: Duration = .milliseconds(100)
  /// …and their number, enough to cross the widest range and return: a late call never returns more.
  public static let mostSteps = 1_000
  /// The largest number of steps by which taps in one hold change the level at the hub, so that playing an instrument
  /// there cannot make it loud.
  public static let levelSteps = 6
}
