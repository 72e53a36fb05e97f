import Pitch
import Practice
import Testing
import Training

@testable import Ports

@Suite("Settings")
struct SettingsTests {
  private static let documented: [(SettingKey, String)] = [
    (.noteRangeLow, "36"), (.noteRangeHigh, "84"), (.noteDuration, "1"), (.noteGap, "0"), (.concertPitch, "440"),
    (.timbre, "sine"), (.timbreOfSecond, "same"),
    (.strategy, "edge"), (.targetSuccess, "0.8"), (.naturalMechanical, "0.5"), (.loudnessVariation, "0"),
    (.level, "-20"), (.intervals, "P5 up"), (.tuning, "equal"), (.matchingRange, "100"), (.matchingAdaptive, "off"),
    (.matchingReference, "first"), (.hearAgain, "off"), (.sureness, "off"), (.matchingCue, "auto"), (.settle, "off"),
    (.tick, "on"),
    (.noteBack, "off"), (.speech, "auto"), (.countdown, "off"), (.restListening, "off"), (.equalLoudness, "on"),
    (.period, "auto"), (.output, "auto"), (.language, "locale"), (.letters, "on"),
    (.timingPattern, "straight-16ths"), (.timingPosition, "3"), (.timingTempo, "80"),
    (.timingRepetitions, "unlimited"), (.chords, "major-third"), (.chordTuning, "just"), (.temperament, "equal"),
    (.temperamentOrder, "fifths-from-a"), (.beatsInterval, "third"),
  ]

  @Test("defaults are those in the docs", arguments: documented)
  func defaults(key: SettingKey, text: String) {
    #expect(key.defaultText == text)
  }

  @Test("every setting has its default here") func everyDefault() {
    #expect(Set(Self.documented.map(\.0)) == Set(SettingKey.allCases))
  }

  @Test(
    "a value within its range is set and read back",
    arguments: [
      (SettingKey.noteRangeLow, "21", "21"), (.noteRangeHigh, "108", "108"), (.noteDuration, "0.3", "0.3"),
      (.noteDuration, "3.0", "3"), (.noteGap, "5", "5"), (.concertPitch, "442.5", "442.5"), (.level, "-60", "-60"),
      (.level, "\u{2212}6", "-6"), (.intervals, "P5 up,m3  down, P1, P5 up", "m3 down, P1, P5 up"),
      (.intervals, "M3, P4 down", "P4 down, M3 up"), (.noteRangeLow, "G3", "55"), (.noteRangeLow, "f#2", "42"),
      (.noteRangeLow, "B♭2", "46"), (.noteRangeHigh, "C6", "84"),
      (.tick, "OFF", "off"), (.noteBack, "Half", "half"), (.strategy, "Kazez", "kazez"),
      (.tick, "true", "on"), (.period, "64", "64"), (.period, "auto", "auto"),
      (.output, "Scarlett 2i2", "Scarlett 2i2"),
      (.language, "de", "de"), (.matchingCue, "clicks", "clicks"), (.settle, "1.5", "1.5"), (.settle, " Off", "off"),
      (.speech, "on", "on"), (.letters, " no ", "off"), (.matchingReference, "Fading", "fading"),
      (.matchingRange, "200", "200"), (.tuning, "Just", "just"), (.tuning, "pythagorean", "pythagorean"),
      (.tuning, "meantone", "meantone"), (.timbre, "Reed", "reed"), (.timbreOfSecond, "sine", "sine"),
      (.chords, " Octave,fifth , fifth", "fifth, octave"), (.chordTuning, "equal", "equal"),
      (.chordTuning, "mine.scl", "mine.scl"),
      (.temperament, "Vallotti", "vallotti"), (.temperament, "mine.scl", "mine.scl"),
      (.temperamentOrder, "fifths-from-c", "fifths-from-c"), (.temperamentOrder, "~/Order.TXT", "~/Order.TXT"),
      (.timbreOfSecond, " Same ", "same"),
      (.tuning, " ~/Scales/My Scale.SCL ", "~/Scales/My Scale.SCL"),
    ])
  func accepts(key: SettingKey, text: String, kept: String) throws {
    var settings = Settings()
    try settings.set(key, text)
    #expect(settings.text(of: key) == kept)
  }

