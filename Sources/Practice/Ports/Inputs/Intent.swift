import Controllers
import Training

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
  /// In matching: the reference is heard once more, while the note to be tuned is silent.
  case hearAgain(epoch: Epoch?)
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
  /// Says where practice is, as soon as nothing sounds.
  case whereAmI
  /// At the hub: explains by sound and voice what higher and lower are.
  case explain
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
  /// The page that was used last is closed, hidden or lost: no exercise begins until it is back or gone.
  case pageAway
  /// It is back in time, or another page is used now.
  case pageBack
  /// It has been away for so long that nobody is there: practice stops if a page gave the last input.
  case pageGone
}

extension Intent {
  /// Whether it says where a page is, and not what a hand wants.
  package var isAttendance: Bool {
    switch self {
    case .pageAway, .pageBack, .pageGone: true
    default: false
    }
  }
}

extension Intent {
  /// The exercise it is meant for; nil if any will do.
  package var epoch: Epoch? {
    switch self {
    case .answer(_, let epoch), .step(_, let epoch), .slide(_, let epoch), .commit(let epoch),
      .hearAgain(let epoch):
      epoch
    case .proceed, .start, .again, .stop, .leave, .quit, .whereAmI, .explain, .show, .learn, .endLearning, .split,
      .timer,
      .pageAway, .pageBack, .pageGone:
      nil
    }
  }
}
