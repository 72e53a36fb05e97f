import Controllers
import Ports
import Time
import Training

/// The meaning of gestures, keys and page requests, by the state of practice: the same press means one thing at the hub
/// and another while a note sounds.
extension PracticeContext {
  /// Returns the effects of a gesture on the controller at `id`, which is called `name`.
  func effects(of gesture: Gesture, from id: PortID, _ name: String?) -> [Effect] {
    gesture == .unmapped ? [.rack(.unmapped(id))] : [.rack(.hasRole(id))] + deeds(of: gesture, from: id, name)
  }

  private func deeds(of gesture: Gesture, from id: PortID, _ name: String?) -> [Effect] {
    switch gesture {
    case .answer where isExplaining: return [.explanation(.end)]
    case .answer(let half, let isSure, let time):
      let answer = SessionEvent.answer(
        Answer(half), isSure: settings.sureness ? isSure : nil, at: time, source: .controller, controller: name)
      return [.rack(.use(id)), .exercises(.session(answer))]
    case .start(let half, let long):
      let (isTaken, effects) = timer.press(half, at: now)
      if isTaken { return effects + [.rack(.useIfTimed(id))] }
      let mode: Mode =
        half == .higher ? (long ? .intervalComparison : .comparison) : (long ? .intervalMatching : .matching)
      return effects + [.start(mode, by: id)]
    case .step(let half, _):
      return timer.countsFreeRounds
        ? [] : [.rack(.use(id)), .tuning(.step(.steps(id), by: half == .higher ? 1 : -1))]
    case .takeBack(let time): return [.tuning(.takeBackStep(at: time))]
    case .commit(let time):
      let commit = Effect.tuning(.commit(.chord, at: time, source: .controller, controller: name))
      return [.rack(.use(id))] + (timer.finishFreeRound(at: time) ?? [commit])
    case .button(let role, let time): return effects(of: role, at: time, from: id, name)
    case .stopHeld(let time): return timer.phase == .paused ? [.tellTimer(.end, at: time)] : []
    case .stop where menu != nil: return [.explanation(.leaveMenu(by: id))]
    case .stop(let firstPressed):
      guard isPractising else { return timer.isTimed ? [.tellTimer(.pause)] : [] }
      return [isTuned ? .stop(.asked) : .stopWithdrawing(firstPressed)]
    case .level(let half, _):
      let step = half == .higher ? Rack.tapStep : -Rack.tapStep
      return [.sound(.moveLevel(by: step)), .rack(.acknowledge(id, isTap: true))]
    case .split(let note): return [.rack(.split(note, on: id)), .rack(.acknowledge(id))]
    case .wake: return [.rack(.wake(id)), .rack(.acknowledge(id))]
    case .more: return [.explanation(.openMenu(by: id))]
    case .choose(let half): return choose(half, by: id)
    case .whereAmI: return tellPlace
    case .explain: return [.explanation(.holdOn)]
    case .unmapped: return []
    }
  }

  /// Returns the effects of a half in the list of further exercises.
  private func choose(_ half: Half, by id: PortID? = nil) -> [Effect] {
    [.explanation(half == .higher ? .goOn : .choose(by: id))]
  }

  /// The answer to "where am I?"; in the list its clicks come again.
  private var tellPlace: [Effect] {
    menu == nil ? [.speech(.whereAmI)] : [.explanation(.countEntry), .speech(.whereAmI)]
  }

  /// Returns the effects of a button with a dedicated role.
  private func effects(of role: Role, at time: MonotonicTime, from id: PortID, _ name: String?) -> [Effect] {
    if let effects = timer.press(role, at: time) { return effects + [.rack(.useIfTimed(id))] }
    if let mode = Mode(role) { return [.start(mode, by: id)] }
    switch role {
    case .explain: return [.explanation(.ask)]
    case .again: return isPractising ? [] : [.start(lastMode, by: id)]
    case .stop, .cancel: return timer.stopByHand(at: time)
    case .commit:
      let commit = Effect.tuning(.commit(.button, at: time, source: .controller, controller: name))
      return canTune ? [.rack(.use(id)), commit] : []
    case .hearAgain:
      return canTune && settings.hearAgain ? [.rack(.use(id)), .exercises(.session(.hearAgain(at: time)))] : []
    case .stepBack: return isTuned ? [.rack(.use(id)), .exercises(.session(.stepBack()))] : []
    default: return []
    }
  }