  @Test(
    "a value outside its range changes nothing and has its reason",
    arguments: [
      (SettingKey.noteRangeLow, "20", SettingProblem.outOfRange(.noteRangeLow, text: "20")),
      (.noteRangeHigh, "109", .outOfRange(.noteRangeHigh, text: "109")),
      (.chords, "fifth, ninth", .notAChoice(.chords, text: "ninth")), (.chords, "", .notAChoice(.chords, text: "")),
      (.chordTuning, "just-ish", .notAChoice(.chordTuning, text: "just-ish")),
      (.temperament, "just", .notAChoice(.temperament, text: "just")),
      (.temperamentOrder, "mine.scl", .notAChoice(.temperamentOrder, text: "mine.scl")),
      (.noteRangeLow, "c:3", .notANumber(.noteRangeLow, text: "c:3")),
      (.noteRangeLow, "99999999999999999999", .outOfRange(.noteRangeLow, text: "99999999999999999999")),
      (.noteRangeLow, "40.5", .outOfRange(.noteRangeLow, text: "40.5")),
      (.noteDuration, "0.29", .outOfRange(.noteDuration, text: "0.29")),
      (.noteDuration, "nan", .notANumber(.noteDuration, text: "nan")),
      (.noteDuration, "inf", .notANumber(.noteDuration, text: "inf")),
      (.noteDuration, "0x1", .notANumber(.noteDuration, text: "0x1")),
      (.noteDuration, "1,5", .notANumber(.noteDuration, text: "1,5")),
      (.noteDuration, "", .notANumber(.noteDuration, text: "")),
      (.noteDuration, "1e0", .notANumber(.noteDuration, text: "1e0")),
      (.level, "-5.9", .outOfRange(.level, text: "-5.9")),
      (.strategy, "guess", .notAChoice(.strategy, text: "guess")),
      (.tuning, "loud", .notAChoice(.tuning, text: "loud")),
      (.timbre, "same", .notAChoice(.timbre, text: "same")), (.timbre, "", .notAChoice(.timbre, text: "")),
      (.timbreOfSecond, "flute", .notAChoice(.timbreOfSecond, text: "flute")),
      (.tuning, "vallotti.kbm", .notAChoice(.tuning, text: "vallotti.kbm")),
      (.tuning, "", .notAChoice(.tuning, text: "")),
      (.tuning, "a\nb.scl", .notAName(.tuning)),
      (.intervals, "P5 sideways", .notAnInterval(text: "P5 sideways")),
      (.noteRangeLow, "C9", .outOfRange(.noteRangeLow, text: "C9")),
      (.noteRangeLow, "H3", .germanNote(.noteRangeLow, text: "H3", meant: "B3")),
      (.noteRangeLow, "as2", .germanNote(.noteRangeLow, text: "as2", meant: "Ab2")),
      (.noteRangeLow, "Hs3", .notANumber(.noteRangeLow, text: "Hs3")),
      (.intervals, "M9 up", .notAnInterval(text: "M9 up")),
      (.intervals, " , ", .noIntervals),
      (.tick, "maybe", .notOnOff(.tick, text: "maybe")), (.noteBack, "on", .notAChoice(.noteBack, text: "on")),
      (.period, "63", .outOfRange(.period, text: "63")),
      (.period, "1025", .outOfRange(.period, text: "1025")),
      (.output, "a\u{1B}b", .notAName(.output)),
      (.output, "", .notAName(.output)),
      (.noteRangeLow, "73", .rangeTooNarrow(moved: .noteRangeLow, low: 73, high: 84)),
      (.noteRangeHigh, "47", .rangeTooNarrow(moved: .noteRangeHigh, low: 36, high: 47)),
    ])
  func refuses(key: SettingKey, text: String, problem: SettingProblem) {
    var settings = Settings()
    #expect(throws: problem) { try settings.set(key, text) }
    #expect(settings == Settings())
  }

  @Test("every value's own text sets it again", arguments: SettingKey.allCases)
  func textRoundTrip(key: SettingKey) throws {
    var settings = Settings()
    try settings.set(key, key.defaultText)
    #expect(settings == Settings())
  }

  @Test("both ends of the note range can move together past each other, in either order")
  func rangeMovesTogether() {
    for values in [
      [(SettingKey.noteRangeLow, "90"), (.noteRangeHigh, "108")], [(.noteRangeHigh, "108"), (.noteRangeLow, "90")],
    ] {
      var settings = Settings()
      #expect(settings.set(all: values.map { (key: $0.0, text: $0.1) }).isEmpty)
      #expect(settings.training.lowest.number == 90 && settings.training.highest.number == 108)
    }
  }

