/// The keys of the texts of `peach learn`. The key of a role's name is made from the role:
/// `learn.role.<word of the mapping files>`.
extension TextKey {
  // Finding the controller.
  package static let port = Self("learn.port")
  package static let noController = Self("learn.none")
  package static let pressAny = Self("learn.press-any")
  package static let begin = Self("learn.begin")
  package static let anew = Self("learn.anew")
  package static let keys = Self("learn.keys")
  package static let keysNoLetters = Self("learn.keys.no-letters")
  package static let leaveKeys = Self("learn.leave")
  package static let leaveKeysNoLetters = Self("learn.leave.no-letters")
  package static let letterYes = Self("learn.letter.yes")
  package static let letterNo = Self("learn.letter.no")
  package static let letterSkip = Self("learn.letter.skip")
  package static let letterBack = Self("learn.letter.back")

  // Answers on the controller, once Higher and Lower are known.
  package static let undoByController = Self("learn.undo")
  package static let answersByController = Self("learn.answers")
  package static let choicesByController = Self("learn.choices")

  // Questions.
  package static let askPress = Self("learn.ask.press")
  package static let askMove = Self("learn.ask.move")
  package static let askKeepPressed = Self("learn.ask.keep.pressed")
  package static let askKeepMoved = Self("learn.ask.keep.moved")
  package static let askKeyboard = Self("learn.ask.keyboard")
  package static let askLit = Self("learn.ask.lit")
  package static let askLitGreen = Self("learn.ask.lit.green")
  package static let askLitRed = Self("learn.ask.lit.red")
  package static let askLitYellow = Self("learn.ask.lit.yellow")
  package static let askDark = Self("learn.ask.dark")
  package static let askLocalControl = Self("learn.ask.local-control")
  package static let askTrial = Self("learn.ask.trial")
  package static let askSave = Self("learn.ask.save")
  package static let askReplace = Self("learn.ask.replace")

  // Remarks.
  package static let learned = Self("learn.learned")
  package static let skipped = Self("learn.skipped")
  package static let takenBack = Self("learn.taken-back")
  package static let declined = Self("learn.declined")
  package static let taken = Self("learn.taken")
  package static let unfit = Self("learn.unfit")
  package static let sliderEndless = Self("learn.slider.endless")
  package static let sliderSpringBack = Self("learn.slider.spring-back")
  package static let sliderTouch = Self("learn.slider.touch")
  package static let sliderSettle = Self("learn.slider.settle")
  package static let used = Self("learn.used")
  package static let unused = Self("learn.unused")
  package static let disconnected = Self("learn.disconnected")
  package static let connected = Self("learn.connected")

  // Controls.
  package static let controlPads = Self("learn.control.pads")
  package static let controlNotes = Self("learn.control.notes")
  package static let controlFader = Self("learn.control.fader")
  package static let controlFaderPair = Self("learn.control.fader-pair")
  package static let controlFaderParameter = Self("learn.control.fader-nrpn")
  package static let controlButton = Self("learn.control.button")
  package static let controlButtonParameter = Self("learn.control.button-nrpn")
  package static let controlEndless = Self("learn.control.endless")
  package static let controlWheel = Self("learn.control.wheel")
  package static let controlPressure = Self("learn.control.pressure")
  package static let controlKeyPressure = Self("learn.control.key-pressure")
  package static let controlProgram = Self("learn.control.program")
  package static let controlLongPress = Self("learn.control.long-press")
  package static let controlTogether = Self("learn.control.together")
  package static let controlOnChannel = Self("learn.control.on-channel")

  // Outcomes.
  package static let saved = Self("learn.saved")
  package static let savedBeside = Self("learn.saved.beside")
  package static let notSaved = Self("learn.not-saved")
  package static let notWritable = Self("learn.not-writable")
  package static let rescued = Self("learn.rescued")
}
