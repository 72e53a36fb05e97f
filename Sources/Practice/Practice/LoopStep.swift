import Ports
import Sound
import Time

/// Everything the loop is ever told, one after the other. What practice does is a function of its configuration and of
/// these, each with its time: that is what a recording keeps.
public enum LoopStep: Sendable {
  /// The loop begins; tells whether its thread may run in real time.
  case start(isRealtime: Bool)
  /// From the mailbox.
  case input(PracticeInput)
  /// From the renderer.
  case rendered(SoundEvent)
  /// The turn is over: what is due by now is done.
  case turn
  /// The process is about to be stopped (SIGTSTP).
  case pause
}

extension PracticeCore {
  /// Takes one step. Time stands still within it: it is read once, before.
  package func take(_ step: LoopStep) {
    moment.set(source.now())
    cycleOfStep = nil
    let slept = noticeSuspension()
    switch step {
    case .start(let isRealtime): begin(isRealtime: isRealtime)
    case .input(let input): react(to: input)
    case .rendered(let event): handle(event)
    case .turn: doWhatIsDue()
    case .pause: stopPractice(.paused)
    }
    publish()
    parts.recorder?.took(
      TakenStep(
        step, at: moment.now(), slept: slept, cycle: cycleOfStep ?? nil, refused: controller.takeRefusals()))
  }

  /// Sets the level and shows the hub. The parts are started by `Practice`, as they report to its mailbox. `isRealtime`
  /// tells whether the loop's thread may run in real time.
  package func start(isRealtime: Bool = true) { take(.start(isRealtime: isRealtime)) }

  /// Takes one input.
  package func handle(_ input: PracticeInput) { take(.input(input)) }

  /// Takes all that the renderer has told. Before any input, so that an answer never overtakes the note it answers.
  package func takeSoundEvents() {
    while let event = controller.nextEvent() { take(.rendered(event)) }
  }

  /// Ends a turn: does what is due by now.
  package func advance() { take(.turn) }

  /// The renderer's newest cycle, the same one throughout a step; nil before the first.
  var cycle: FrameClock.Cycle? {
    if let cycleOfStep { return cycleOfStep }
    let cycle = controller.cycle
    cycleOfStep = .some(cycle)
    return cycle
  }

  /// Playback latency in seconds as the clock has it now.
  var playbackLatency: Double {
    cycle.map { Double($0.latency) / Double($0.rate) } ?? 0
  }
}
