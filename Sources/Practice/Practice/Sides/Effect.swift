import Controllers
import Foundation
import MIDI
import Ports
import Sound
import Time
import Timers
import Training

/// What a side of practice wants: something of the world outside, something of another side, or something that concerns
/// several and has an order. The loop does it, and all that follows from it, before the next: see `PracticeCore.perform`.
enum Effect {
  /// Something of the world outside.
  case outside(Errand)
  /// One batch for the renderer. The sound side gets its number.
  case submit([SoundCommand], carrying: SoundSide.Carries = .nothing)
  /// All that sounds fades, and what has not started is forgotten.
  case silence
  /// One calm line more, or fewer.
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

  /// Starts a mode from the hub, by the hands of a controller or by others.
  case start(Mode, by: PortID? = nil)
  case startIfReady
  /// Back to the hub, if practice runs.
  case stop(StopReason)
  /// The same, and a timer is interrupted by it.
  case interrupt(StopReason)
  /// Practice stops, and the answer that was given then is withdrawn.
  case stopWithdrawing(MonotonicTime)
  /// Back to the hub: the last exercise is over.
  case toHub(StopReason)
  case leave(StopReason)
  /// Leaves if as many exercises as were asked for have been answered.
  case leaveWhenDone
  /// The page that is practised on is out of sight, or no longer: meanwhile no exercise begins.
  case awaitPage(Bool)
  /// The player was there then; nil: now.
  case stayAwake(from: MonotonicTime?)

  /// The timer hears what has happened, at this time if a hand did it.
  case tellTimer(PracticeTimer.Event, at: MonotonicTime? = nil)
  case confirmTimer(at: MonotonicTime)
  /// A timer's training begins then, or goes on; nil: it is there, and held.
  case train(Mode, at: ExerciseStart?)
  case stopTimedTraining
  /// A commit's fade has begun; the note stood at this pitch. The session has to know what the next exercise's control reaches.
  case faded(Epoch, Frame, hertz: Double)
}

/// Something that is wanted of the world outside.
enum Errand {
  /// To the event stream.
  case tell(PracticeEvent.Kind)
  /// To a controller.
  case send([MIDIMessage], to: PortID)
  /// The tunable note stands this far from where it began.
  case tune(Epoch, cents: Double)
  /// In dBFS; `isRise` of a step of a slow rise.
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
  /// To the event stream.
  static func tell(_ kind: PracticeEvent.Kind) -> Effect { .outside(.tell(kind)) }
  /// A cue for every controller.
  static func cue(_ cue: Cue) -> Effect { .rack(.show(cue)) }
  /// Nothing starts beside a timer that waits, and a line says so.
  static var refusedBesideTimer: [Effect] {
    [.retract(.exactly(.timerWaits)), .post(.timerWaits), .lights(.trouble("timer-waits"))]
  }
  /// A start was refused: there is no sound.
  static var refusedWithoutSound: [Effect] { [.post(.noSound), .lights(.trouble("no-sound"))] }
}
