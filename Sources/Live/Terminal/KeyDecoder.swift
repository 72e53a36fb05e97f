import Texts

/// A key of the computer keyboard with a meaning in Peach.
public enum Key: Hashable, Sendable {
  /// Up, or the letter of "Higher".
  case higher
  /// Down, or the letter of "Lower".
  case lower
  /// Up with Shift: a tenth of a step in matching, a sure answer if answers are rated.
  case finerHigher
  /// Down with Shift: a tenth of a step in matching, a sure answer if answers are rated.
  case finerLower
  /// Left: early. Like the one below it: only in early or late.
  case early
  /// Right: late.
  case late
  /// Left with Shift: surely early. Like the one below it: only in early or late, if answers are rated.
  case surelyEarly
  /// Right with Shift: surely late.
  case surelyLate
  /// Space or Return: start; in matching commit.
  case start
  /// Escape or q: stop, or at the hub leave.
  case leave
  /// Control-C, if the terminal sends it as a byte.
  case interrupt
  /// `?` or F1: shows the keys, or hides them.
  case help
  /// `w` or F2: reads the status of practice aloud.
  case whereAmI
  /// r or F3: repeats the reference in matching, if the setting `hear-again` is on.
  case hearAgain
  /// Backspace: in a temperament back to the note before.
  case stepBack
  /// x or F4: plays and speaks examples of higher and lower.
  case explain
  /// p: the profile. Like the ten below it: only at the hub.
  case profile
  /// o: listening.
  case listen
  /// O: listening to intervals.
  case listenToIntervals
  /// b: early or late.
  case earlyOrLate
  /// B: listening to early or late.
  case listenToEarlyOrLate
  /// c: tune the chord.
  case chords
  /// s: which beats faster.
  case beats
  /// k: a temperament.
  case temperament
  /// f: For Time.
  case forTime
  /// a: AMRAP.
  case amrap
  /// e: EMOM.
  case emom
  /// The letter of "no", or Down. Like the two below it: only while a controller is being learned.
  case no
  /// The letter of "leave out", or Right.
  case skip
  /// The letter of "back", or Left.
  case back
}

/// Turns the bytes of a terminal into keys. A value: feed it bytes, take keys.
///
/// The sequences come from ECMA-48 and xterm: `ESC [ A` and `ESC O A` are Up, `ESC [ 1 ; 2 A` is Shift-Up (rxvt's is
/// `ESC [ a`; the Linux console sends Up), `ESC O P`, `ESC [ 11 ~` and `ESC [ [ A` (the Linux console) are F1, the same
/// with `Q`, `12` and `B` F2, with `R`, `13` and `C` F3, with `S`, `14` and `D` F4, `ESC [ 200 ~` … `ESC [ 201 ~`
/// enclose a paste. Control, Alt and unknown keys are ignored.
public struct KeyDecoder: Sendable {
  private enum State: Hashable {
    /// Between sequences.
    case ground
    /// After an ESC: a sequence, Alt with a key, or the Escape key itself.
    case escape
    /// Within `ESC [`.
    case sequence
    /// After `ESC O`.
    case application
    /// After `ESC [ [`.
    case console
  }

  /// More than this many consecutive characters in one read that are not all the same are text: a paste in a terminal
  /// that does not mark it. Keys that send sequences always count as keys, in any number, because pastes do not contain
  /// them.
  public static let typingLimit = 16

  /// Whether single letters are keys.
  public var hasLetters: Bool
  /// Whether the letters of Higher and Lower are keys, among all others. They are not in early or late, where the
  /// original has another L.
  public var hasAnswerLetters = true
  private var letters: [UInt8: Key]
  /// Up, Down, Right and Left, by the final letters of their sequences.
  private let arrows: [UInt8: Key]
  /// Space and Return.
  private var enter = Key.start
  /// F1 to F4, by their numbers.
  private var functionKeys: [Int: Key] = [:]
  private var state = State.ground
  private var parameters: [UInt8] = []
  private var isPasting = false

