import Pitch
import PlainText

/// The text written for a setting, to be parsed as a value. Each parser throws the problem with the text.
struct SettingText {
  /// The word for a value that Peach chooses.
  static let auto = "auto"
  /// The word for the value of another setting.
  static let same = "same"
  /// The word for switched off.
  static let off = "off"
  /// The word for switched on.
  static let on = "on"

  let key: SettingKey
  let text: String

  init(key: SettingKey, text: String) {
    self.key = key
    // A value copied from a manual may have the typographic minus.
    self.text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
      .replacing("\u{2212}", with: "-")
  }

  /// Whether Peach chooses the value.
  var isAuto: Bool { text.lowercased() == Self.auto }

  /// Whether the setting has the value of another one.
  var isSame: Bool { text.lowercased() == Self.same }

  /// Whether the setting is switched off.
  var isOff: Bool { text.lowercased() == Self.off }

  /// `value` in the file's digits: whole numbers without decimals, and never with an exponent, which `number` refuses.
  static func digits(of value: Double) -> String {
    if let whole = Int(exactly: value) { return "\(whole)" }
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e"), let power = Int(text[text.index(after: mark)...]), power < 0 else {
      return text
    }
    let digits = text[..<mark].filter(\.isNumber)
    return (value < 0 ? "-0." : "0.") + String(repeating: "0", count: -power - 1) + digits
  }

  func integer() throws(SettingProblem) -> Int {
    let range: ClosedRange<Int>
    switch key.kind {
    case .integer(let allowed), .autoOrInteger(let allowed): range = allowed
    default: throw .notANumber(key, text: text)
    }
    if key.unit == .note, let note = Note(text)?.number {
      guard range.contains(note) else { throw .outOfRange(key, text: text) }
      return note
    }
    if key.unit == .note, let meant = NoteNames.english(ofGerman: text) {
      throw .germanNote(key, text: text, meant: meant)
    }
    guard isPlainNumber else { throw .notANumber(key, text: text) }
    guard let value = Int(text), range.contains(value) else { throw .outOfRange(key, text: text) }
    return value
  }

  func number() throws(SettingProblem) -> Double {
    let range: ClosedRange<Double>
    switch key.kind {
    case .number(let allowed), .offOrNumber(let allowed): range = allowed
    default: throw .notANumber(key, text: text)
    }
    guard isPlainNumber, let value = Double(text) else { throw .notANumber(key, text: text) }
    guard range.contains(value) else { throw .outOfRange(key, text: text) }
    return value
  }

  /// Whether the text is a number of digits, a sign and a point: `Double` would also read `inf`, `nan`, exponents and
  /// hexadecimal.
  private var isPlainNumber: Bool {
    text.contains { $0.isASCII && $0.isNumber }
      && text.allSatisfy { ($0.isASCII && $0.isNumber) || "+-.".contains($0) } && Double(text) != nil
  }

  func word<Value: RawRepresentable<String>>() throws(SettingProblem) -> Value {
    guard let value = Value(rawValue: text.lowercased()) else { throw .notAChoice(key, text: text) }
    return value
  }

  func onOff() throws(SettingProblem) -> Bool {
    switch text.lowercased() {
    case "on", "true", "yes": true
    case "off", "false", "no": false
    default: throw .notOnOff(key, text: text)
    }
  }

  func file() throws(SettingProblem) -> TuningChoice {
    let word = text.lowercased()
    if let choice = key.named.first(where: { $0.text == word }) { return choice }
    guard word.hasSuffix(key.fileEnding) else { throw .notAChoice(key, text: text) }
    return .file(try name())
  }

  func intervals() throws(SettingProblem) -> [DirectedInterval] {
    var intervals: Set<DirectedInterval> = []
    for part in text.split(separator: ",") {
      let words = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // An interval without a direction goes up.
      guard let interval = DirectedInterval(words) ?? DirectedInterval("\(words) up") else {
        throw .notAnInterval(text: words)
      }
      intervals.insert(interval)
    }
    guard !intervals.isEmpty else { throw .noIntervals }
    return intervals.sorted()
  }

  /// The words in the order of all, each once.
  func list<Value: RawRepresentable<String> & CaseIterable & Hashable>() throws(SettingProblem) -> [Value] {
    var words: Set<Value> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      words.insert(try SettingText(key: key, text: String(part)).word())
    }
    return Value.allCases.filter(words.contains)
  }

  func name() throws(SettingProblem) -> String {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: CleanText.isUnfit) else {
      throw .notAName(key)
    }
    return text
  }
}
