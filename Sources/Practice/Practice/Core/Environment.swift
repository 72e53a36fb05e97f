import Ports
import Sound
import Time

/// The live parts and the renderer, with a clock that stands still within a step.
struct Environment {
  /// The live parts. Their clock is `moment`.
  let parts: PracticeParts
  /// The only producer of commands and the only reader of sound events.
  let controller: any SoundControl
  let views: ViewPublisher
  /// The real clock.
  private let source: any TimeSource
  private let moment: ManualTime
  private var suspension: SuspensionWatch
  /// The renderer's latest cycle, once this step has read it.
  private var asked: FrameClock.Cycle??

  init(parts: PracticeParts, views: ViewPublisher, controller: any SoundControl) {
    source = parts.time
    moment = ManualTime(parts.time.now())
    suspension = SuspensionWatch(source.suspended())
    self.parts = parts.atRest(moment)
    self.views = views
    self.controller = controller
  }

  /// The time of the present step.
  var now: MonotonicTime { moment.now() }

  /// Begins a step. Returns how long the machine has slept before it, zero if it has not.
  mutating func step() -> Duration {
    moment.set(source.now())
    asked = nil
    return suspension.slept(by: source.suspended())
  }

  /// Returns the renderer's latest cycle, the same one throughout a step; nil before the first.
  mutating func cycle() -> FrameClock.Cycle? {
    if let asked { return asked }
    let cycle = controller.cycle
    asked = .some(cycle)
    return cycle
  }

  /// Hands work to the live part that does it.
  func run(_ action: OutboundAction) {
    switch action {
    case .tell(let kind): parts.events.post(PracticeEvent(time: now, kind: kind))
    case .send(let messages, let id): parts.ports.send(messages, to: id)
    case .tune(let epoch, let cents): controller.tune(epoch: epoch.number, cents: cents)
    case .setLevel(let level, let isRise): controller.setLevel(decibels: Float(level), isRise: isRise)
    case .requestPeriod(let frames): parts.output.requestPeriod(frames)
    case .followOutput: parts.output.followOutput()
    case .say(let announcements, let number): parts.speech.say(announcements, number: number)
    case .hush: parts.speech.hush()
    case .save(let record): parts.store.save(record)
    case .withdraw(let id): parts.store.withdraw(id)
    case .rememberSplit(let note, let controller): parts.store.rememberSplit(note, for: controller)
    case .rememberTimer(let configuration): parts.store.remember(configuration)
    case .saveWorkout(let change, let id, let number): parts.store.save(change, of: id, number: number)
    }
  }

  /// Ends a step and passes it to the recorder, if there is one.
  func took(_ step: LoopStep, slept: Duration) {
    guard let recorder = parts.recorder else { return }
    recorder.took(
      TakenStep(step, at: now, slept: slept, cycle: asked ?? nil, refused: controller.takeRefusals()))
  }
}
