/// The texts of `peach learn`, by their keys in the catalogues. The name of a role is found by the role:
/// `learn.role.<word of the profile files>`.
public enum LearnKey: String, CaseIterable, Sendable {
  // Finding the controller.
  case port = "learn.port"
  case none = "learn.none"
  case pressAny = "learn.press-any"
  case begin = "learn.begin"
  case anew = "learn.anew"
  case keys = "learn.keys"
  case keysNoLetters = "learn.keys.no-letters"
  case leaveKeys = "learn.leave"
  case leaveKeysNoLetters = "learn.leave.no-letters"
  case sequencerMissing = "learn.sequencer.missing"
  case sequencerNotPermitted = "learn.sequencer.not-permitted"
  case sequencerFailed = "learn.sequencer.failed"
  case letterYes = "learn.letter.yes"
  case letterNo = "learn.letter.no"
  case letterSkip = "learn.letter.skip"
  case letterBack = "learn.letter.back"

  // How Higher and Lower answer, once they are known.
  case undoByController = "learn.undo"
  case answersByController = "learn.answers"
  case choicesByController = "learn.choices"

  // Questions.
  case askPress = "learn.ask.press"
  case askMove = "learn.ask.move"
  case askKeepPressed = "learn.ask.keep.pressed"
  case askKeepMoved = "learn.ask.keep.moved"
  case askKeyboard = "learn.ask.keyboard"
  case askLit = "learn.ask.lit"
  case askLitGreen = "learn.ask.lit.green"
  case askLitRed = "learn.ask.lit.red"
  case askLitYellow = "learn.ask.lit.yellow"
  case askDark = "learn.ask.dark"
  case askLocalControl = "learn.ask.local-control"
  case askTrial = "learn.ask.trial"
  case askSave = "learn.ask.save"
  case askReplace = "learn.ask.replace"

  // Remarks.
  case learned = "learn.learned"
  case skipped = "learn.skipped"
  case takenBack = "learn.taken-back"
  case declined = "learn.declined"
  case taken = "learn.taken"
  case unfit = "learn.unfit"
  case sliderEndless = "learn.slider.endless"
  case sliderSpringBack = "learn.slider.spring-back"
  case sliderTouch = "learn.slider.touch"
  case sliderSettle = "learn.slider.settle"
  case used = "learn.used"
  case unused = "learn.unused"
  case disconnected = "learn.disconnected"
  case connected = "learn.connected"

  // Controls.
  case controlPads = "learn.control.pads"
  case controlNotes = "learn.control.notes"
  case controlFader = "learn.control.fader"
  case controlFaderPair = "learn.control.fader-pair"
  case controlFaderParameter = "learn.control.fader-nrpn"
  case controlButton = "learn.control.button"
  case controlButtonParameter = "learn.control.button-nrpn"
  case controlEndless = "learn.control.endless"
  case controlWheel = "learn.control.wheel"
  case controlPressure = "learn.control.pressure"
  case controlKeyPressure = "learn.control.key-pressure"
  case controlProgram = "learn.control.program"
  case controlLongPress = "learn.control.long-press"
  case controlTogether = "learn.control.together"
  case controlOnChannel = "learn.control.on-channel"

  // The end.
  case saved = "learn.saved"
  case savedBeside = "learn.saved.beside"
  case notSaved = "learn.not-saved"
  case notWritable = "learn.not-writable"
  case rescued = "learn.rescued"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: LearnKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }
}
