/// A problem with a mapping file. Practice continues: an error excludes the file, a warning does not.
public struct MappingProblem: Error, Hashable, Sendable {
  /// The severity of a problem.
  public enum Severity: String, Sendable {
    /// The file is not used.
    case error
    /// The file is used, but part of it has no effect or is likely a mistake.
    case warning
  }

  /// The file's path, as found.
  public var file: String
  /// The position in the file; nil for the whole file.
  public var position: SourcePosition?
  /// The problem, and its remedy.
  public var reason: MappingProblemReason

  /// The severity of the problem.
  public var severity: Severity { reason.severity }
}

/// The possible problems of a mapping file. `key` names the case for the text catalogues, `parameters` fill its text.
/// Text from files is truncated, and control characters are removed.
public enum MappingProblemReason: Hashable, Sendable {
  // The file as a whole.
  /// The file cannot be opened or read; `code` is the errno.
  case unreadable(code: Int32)
  /// The path is a folder, a pipe or a device.
  case notAFile
  /// The file is longer than this many bytes.
  case tooLarge(limit: Int)
  /// The file is not UTF-8.
  case notUTF8
  /// The file is not YAML; `detail` is the parser's message.
  case syntax(detail: String)
  /// The file has anchors (`&`) and aliases (`*`).
  case aliases
  /// The file is empty.
  case empty
  /// The file has an unknown schema version.
  case unknownSchema(found: String, known: Int)

  // Content.
  /// A key is unknown here; `suggestion` is the nearest known one.
  case unknownKey(key: String, place: String, suggestion: String?)
  /// A required key is missing.
  case missingKey(key: String, place: String)
  /// A key occurs twice.
  case duplicateKey(key: String)
  /// A value has the wrong kind: `expected` is a stable word (`map`, `list`, `text`, `number`).
  case wrongKind(key: String, expected: String)
  /// A number or range is too low or too high.
  case outOfRange(key: String, value: String, low: Int, high: Int)
  /// A word is unknown here; `suggestion` is the nearest known one.
  case unknownWord(key: String, word: String, allowed: [String], suggestion: String?)
  /// A USB id is not `vvvv:pppp` in hexadecimal digits.
  case badUSBID(value: String)
  /// A range is not `low-high`.
  case badRange(key: String, value: String)
  /// A SysEx value is not `F0 … F7` in hexadecimal bytes.
  case badSystemExclusive(value: String)
  /// A text has control characters, or is too long, or empty.
  case badText(key: String)
  /// None, or more than one, of these keys is present.
  case oneOf(keys: [String], place: String)
  /// A key does not fit this kind of control, light or message.
  case notTogether(key: String, with: String)
  /// A role that needs a slider is bound to a button, or the other way round.
  case wrongControl(role: String, control: String)
  /// `pressed`, `other` or `lit` refers to nothing, since nothing was pressed or lit before.
  case areaNotHere(area: String, cue: String)
  /// A colour has more values than the lights take, or SysEx colours have different lengths.
  case colourSize(colour: String, expected: Int, found: Int)
  /// A light is not among those its message sets.
  case lightNotInMessage(light: Int)
  /// A grid has pads beyond note 127.
  case gridTooLarge(last: Int)

  /// A motor is on a control that takes no position, or that is on any channel.
  case motorNotHere(control: String)

  // Lint: warnings.
  /// Two roles share a control; the first one has it.
  case overlap(role: String, earlier: String)
  /// All controls of a role belong to earlier roles, or a required role has none.
  case unreachable(role: String)
  /// A cue lights an area without lights, or does nothing at all.
  case cueWithoutLight(cue: String)
  /// A key of Higher or Lower cannot be held, as stopping and long presses require.
  case latchedHalf(role: String)
  /// No cue uses these lights.
  case unusedLights(area: String)
  /// Messages or lights are off because they are unsure.
  case unsureIsOff(place: String)
  /// `correct` and `incorrect` have different weights.
  case unequalWeight
  /// Another file fits the same USB id and port, and serves it.
  case sameDevice(file: String)

  /// Whether the problem is only that an unsure part is off.
  var isUnsureOff: Bool { if case .unsureIsOff = self { true } else { false } }

  /// The severity of the problem.
  public var severity: MappingProblem.Severity {
    switch self {
    case .overlap, .unreachable, .cueWithoutLight, .latchedHalf, .unusedLights, .unsureIsOff, .unequalWeight,
      .sameDevice:
      .warning
    default: .error
    }
  }
}
