import Terminal
import Testing
import Texts
import Training

@Suite("Keys from bytes")
struct KeyDecoderTests {
  /// `\e` stands for ESC.
  static func bytes(_ text: String) -> [UInt8] { Array(text.replacing("\\e", with: "\u{1B}").utf8) }

  @Test(
    "English letters",
    arguments: [
      ("h", [Key.higher]), ("H", [.higher]), ("l", [.lower]), ("L", [.lower]), ("q", [.leave]), ("Q", [.leave]),
      (" ", [.start]), ("\r", [.start]), ("\n", [.start]), ("\u{03}", [.interrupt]), ("hl", [.higher, .lower]),
      ("\\e[A", [.higher]), ("\\e[B", [.lower]), ("\\eOA", [.higher]), ("\\eOB", [.lower]),
      ("\\e[1;2A", [.finerHigher]), ("\\e[1;2B", [.finerLower]), ("\\e[a", [.finerHigher]), ("\\e[b", [.finerLower]),
      ("w", [.whereAmI]), ("W", [.whereAmI]), ("\\eOQ", [.whereAmI]), ("\\e[12~", [.whereAmI]),
      ("\\e[[B", [.whereAmI]), ("r", [.hearAgain]), ("R", [.hearAgain]), ("\\eOR", [.hearAgain]),
      ("\\e[13~", [.hearAgain]), ("\\e[[C", [.hearAgain]),
      ("x", [.explain]), ("X", [.explain]), ("\\eOS", [.explain]), ("\\e[14~", [.explain]), ("\\e[[D", [.explain]),
      ("\\e[C", [.late]), ("\\e[D", [.early]), ("\\eOC", [.late]), ("\\eOD", [.early]), ("b", [.earlyOrLate]),
      // Page up, F5, Control-up, Alt-up, Alt-h, a focus report: nothing.
      ("\\e[5~", []), ("\\e[15~", []), ("\\e[1;5A", []), ("\\e[1;3A", []),
      ("\\e[1;2C", [.surelyLate]), ("\\e[1;2D", [.surelyEarly]), ("\\e[1;2E", []),
      ("\\e[1;2a", []), ("\\eh", []),
      ("\\e[I", []),
      // t is German; letters outside ASCII and control characters are nothing.
      ("t", []), ("äöü", []), ("\t\u{00}", []), ("\u{7F}", [.stepBack]), ("\u{08}", [.stepBack]), ("k", [.temperament]),
      ("", []),
      // Escape twice: the first is a key at once, the second waits.
      ("\\e\\e", [.leave]),
      // A broken sequence gives way to the key after it.
      ("\\e[\u{03}", [.interrupt]),
    ])
  func english(text: String, keys: [Key]) {
    var decoder = KeyDecoder(Catalogue(.english))
    #expect(decoder.decode(Self.bytes(text)) == keys)
  }

  @Test("German letters", arguments: [("h", [Key.higher]), ("t", [.lower]), ("T", [.lower]), ("l", [])])
  func german(text: String, keys: [Key]) {
    var decoder = KeyDecoder(Catalogue(.german))
    #expect(decoder.decode(Self.bytes(text)) == keys)
  }

  @Test(
    "answers while a controller is learned",
    arguments: [
      (Language.english, "ynsbq", [Key.start, .no, .skip, .back, .leave]),
      (.english, "YNSBQ", [.start, .no, .skip, .back, .leave]), (.english, "hljaz", []),
      (.german, "jnazq", [.start, .no, .skip, .back, .leave]), (.german, "ysbht", []),
      (.english, "\\e[A\\e[B\\e[C\\e[D\r ", [.start, .no, .skip, .back, .start, .start]),
      (.german, "\\eOA\\eOC\\e[1;2C\u{03}", [.start, .skip, .interrupt]),
    ])
  func learning(language: Language, text: String, keys: [Key]) {
    var decoder = KeyDecoder(learningWith: Catalogue(language))
    #expect(decoder.decode(Self.bytes(text)) == keys)
    var bare = KeyDecoder(learningWith: Catalogue(language), letters: false)
    let letters = text.allSatisfy(\.isLetter)
    #expect(bare.decode(Self.bytes(text)) == (letters ? [] : keys))
  }

