import Time

/// Tells what one controller's keys mean in the present context: short and long presses, chords and holds.
///
/// A pure state machine with one instance per device, so that keys of two controllers are never one chord. It has no
/// clock: `deadline` says when it wants to be asked, and every decision depends on the keys' own times only, so that
/// being asked late changes nothing. Loop thread.
///
/// The order of use, for each device: at an event, first `advance(to:)` its time and act on what comes out (a long press
/// may have started a mode), then `handle` it in the context that is now. At a deadline, events that wait come first.
public struct GestureRecognizer: Sendable {
  /// In the order they went down.
  var held: [HeldKey] = []
  /// Since when just two keys are down that stop, set a split or wake together, whether they have, and have asked where practice is.
  var asking: (since: MonotonicTime, isDone: Bool, hasAsked: Bool)?
  private(set) var context: GestureContext
  private var evidence = ReleaseEvidence()
  /// Counted, to tell what was pressed in one exercise.
  private var exercise = 0

  /// A recogniser with nothing held.
  public init(context: GestureContext = .hub) {
    self.context = context
  }

  /// When to call `advance(to:)`, if no event comes before; nil if nothing is pending. Later than every time given so
  /// far, unless a press arrived more than 0.8 s late.
  public var deadline: MonotonicTime? { due?.time }

  /// What has become due up to and including `now`.
  public mutating func advance(to now: MonotonicTime) -> [Gesture] {
    var gestures: [Gesture] = []
    // Each round spends at least one key or puts its next step off, so this ends.
    while let due, due.time <= now { gestures += fire(due) }
    return gestures
  }

  /// Another context begins. Keys that are down are no new presses in it and do nothing until they are pressed again.
  public mutating func enter(_ context: GestureContext) {
    guard context != self.context else { return }
    self.context = context
    if asking?.isDone == false { asking = nil }
    spendAll()
    for index in held.indices { held[index].isLeftOver = true }
  }

  /// Another exercise begins. Keys that are down from one before make a hold with later ones only if both tell when they are
  /// let go.
  public mutating func exerciseBegins() { exercise += 1 }

  /// What `event`, which happened at `time`, means in `context`, after what became due before it.
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

  /// In matching the note to be tuned begins: keys that went down before it neither step nor commit. They can still stop.
  public mutating func noteBegins() {
    for index in held.indices {
      held[index].isStale = true
      held[index].isPaired = true
      held[index].commits = false
    }
  }

  /// The finger on `key` slides: it neither commits with another key nor stops.
  public mutating func slid(_ key: PhysicalKey) {
    asking = nil
    for index in held.indices where held[index].press.key == key { held[index].isSpent = true }
  }

  // MARK: Keys

  private mutating func pressed(_ press: Press, at time: MonotonicTime) -> [Gesture] {
    if let index = held.firstIndex(where: { $0.press.key == press.key }) {
      // Two cables that were joined before they reach us: one deed.
      guard time - held[index].since > CopyFilter.window else { return [] }
      // Its release was lost, or never comes.
      held.remove(at: index)
      evidence.pressedAgain(press.key)
    }
    let tells = evidence.tells(press.key)
    let isUnsure = held.contains { $0.exercise != exercise && !$0.tellsRelease }
    held.append(
      HeldKey(
        press: press, since: time, exercise: exercise, tellsRelease: tells,
        mayHold: evidence.canBeHeld(press.key) && (tells || !isUnsure)))
    asking = isPair ? (time, false, false) : nil
    if context == .asleep {
      pairKeys()
      return []
    }
    if let chord = completeChord(press, at: time) { return [chord] }
    if let half = press.half {
      if context == .hub {
        // Where no release ever comes, no press can wait for one.
        if evidence.isMute {
          spendAll()
          return [.start(half, long: false)]
        }
        pairKeys()
      }
      switch context {
      case .comparison: return [.answer(half, at: time)]
      case .matching: return step(half, at: time).map { [$0] } ?? []
      case .hub, .asleep: return []
      }
    }
    // Keys that can mean more than one thing wait until they are let go.
    guard evidence.isMute || press.long == nil && press.chord == nil else { return [] }
    held[held.count - 1].isSpent = true
    return [press.role.map { .button($0, at: time) } ?? .unmapped]
  }

