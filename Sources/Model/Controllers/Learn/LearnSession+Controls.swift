import MIDI
import Time

/// Interpretation of presses and movements for the current question.
extension LearnSession {
  /// The role that the current question is about.
  var askedRole: Role? {
    switch state.place {
    case .role(let role): role
    case .keep(let candidate): candidate.role
    default: nil
    }
  }

  /// Whether the question is about a slider or knob.
  var isMovementAsked: Bool { askedRole?.isContinuous == true }

  // MARK: Presses

  mutating func handle(_ event: PressTracker.Event) -> [LearnEffect] {
    guard !isOver else { return [] }
    let press: ButtonPress
    let isHeld: Bool
    switch event {
    case .clashed:
      guard let role = askedRole, !role.isContinuous else { return [] }
      return [.tell(.unfit(role))]
    case .tapped(let tapped): (press, isHeld) = (tapped, false)
    case .held(let held): (press, isHeld) = (held, canBeHeld(held.key))
    }
    switch state.place {
    case .role(let role):
      if let effects = answer(press, isHeld: isHeld) { return effects }
      return role.isContinuous ? useless(press, for: role) : offer(press, for: role)
    case .keep(let candidate):
      if let same = agreeing(candidate, with: press) { return keep(same) }
      if let effects = answer(press, isHeld: isHeld) { return effects }
      return candidate.role.isContinuous ? useless(press, for: candidate.role) : offer(press, for: candidate.role)
    case .keyboard, .lights, .localControl, .tick, .save, .replace:
      switch state.draft.half(of: press.key) {
      case .higher: return isHeld ? skipAll() : yes()
      case .lower: return isHeld ? back() : no()
      case nil: return []
      }
    case .trial:
      return isHeld && state.draft.half(of: press.key) == .lower ? back() : []
    }
  }

  /// Returns whether a finger may still be on a key that sends nothing more, as far as is known: the key has sent a
  /// release before, or the key of the same keyboard that Higher or Lower was learned with has.
  private func canBeHeld(_ key: PhysicalKey) -> Bool {
    if presses.hasLetGo(key) { return true }
    guard state.draft.split != nil, state.draft.half(of: key) != nil else { return false }
    return [Role.higher, .lower].contains { state.draft.learned($0)?.press.map { presses.hasLetGo($0.key) } == true }
  }

  /// Returns the effects of Higher or Lower as an answer during a question about a control; nil if the press is
  /// neither.
  private mutating func answer(_ press: ButtonPress, isHeld: Bool) -> [LearnEffect]? {
    let role = state.draft.role(of: press.key)
    // As long as only Higher is known, a hold of it takes back Higher itself.
    if isHeld, let role, role == (state.draft.canAnswer ? .lower : .higher) { return back() }
    guard state.draft.canAnswer else { return nil }
    switch (role, state.place) {
    case (.higher, .keep): return yes()
    case (.lower, .keep): return no()
    case (.higher, .role): return isHeld ? skipAll() : skip()
    case (.lower, .role): return back()
    default: return nil
    }
  }

  /// Returns the candidate, confirmed, if its button was pressed again.
  private func agreeing(_ candidate: Candidate, with press: ButtonPress) -> Candidate? {
    if candidate.press?.key == press.key { return candidate.agreeing(with: press) }
    guard candidate.press?.key.isTwin(of: press.key) == true else { return nil }
    let agreed = candidate.agreeing(with: press)
    return state.draft.owner(of: Set(agreed.control.addresses)) == nil ? agreed : nil
  }

  /// Makes a button the candidate, unless it already has a role.
  private mutating func offer(_ press: ButtonPress, for role: Role) -> [LearnEffect] {
    guard let control = press.control else { return [.tell(.unfit(role))] }
    if let owner = state.draft.owner(of: Set(control.addresses)) { return [.tell(.taken(owner))] }
    state.place = .keep(Candidate(role: role, control: control, press: press))
    return ask()
  }

  /// Handles a button during a question about a slider. A button that only reports a finger on a slider is ignored.
  private func useless(_ press: ButtonPress, for role: Role) -> [LearnEffect] {
    if let owner = state.draft.role(of: press.key) { return [.tell(.taken(owner))] }
    return movements.traces.isEmpty ? [.tell(.unfit(role))] : []
  }

  // MARK: Movements

