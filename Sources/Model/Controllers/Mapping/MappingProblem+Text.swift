extension MappingProblemReason {
  /// The stable name of the case, for the text catalogues.
  public var key: String { parts.key }

  /// The values for the catalogue's text, by name.
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
