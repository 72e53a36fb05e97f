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
  private struct Held {
    var press: Press
    var since: MonotonicTime
    /// It has done what it does: started, been part of a stop or a chord, or was down when the context changed.
    var isSpent = false
    /// Together with other keys it can only be a two-key hold or tap: at the hub letting go starts nothing, in matching it
    /// steps no further.
    var isPaired = false
    /// It went down before the note that is tuned: it neither steps nor commits.
    var isStale = false
    /// In matching: the other half's key was pressed together with it, so letting go of it commits.
    var commits = false
    /// In matching: how often its step was repeated. At the hub: how often a tap beside it moved the level.
    var repeats = 0
    /// A stop button that has told that it is held.
    var hasToldHold = false
  }

  /// In the order they went down.
  private var held: [Held] = []
  /// Since when just two keys are down that stop, set a split or wake together, whether they have, and have asked where practice is.
  private var asking: (since: MonotonicTime, isDone: Bool, hasAsked: Bool)?
  private var context: GestureContext

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
  }

  /// What `event`, which happened at `time`, means in `context`, after what became due before it.
  public mutating func handle(
    _ event: ControlEvent, at time: MonotonicTime, in context: GestureContext
  ) -> [Gesture] {
    enter(context)
    let before = advance(to: time)
    return switch event {
    case .pressed(let press): before + pressed(press, at: time)
    case .released(let key): before + released(key, at: time)
    case .allReleased: before + forget()
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
    guard !held.contains(where: { $0.press.key == press.key }) else { return [] }
    held.append(Held(press: press, since: time))
    asking = isPair ? (time, false, false) : nil
    if context == .asleep {
      pairKeys()
      return []
    }
    if let chord = completeChord(press, at: time) { return [chord] }
    if let half = press.half {
      if context == .hub { pairKeys() }
      switch context {
      case .comparison: return [.answer(half, at: time)]
      case .matching: return step(half, at: time).map { [$0] } ?? []
      case .hub, .asleep: return []
      }
    }
    // Keys that can mean more than one thing wait until they are let go.
    guard press.long == nil, press.chord == nil else { return [] }
    held[held.count - 1].isSpent = true
    return [press.role.map { .button($0, at: time) } ?? .unmapped]
  }

  private mutating func released(_ key: PhysicalKey, at time: MonotonicTime) -> [Gesture] {
    guard let index = held.firstIndex(where: { $0.press.key == key }) else { return [] }
    let released = held.remove(at: index)
    asking = nil
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

  private mutating func forget() -> [Gesture] {
    held = []
    asking = nil
    return []
  }

  private mutating func spendAll() {
    for index in held.indices { held[index].isSpent = true }
  }

  /// The two keys of a pair with a role of its own are down: the second one completes it.
  private mutating func completeChord(_ press: Press, at time: MonotonicTime) -> Gesture? {
    guard let part = press.chord,
      let other = held.firstIndex(where: {
        !$0.isSpent && $0.press.chord?.chord == part.chord && $0.press.chord?.isFirst != part.isFirst
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
    for index in held.indices where !held[index].isSpent && held[index].press.half == half.opposite {
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

  /// The next repeated step.
  private var dueStep: Due? {
    guard context == .matching,
      let key = held.last(where: { !$0.isSpent && !$0.isPaired && $0.press.half != nil }), let half = key.press.half,
      key.repeats < Self.mostSteps
    else { return nil }
    let time = key.since + Self.repeatDelay + .nanoseconds(Self.repeatInterval.nanoseconds * Int64(key.repeats))
    return Due(time: time, action: .step(key.press.key, half))
  }

  // MARK: The hub

  /// Keys of Higher and Lower that are down and free to act.
  private var live: [Held] { held.filter { !$0.isSpent && $0.press.half != nil } }

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
  private mutating func levelTap(_ tapped: Held, _ half: Half, at time: MonotonicTime) -> [Gesture] {
    guard tapped.press.chord == nil, live.count == 1, time - tapped.since < Self.hold,
      let index = held.firstIndex(where: { !$0.isSpent && $0.press.half == half.opposite }),
      held[index].since <= tapped.since, held[index].press.chord == nil, held[index].repeats < Self.levelSteps
    else { return [] }
    held[index].repeats += 1
    return [.level(half, at: time)]
  }

  /// The split that exactly two keys of a keyboard set, halfway between them (the upper one being Higher), and since when
  /// both are down. Pads that are down as well do not matter.
  private static func splitHold(_ live: [Held]) -> (note: Int, since: MonotonicTime)? {
    let keys = live.filter { $0.press.keyboardNote != nil }
    let notes = keys.compactMap(\.press.keyboardNote)
    guard notes.count == 2, abs(notes[0] - notes[1]) >= 2 else { return nil }
    return ((notes[0] + notes[1] + 1) / 2, max(keys[0].since, keys[1].since))
  }

  // MARK: What becomes due

  private enum Action {
    case startLong(Half)
    case step(PhysicalKey, Half)
    case stop(firstPressed: MonotonicTime)
    case split(Int, wakes: Bool)
    case wake
    case long(PhysicalKey, Role, at: MonotonicTime)
    case stopHeld(PhysicalKey)
    case whereAmI
    case explain
  }

  private struct Due {
    var time: MonotonicTime
    var action: Action
  }

  /// The earliest thing pending.
  private var due: Due? {
    let hold =
      switch context {
      case .hub: dueAtHub
      case .asleep: dueAsleep
      case .comparison, .matching: dueStop
      }
    guard context != .asleep else { return hold ?? dueWhere }
    let longs = held.compactMap { key -> Due? in
      guard !key.isSpent, !key.isPaired, let long = key.press.long else { return nil }
      return Due(
        time: key.since + .milliseconds(long.milliseconds),
        action: .long(key.press.key, long.role, at: key.since))
    }
    return ([hold, dueStep, dueStopHeld, dueWhere].compactMap { $0 } + longs).min { $0.time < $1.time }
  }

  /// A stop button acts when it goes down; one whose mapping gives its long press a role of its own has no more to tell.
  private var dueStopHeld: Due? {
    held.first { $0.press.role == .stop && $0.press.long == nil && $0.press.chord == nil && !$0.hasToldHold }
      .map { Due(time: $0.since + Self.hold, action: .stopHeld($0.press.key)) }
  }

  /// Whether just two keys are down, fresh, of both halves or such as set a split. They may go on to ask.
  private var isPair: Bool {
    held.count == 2 && held.allSatisfy { !$0.isSpent && $0.press.chord == nil }
      && (Set(held.compactMap(\.press.half)).count == 2 || Self.splitHold(held) != nil)
  }

  /// Pads at the hub do nothing else together.
  private var dueWhere: Due? {
    guard let asking, asking.isDone || context == .hub else { return nil }
    if asking.hasAsked { return Due(time: asking.since + Self.explainingHold, action: .explain) }
    return Due(time: asking.since + Self.askingHold, action: .whereAmI)
  }

  private var dueAtHub: Due? {
    let live = self.live
    if let split = Self.splitHold(live) {
      return Due(time: split.since + Self.hold, action: .split(split.note, wakes: false))
    }
    // A key whose mapping gives its long press a role of its own has no interval variant.
    guard let first = live.filter({ !$0.isPaired && $0.press.long == nil }).min(by: { $0.since < $1.since }),
      let half = first.press.half
    else { return nil }
    return Due(time: first.since + Self.hold, action: .startLong(half))
  }

  private var dueAsleep: Due? {
    if let split = Self.splitHold(live) {
      return Due(time: split.since + Self.hold, action: .split(split.note, wakes: true))
    }
    let pads = live.filter { $0.press.keyboardNote == nil }.map(\.since).sorted()
    return pads.count > 1 ? Due(time: pads[1] + Self.hold, action: .wake) : nil
  }

  private var dueStop: Due? {
    let live = self.live
    guard let higher = live.filter({ $0.press.half == .higher }).map(\.since).min(),
      let lower = live.filter({ $0.press.half == .lower }).map(\.since).min()
    else { return nil }
    return Due(time: max(higher, lower) + Self.hold, action: .stop(firstPressed: min(higher, lower)))
  }

  private mutating func fire(_ due: Due) -> [Gesture] {
    switch due.action {
    case .step(let key, let half):
      repeated(key)
      return [.step(half, at: due.time)]
    case .stopHeld(let key):
      for index in held.indices where held[index].press.key == key { held[index].hasToldHold = true }
      return [.stopHeld(at: due.time)]
    case .whereAmI:
      asking?.hasAsked = true
      return [.whereAmI]
    case .explain:
      asking = nil
      return [.explain]
    case .long(let key, let role, let since):
      for index in held.indices where held[index].press.key == key { held[index].isSpent = true }
      return [.button(role, at: since)]
    case .startLong: spendAll()
    case .stop, .split, .wake:
      asking?.isDone = true
      spendAll()
    }
    return switch due.action {
    case .startLong(let half): [.start(half, long: true)]
    case .stop(let firstPressed): [.stop(firstPressed: firstPressed)]
    case .split(let note, let wakes): wakes ? [.split(note: note), .wake] : [.split(note: note)]
    case .wake: [.wake]
    case .long, .stopHeld, .step, .whereAmI, .explain: []
    }
  }

  private mutating func repeated(_ key: PhysicalKey) {
    for index in held.indices where held[index].press.key == key { held[index].repeats += 1 }
  }
}
