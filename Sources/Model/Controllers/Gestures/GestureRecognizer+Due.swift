import Time

/// Gestures caused by keys that stay down.
extension GestureRecognizer {
  enum Action {
    case startLong(Half)
    case step(PhysicalKey, Half)
    case stop(firstPressed: MonotonicTime)
    case split(Int, wakes: Bool)
    case wake
    case long(PhysicalKey, Role, at: MonotonicTime)
    case stopHeld(PhysicalKey)
    case more
    case whereAmI
    case explain
  }

  struct Due {
    var time: MonotonicTime
    var action: Action
  }

  /// The earliest pending gesture.
  var due: Due? {
    let hold: Due? =
      switch context {
      case .hub: dueAtHub
      case .asleep: dueAsleep
      // Keys held in the list act when they are released.
      case .menu: nil
      case .comparison, .matching: dueStop
      }
    guard context != .asleep else { return hold ?? dueWhere }
    let longs = held.compactMap { key -> Due? in
      guard !key.isSpent, !key.isPaired, key.mayHold, let long = key.press.long else { return nil }
      return Due(
        time: key.since + .milliseconds(long.milliseconds),
        action: .long(key.press.key, long.role, at: key.since))
    }
    return ([hold, dueStep, dueStopHeld, dueMore, dueWhere].compactMap { $0 } + longs).min { $0.time < $1.time }
  }

  /// A stop button acts when it goes down. If its mapping gives its long press another role, nothing more is due.
  private var dueStopHeld: Due? {
    held.first {
      $0.press.role == .stop && $0.press.long == nil && $0.press.chord == nil && $0.mayHold && !$0.hasToldHold
    }
    .map { Due(time: $0.since + Self.hold, action: .stopHeld($0.press.key)) }
  }

  /// Whether exactly two keys are down, both fresh, one of each half or a pair that sets a split. Holding them longer
  /// requests the status.
  var isPair: Bool {
    let held = held.filter { !$0.isLeftOver }
    return held.count == 2 && held.allSatisfy { !$0.isSpent && $0.press.chord == nil } && held[0].isHold(with: held[1])
      && (Set(held.compactMap(\.press.half)).count == 2 || Self.splitHold(held) != nil)
  }

  /// The second of two holds at the hub.
  private var dueMore: Due? {
    guard let asking, asking.isSecond, context == .hub else { return nil }
    return Due(time: asking.since + Self.hold, action: .more)
  }

  /// Pads at the hub and in the list have no other function together.
  private var dueWhere: Due? {
    guard let asking, asking.isDone || context == .hub || context == .menu else { return nil }
    if asking.hasAsked { return Due(time: asking.since + Self.explainingHold, action: .explain) }
    return Due(time: asking.since + Self.askingHold, action: .whereAmI)
  }

  private var dueAtHub: Due? {
    let live = self.live
    if let split = Self.splitHold(live) {
      return Due(time: split.since + Self.hold, action: .split(split.note, wakes: false))
    }
    // A key whose mapping gives its long press another role has no interval variant.
    guard let first = live.filter({ !$0.isPaired && $0.press.long == nil }).min(by: { $0.since < $1.since }),
      let half = first.press.half
    else { return nil }
    return Due(time: first.since + Self.hold, action: .startLong(half))
  }

  private var dueAsleep: Due? {
    if let split = Self.splitHold(live) {
      return Due(time: split.since + Self.hold, action: .split(split.note, wakes: true))
    }
    let pads = live.filter { $0.press.keyboardNote == nil && $0.mayHold }.map(\.since).sorted()
    return pads.count > 1 ? Due(time: pads[1] + Self.hold, action: .wake) : nil
  }

  private var dueStop: Due? {
    let live = self.live
    var first: (second: MonotonicTime, first: MonotonicTime)?
    for higher in live where higher.press.half == .higher {
      for lower in live where lower.press.half == .lower && lower.isHold(with: higher) {
        let pair = (max(higher.since, lower.since), min(higher.since, lower.since))
        first = first.map { $0 < pair ? $0 : pair } ?? pair
      }
    }
    return first.map { Due(time: $0.second + Self.hold, action: .stop(firstPressed: $0.first)) }
  }

  mutating func fire(_ due: Due) -> [Gesture] {
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
    case .more:
      asking?.isSecond = false
      asking?.isDone = true
      spendAll()
    case .stop, .split, .wake:
      asking?.isDone = true
      spendAll()
    }
    return switch due.action {
    case .startLong(let half): [.start(half, long: true)]
    case .stop(let firstPressed): [.stop(firstPressed: firstPressed)]
    case .split(let note, let wakes): wakes ? [.split(note: note), .wake] : [.split(note: note)]
    case .wake: [.wake]
    case .more: [.more]
    case .long, .stopHeld, .step, .whereAmI, .explain: []
    }
  }

  private mutating func repeated(_ key: PhysicalKey) {
    for index in held.indices where held[index].press.key == key { held[index].repeats += 1 }
  }

  /// The next repeated step.
  private var dueStep: Due? {
    guard context == .matching,
      let key = held.last(where: { !$0.isSpent && !$0.isPaired && $0.mayHold && $0.press.half != nil }),
      let half = key.press.half,
      key.repeats < Self.mostSteps
    else { return nil }
    let time = key.since + Self.repeatDelay + .nanoseconds(Self.repeatInterval.nanoseconds * Int64(key.repeats))
    return Due(time: time, action: .step(key.press.key, half))
  }
}
