import Controllers
import Foundation
import MIDI
import Ports
import Sound
import Time
import Timers
import Training

/// An effect that a side of practice requests: for the environment, for another side, or for several sides in a fixed
/// order. The loop performs it, and everything that follows from it, before the next: see `PracticeCore.perform`.
enum Effect {
  /// Work for a live part.
  case outbound(OutboundAction)
  /// Submits one batch to the renderer. The sound side gets its number.
  case submit([SoundCommand], carrying: SoundSide.BatchPurpose = .nothing)
  /// Fades everything that sounds, and drops what has not started.
  case silence
  /// Shows a notice (`post`) or removes notices (`retract`).
  case post(ViewState.Notice)
  case retract(NoticeKind)

  case rack(Rack.Event)
  case tuning(TuningSide.Event)
  case sound(SoundSide.Event)
  case speech(SpeechSide.Event)
  case exercises(ExerciseSide.Event)
  case timer(TimerSide.Event)
  case lights(LightSide.Event)
  case explanation(ExplanationSide.Event)

  // MARK: Through several sides

  /// Starts a mode from the hub, from a controller or another surface.
  case start(Mode, by: PortID? = nil)
  case startIfReady
  /// Returns to the hub if practice runs.
  case stop(StopReason)
  /// The same, and interrupts a timer.
  case interrupt(StopReason)
  /// Stops practice and withdraws an answer given at this time.
  case stopWithdrawing(MonotonicTime)
  /// Returns to the hub after the last exercise.
  case toHub(StopReason)
  case leave(StopReason)
  /// Leaves if the requested number of exercises has been answered.
  case leaveWhenDone
  /// The practised page went out of sight, or is back. No exercise begins in the meantime.
  case awaitPage(Bool)
  /// The player was present at this time; nil means now.
  case stayAwake(from: MonotonicTime?)

  /// Sends an event to the timer, at this time if it came from an input.
  case tellTimer(PracticeTimer.Event, at: MonotonicTime? = nil)
  case confirmTimer(at: MonotonicTime)
  /// Starts or resumes a timer's training at this time; nil starts it held.
  case train(Mode, at: ExerciseStart?)
  case stopTimedTraining
  /// A commit's fade has begun at this pitch. The session needs to know what the control of the next exercise can
  /// reach.
  case faded(Epoch, Frame, hertz: Double)
}

/// Work for a live part, which the loop hands over.
enum OutboundAction {
  /// Writes to the event stream.
  case tell(PracticeEvent.Kind)
  /// Sends messages to a controller.
  case send([MIDIMessage], to: PortID)
  /// Sets the tunable note's distance from where it began.
  case tune(Epoch, cents: Double)
  /// Sets the level in dBFS; `isRise` marks a step of a slow rise.
  case setLevel(Double, isRise: Bool = false)
  case requestPeriod(Int)
  case followOutput
  case say([Announcement], number: UInt32)
  case hush
  case save(ExerciseRecord)
  case withdraw(UUID)
  case rememberSplit(Int, for: String)
  case rememberTimer(TimerConfiguration)
  case saveWorkout(WorkoutChange, of: UUID, number: Int)
}

extension Effect {
  /// Writes to the event stream.
  static func tell(_ kind: PracticeEvent.Kind) -> Effect { .outbound(.tell(kind)) }
  /// Shows a cue on every controller.
  static func cue(_ cue: Cue) -> Effect { .rack(.show(cue)) }
  /// Refuses a start while a timer waits, with a notice.
  static var refusedBesideTimer: [Effect] {
    [.retract(.exactly(.timerWaits)), .post(.timerWaits), .lights(.trouble("timer-waits"))]
  }
  /// Refuses a start without sound.
  static var refusedWithoutSound: [Effect] { [.post(.noSound), .lights(.trouble("no-sound"))] }
}
