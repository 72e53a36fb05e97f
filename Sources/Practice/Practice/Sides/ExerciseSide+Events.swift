import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// Events of the running exercise, and actions of its session.
extension ExerciseSide {
  /// The events of the exercise side.
  enum Event {
    /// An event of the running exercise.
    case session(SessionEvent)
    /// Sets whether answers teach: answers to inaudible notes do not.
    case learns(Bool)
    /// A reference sounds: surfaces show its exercise.
    case begun(Epoch)
    /// A timer holds training and stays silent until this time; nil: no longer.
    case listen(until: MonotonicTime?)
    /// Holds references, starting with the next exercise, if something may come before them.
    case holdReferences
  }

  /// The result of an event: effects first, then a session's actions, one by one, each performed with all its
  /// consequences before the next.
  struct Step {
    var effects: [Effect] = []
    var actions: [SessionAction] = []
    /// Whether the actions belong to the listening session of a rest.
    var isOfRest = false
  }

  /// Handles an event.
  mutating func handle(_ event: Event, in context: PracticeContext, date: () -> Date) -> Step {
    switch event {
    case .session(let event):
      if let epoch = event.epoch, RestListening.has(epoch) {
        return Step(actions: rest.actions(after: event), isOfRest: true)
      }
      guard gates.lets(event) else { break }
      guard event.movesPractice else { return Step(actions: isPractising ? session.actions(after: event) : []) }
      let broken = rest.breakOff()
      return Step(
        effects: broken + [.speech(.endTelling)], actions: isPractising ? session.actions(after: event) : [])
    case .learns(let learns): forEachSession { $0.learns = learns }
    case .begun(let epoch):
      guard !RestListening.has(epoch) else { break }
      self.epoch = epoch
      return Step(effects: [.speech(.endTelling)])
    case .listen(let end): return listen(until: end, in: context, date: date)
    case .holdReferences: holdReferences(in: context)
    }
    return Step()
  }

  /// Holds exercises while the practised page is out of sight. The sounding exercise continues and can be answered;
  /// those after it wait. Practice then resumes as its timer allows.
  mutating func awaitPage(_ isAwaited: Bool, from frame: Frame, reach: TuningReach) -> Step {
    guard gates.awaitsPage != isAwaited else { return Step() }
    let events = isAwaited ? [gates.close(from: frame)] : gates.open(at: frame, reach: reach)
    return Step(actions: isPractising ? events.flatMap { session.actions(after: $0) } : [])
  }

  /// Starts listening in a rest if the player wants it and the next pair ends before `end`, until when the timer is
  /// silent; nil: no longer. The waiting session is not touched.
  private mutating func listen(until end: MonotonicTime?, in context: PracticeContext, date: () -> Date) -> Step {
    guard let end, !gates.awaitsPage else { return Step(effects: rest.end(in: context)) }
    guard !rest.isRunning else { return Step(effects: rest.check(end, in: context)) }
    guard wanted.restListening, isHeldBack, let mode else { return Step() }
    let actions = rest.begin(mode, until: end, in: context, beside: [session] + resting, date: date)
    return Step(actions: actions, isOfRest: true)
  }

  // MARK: Actions of a session

