import Controllers
import Sound
import Synchronization
import Time
import Training

/// Something that reached the loop from outside JACK's thread, in the order it arrived.
public enum PracticeInput: Sendable {
  /// From the hands thread.
  case controllers(MIDIPortEvent)
  /// From the sound's control thread.
  case sound(SoundStatus)
  /// From the store's thread.
  case store(StoreEvent)
  /// From the voice's thread.
  case speech(SpeechEvent)
  /// From the voice's thread: an utterance for our own renderer, nil if it cannot be played.
  case utterance(Utterance?, number: UInt32)
  /// From a surface (terminal, page) or the command line.
  case intent(Intent, at: MonotonicTime, source: InputSource)
  /// The settings were changed: they count from the next exercise on, the level at once.
  case settings(SettingsChange)
  /// Headphones were pulled out of a socket of this sound card.
  case headphonesPulled(card: Int)
  /// From the pages' server.
  case pages(PagesStatus)
  /// A profile file was written or removed.
  case profile(ProfileChange)
}

/// What the pages' server reports.
public enum PagesStatus: Hashable, Sendable {
  /// They are served at this address, as in `http://127.0.0.1:4400`.
  case served(address: String)
  /// They are not; practice goes on without.
  case unavailable(PagesFailure)
  /// They were to be opened, and nothing knows how.
  case notOpened
}

/// Why there are no pages.
public enum PagesFailure: Hashable, Sendable, Error {
  /// Another program listens at this port.
  case portTaken(Int)
  /// This user may not listen at this port.
  case notPermitted(Int)
  /// Anything else, in the system's own words.
  case failed(reason: String)
}

/// What a surface asks for.
public enum Intent: Hashable, Sendable {
  /// Higher or Lower: an answer in comparison, a step of one cent in matching. A surface that shows an exercise names its
  /// epoch: what is meant for an older one is dropped.
  case answer(Answer, epoch: Epoch?)
  /// Moves the tunable note by this many cents, positive is sharper.
  case step(cents: Double, epoch: Epoch?)
  /// A page's slider stands here, −1…1 of the range; 0 is where every exercise begins.
  case slide(position: Double, epoch: Epoch?)
  /// What sounds is the answer.
  case commit(epoch: Epoch?)
  /// The key that does the next thing: commits in matching, starts the last mode again at the hub.
  case proceed
  /// Start this mode from the hub; in practice, leave the present mode for it.
  case start(Mode)
  /// Start the last mode again.
  case again
  /// Back to the hub.
  case stop
  /// Back to the hub from practice; at the hub, out of the program. Which of the two is decided when it is acted on, so
  /// that two in a row always leave.
  case leave
  /// Leave the program, with the reason that is told in the event stream.
  case quit(StopReason)
  /// Lets a controller that is awake show a cue for a moment, at the hub.
  case show(Cue, on: PortID)
  /// At the hub: nothing that is done on a controller acts until the control that is pressed or moved there for this role
  /// is known. `ViewState.learning` says what came of it.
  case learn(Role, on: PortID)
  /// No control is wanted any more.
  case endLearning(on: PortID)
  /// From this note up, 1…127, the keys of a controller are Higher.
  case split(Int, on: PortID)
  /// Something about practice timers.
  case timer(TimerIntent)
  /// The page that was used last is closed, hidden or lost: practice stops if a page gave the last input.
  case pageGone
}

extension Intent {
  /// The exercise it is meant for; nil if any will do.
  var epoch: Epoch? {
    switch self {
    case .answer(_, let epoch), .step(_, let epoch), .slide(_, let epoch), .commit(let epoch): epoch
    case .proceed, .start, .again, .stop, .leave, .quit, .show, .learn, .endLearning, .split, .timer, .pageGone: nil
    }
  }
}

/// Why practice stopped. The raw values are words of the event stream.
public enum StopReason: String, Hashable, Sendable {
  /// The stop chord, the stop button or the surface's own way of leaving.
  case asked
  /// As many exercises as were asked for have been answered.
  case finished
  /// The controller in use was unplugged.
  case unplugged
  /// Headphones were pulled out of the socket in use.
  case headphonesPulled = "headphones-pulled"
  /// Settings that were changed meanwhile leave no exercise.
  case refused
  /// Its timer was paused, or ended by hand.
  case timer
  /// Sound was lost.
  case soundLost = "sound-lost"
  /// The machine was suspended.
  case suspended
  /// Nobody has touched anything for three minutes.
  case idle
  /// The terminal went away (SIGHUP).
  case hangup
  /// Ctrl-C (SIGINT).
  case interrupt
  /// The system asked the program to end (SIGTERM).
  case terminate
  /// Ctrl-Z (SIGTSTP).
  case paused
}

extension StopReason {
  /// Whether the player knows of it, having asked for it or being gone.
  var wasAskedFor: Bool {
    switch self {
    case .unplugged, .idle, .suspended: false
    case .asked, .finished, .headphonesPulled, .refused, .timer, .soundLost, .hangup, .interrupt, .terminate, .paused:
      true
    }
  }
}

/// Where every thread but JACK's leaves its news for the loop: many writers, one reader.
///
/// The lock is held only to append to, or to swap, an array. Swift's `Mutex` hands its holder the priority of who waits
/// (a priority-inheriting futex on Linux), so a surface on a plain thread cannot hold up the hands.
public final class Mailbox: Sendable {
  private let waiting = Mutex<[PracticeInput]>([])
  private let bell: EventCounter?

  /// A mailbox that rings `bell` whenever something is left in it; without one its owner looks by itself.
  package init(bell: EventCounter?) {
    self.bell = bell
    waiting.withLock { $0.reserveCapacity(256) }
  }

  /// Leaves `input` for the loop and wakes it. Any thread but JACK's; never waits for the loop.
  public func post(_ input: PracticeInput) {
    waiting.withLock { $0.append(input) }
    bell?.ring()
  }

  /// Takes all that waits. Loop thread.
  package func takeAll(into taken: inout [PracticeInput]) {
    taken.removeAll(keepingCapacity: true)
    waiting.withLock { swap(&$0, &taken) }
  }
}