  @Test(
    "yes and no: Return and space never agree",
    arguments: [
      (Language.english, "ynYNq", [Key.start, .no, .start, .no, .leave]), (.english, "jsb", []),
      (.german, "jnq", [.start, .no, .leave]), (.german, "y", []),
      (.english, "\r \n", [.no, .no, .no]), (.english, "\\e[A\\e[B\\e[C\\e[D", [.start, .no]),
    ])
  func answering(language: Language, text: String, keys: [Key]) {
    var decoder = KeyDecoder(answeringWith: Catalogue(language))
    #expect(decoder.decode(Self.bytes(text)) == keys)
    var bare = KeyDecoder(answeringWith: Catalogue(language), letters: false)
    #expect(bare.decode(Self.bytes(text)) == (text.allSatisfy(\.isLetter) ? [] : keys))
  }

  @Test("in early or late the letters of answers do nothing, and all other keys remain", arguments: Language.allCases)
  func noAnswerLetters(language: Language) {
    var decoder = KeyDecoder(Catalogue(language))
    decoder.hasAnswerLetters = false
    #expect(
      decoder.decode(Self.bytes("hHlLtTw\\e[A\\e[B\\e[C\\e[D q")) == [
        .whereAmI, .higher, .lower, .late, .early, .start, .leave,
      ])
    // They are what they were as soon as another mode begins.
    decoder.hasAnswerLetters = true
    #expect(decoder.decode(Self.bytes("h")) == [.higher])
  }

  @Test("without letters the other keys remain")
  func noLetters() {
    var decoder = KeyDecoder(Catalogue(.english), letters: false)
    #expect(decoder.decode(Self.bytes("hlq \\e[A\\e[B")) == [.start, .higher, .lower])
    #expect(decoder.decode(Self.bytes("\\e[1;2A\\e[1;2B")) == [.finerHigher, .finerLower])
    #expect(decoder.decode(Self.bytes("b\\e[C\\e[D")) == [.late, .early])
  }

  @Test("a lone ESC is Escape only when nothing follows")
  func loneEscape() {
    var decoder = KeyDecoder(Catalogue(.english))
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == .leave)
    #expect(decoder.flush() == nil && !decoder.isWaiting)
    #expect(decoder.decode(Self.bytes("h")) == [.higher])
  }

  @Test("an arrow that arrives in pieces is an arrow")
  func splitArrow() {
    var decoder = KeyDecoder(Catalogue(.english))
    let keys = Self.bytes("\\e[A\\e[1;2B").flatMap { decoder.decode([$0]) }
    #expect(keys == [.higher, .finerLower])
  }

  @Test("a marked paste is not keys, in one read or byte by byte, and keys work after it")
  func paste() {
    let paste = Self.bytes("\\e[200~h l q\r\\e[A\u{03}\\e[201~")
    var decoder = KeyDecoder(Catalogue(.english))
    #expect(decoder.decode(paste).isEmpty)
    #expect(paste.flatMap { decoder.decode([$0]) }.isEmpty)
    #expect(decoder.decode(Self.bytes("h")) == [.higher])
  }

  @Test("more input than a hand can type is not keys, and keys work after it")
  func unmarkedPaste() {
    var decoder = KeyDecoder(Catalogue(.english))
    #expect(decoder.decode(Self.bytes("the quick brown fox hurries")).isEmpty)
    #expect(decoder.decode(Self.bytes("l")) == [.lower])
  }

  @Test(
    "keys that arrive at once are keys, however many; text among them is not",
    arguments: [
      (String(repeating: "\\e[B", count: 9), Array(repeating: Key.lower, count: 9)),
      (
        String(repeating: "\\eOA\\e[1;2B", count: 200),
        Array(repeating: [Key.higher, .finerLower], count: 200).flatMap(\.self)
      ),
      (String(repeating: "h", count: 40), Array(repeating: .higher, count: 40)),
      (
        String(repeating: "\\e[A h", count: 9),
        Array(repeating: [Key.higher, .start, .higher], count: 9).flatMap(\.self)
      ),
      ("\\e[A\\e[Ahello hello hello\\e[B", [.higher, .higher, .lower]),
      ("\\e[31mhello hello\r\nhello\\e[0m", []),
    ])
  func atOnce(text: String, keys: [Key]) {
    var decoder = KeyDecoder(Catalogue(.english))
    #expect(decoder.decode(Self.bytes(text)) == keys)
    #expect(decoder.decode(Self.bytes("l")) == [.lower])
  }

  @Test("whatever bytes come, Up works within two tries afterwards")
  func garbage() {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<500 {
      var decoder = KeyDecoder(Catalogue(.english))
      let noise = (0..<40).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      _ = decoder.decode(noise + Self.bytes("\\e[201~"))
      _ = decoder.flush()
      _ = decoder.decode(Self.bytes("\\e[201~"))
      #expect(decoder.decode(Self.bytes("\\e[A")) == [.higher], "\(noise)")
    }
  }
}