  /// Returns the effects of an action. `stamp` is for its record, nil if nothing is saved; `isLit` is whether a
  /// controller has a light for a result.
  mutating func effects(
    of action: SessionAction, isOfRest: Bool, in context: PracticeContext, stamp: Stamp?, isLit: (Cue) -> Bool
  ) -> [Effect] {
    if isOfRest, let effects = rest.effects(of: action) { return effects }
    switch action {
    case .ready(let exercise):
      adopt(for: exercise.epoch, in: context)
      if showsFeedback { nextInterval = exercise.askedInterval }
      let laying = session.laying(in: exercise)
      return [.speech(.announce(exercise.epoch, interval: exercise.askedInterval, laying: laying))]
    case .play(let exercise, _, _) where exercise.epoch == dropped: return []
    case .play(let exercise, let timing, let start):
      adopt(for: exercise.epoch, in: context)
      if start != .now { nextInterval = exercise.askedInterval }
      return [.sound(.schedule(exercise, timing, start))]
    case .drop(let epoch):
      dropped = epoch
      nextInterval = nil
      return [.sound(.drop(epoch))]
    case .discard(let epoch):
      nextInterval = nil
      return [.sound(.drop(epoch)), .submit([.fade(epoch: epoch.number)])] + (showsFeedback ? [] : [.cue(.idle)])
    case .clearFeedback(let frame):
      nextInterval = nil
      return (frame.map { [.tell(.feedbackEnded(frame: $0))] } ?? []) + [.cue(.idle)]
    case .silence: return [.silence]
    // Changed settings leave no exercise that could follow the last one, whose result has been shown. A refused start
    // reports itself.
    case .refused(let refusal): return [.toHub(.refused), .post(.refused(refusal)), .lights(.trouble("refused"))]
    case .finished: return [.toHub(.finished)]
    case .keep(let outcome): return keep(outcome, stamp)
    case .takeBack:
      answered -= 1
      return []

    case .enableAnswer: return [.tell(.answerEnabled)]
    case .invite: return [.cue(.canAnswer)]
    case .answered(let answer):
      wasRated = settings.sureness ? answer.isSure != nil : nil
      let ticks = !answer.correct && settings.tick
      return [ticks ? .rack(.tick(answer)) : .sound(.fadeAnswer(answer, ticks: false)), .speech(.endTelling)]
    case .showFeedback(let result): return show(result)
    case .withdraw(let answer): return withdraw(answer)

    case .think(let epoch): return [.sound(.think(epoch))]
    case .tellAnswer(let answer, let epoch): return [.sound(.tellAnswer(answer, epoch))]
    case .showAnswer(let answer, let epoch): return show(answer, of: epoch, in: context, isLit: isLit)

    case .enableTuning(let exercise, let heard):
      return [.tell(.tuningEnabled), .cue(openCue ?? .idle), .rack(.noteBegins(exercise, heard: heard))]
    case .endTuning: return [.tuning(.end)]
    case .fadeCommit(let epoch): return [.sound(.fade(epoch))]
    case .hearAgain(let exercise, let timing, let time):
      return [.sound(.hearAgain(exercise, timing)), .tuning(.rest), .cue(.idle), .tell(.heardAgain(inputTime: time))]
    case .showMatching(let result, let epoch): return show(result, of: epoch, in: context, isLit: isLit)
    }
  }
}

extension ExerciseSide {
  /// The two gates that can keep exercises from beginning: a timer and an absent page. The session knows only one gate,
  /// so the timer's requests during an absence are kept here.
  struct Gates {
    private(set) var awaitsPage = false
    /// The frames between which the timer lets exercises begin, as reported last; nil: without end.
    private var timer: (opens: Frame, closes: Frame?) = (Frame(0), nil)

    /// Begins practice at `start`, or held if nil; returns the start for the session.
    mutating func begin(at start: ExerciseStart?) -> ExerciseStart? {
      timer = (Frame(0), start == nil ? Frame(0) : nil)
      if case .at(let frame) = start { timer.opens = frame }
      return awaitsPage ? nil : start
    }

    /// Records the timer's requests; returns whether the session receives `event` now.
    mutating func lets(_ event: SessionEvent) -> Bool {
      switch event {
      case .hold(let frame): timer.closes = frame
      case .resume(let frame, _): timer = (frame, nil)
      default: return true
      }
      return !awaitsPage
    }

    fileprivate mutating func close(from frame: Frame) -> SessionEvent {
      awaitsPage = true
      return .hold(from: frame)
    }

    fileprivate mutating func open(at frame: Frame, reach: TuningReach) -> [SessionEvent] {
      awaitsPage = false
      guard let closes = timer.closes else { return [.resume(at: max(frame, timer.opens), reach: reach)] }
      return closes <= frame ? [] : [.resume(at: max(frame, timer.opens), reach: reach), .hold(from: closes)]
    }
  }
}

extension SessionEvent {
  /// The exercise that the event concerns; nil means the running one.
  fileprivate var epoch: Epoch? {
    switch self {
    case .proceed(let epoch), .referenceStarted(let epoch, _), .secondStarted(let epoch, _), .secondEnded(let epoch),
      .thoughtOver(let epoch), .feedbackStarted(let epoch, _, _), .faded(let epoch, _, _, _, _),
      .feedbackEnded(let epoch, _):
      epoch
    case .start, .hold, .resume, .answer, .hearAgain, .stepBack, .commit, .withdraw, .stop: nil
    }
  }

  /// Whether practice continues after the event, so that an answer being said must be cut off.
  fileprivate var movesPractice: Bool {
    switch self {
    case .resume, .withdraw, .stop: true
    default: false
    }
  }
}
