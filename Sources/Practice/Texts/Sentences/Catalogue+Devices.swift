import Controllers
import Pitch

/// The texts of `peach devices` about a controller, in a player's words.
extension Catalogue {
  /// Returns the places of `role` on a controller of this mapping, in one line; nil if it has none.
  public func line(_ role: Role, in mapping: ControllerMapping) -> String? {
    let places = mapping.places(of: role)
    guard !places.isEmpty else { return nil }
    let list = places.map { words(of: $0, as: role) }.joined(separator: "; ")
    return self(.role, ["role": name(of: role), "places": list])
  }

  /// Returns one place of a role: `pads 36-43 on channel 10`, `pitch wheel (springs back)`.
  public func words(of place: RolePlace, as role: Role) -> String {
    let named = onChannels(of: place, base(place, role))
    var traits: [String] = []
    switch place.release {
    case .springBack: traits.append(self(.traitSpringBack))
    case .touch: traits.append(self(.traitTouch))
    case .lift: traits.append(self(.traitLift))
    case .settle, .some(.none):
      if case .controllers(_, isEndless: true) = place.spot { break }
      traits.append(self(.traitPlain))
    case nil: break
    }
    if place.hasMotor { traits.append(self(.traitMotor)) }
    if place.isUnsure { traits.append(self(.traitUnsure)) }
    return traits.isEmpty ? named : "\(named) (\(traits.joined(separator: ", ")))"
  }

  /// Returns the name of a mapping part that is off.
  public func name(of part: UnsurePart) -> String {
    switch part {
    case .initMessage(let index): self(.partInit, ["number": "\(index + 1)"])
    case .lights(let area, _): self(.partLights, ["area": area])
    case .cue: self(.partCue, ["cue": part.cue ?? ""])
    case .tick: self(.partTick)
    case .exitMessage(let index): self(.partExit, ["number": "\(index + 1)"])
    }
  }

  /// Returns the question of a trial of unsure parts, one line each, to read and to speak; `file` is the player's own.
  public func lines(_ question: TrialQuestion, file: String) -> [String] {
    switch question {
    case .send(let trial):
      let values = ["part": name(of: trial.part), "messages": trial.sent.map(words).joined(separator: "; ")]
      guard let colour = trial.colour else { return [self(.trySend, values)] }
      return [self(.trySendColour, values.merging(["colour": colour]) { _, colour in colour })]
    case .exclusive(let messages): return messages.map(Self.hexadecimal) + [self(.tryExclusive)]
    case .lit(let colour): return [self(.tryLit, ["colour": colour])]
    case .dark: return [self(.tryDark)]
    case .worked: return [self(.tryWorked)]
    case .change: return [self(.tryChange, ["file": file])]
    }
  }

  private func base(_ place: RolePlace, _ role: Role) -> String {
    switch place.spot {
    case .pads(let numbers):
      return numbers.count == 1
        ? self(.controlPads, ["number": numbers.words]) : self(.placePads, ["numbers": numbers.words])
    case .keysFrom(let note): return self(.placeKeysFrom, ["note": name(ofNote: note)])
    case .keysBelow(let note): return self(.placeKeysBelow, ["note": name(ofNote: note)])
    case .controllers(let numbers, let isEndless):
      if numbers.count == 1 {
        let key: TextKey = isEndless ? .controlEndless : role.isContinuous ? .controlFader : .controlButton
        return self(key, ["number": numbers.words])
      }
      let key: TextKey = isEndless ? .placeEndless : role.isContinuous ? .placeFaders : .placeButtons
      return self(key, ["numbers": numbers.words])
    case .bends where place.release == .lift: return self(.placeFingers)
    case .bends:
      // A bend control that does not spring back is a fader that sends like a wheel.
      guard place.release != .springBack else { return self(.controlWheel) }
      return place.channels.count > 1 ? self(.placeBendFaders) : self(.placeBendFader)
    case .control(let control): return name(of: control, as: role)
    }
  }

  private func onChannels(of place: RolePlace, _ control: String) -> String {
    let channels = NumberSet(place.channels).words
    return switch place.channels.count {
    case 0: control
    case 1: self(.controlOnChannel, ["control": control, "channel": channels])
    default: self(.placeOnChannels, ["control": control, "channels": channels])
    }
  }

  private func words(of sent: PartTrial.Sent) -> String {
    let values = ["numbers": sent.numbers.words, "value": "\(sent.value)", "channel": "\(sent.channel)"]
    return switch sent.kind {
    case .notes: self(.tryMessageNotes, values)
    case .controllers: self(.tryMessageControllers, values)
    case .pressure: self(.tryMessagePressure, values)
    case .program: self(.tryMessageProgram, values)
    case .exclusive: self(.tryMessageExclusive)
    case .other(let bytes): Self.hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