  /// Handles a possible movement. During a question about a button, a note that came with the movement was a touch.
  mutating func moved() -> [LearnEffect] {
    guard !isMovementAsked else { return [] }
    if movements.hasLargeMovement { presses.discard() }
    guard let role = askedRole, !hasToldUnfit, !presses.isPending, movements.hasMovement else { return [] }
    hasToldUnfit = true
    return [.tell(.unfit(role))]
  }

  /// The time at which the requested slider has been still for long enough.
  var movementDeadline: MonotonicTime? { movements.deadline(isTouched: !fingers { $0.up == nil }.isEmpty) }

  mutating func movementEnded() -> [LearnEffect] {
    guard let role = askedRole else { return [] }
    let fingers = fingers { $0.up != nil }
    let isKept = if case .keep = state.place { true } else { false }
    switch movements.settle(isKnown: isKept) {
    case nil: return []
    case .ambiguous: return [.tell(.unfit(role))]
    case .moved(let movement):
      if let owner = state.draft.owner(of: movement.addresses) { return [.tell(.taken(owner))] }
      let touches = role == .slider ? fingers : [:]
      if case .keep(let candidate) = state.place, let earlier = candidate.movement,
        !earlier.addresses.isDisjoint(with: movement.addresses)
      {
        return keep(candidate.agreeing(with: movement, touches: Set(touches.keys)))
      }
      state.place = .keep(
        Candidate(
          role: role, control: movement.control, movement: movement, touches: Set(touches.keys),
          touchValues: touches.mapValues(\.value)))
      return ask()
    }
  }

  /// Returns the keys without a role that went down just before the movement began and, if they are up, went up after
  /// it stopped.
  private func fingers(_ isMeant: (PressTracker.Interval) -> Bool) -> [PhysicalKey: PressTracker.Interval] {
    guard let first = movements.firstMoved, let last = movements.lastMoved else { return [:] }
    return presses.intervals.filter { key, interval in
      // The last position may come after touch-off; the first may come with touch-on.
      let began = interval.down <= first + .milliseconds(20) && first - interval.down <= .seconds(3)
      let ended = interval.up.map { $0 >= last - .milliseconds(50) } ?? true
      return began && ended && isMeant(interval) && state.draft.role(of: key) == nil
    }
  }

  // MARK: Bindings

  /// Returns the binding for a candidate.
  func binding(of candidate: Candidate) -> Binding {
    guard candidate.role == .slider, let movement = candidate.movement else {
      return Binding(role: candidate.role, control: candidate.control)
    }
    let touch = candidate.touches.min { ($0.kind.rawValue, $0.number) < ($1.kind.rawValue, $1.number) }
    if let touch, let value = candidate.touchValues[touch],
      let control = ButtonPress(key: touch, value: value).control
    {
      return Binding(role: .slider, control: candidate.control, release: .touch, touch: control)
    }
    return Binding(
      role: .slider, control: candidate.control, release: movement.sprang ? .springBack : .settle)
  }
}

extension LearnSession.Candidate {
  /// Returns the candidate after its button was pressed again.
  func agreeing(with again: ButtonPress) -> Self {
    guard var press else { return self }
    var agreed = self
    // The key arrived on another channel than before: the controller gives every finger a channel (MPE).
    if press.key != again.key || again.isOnAnyChannel { press.isOnAnyChannel = true }
    press.value = min(press.value, again.value)
    agreed.press = press
    agreed.control = press.control ?? control
    return agreed
  }

  /// Returns the candidate after its control was moved again, with the evidence common to both movements.
  func agreeing(with again: MovedControl, touches others: Set<PhysicalKey>) -> Self {
    guard let movement else { return self }
    var agreed = self
    var known = again
    let isBend = if case .pitchBend = again.control { true } else { false }
    let isSamePlace = abs(movement.end - again.end) <= ReleaseLimits.returnAgreement
    if isBend {
      // A slow spring (buttons that ramp) is recognised by returning to the exact middle each time.
      let isMiddle = abs(movement.end - 0.5) <= 0.01 && abs(again.end - 0.5) <= 0.01
      known.sprang = movement.sprang || again.sprang || isMiddle
    } else {
      // Control changes may rest anywhere. Hands also stop at an end, so an end proves nothing.
      let isInside = (0.2...0.8).contains(again.end)
      known.sprang = movement.sprang && again.sprang && isSamePlace && isInside
    }
    agreed.movement = known
    if again.isSure || !movement.isSure { agreed.control = again.control }
    // A touch that occurred only once was a coincidence.
    agreed.touches.formIntersection(others)
    return agreed
  }
}
