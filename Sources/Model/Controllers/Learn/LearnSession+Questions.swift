import MIDI
import Time

/// Transitions between questions.
extension LearnSession {
  // MARK: Asking

  /// Asks the current question, lights the controls it concerns, and forgets keys held since before.
  mutating func ask() -> [LearnEffect] {
    presses.ask()
    movements.reset()
    hasToldUnfit = false
    switch state.place {
    case .role(let role): return [.ask(.role(role))]
    case .keep(let candidate): return [.ask(.keep(candidate.role, candidate.control))]
    case .keyboard(let split): return [.ask(.keyboard(split: split))]
    case .lights(let search):
      guard let question = search.question else { return [] }
      return send(search.lighting) + [.ask(question)]
    case .localControl: return [.ask(.localControl)]
    case .tick: return send(Feedback.sideStick.stroke ?? []) + [.ask(.tick)]
    case .trial:
      trial = LearnTrial(mapping)
      return [.ask(.trial)]
    case .save: return [.ask(.save)]
    case .replace: return [.ask(.replace)]
    }
  }

  /// Returns the effect that sends `messages`; none while the controller is unplugged.
  func send(_ messages: [MIDIMessage]) -> [LearnEffect] {
    messages.isEmpty || !isConnected ? [] : [.send(messages)]
  }

  /// The mapping as learned so far.
  var mapping: ControllerMapping { mode.adding(to: state.draft.mapping(for: port)) }

  /// Continues at `place`, with the current question available to go back to.
  mutating func go(to place: Place) -> [LearnEffect] {
    if case .keep = state.place {} else { history.append(state) }
    return move(to: place)
  }

  private mutating func move(to place: Place) -> [LearnEffect] {
    let cleared = clearing(before: place)
    state.place = place
    return cleared + ask()
  }

  /// Clears the light of the question that ends; when the search ends, all lights it tried.
  private func clearing(before place: Place?) -> [LearnEffect] {
    guard case .lights(let search) = state.place else { return [] }
    if case .lights = place { return send(search.clearing) }
    return send(search.clearingAll)
  }

  // MARK: Answers

  mutating func handle(_ command: LearnRequest) -> [LearnEffect] {
    switch command {
    case .yes: return yes()
    case .no: return no()
    case .skip: return skip()
    case .back: return back()
    case .quit: return clearing(before: nil) + end(with: .end)
    }
  }

  mutating func yes() -> [LearnEffect] {
    switch state.place {
    case .role: return ask()
    case .keep(let candidate): return keep(candidate)
    case .keyboard(let split):
      history.append(state)
      state.draft.split = split
      return move(to: place(after: .lower))
    case .lights(let search): return answer(search, true)
    case .localControl:
      history.append(state)
      state.draft.localControlOff = true
      return move(to: placeAfterLocalControl)
    case .tick:
      history.append(state)
      state.draft.ticks = true
      return move(to: .trial)
    case .trial: return go(to: .save)
    case .save:
      return hasOwnMapping ? go(to: .replace) : end(with: .save(mapping, replacing: false))
    case .replace: return end(with: .save(mapping, replacing: true))
    }
  }

  mutating func no() -> [LearnEffect] {
    switch state.place {
    case .role, .trial: return ask()
    case .keep(let candidate): return move(to: .role(candidate.role))
    case .keyboard: return go(to: place(after: .lower))
    case .lights(let search): return answer(search, false)
    case .localControl: return go(to: placeAfterLocalControl)
    case .tick: return go(to: .trial)
    case .save: return decline()
    case .replace: return end(with: .save(mapping, replacing: false))
    }
  }

  mutating func skip() -> [LearnEffect] {
    switch state.place {
    case .role(let role): return skip(role)
    case .keep(let candidate): return skip(candidate.role)
    case .keyboard, .localControl, .tick: return no()
    case .lights(let search):
      history.append(state)
      // Lights found so far are kept.
      let cleared = clearing(before: placeAfterLights)
      state.draft.lights = search.found
      state.place = placeAfterLights
      return cleared + ask()
    case .trial: return go(to: .save)
    case .save, .replace: return ask()
    }
  }

  /// Takes back the last answer. A control that waits for confirmation counts as the answer.
  mutating func back() -> [LearnEffect] {
    if case .keep(let candidate) = state.place { return [.tell(.takenBack)] + move(to: .role(candidate.role)) }
    guard let last = history.popLast() else { return ask() }
    let cleared = clearing(before: last.place)
    state = last
    return cleared + [.tell(.takenBack)] + ask()
  }

  /// Skips the remaining roles, or the remaining lights.
  mutating func skipAll() -> [LearnEffect] {
    switch state.place {
    case .role(let role) where Self.canSkip(role): return [.tell(.skipped(role))] + go(to: placeAfterRoles)
    case .lights: return skip()
    default: return yes()
    }
  }

  private mutating func skip(_ role: Role) -> [LearnEffect] {
    guard Self.canSkip(role) else { return ask() }
    let effects = [LearnEffect.tell(.skipped(role))]
    if case .keep = state.place { state.place = .role(role) }
    return effects + go(to: place(after: role))
  }

  static func canSkip(_ role: Role) -> Bool { role != .higher && role != .lower }

  /// Goes back to the trial at the first no, so that one no too many does not discard everything.
  private mutating func decline() -> [LearnEffect] {
    guard !state.hasDeclined, let trial = history.popLast() else { return end(with: .end) }
    state = trial
    state.hasDeclined = true
    return [.tell(.declined)] + ask()
  }

  private mutating func end(with effect: LearnEffect) -> [LearnEffect] {
    isOver = true
    return send(mode.exit) + [effect]
  }

  // MARK: The order

  /// Keeps a control for its role and continues.
  mutating func keep(_ candidate: Candidate) -> [LearnEffect] {
    history.append(State(place: .role(candidate.role), draft: state.draft))
    let binding = binding(of: candidate)
    state.draft.learned.append(LearnDraft.Learned(binding: binding, press: candidate.press))
    var effects = [LearnEffect.tell(.learned(candidate.role, binding.control))]
    if candidate.role == .slider {
      effects.append(.tell(.slider(binding.release, isEndless: candidate.movement?.isEndless == true)))
    }
    if candidate.role == .lower, let split = state.draft.possibleSplit {
      return effects + move(to: .keyboard(split: split))
    }
    return effects + move(to: place(after: candidate.role))
  }

  private func place(after role: Role) -> Place {
    // A keyboard's keys far from the split are sure without being learned.
    let next = roles.drop { $0 != role }.dropFirst().first { state.draft.split == nil || !$0.isSure }
    return next.map(Place.role) ?? placeAfterRoles
  }

  private var placeAfterRoles: Place { state.draft.lightSearch.map(Place.lights) ?? placeAfterLights }

  /// Only keyboards may have an internal sound, and controllers known to have one.
  private var placeAfterLights: Place { state.draft.split == nil && !mode.offersLocalControl ? .trial : .localControl }

  /// A tick is tried only on controllers without lights.
  private var placeAfterLocalControl: Place { state.draft.lights == nil ? .tick : .trial }

  private mutating func answer(_ search: LightSearch, _ isYes: Bool) -> [LearnEffect] {
    history.append(state)
    var next = search
    next.answer(isYes)
    let cleared = clearing(before: .lights(next))
    state.place = .lights(next)
    guard next.question == nil else { return cleared + ask() }
    state.draft.lights = next.found
    return move(to: placeAfterLights)
  }
}
