import Controllers
import MIDI
import Testing
import Texts

@Suite("Questions and replies of learning")
struct LearnTextTests {
  static let ten = Channel(10)
  static let pads = NumberSet(36...43)

  /// One of each kind, on a channel with two digits and on any.
  static let controls: [Control] = [ten, nil].flatMap { channel -> [Control] in
    [
      .notes(NumberSet(36...36), channel: channel), .notes(pads, channel: channel),
      .controlChange(UInt7(truncating: 127), channel: channel, threshold: UInt7(truncating: 64)),
      .controlChangePair(most: UInt7(truncating: 16), least: UInt7(truncating: 48), channel: channel),
      .relative(UInt7(truncating: 116), encoding: .twosComplement, channel: channel),
      .nonRegisteredParameter(
        UInt14(most: UInt7(truncating: 127), least: UInt7(truncating: 127)), channel: channel,
        threshold: UInt7(truncating: 64)),
      .pitchBend(channel: channel), .channelPressure(channel: channel, threshold: UInt7(truncating: 64)),
      .polyPressure(NumberSet(36...36), channel: channel, threshold: UInt7(truncating: 64)),
      .programChange(NumberSet(5...5), channel: channel),
    ]
  }
  static let nested: [Control] = [
    .longPress(controls[0], milliseconds: 800), .together(controls[0], .notes(NumberSet(37...37), channel: ten)),
  ]

  static let questions: [LearnQuestion] =
    Role.allCases.map { .role($0) } + LightColour.allCases.flatMap { [.lit($0, .higher), .lit($0, .lower)] }
    + [.keyboard(split: 60), .dark(.higher), .dark(.lower), .localControl, .tick, .trial, .save, .replace]
  static let keeps: [LearnQuestion] = (controls + nested).flatMap { [.keep(.higher, $0), .keep(.slider, $0)] }
  static let remarks: [LearnRemark] =
    Role.allCases.flatMap { [.skipped($0), .taken($0), .unfit($0), .used($0)] }
    + Release.allCases.flatMap { [.slider($0, isEndless: false), .slider($0, isEndless: true)] }
    + [.takenBack, .declined, .unused, .disconnected, .connected]
  static let learned: [LearnRemark] = Role.allCases.flatMap { role in controls.map { .learned(role, $0) } }

  @Test("each has a text in each language, filled in, that is soon read and spoken", arguments: Language.allCases)
  func complete(language: Language) {
    let catalogue = Catalogue(language)
    let lines =
      (Self.questions + Self.keeps).map(catalogue.line) + (Self.remarks + Self.learned).map(catalogue.line)
      + TextKey.hints.map { catalogue($0) }
    #expect(lines.filter { $0.contains("{") || $0.contains("}") || $0.hasPrefix("learn.") } == [])
    #expect(lines.filter { !$0.hasSuffix(".") && !$0.hasSuffix("?") } == [])
    #expect(lines.filter { $0.first?.isLowercase == true } == [])
    // A hold or a chord is never asked for: it may be longer.
    let nested = Self.nested.flatMap {
      [catalogue.line(LearnQuestion.keep(.higher, $0)), catalogue.line(LearnQuestion.keep(.slider, $0))]
    }
    #expect(lines.filter { $0.count > 105 && !nested.contains($0) } == [])
    // All of them are something else, but for what a slider does that has a light release or none.
    #expect(Set(Self.questions.map(catalogue.line)).count == Self.questions.count)
    #expect(Set(Role.allCases.map(catalogue.name)).count == Role.allCases.count)
  }

  @Test(
    "controls have the names used on controllers",
    arguments: [
      (controls[0], Role.higher, "pad 36 on channel 10", "Pad 36 auf Kanal 10"),
      (controls[1], .higher, "pad 36-43 on channel 10", "Pad 36-43 auf Kanal 10"),
      (
        .notes(NumberSet(60...60), channel: Channel(1)), .lower, "pad or key 60 on channel 1",
        "Pad oder Taste 60 auf Kanal 1"
      ),
      (.notes(NumberSet(60...60), channel: nil), .lower, "pad or key 60", "Pad oder Taste 60"),
      (.pitchBend(channel: nil), .slider, "pitch wheel", "Pitch-Bend-Rad"),
      (
        controls[2], .slider, "fader or knob, CC 127 on channel 10",
        "Fader oder Drehregler, CC 127 auf Kanal 10"
      ),
      (controls[2], .commit, "button, CC 127 on channel 10", "Taster, CC 127 auf Kanal 10"),
      (
        controls[3], .level, "fader or knob, CC 16 and 48 on channel 10",
        "Fader oder Drehregler, CC 16 und 48 auf Kanal 10"
      ),
      (controls[14], .slider, "endless knob, CC 116", "Endlosregler, CC 116"),
      (
        nested[1], .stop, "pad 36 on channel 10 and pad 37 on channel 10 together",
        "Pad 36 auf Kanal 10 und Pad 37 auf Kanal 10 gleichzeitig"
      ),
    ] as [(Control, Role, String, String)])
  func controlNames(control: Control, role: Role, english: String, german: String) {
    #expect(Catalogue(.english).name(of: control, as: role) == english)
    #expect(Catalogue(.german).name(of: control, as: role) == german)
  }

  @Test(
    "sentences are complete",
    arguments: [
      (.role(.higher), "Higher: press the pad or key for it.", "Höher: Drücke das Pad oder die Taste dafür."),
      (
        .role(.slider), "Tune: move the wheel, fader or knob for it to both ends, then let go.",
        "Stimmen: Bewege Rad, Fader oder Drehregler dafür bis an beide Enden, dann lass los."
      ),
      (
        .keep(.higher, controls[0]), "Pad 36 on channel 10: press it again to confirm, or press another one.",
        "Pad 36 auf Kanal 10: Drücke es zur Bestätigung noch einmal oder ein anderes."
      ),
      (
        .keyboard(split: 60), "These are keys. Is Higher everything from C4 up, and Lower all below?",
        "Das sind Tasten. Ist Höher alles ab C4 aufwärts und Tiefer alles darunter?"
      ),
    ] as [(LearnQuestion, String, String)])
  func sentences(question: LearnQuestion, english: String, german: String) {
    #expect(Catalogue(.english).line(question) == english)
    #expect(Catalogue(.german).line(question) == german)
  }

  @Test("the time to hold Higher is the recogniser's")
  func undo() {
    #expect(GestureRecognizer.hold == .milliseconds(800))
    #expect(Catalogue(.english).undoByController == "Hold Higher for 0.8 seconds to go back.")
    #expect(Catalogue(.german).undoByController == "Halte Höher 0,8 Sekunden lang, um zurückzugehen.")
  }
}

extension TextKey {
  /// Texts that nothing fills in and that belong to no question and no remark.
  static let hints: [TextKey] = [
    .noController, .pressAny, .answersByController, .choicesByController, .notSaved,
  ]
}
