import Controllers
import Timers
import Training

/// A request from a surface.
public enum Intent: Hashable, Sendable {
  /// Higher or Lower: an answer in comparison, a step of one cent in matching. `isSure` marks an answer as sure, if the
  /// setting `sureness` is on. A surface that shows an exercise passes its epoch; an intent for an older one is
  /// dropped.
  case answer(Answer, isSure: Bool = false, epoch: Epoch?)
  /// Moves the tunable note by this many cents, positive is sharper.
  case step(cents: Double, epoch: Epoch?)
  /// A page's slider is at this position, −1…1 of the range; every exercise begins at 0.
  case slide(position: Double, epoch: Epoch?)
  /// Commits the sounding pitch as the answer.
  case commit(epoch: Epoch?)
  /// Replays the reference while the tunable note is silent, in matching.
  case hearAgain(epoch: Epoch?)
  /// Returns to the note tuned before, in a temperament.
  case stepBack(epoch: Epoch?)
  /// The "next" key: commits in matching, starts the last mode again at the hub.
  case proceed
  /// Starts this mode from the hub, or changes to it during practice.
  case start(Mode)
  /// Starts the last mode again.
  case again
  /// Returns to the hub.
  case stop
  /// Returns to the hub from practice; at the hub, leaves the program. The choice is made when the intent is handled,
  /// so that two in a row always leave.
  case leave
  /// Leaves the program with this reason, which appears in the event stream.
  case quit(StopReason)
  /// Requests the status: it is spoken as soon as nothing sounds.
  case whereAmI
  /// Plays examples of higher and lower, with speech, at the hub.
  case explain
  /// Shows a cue for a moment on an awake controller, at the hub.
  case show(Cue, on: PortID)
  /// Learns a control for this role, at the hub. The controller has no other effect until a control is pressed or
  /// moved. The outcome is in `ViewState.learning`.
  case learn(Role, on: PortID)
  /// Cancels learning.
  case endLearning(on: PortID)
  /// Sets the split: keys from this note up, 1…127, are Higher.
  case split(Int, on: PortID)
  /// A request to the practice timers.
  case timer(TimerIntent)
  /// The page used last was closed, hidden or lost: no exercise begins until it is back or gone for good.
  case pageAway
  /// The page is back in time, or another page is used now.
  case pageBack
  /// The page has been away so long that its player is assumed gone: practice stops if the last input came from a page.
  case pageGone
}

extension Intent {
  /// Whether the intent reports a page's presence rather than input of the player.
  package var isAttendance: Bool {
    switch self {
    case .pageAway, .pageBack, .pageGone: true
    default: false
    }
  }
}

extension Intent {
  /// The exercise it is meant for; nil for any.
  package var epoch: Epoch? {
    switch self {
    case .answer(_, _, let epoch), .step(_, let epoch), .slide(_, let epoch), .commit(let epoch),
      .hearAgain(let epoch), .stepBack(let epoch):
      epoch
    case .proceed, .start, .again, .stop, .leave, .quit, .whereAmI, .explain, .show, .learn, .endLearning, .split,
      .timer,
      .pageAway, .pageBack, .pageGone:
      nil
    }
  }
}

/// A surface's request to the practice timers.
public enum TimerIntent: Hashable, Sendable {
  /// Shows the last configuration of a kind, or its default, for confirmation.
  case quickStart(TimerKind)
  /// Shows this configuration for confirmation.
  case choose(TimerConfiguration)
  /// Starts the timer on show, or resumes a paused one.
  case confirm
  /// Leaves the timer on show, or a finished one.
  case cancel
  /// Pauses the timer.
  case pause
  /// Begins the next set before the rest is over.
  case skipRest
  /// Ends the practice early.
  case end
  /// Finishes a round of free practice.
  case round
}

extension Half {
  /// The half of the keys that gives `answer`.
  package init(_ answer: Answer) { self = answer == .higher ? .higher : .lower }
}

extension Answer {
  /// The answer that this half of the keys gives.
  package init(_ half: Half) { self = half == .higher ? .higher : .lower }
}