  /// Creates a decoder for a language's letters; `letters` false leaves only keys without a letter.
  public init(_ catalogue: Catalogue, letters: Bool = true) {
    self.letters = Self.letters(of: catalogue)
    hasLetters = letters
    arrows = [
      UInt8(ascii: "A"): .higher, UInt8(ascii: "B"): .lower, UInt8(ascii: "C"): .late, UInt8(ascii: "D"): .early,
    ]
    functionKeys = [1: .help, 2: .whereAmI, 3: .hearAgain, 4: .explain]
  }

  /// Switches to the letters of another language, in a decoder for practice.
  public mutating func use(lettersOf catalogue: Catalogue) { letters = Self.letters(of: catalogue) }

  private static func letters(of catalogue: Catalogue) -> [UInt8: Key] {
    // The names of timers, profile, question, reference and chord have the same initials in every language; x, b
    // (beat), s (second) and k (keyboard) are unused in all.
    var letters = bytes([
      (catalogue(.keyLetterHigher), Key.higher), (catalogue(.keyLetterLower), .lower), ("q", .leave), ("?", .help),
      ("p", .profile), ("f", .forTime), ("a", .amrap), ("e", .emom),
      ("w", .whereAmI), ("r", .hearAgain), ("x", .explain), ("o", .listen),
      ("b", .earlyOrLate), ("c", .chords), ("s", .beats), ("k", .temperament),
    ])
    // As with the arrows, Shift is for intervals.
    letters[UInt8(ascii: "O")] = .listenToIntervals
    letters[UInt8(ascii: "B")] = .listenToEarlyOrLate
    return letters
  }

  /// Creates a decoder for the answers to `peach learn`, with `start` as yes.
  public init(learningWith catalogue: Catalogue, letters: Bool = true) {
    let words = [
      (catalogue(.letterYes), Key.start), (catalogue(.letterNo), .no), (catalogue(.letterSkip), .skip),
      (catalogue(.letterBack), .back), ("q", .leave),
    ]
    self.letters = Self.bytes(words)
    hasLetters = letters
    arrows = [
      UInt8(ascii: "A"): .start, UInt8(ascii: "B"): .no, UInt8(ascii: "C"): .skip, UInt8(ascii: "D"): .back,
    ]
  }

  /// Creates a decoder for yes and no, with `start` as yes, and Return and space as no: no accidental agreement.
  public init(answeringWith catalogue: Catalogue, letters: Bool = true) {
    let words = [(catalogue(.letterYes), Key.start), (catalogue(.letterNo), .no), ("q", .leave)]
    self.letters = Self.bytes(words)
    hasLetters = letters
    arrows = [UInt8(ascii: "A"): .start, UInt8(ascii: "B"): .no]
    enter = .no
  }

  private static func bytes(_ words: [(String, Key)]) -> [UInt8: Key] {
    var keys: [UInt8: Key] = [:]
    for (word, key) in words {
      for letter in [word.lowercased(), word.uppercased()] {
        if let byte = letter.utf8.first { keys[byte] = key }
      }
    }
    return keys
  }

  /// Whether an ESC has arrived that is the Escape key unless more bytes follow. Call `flush` after some 30 ms.
  public var isWaiting: Bool { state == .escape }

  /// Returns the keys in `bytes`, which are from one read. Text in them contains no keys.
  public mutating func decode(_ bytes: some Collection<UInt8>) -> [Key] {
    var keys: [Key] = []
    var run = CharacterRun()
    for byte in bytes {
      let isCharacter = state == .ground && byte != 0x1B
      if !isCharacter { keys += run.end() }
      let key = decode(byte)
      if isCharacter { run.add(byte, key) } else if let key { keys.append(key) }
    }
    return keys + run.end()
  }

  /// Characters between two sequences.
  private struct CharacterRun {
    private var first: UInt8?
    private var count = 0
    private var isOneKey = true
    private var keys: [Key] = []

