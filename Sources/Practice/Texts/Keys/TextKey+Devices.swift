/// The keys of the texts of `peach devices`.
extension TextKey {
  // The report.
  package static let title = Self("devices.port")
  package static let titleUSB = Self("devices.port.usb")
  package static let titlePath = Self("devices.port.path")
  package static let mappingUSBPort = Self("devices.mapping.usb-port")
  package static let hardwareMode = Self("devices.mode")
  package static let role = Self("devices.role")
  package static let off = Self("devices.off")
  package static let localControl = Self("devices.local-control")
  package static let localControlOff = Self("devices.local-control.off")
  package static let sleeps = Self("devices.sleeps")
  package static let twin = Self("devices.twin")

  // `peach devices --why`.
  package static let whyNot = Self("devices.why.not")
  package static let whyNone = Self("devices.why.none")
  package static let whyPlace = Self("devices.why.place")
  package static let whyUSB = Self("devices.why.usb")
  package static let whyClient = Self("devices.why.client")
  package static let whyPort = Self("devices.why.port")
  package static let whyLater = Self("devices.why.later")
  package static let whyErrors = Self("devices.why.errors")

  // Places of a role.
  package static let placePads = Self("devices.place.pads")
  package static let placeKeysFrom = Self("devices.place.keys-from")
  package static let placeKeysBelow = Self("devices.place.keys-below")
  package static let placeFaders = Self("devices.place.faders")
  package static let placeButtons = Self("devices.place.buttons")
  package static let placeEndless = Self("devices.place.endless")
  package static let placeBendFader = Self("devices.place.bend-fader")
  package static let placeBendFaders = Self("devices.place.bend-faders")
  package static let placeFingers = Self("devices.place.fingers")
  package static let placeOnChannels = Self("devices.place.on-channels")

  // Traits of a control.
  package static let traitSpringBack = Self("devices.trait.spring-back")
  package static let traitTouch = Self("devices.trait.touch")
  package static let traitLift = Self("devices.trait.lift")
  package static let traitPlain = Self("devices.trait.plain")
  package static let traitMotor = Self("devices.trait.motor")
  package static let traitUnsure = Self("devices.trait.unsure")

  // Parts of a mapping that can be unsure.
  package static let partInit = Self("devices.part.init")
  package static let partLights = Self("devices.part.lights")
  package static let partCue = Self("devices.part.cue")
  package static let partTick = Self("devices.part.tick")
  package static let partExit = Self("devices.part.exit")
  package static let partMotor = Self("devices.part.motor")

  // `peach devices --report`.
  package static let reportAlone = Self("devices.report.alone")
  package static let reportBegin = Self("devices.report.begin")
  package static let reportRest = Self("devices.report.rest")
  package static let reportWritten = Self("devices.report.written")

  // `peach devices --try`.
  package static let tryNone = Self("devices.try.none")
  package static let tryNobody = Self("devices.try.nobody")
  package static let tryJSON = Self("devices.try.json")
  package static let tryBegin = Self("devices.try.begin")
  package static let tryKeys = Self("devices.try.keys")
  package static let tryKeysNoLetters = Self("devices.try.keys.no-letters")
  package static let trySend = Self("devices.try.send")
  package static let trySendColour = Self("devices.try.send.colour")
  package static let tryMessageNotes = Self("devices.try.message.notes")
  package static let tryMessageControllers = Self("devices.try.message.controllers")
  package static let tryMessagePressure = Self("devices.try.message.pressure")
  package static let tryMessageProgram = Self("devices.try.message.program")
  package static let tryMessageExclusive = Self("devices.try.message.exclusive")
  package static let tryExclusive = Self("devices.try.exclusive")
  package static let tryAnswers = Self("devices.try.answers")
  package static let tryDark = Self("devices.try.dark")
  package static let tryLit = Self("devices.try.lit")
  package static let tryWorked = Self("devices.try.worked")
  package static let tryChange = Self("devices.try.change")
  package static let tryDisconnected = Self("devices.try.disconnected")
  package static let tryNothing = Self("devices.try.nothing")
  package static let tryNotEdited = Self("devices.try.not-edited")
}