  /// Returns the effects of a surface's intent.
  func effects(of intent: Intent, at time: MonotonicTime, source: InputSource) -> [Effect] {
    if let epoch = intent.epoch, epoch != shownEpoch { return [] }
    let commit = Effect.tuning(.commit(CommitGesture(source), at: time, source: source, controller: nil))
    switch intent {
    case .answer where isExplaining: return [.explanation(.end)]
    case .answer(let answer, _, nil) where menu != nil: return choose(Half(answer))
    case .answer(let answer, let isSure, let epoch):
      if isTuned { return [.tuning(.step(Tuner.Hand(source), by: answer == .higher ? 1 : -1))] }
      if isPractising {
        let rating = settings.sureness ? isSure : nil
        let given = SessionEvent.answer(answer, isSure: rating, at: time, source: source, controller: nil)
        return [.exercises(.session(given))]
      }
      guard epoch == nil else { return [] }
      let (isTaken, effects) = timer.press(Half(answer), at: now)
      return effects + (isTaken ? [] : [.start(answer == .higher ? .comparison : .matching)])
    case .step(let cents, _): return [.tuning(.step(Tuner.Hand(source), by: cents))]
    case .slide(let position, _): return [.tuning(.slidePage(to: position))]
    case .commit: return [commit]
    case .hearAgain: return settings.hearAgain ? [.exercises(.session(.hearAgain(at: time)))] : []
    case .stepBack: return [.exercises(.session(.stepBack()))]
    case .proceed: return isPractising ? [commit] : timer.proceed(at: time) ?? [.start(lastMode)]
    case .start(let mode): return [.start(mode)]
    case .again: return isPractising ? [] : [.start(lastMode)]
    case .stop: return timer.stopByHand(at: time)
    case .leave:
      let isRunning = isPractising || timer.isTimed || timer.phase == .confirming || isExplaining || menu != nil
      return isRunning ? timer.stopByHand(at: time) : [.leave(.asked)]
    case .quit(let reason): return [.leave(reason)]
    case .whereAmI: return tellPlace
    case .explain: return [.explanation(.ask)]
    case .show(let cue, let id): return [.rack(.showOnRequest(cue, on: id))]
    case .learn(let role, let id): return [.rack(.learn(role, on: id))]
    case .endLearning(let id): return [.rack(.endLearning(.asked, on: id))]
    case .split(let note, let id): return [.rack(.split(note, on: id))]
    case .timer(let intent): return timer.press(intent, at: time)
    // If the page was used last, no player is present any more. Keys and controllers continue without it.
    case .pageAway: return lastSource == .page ? [.awaitPage(true)] : []
    case .pageBack: return [.awaitPage(false)]
    // A timer's countdown is not practice yet, but would start it.
    case .pageGone:
      let stop: Effect = timer.trains ? .interrupt(.asked) : .stop(.asked)
      return (lastSource == .page ? [stop] : []) + [.awaitPage(false)]
    }
  }
}

extension CommitGesture {
  /// Creates the commit gesture of a surface other than a controller.
  init(_ source: InputSource) {
    switch source {
    case .controller: self = .button
    case .keys: self = .key
    case .page: self = .page
    case .simulated: self = .simulated
    }
  }
}

extension Tuner.Hand {
  /// Creates the hand that tunes from a surface other than a controller.
  init(_ source: InputSource) {
    switch source {
    case .controller, .keys: self = .keys
    case .page: self = .page
    case .simulated: self = .simulated
    }
  }
}