    mutating func add(_ byte: UInt8, _ key: Key?) {
      first = first ?? byte
      count += 1
      isOneKey = isOneKey && byte == first
      if let key { keys.append(key) }
    }

    /// Returns its keys; none for text. A single repeated key is held, or was pressed while input was not being read.
    mutating func end() -> [Key] {
      defer { self = CharacterRun() }
      return count > typingLimit && !isOneKey ? [] : keys
    }
  }

  /// Returns the Escape key, if an ESC has come without further bytes.
  public mutating func flush() -> Key? {
    guard state == .escape else { return nil }
    state = .ground
    return isPasting ? nil : .leave
  }

  private mutating func decode(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .application:
      state = .ground
      return functionKey(byte, first: "P") ?? arrow(byte)
    case .console:
      state = .ground
      return functionKey(byte, first: "A")
    case .sequence: return sequence(byte)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Key? {
    if byte == 0x1B {
      state = .escape
      return nil
    }
    guard !isPasting else { return nil }
    return switch byte {
    case 0x03: .interrupt
    case UInt8(ascii: " "), 0x0A, 0x0D: enter
    case 0x08, 0x7F: .stepBack
    default: letter(byte)
    }
  }

  private func letter(_ byte: UInt8) -> Key? {
    guard hasLetters, let key = letters[byte] else { return nil }
    return hasAnswerLetters || (key != .higher && key != .lower) ? key : nil
  }

  private mutating func escape(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "["):
      state = .sequence
      parameters = []
    case UInt8(ascii: "O"): state = .application
    // Escape pressed twice: the first one counts, the second still waits for its next byte.
    case 0x1B: return isPasting ? nil : .leave
    // Alt with a key.
    default: state = .ground
    }
    return nil
  }

  private mutating func sequence(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x20...0x3F:
      // Longer than any valid sequence: drop the bytes of a broken line rather than store them.
      if parameters.count < 16 { parameters.append(byte) }
      return nil
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .console
      return nil
    case 0x40...0x7E:
      state = .ground
      let text = String(decoding: parameters, as: UTF8.self)
      if byte == UInt8(ascii: "~"), text == "200" { isPasting = true }
      if byte == UInt8(ascii: "~"), text == "201" { isPasting = false }
      return switch text {
      case "": arrow(byte) ?? shifted(byte, up: "a")
      case "1;2": shifted(byte, up: "A")
      case "11" where byte == UInt8(ascii: "~"): functionKey(1)
      case "12" where byte == UInt8(ascii: "~"): functionKey(2)
      case "13" where byte == UInt8(ascii: "~"): functionKey(3)
      case "14" where byte == UInt8(ascii: "~"): functionKey(4)
      default: nil
      }
    // A control character ends a sequence.
    default:
      state = .ground
      return ground(byte)
    }
  }

  private func functionKey(_ number: Int) -> Key? { isPasting ? nil : functionKeys[number] }

  /// Returns a function key by the final letter of its sequence; F1's is `first`, F2's the next one.
  private func functionKey(_ letter: UInt8, first: Unicode.Scalar) -> Key? {
    functionKey(1 + Int(letter) - Int(first.value))
  }

  private func arrow(_ byte: UInt8) -> Key? {
    isPasting ? nil : arrows[byte]
  }

  /// Returns an arrow with Shift by the final letter of its sequence; Up's is `up`, followed by Down's, Right's and
  /// Left's.
  private func shifted(_ letter: UInt8, up: Unicode.Scalar) -> Key? {
    guard !isPasting else { return nil }
    return switch Int(letter) - Int(up.value) {
    case 0: .finerHigher
    case 1: .finerLower
    // Only in a decoder for practice.
    case 2 where arrows[UInt8(ascii: "C")] == .late: .surelyLate
    case 3 where arrows[UInt8(ascii: "D")] == .early: .surelyEarly
    default: nil
    }
  }
}
