import MIDI
import Time

/// An event while a controller is learned, in order.
public enum LearnEvent: Hashable, Sendable {
  /// The controller sent this message.
  case message(MIDIMessage, at: MonotonicTime)
  /// The player made this request on the computer's keyboard.
  case command(LearnRequest)
  /// The controller was unplugged, so no key is held. Everything learned so far is kept.
  case disconnected
  /// The controller is back; learning resumes at the same question.
  case connected
  /// Messages were lost, so it is unknown which keys are held.
  case overflowed
  /// `LearnSession.deadline` has passed.
  case time(MonotonicTime)
}

/// A request made without the controller. Once Higher and Lower are known, the controller itself can make the first
/// four: see `LearnSession`.
public enum LearnRequest: Hashable, Sendable, CaseIterable {
  /// Yes: keep the pressed control; it is lit; save.
  case yes
  /// No: it is dark; do not save.
  case no
  /// Skip this role.
  case skip
  /// Take back the last answer and repeat its question.
  case back
  /// End without saving.
  case quit
}

/// A question to the player. The catalogues have its words.
public enum LearnQuestion: Hashable, Sendable {
  /// "Press the pad or key for …", or for a slider and the level: "move … to both ends, then let go".
  case role(Role)
  /// "This one? Press it again to keep it, or another one." For a slider: "move it again to keep it".
  case keep(Role, Control)
  /// Higher and Lower are keys of one keyboard: is everything from `split` up Higher? Yes or no.
  case keyboard(split: Int)
  /// "Is the pad of Higher (or Lower) lit now?" Yes or no.
  case lit(LightColour, Half)
  /// "Is it dark again?" Yes or no.
  case dark(Half)
  /// "Does the controller sound by itself, through its own speaker, and should that be silent during practice?" Yes or
  /// no.
  case localControl
  /// "Did the controller just tick?" Yes or no.
  case tick
  /// "Try it: each control says its function. Press Higher and Lower together when done."
  case trial
  /// "Save it?" Yes or no; the first no goes back to the trial.
  case save
  /// "There is a mapping of your own for this controller: replace it?" Yes, or no to keep both.
  case replace
}

/// A colour that the player looks for.
public enum LightColour: String, Hashable, Sendable, CaseIterable {
  /// Any light of any colour.
  case any
  /// The light for a correct answer.
  case green
  /// The light for an incorrect answer.
  case red
  /// The light for trouble.
  case yellow
}

/// A remark between two questions.
public enum LearnRemark: Hashable, Sendable {
  /// This control now has this role.
  case learned(Role, Control)
  /// The role has no control.
  case skipped(Role)
  /// The last answer was taken back.
  case takenBack
  /// "Not saved yet": the next no to `save` ends learning.
  case declined
  /// This control already has that role.
  case taken(Role)
  /// The moved or pressed control cannot serve this role.
  case unfit(Role)
  /// The slider springs back, stays in place, reports touches, or is endless.
  case slider(Release, isEndless: Bool)
  /// In the trial: a control with this role was used.
  case used(Role)
  /// In the trial: a control without a role was used.
  case unused
  /// The controller was unplugged.
  case disconnected
  /// The controller is back.
  case connected
}

/// An effect of learning, to apply in order.
public enum LearnEffect: Hashable, Sendable {
  /// Show this remark before the next question.
  case tell(LearnRemark)
  /// Ask this question in place of the previous one.
  case ask(LearnQuestion)
  /// Send these messages to the controller: from its shipped mapping only confirmed ones, SysEx included; otherwise
  /// channel messages only. Nothing is guessed at the risk of the player's hardware.
  case send([MIDIMessage])
  /// Learning is over: save this mapping, replacing the player's own file for this controller or in addition to it.
  case save(ControllerMapping, replacing: Bool)
  /// Learning is over without saving.
  case end
}
