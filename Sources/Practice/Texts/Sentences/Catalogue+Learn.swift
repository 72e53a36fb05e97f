import Controllers
import Pitch
import Ports

/// The questions and remarks of learning a controller, a sentence each, to read and to speak.
extension Catalogue {
  /// Returns how to take an answer back with the controller.
  public var undoByController: String {
    self(.undoByController, ["seconds": number(GestureRecognizer.hold / .seconds(1))])
  }

  /// Returns a question.
  public func line(_ question: LearnQuestion) -> String {
    switch question {
    case .role(let role): self(role.isContinuous ? .askMove : .askPress, ["role": name(of: role)])
    case .keep(let role, let control):
      sentence(self(role.isContinuous ? .askKeepMoved : .askKeepPressed, ["control": name(of: control, as: role)]))
    case .keyboard(let split): self(.askKeyboard, ["note": name(ofNote: split)])
    case .lit(let colour, let half): self(Self.key(colour), ["role": name(of: half.role)])
    case .dark(let half): self(.askDark, ["role": name(of: half.role)])
    case .localControl: self(.askLocalControl)
    case .tick: self(.askTick)
    case .trial: self(.askTrial)
    case .save: self(.askSave)
    case .replace: self(.askReplace)
    }
  }

  /// Returns a remark between two questions.
  public func line(_ remark: LearnRemark) -> String {
    switch remark {
    case .learned(let role, let control):
      self(.learned, ["role": name(of: role), "control": name(of: control, as: role)])
    case .skipped(let role): self(.skipped, ["role": name(of: role)])
    case .takenBack: self(.takenBack)
    case .declined: self(.declined)
    case .taken(let role): self(.taken, ["role": name(of: role)])
    case .unfit(let role): self(.unfit, ["role": name(of: role)])
    case .slider(_, isEndless: true): self(.sliderEndless)
    case .slider(.springBack, isEndless: false): self(.sliderSpringBack)
    case .slider(.touch, isEndless: false), .slider(.lift, isEndless: false): self(.sliderTouch)
    // Such a control commits after a pause only if `settle` is set, but it behaves the same.
    case .slider(.settle, isEndless: false), .slider(.none, isEndless: false): self(.sliderSettle)
    case .used(let role): self(.used, ["role": name(of: role)])
    case .unused: self(.unused)
    case .disconnected: self(.disconnected)
    case .connected: self(.connected)
    }
  }

  /// Returns the prompt of a page that waits for the control of `role`.
  public func line(waitingFor role: Role) -> String {
    self(role.isContinuous ? TextKey.learnMove : TextKey.learnPress, ["role": name(of: role)])
  }

  /// Returns the name of a role, as a label.
  public func name(of role: Role) -> String { text("learn.role.\(role.rawValue)", [:]) }

  /// Returns the name of a control with a role, in lower case if the language allows: `pad 36 on channel 10`.
  public func name(of control: Control, as role: Role) -> String {
    func fill(_ key: TextKey, _ number: String = "", least: String = "", on channel: UInt8?) -> String {
      let name = self(key, ["number": number, "least": least])
      return channel.map { self(.controlOnChannel, ["control": name, "channel": "\($0)"]) } ?? name
    }
    switch control {
    case .notes(let numbers, let channel):
      // General MIDI's percussion channel, the default of pad controllers.
      return fill(channel?.number == 10 ? .controlPads : .controlNotes, numbers.words, on: channel?.number)
    case .controlChange(let number, let channel, _):
      return fill(role.isContinuous ? .controlFader : .controlButton, "\(number.rawValue)", on: channel?.number)
    case .controlChangePair(let most, let least, let channel):
      return fill(.controlFaderPair, "\(most.rawValue)", least: "\(least.rawValue)", on: channel?.number)
    case .relative(let number, _, let channel): return fill(.controlEndless, "\(number.rawValue)", on: channel?.number)
    case .nonRegisteredParameter(let number, let channel, _):
      let key: TextKey = role.isContinuous ? .controlFaderParameter : .controlButtonParameter
      return fill(key, "\(number.rawValue)", on: channel?.number)
    case .pitchBend(let channel): return fill(.controlWheel, on: channel?.number)
    case .channelPressure(let channel, _): return fill(.controlPressure, on: channel?.number)
    case .polyPressure(let numbers, let channel, _):
      return fill(.controlKeyPressure, numbers.words, on: channel?.number)
    case .programChange(let numbers, let channel): return fill(.controlProgram, numbers.words, on: channel?.number)
    case .longPress(let control, _): return self(.controlLongPress, ["control": name(of: control, as: role)])
    case .together(let first, let second):
      return self(.controlTogether, ["first": name(of: first, as: role), "second": name(of: second, as: role)])
    }
  }

  private static func key(_ colour: LightColour) -> TextKey {
    switch colour {
    case .any: .askLit
    case .green: .askLitGreen
    case .red: .askLitRed
    case .yellow: .askLitYellow
    }
  }

  /// Returns `text` with a capital at its beginning.
  func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
