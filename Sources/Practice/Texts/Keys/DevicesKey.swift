/// What `peach devices` shows of a controller and asks of the player, by the keys in the catalogues.
public enum DevicesKey: String, CaseIterable, Sendable {
  // The report.
  case title = "devices.port"
  case titleUSB = "devices.port.usb"
  case titlePath = "devices.port.path"
  case profileUSBPort = "devices.profile.usb-port"
  case hardwareMode = "devices.mode"
  case role = "devices.role"
  case off = "devices.off"
  case localControl = "devices.local-control"
  case localControlOff = "devices.local-control.off"
  case sleeps = "devices.sleeps"
  case twin = "devices.twin"

  // Where a role is.
  case placePads = "devices.place.pads"
  case placeKeysFrom = "devices.place.keys-from"
  case placeKeysBelow = "devices.place.keys-below"
  case placeFaders = "devices.place.faders"
  case placeButtons = "devices.place.buttons"
  case placeEndless = "devices.place.endless"
  case placeBendFader = "devices.place.bend-fader"
  case placeBendFaders = "devices.place.bend-faders"
  case placeFingers = "devices.place.fingers"
  case placeOnChannels = "devices.place.on-channels"

  // What a control is like.
  case traitSpringBack = "devices.trait.spring-back"
  case traitTouch = "devices.trait.touch"
  case traitLift = "devices.trait.lift"
  case traitPlain = "devices.trait.plain"
  case traitMotor = "devices.trait.motor"
  case traitUnsure = "devices.trait.unsure"

  // Parts of a profile that can be unsure.
  case partInit = "devices.part.init"
  case partLights = "devices.part.lights"
  case partCue = "devices.part.cue"
  case partTick = "devices.part.tick"
  case partExit = "devices.part.exit"
  case partMotor = "devices.part.motor"

  // `peach devices --report`.
  case reportAlone = "devices.report.alone"
  case reportBegin = "devices.report.begin"
  case reportRest = "devices.report.rest"
  case reportWritten = "devices.report.written"

  // `peach devices --try`.
  case tryNone = "devices.try.none"
  case tryNobody = "devices.try.nobody"
  case tryJSON = "devices.try.json"
  case tryBegin = "devices.try.begin"
  case tryKeys = "devices.try.keys"
  case tryKeysNoLetters = "devices.try.keys.no-letters"
  case trySend = "devices.try.send"
  case trySendColour = "devices.try.send.colour"
  case tryMessageNotes = "devices.try.message.notes"
  case tryMessageControllers = "devices.try.message.controllers"
  case tryMessagePressure = "devices.try.message.pressure"
  case tryMessageProgram = "devices.try.message.program"
  case tryMessageExclusive = "devices.try.message.exclusive"
  case tryExclusive = "devices.try.exclusive"
  case tryAnswers = "devices.try.answers"
  case tryDark = "devices.try.dark"
  case tryLit = "devices.try.lit"
  case tryWorked = "devices.try.worked"
  case tryChange = "devices.try.change"
  case tryDisconnected = "devices.try.disconnected"
  case tryNothing = "devices.try.nothing"
  case tryNotEdited = "devices.try.not-edited"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: DevicesKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }
}
