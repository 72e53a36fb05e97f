/// Something wrong with a mapping file. Practice goes on: an error leaves the file out, a warning does not.
public struct MappingProblem: Error, Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// The file is not used.
    case error
    /// The file is used; something in it has no effect or is likely not meant.
    case warning
  }

  /// The file's path, as it was found.
  public var file: String
  /// Where in the file; nil if the whole file is meant.
  public var position: SourcePosition?
  /// What is wrong, with what to do about it.
  public var reason: MappingProblemReason

  /// How much it matters.
  public var severity: Severity { reason.severity }
}

/// What can be wrong with a mapping file. `key` names the case for the text catalogues, `parameters` fill its text.
/// Text taken from a file is cut and cleaned of control characters.
public enum MappingProblemReason: Hashable, Sendable {
  // The file as a whole.
  /// It cannot be opened or read; `code` is the errno.
  case unreadable(code: Int32)
  /// It is a folder, a pipe or a device.
  case notAFile
  /// It is longer than this many bytes.
  case tooLarge(limit: Int)
  /// It is not UTF-8.
  case notUTF8
  /// It is not YAML; `detail` is the parser's word.
  case syntax(detail: String)
  /// It has anchors (`&`) and aliases (`*`).
  case aliases
  /// It has nothing in it.
  case empty
  /// It is of a schema this program does not know.
  case unknownSchema(found: String, known: Int)

  // What stands in it.
  /// A key that has no meaning here; `suggestion` is the nearest one that has.
  case unknownKey(key: String, place: String, suggestion: String?)
  /// A key that is needed is not there.
  case missingKey(key: String, place: String)
  /// A key stands there twice.
  case duplicateKey(key: String)
  /// Something of another kind is expected: `expected` is a stable word (`map`, `list`, `text`, `number`).
  case wrongKind(key: String, expected: String)
  /// A number that is too low or too high, or a range that is.
  case outOfRange(key: String, value: String, low: Int, high: Int)
  /// A word that has no meaning here; `suggestion` is the nearest one that has.
  case unknownWord(key: String, word: String, allowed: [String], suggestion: String?)
  /// A USB id that is not `vvvv:pppp` in hexadecimal digits.
  case badUSBID(value: String)
  /// A range that is not `low-high`.
  case badRange(key: String, value: String)
  /// SysEx that is not `F0 … F7` in hexadecimal bytes.
  case badSystemExclusive(value: String)
  /// Text with control characters, or too long, or empty.
  case badText(key: String)
  /// Exactly one of these keys is needed.
  case oneOf(keys: [String], place: String)
  /// A key that has no meaning beside that kind of control, light or message.
  case notTogether(key: String, with: String)
  /// A role that needs a slider is bound to a button or the other way round.
  case wrongControl(role: String, control: String)
  /// `pressed`, `other` or `lit` where nothing was pressed or lit before.
  case areaNotHere(area: String, cue: String)
  /// A colour with more values than the lights take, or SysEx colours of different lengths.
  case colourSize(colour: String, expected: Int, found: Int)
  /// A light of a message for several that is none of those it has.
  case lightNotInMessage(light: Int)
  /// A grid whose pads run past note 127.
  case gridTooLarge(last: Int)

  /// A motor at a control that is told no place, or that listens on any channel.
  case motorNotHere(control: String)

  // Lint: warnings.
  /// Two roles share a control; the first one has it.
  case overlap(role: String, earlier: String)
  /// All controls of a role belong to earlier roles, or it has none though a player needs it.
  case unreachable(role: String)
  /// A cue lights an area that has no lights, or does nothing at all.
  case cueWithoutLight(cue: String)
  /// A key of Higher or Lower that cannot be held, as stopping and the long presses need it.
  case latchedHalf(role: String)
  /// Lights that no cue uses.
  case unusedLights(area: String)
  /// Messages or lights that are unsure and therefore off.
  case unsureIsOff(place: String)
  /// `correct` and `incorrect` do not have the same weight.
  case unequalWeight
  /// Another file fits the same USB id and port; that one serves.
  case sameDevice(file: String)

  /// Whether it only tells that something unsure is off.
  var isUnsureOff: Bool { if case .unsureIsOff = self { true } else { false } }

  /// How much it matters.
  public var severity: MappingProblem.Severity {
    switch self {
    case .overlap, .unreachable, .cueWithoutLight, .latchedHalf, .unusedLights, .unsureIsOff, .unequalWeight,
      .sameDevice:
      .warning
    default: .error
    }
  }
}
