import MIDI

/// The result of giving a control a role.
public enum RoleChange: Hashable, Sendable {
  /// The changed mapping. `losers` are the other roles that had the control, in the order of `Role.allCases`.
  case mapping(ControllerMapping, losers: [Role])
  /// The control is a key of a keyboard whose halves are Higher and Lower: it becomes the first key of Higher.
  case split(Int)
  /// The control cannot serve the role: it is a slider's touch sensor, or nothing would remain of the other half.
  case unfit
}

extension ControllerMapping {
  /// Returns the mapping after `pressed`, a control that was just pressed or moved, became the only one of its role.
  /// Other roles lose that control. Existing facts about it (its release, its motor) are kept.
  ///
  /// A key of a keyboard that is pressed for Higher or Lower moves the split: Higher begins there, or Lower ends there.
  /// A keyboard's halves always stay: two keys must drive everything, on every controller. The half of a grid is
  /// removed.
  public func giving(_ pressed: Binding) -> RoleChange {
    let given = scoped(pressed)
    let half = Half(given.role)
    if let half, let note = keyboardKey(given.control) {
      let split = half == .higher ? note : note + 1
      return (1...127).contains(split) ? .split(split) : .unfit
    }
    let taken = Set(given.control.addresses)
    guard !bindings.contains(where: { !taken.isDisjoint(with: $0.touch?.addresses ?? []) }) else { return .unfit }
    var changed = self
    var losers = Set(halfOwners(of: given.control, taken).filter { $0 != given.role })
    changed.bindings = []
    for binding in bindings where binding.role != given.role {
      guard let left = binding.control.without(taken) else {
        losers.insert(binding.role)
        continue
      }
      if left != binding.control { losers.insert(binding.role) }
      var kept = binding
      kept.control = left
      changed.bindings.append(kept)
    }
    let place = bindings.firstIndex { $0.role == given.role } ?? changed.bindings.count
    changed.bindings.insert(known(given, taken), at: min(place, changed.bindings.count))
    if let half { changed.takeGrids(from: half, taken) }
    return .mapping(changed, losers: Role.allCases.filter(losers.contains))
  }

  /// The assignable roles without a control: first those with a question, in order, then the others.
  public var freeRoles: [Role] { (LearnDraft.roles + LearnDraft.unasked).filter { places(of: $0).isEmpty } }

  /// Returns a copy for the player's own folder. A built-in mapping becomes a mapping for `port`.
  public func own(for port: PortDescription) -> ControllerMapping {
    var copy = self
    if file == nil {
      let fresh = LearnDraft().mapping(for: port)
      (copy.name, copy.mode, copy.match) = (fresh.name, fresh.mode, fresh.match)
      copy.sources = []
    }
    let source = "Roles given by pressing on this machine"
    if !copy.sources.contains(source) { copy.sources.append(source) }
    return copy
  }

  /// Returns `given` on any channel, if the mapping says so about its pad.
  private func scoped(_ given: Binding) -> Binding {
    guard case .notes(let notes, .some) = given.control, let note = notes.numbers.first else { return given }
    let isOnAny =
      bindings.contains { binding in
        if case .notes(let bound, nil) = binding.control { bound.contains(note) } else { false }
      }
      || halves.contains { rule in
        if case .grid(let grid, nil) = rule { grid.half(of: Int(note.rawValue)) != nil } else { false }
      }
    var scoped = given
    if isOnAny { scoped.control = .notes(notes, channel: nil) }
    return scoped
  }

  /// Returns `given` with the mapping's facts about its control.
  private func known(_ given: Binding, _ taken: Set<Address>) -> Binding {
    guard given.role == .slider,
      var known = bindings.first(where: { $0.role == .slider && !taken.isDisjoint(with: $0.control.addresses) })
    else { return given }
    // One fader of a row that is bound on any channel: its touch note is at its channel's place in the row.
    if case .notes(let row, let channel)? = known.touch, row.count > 1, known.control.channel == nil,
      let own = given.control.channel, let first = row.numbers.first
    {
      let note = Int(first.rawValue) + Int(own.number) - 1
      known.control = given.control
      known.touch = .notes(NumberSet(note...note), channel: channel)
    }
    known.position = nil
    return known
  }

  /// Returns the note of `control` if it is one key of a keyboard with halves and has no other role.
  private func keyboardKey(_ control: Control) -> Int? {
    guard case .notes(let notes, let channel) = control, notes.count == 1, let note = notes.numbers.first else {
      return nil
    }
    let isClaimed = bindings.contains { binding in
      guard case .notes(let bound, let other) = binding.control else { return false }
      return bound.contains(note) && other.meets(channel)
    }
    guard !isClaimed, gridHalf(of: Int(note.rawValue), on: channel) == nil, hasKeyboard(on: channel) else { return nil }
    return Int(note.rawValue)
  }

  /// Returns the half of the first grid with a pad of `note`.
  private func gridHalf(of note: Int, on channel: Channel?) -> Half? {
    for case .grid(let grid, let other) in halves where other.meets(channel) {
      if let half = grid.half(of: note) { return half }
    }
    return nil
  }

  /// Returns the roles of the half that `control` lies in, unless a binding takes precedence over it.
  private func halfOwners(of control: Control, _ taken: Set<Address>) -> [Role] {
    guard case .notes(let notes, let channel) = control, let note = notes.numbers.first.map({ Int($0.rawValue) }),
      !bindings.contains(where: { !taken.isDisjoint(with: $0.control.addresses) })
    else { return [] }
    if let half = gridHalf(of: note, on: channel) { return [half.role] }
    for case .keyboard(let keys, let split) in halves where keys.meets(channel) {
      return [note >= split ? .higher : .lower]
    }
    return []
  }

  /// Removes `half` from grids, and the pressed pad as well: they belong to the new control.
  private mutating func takeGrids(from half: Half, _ taken: Set<Address>) {
    halves = halves.compactMap { rule in
      guard case .grid(var grid, let channel) = rule else { return rule }
      let other = Control.notes(grid.pads(of: half.opposite), channel: channel)
      var left = NumberSet()
      if case .notes(let notes, _)? = other.without(taken) { left = notes }
      guard !left.isEmpty else { return nil }
      grid.upper = half == .higher ? NumberSet() : left
      grid.lower = half == .higher ? left : NumberSet()
      return .grid(grid, channel: channel)
    }
  }
}

extension Control {
  /// Returns the rest of the control without `taken`; nil if nothing remains. Combined controls share their parts with
  /// others on purpose.
  fileprivate func without(_ taken: Set<Address>) -> Control? {
    let own = addresses
    guard own.contains(where: taken.contains) else { return self }
    func left(_ numbers: NumberSet) -> NumberSet? {
      var left = numbers
      left.subtract(
        NumberSet(
          numbers.numbers.filter { number in
            own.contains { $0.number == Int(number.rawValue) && taken.contains($0) }
          }))
      return left.isEmpty ? nil : left
    }
    switch self {
    case .notes(let numbers, let channel): return left(numbers).map { .notes($0, channel: channel) }
    case .polyPressure(let numbers, let channel, let threshold):
      return left(numbers).map { .polyPressure($0, channel: channel, threshold: threshold) }
    case .programChange(let numbers, let channel): return left(numbers).map { .programChange($0, channel: channel) }
    default: return nil
    }
  }
}