  @Test("one bad value among good ones is refused alone")
  func badAmongGood() {
    var settings = Settings()
    let problems = settings.set(all: [(.noteGap, "9"), (.noteDuration, "2"), (.noteRangeLow, "80"), (.tick, "off")])
    #expect(problems.map(\.key) == [.noteGap, .noteRangeLow])
    let training = settings.training
    #expect(training.noteGap == 0 && training.noteDuration == 2 && training.lowest.number == 36 && !settings.tick)
  }

  @Test(
    "a mistyped key is recognised",
    arguments: [
      ("note-duraton", SettingKey.noteDuration), ("note_gap", .noteGap), ("Level", .level), ("duration", .noteDuration),
      ("concert", .concertPitch), ("lettres", .letters),
    ])
  func suggestion(word: String, key: SettingKey) {
    var settings = Settings()
    #expect(throws: SettingProblem.unknownKey(word, suggestions: [key])) { try settings.set(named: word, "1") }
  }

  @Test("a word that several keys begin with suggests them")
  func suggestions() {
    #expect(SettingKey.nearest(to: "note-range") == [.noteRangeLow, .noteRangeHigh])
    #expect(SettingKey.nearest(to: "natural") == [.naturalMechanical])
  }

  @Test("an unknown word suggests no key")
  func noSuggestion() {
    #expect(SettingKey.nearest(to: "volume").isEmpty)
  }

  @Test("a reset never leaves the note range too narrow")
  func reset() throws {
    var settings = Settings()
    #expect(settings.set(all: [(.noteRangeLow, "90"), (.noteRangeHigh, "108")]).isEmpty)
    settings.reset(.noteRangeHigh)
    #expect(settings == Settings())
  }

  @Test("training gets the new value")
  func training() throws {
    var settings = Settings()
    try settings.set(.concertPitch, "442")
    try settings.set(.noteRangeHigh, "96")
    let training = settings.training
    #expect(training.concertPitch.hertz == Hertz(442))
    #expect(training.range.high.number == 96)
  }

  @Test("a named tuning reaches training; one in a file has to be read first, and is equal until then")
  func tuning() throws {
    var settings = Settings()
    try settings.set(.tuning, "meantone")
    #expect(settings.tuning == .named(.meantone) && settings.training.tuning == .meantone)
    try settings.set(.tuning, "just.scl")
    #expect(settings.tuning == .file("just.scl") && settings.training.tuning == .equal)
    settings.training.tuning = .just
    #expect(settings.text(of: .tuning) == "just.scl")
    try settings.set(.tuning, "meantone")
    #expect(settings.tuning == .named(.meantone) && settings.training.tuning == .meantone)
  }

  /// Where notes end is in the tables above: one end of their range has to leave room for the other.
  static let ranged = SettingKey.allCases.filter { $0.unit != .note }

  @Test("the ends of every range are accepted, and nothing beyond them", arguments: ranged)
  func ends(key: SettingKey) throws {
    let ends: ClosedRange<Double>
    let step: Double
    switch key.kind {
    case .integer(let range), .autoOrInteger(let range):
      (ends, step) = (Double(range.lowerBound)...Double(range.upperBound), 1)
    case .number(let range), .offOrNumber(let range): (ends, step) = (range, 1e-9)
    case .autoOrName, .choice, .wordOrScale, .onOff, .intervals, .list: return
    }
    for value in [ends.lowerBound, ends.upperBound] {
      var settings = Settings()
      try settings.set(key, SettingText.digits(of: value))
      #expect(settings.text(of: key) == SettingText.digits(of: value))
    }
    for value in [ends.lowerBound - step, ends.upperBound + step] {
      var settings = Settings()
      let text = SettingText.digits(of: value)
      #expect(throws: SettingProblem.outOfRange(key, text: text)) { try settings.set(key, text) }
      #expect(settings == Settings())
    }
  }

  /// Such a gap was written as 1e-05, which the next start refused.
  @Test(
    "a number is written so that it is read back, however small it is", arguments: [0.00001, 0.0000123, 4.9e-7, 0.1])
  func smallNumbers(gap: Double) throws {
    var settings = Settings()
    settings.training.noteGap = gap
    let text = settings.text(of: .noteGap)
    var again = Settings()
    try again.set(.noteGap, text)
    #expect(again == settings && !text.contains("e"))
  }
}
