import MIDI
import Time

/// What happens while a controller is learned, one after the other.
public enum LearnEvent: Hashable, Sendable {
  /// The controller sent this.
  case message(MIDIMessage, at: MonotonicTime)
  /// The computer's keyboard asked for this.
  case command(LearnRequest)
  /// It was pulled out: nothing is held any more. What was learned so far is kept.
  case disconnected
  /// It is back, at the question where it left.
  case connected
  /// Messages were lost: nobody knows what is held any more.
  case overflowed
  /// `LearnSession.deadline` has come.
  case time(MonotonicTime)
}

/// What can be asked for without the controller. The controller itself can say the first four once Higher and Lower are known:
/// see `LearnSession`.
public enum LearnRequest: Hashable, Sendable, CaseIterable {
  /// Yes: keep what was pressed, it is lit, save.
  case yes
  /// No: it is dark, do not.
  case no
  /// Leave this role out.
  case skip
  /// Take back the last answer and ask it again.
  case back
  /// End without saving anything.
  case quit
}

/// What is asked of the player. Words for it are the catalogues'.
public enum LearnQuestion: Hashable, Sendable {
  /// "Press the pad or key for …", or for a slider and the level: "move … to both ends, then let go".
  case role(Role)
  /// "This one? Press it again to keep it, or another one." For a slider: "move it again to keep it".
  case keep(Role, Control)
  /// Higher and Lower are keys of one keyboard: whether everything from `split` up is Higher. Yes or no.
  case keyboard(split: Int)
  /// "Is the pad of Higher (or Lower) lit now?" Yes or no.
  case lit(LightColour, Half)
  /// "Is it dark again?" Yes or no.
  case dark(Half)
  /// "Does the controller sound by itself, through its own speaker, and should that be silent during practice?" Yes or no.
  case localControl
  /// "Try it: each control says what it does. Press Higher and Lower together when done."
  case trial
  /// "Save it?" Yes or no; the first no goes back to the trial.
  case save
  /// "There is a mapping of your own for this controller: replace it?" Yes, or no to keep both.
  case replace
}

/// A colour that a player is asked to look for.
public enum LightColour: String, Hashable, Sendable, CaseIterable {
  /// Lit at all, whatever the colour.
  case any
  /// For a correct answer.
  case green
  /// For an incorrect answer.
  case red
  /// For trouble.
  case yellow
}

/// What is told between two questions.
public enum LearnRemark: Hashable, Sendable {
  /// This control now has this role.
  case learned(Role, Control)
  /// The role stays without a control.
  case skipped(Role)
  /// The last answer was taken back.
  case takenBack
  /// "Not saved yet": the next no to `save` ends learning.
  case declined
  /// This control has that role already.
  case taken(Role)
  /// What moved or was pressed cannot serve this role.
  case unfit(Role)
  /// The slider springs back by itself, stays where it is left, tells when it is touched, or is endless.
  case slider(Release, isEndless: Bool)
  /// In the trial: this control was used, and what it does.
  case used(Role)
  /// In the trial: this control does nothing.
  case unused
  /// The controller was pulled out.
  case disconnected
  /// The controller is back.
  case connected
}

/// What learning wants done, in order.
public enum LearnEffect: Hashable, Sendable {
  /// Tell this, before the next question.
  case tell(LearnRemark)
  /// Ask this; it replaces the question before.
  case ask(LearnQuestion)
  /// Send this to the controller: what its shipped mapping is sure of, SysEx too, and else channel messages only. Nothing is
  /// guessed into somebody's hardware.
  case send([MIDIMessage])
  /// Learning is over: save this mapping, replacing the player's own file for this controller or beside it.
  case save(ControllerMapping, replacing: Bool)
  /// Learning is over and nothing is saved.
  case end
}