  private mutating func released(_ key: PhysicalKey, at time: MonotonicTime) -> [Gesture] {
    guard let index = held.firstIndex(where: { $0.press.key == key }) else { return [] }
    let released = held.remove(at: index)
    // What is let go in the moment it is pressed (a program change, a button that toggles) tells nothing of fingers.
    if time > released.since { evidence.released(key) }
    if !released.isLeftOver || asking?.isDone == true { asking = nil }
    guard !released.isSpent, context != .asleep else { return [] }
    if let half = released.press.half {
      // Unless its partner has done something else meanwhile.
      if released.commits, live.contains(where: { $0.commits && $0.press.half == half.opposite }) {
        spendAll()
        return [.commit(at: time)]
      }
      guard context == .hub else { return [] }
      guard !released.isPaired else { return levelTap(released, half, at: time) }
      // Two pads of one half under one finger start once.
      spendAll()
      return [.start(half, long: false)]
    }
    return released.press.role.map { [.button($0, at: released.since)] } ?? []
  }

  /// These keys are not known to be held any more: none of them was let go by the player.
  private mutating func forget(_ isForgotten: (HeldKey) -> Bool) -> [Gesture] {
    let count = held.count
    held.removeAll(where: isForgotten)
    if held.count != count { asking = nil }
    return []
  }

  mutating func spendAll() {
    for index in held.indices { held[index].isSpent = true }
  }

  /// The two keys of a pair with a role of its own are down: the second one completes it.
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

  /// A key of `half` went down. Together with one of the other half it takes that one's step back, and the two commit
  /// when they are let go; later than that it is a step like any other, but neither key repeats while both are down. A finger
  /// slides instead of stepping, and is a key for chords and holds until it does (`slid`).
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

  /// Keys of Higher and Lower that are down and free to act.
  var live: [HeldKey] { held.filter { !$0.isSpent && $0.press.half != nil } }

  /// Looks at the keys that are down after another one was pressed at the hub. Keys of both halves, and keys of a
  /// keyboard that could set its split, start nothing any more; more than two keys of a keyboard are a chord somebody
  /// plays and mean nothing at all.
  private mutating func pairKeys() {
    let live = self.live
    guard live.count > 1 else { return }
    if live.count(where: { $0.press.keyboardNote != nil }) > 2 { return spendAll() }
    guard Set(live.map(\.press.half)).count > 1 || Self.splitHold(live) != nil else { return }
    for index in held.indices where held[index].press.half != nil { held[index].isPaired = true }
  }

  /// A key was let go at the hub that was paired. Where it went down and up while exactly one other key, of the other half, was
  /// held, it was a tap: Higher is louder. Held longer than that, the two would have moved the split.
  private mutating func levelTap(_ tapped: HeldKey, _ half: Half, at time: MonotonicTime) -> [Gesture] {
    guard tapped.press.chord == nil, live.count == 1, time - tapped.since < Self.hold,
      let index = held.firstIndex(where: { !$0.isSpent && $0.press.half == half.opposite }),
      held[index].since <= tapped.since, held[index].mayHold, held[index].press.chord == nil,
      held[index].repeats < Self.levelSteps
    else { return [] }
    held[index].repeats += 1
    return [.level(half, at: time)]
  }

  /// The split that exactly two keys of a keyboard set, halfway between them (the upper one being Higher), and since when
  /// both are down. Pads that are down as well do not matter.
  static func splitHold(_ live: [HeldKey]) -> (note: Int, since: MonotonicTime)? {
    let keys = live.filter { $0.press.keyboardNote != nil }
    let notes = keys.compactMap(\.press.keyboardNote)
    guard notes.count == 2, abs(notes[0] - notes[1]) >= 2, keys[0].isHold(with: keys[1]) else { return nil }
    return ((notes[0] + notes[1] + 1) / 2, max(keys[0].since, keys[1].since))
  }
}
