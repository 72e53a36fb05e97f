extension MappingProblemReason {
  /// The stable name of the case, for the text catalogues.
  public var key: String { parts.key }

  /// What fills the catalogue's text, by name.
  public var parameters: [String: String] { parts.parameters }

  private var parts: (key: String, parameters: [String: String]) {
    switch self {
    case .unreadable(let code): ("unreadable", ["code": "\(code)"])
    case .notAFile: ("notAFile", [:])
    case .tooLarge(let limit): ("tooLarge", ["limit": "\(limit)"])
    case .notUTF8: ("notUTF8", [:])
    case .syntax(let detail): ("syntax", ["detail": detail])
    case .aliases: ("aliases", [:])
    case .empty: ("empty", [:])
    case .unknownSchema(let found, let known): ("unknownSchema", ["found": found, "known": "\(known)"])
    case .unknownKey(let key, let place, let suggestion):
      ("unknownKey", ["key": key, "place": place].adding("suggestion", suggestion))
    case .missingKey(let key, let place): ("missingKey", ["key": key, "place": place])
    case .duplicateKey(let key): ("duplicateKey", ["key": key])
    case .wrongKind(let key, let expected): ("wrongKind", ["key": key, "expected": expected])
    case .outOfRange(let key, let value, let low, let high):
      ("outOfRange", ["key": key, "value": value, "low": "\(low)", "high": "\(high)"])
    case .unknownWord(let key, let word, let allowed, let suggestion):
      (
        "unknownWord",
        ["key": key, "word": word, "allowed": allowed.joined(separator: ", ")].adding("suggestion", suggestion)
      )
    case .badUSBID(let value): ("badUSBID", ["value": value])
    case .badRange(let key, let value): ("badRange", ["key": key, "value": value])
    case .badSystemExclusive(let value): ("badSystemExclusive", ["value": value])
    case .badText(let key): ("badText", ["key": key])
    case .oneOf(let keys, let place): ("oneOf", ["keys": keys.joined(separator: ", "), "place": place])
    case .notTogether(let key, let with): ("notTogether", ["key": key, "with": with])
    case .wrongControl(let role, let control): ("wrongControl", ["role": role, "control": control])
    case .areaNotHere(let area, let cue): ("areaNotHere", ["area": area, "cue": cue])
    case .colourSize(let colour, let expected, let found):
      ("colourSize", ["colour": colour, "expected": "\(expected)", "found": "\(found)"])
    case .lightNotInMessage(let light): ("lightNotInMessage", ["light": "\(light)"])
    case .gridTooLarge(let last): ("gridTooLarge", ["last": "\(last)"])
    case .motorNotHere(let control): ("motorNotHere", ["control": control])
    case .overlap(let role, let earlier): ("overlap", ["role": role, "earlier": earlier])
    case .unreachable(let role): ("unreachable", ["role": role])
    case .cueWithoutLight(let cue): ("cueWithoutLight", ["cue": cue])
    case .latchedHalf(let role): ("latchedHalf", ["role": role])
    case .unusedLights(let area): ("unusedLights", ["area": area])
    case .unsureIsOff(let place): ("unsureIsOff", ["place": place])
    case .unequalWeight: ("unequalWeight", [:])
    case .sameDevice(let file): ("sameDevice", ["file": file])
    }
  }
}

extension [String: String] {
  fileprivate func adding(_ key: String, _ value: String?) -> [String: String] {
    guard let value else { return self }
    var all = self
    all[key] = value
    return all
  }
}

extension MappingProblem: CustomStringConvertible {
  /// `file:line:column: severity: reason`, in plain English for logs; the player's text is in the catalogues.
  public var description: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file)\(place): \(severity.rawValue): \(reason)"
  }
}

extension MappingProblemReason: CustomStringConvertible {
  /// What is wrong and what to do, in plain English for logs; the player's text is in the catalogues.
  public var description: String {
    func hint(_ suggestion: String?) -> String { suggestion.map { "; did you mean '\($0)'?" } ?? "" }
    return switch self {
    case .unreadable(let code): "cannot be read (errno \(code)); check its permissions"
    case .notAFile: "is not a plain file; replace it by one"
    case .tooLarge(let limit): "is longer than \(limit) bytes; use ranges instead of single lines"
    case .notUTF8: "is not UTF-8; save it as UTF-8"
    case .syntax(let detail): "is not YAML here: \(detail)"
    case .aliases: "anchors (&name) and aliases (*name) are not used in mappings; write the part out"
    case .empty: "is empty; begin with 'schema: 1'"
    case .unknownSchema(let found, let known): "schema \(found) is not known; this program reads schema \(known)"
    case .unknownKey(let key, let place, let suggestion): "'\(key)' is no key of \(place)\(hint(suggestion))"
    case .missingKey(let key, let place): "\(place) needs '\(key)'"
    case .duplicateKey(let key): "'\(key)' stands here twice; keep one"
    case .wrongKind(let key, let expected): "'\(key)' must be a \(expected)"
    case .outOfRange(let key, let value, let low, let high): "'\(key)' is \(value); it must be \(low) to \(high)"
    case .unknownWord(let key, let word, let allowed, let suggestion):
      "'\(word)' is no value of '\(key)' (\(allowed.joined(separator: ", ")))\(hint(suggestion))"
    case .badUSBID(let value):
      "'\(value)' is no USB id; write vendor:product as in \"09e8:0049\", or a range as in \"1235:0069-0078\""
    case .badRange(let key, let value): "'\(value)' is no range for '\(key)'; write it as in 36-51, lower number first"
    case .badSystemExclusive(let value): "'\(value)' is no SysEx; write hexadecimal bytes as in \"F0 47 7F F7\""
    case .badText(let key): "'\(key)' must be text of 1 to 2000 characters without control characters"
    case .oneOf(let keys, let place): "\(place) needs exactly one of \(keys.joined(separator: ", "))"
    case .notTogether(let key, let with): "'\(key)' has no meaning beside '\(with)'; leave it out"
    case .wrongControl(let role, let control): "'\(control)' cannot serve the role '\(role)'"
    case .areaNotHere(let area, let cue): "'\(area)' has no meaning in the cue '\(cue)'; name the lights"
    case .colourSize(let colour, let expected, let found):
      "the colour '\(colour)' has \(found) values where these lights take \(expected)"
    case .lightNotInMessage(let light): "the light \(light) is none of those the message has; see 'of'"
    case .gridTooLarge(let last): "the grid's last pad would be note \(last); the highest note is 127"
    case .motorNotHere(let control):
      "'\(control)' has no motor that can be told a place; use pitch-bend, cc or cc-pair on one channel"
    case .overlap(let role, let earlier): "a control of '\(role)' already belongs to '\(earlier)', which has it"
    case .unreachable(let role): "nothing on the controller reaches the role '\(role)'"
    case .cueWithoutLight(let cue): "the cue '\(cue)' shows nothing"
    case .latchedHalf(let role): "a button of '\(role)' switches over and cannot be held, as stopping needs it"
    case .unusedLights(let area): "no cue uses the lights '\(area)'"
    case .unsureIsOff(let place): "\(place) is marked unsure and is therefore not sent"
    case .unequalWeight: "'correct' and 'incorrect' must have the same weight: light halves of the same size alike"
    case .sameDevice(let file): "\(file) fits the same device and serves"
    }
  }
}
