import Foundation
import Pictures
import Pitch
import Ports
import Testing
import Texts

@testable import Controllers
@testable import Screen
@testable import Training

@Suite("The contents of pages besides practice")
struct ContentTests {
  @Test("every setting is shown once, labelled, with a valid value", arguments: Language.allCases)
  func settings(language: Language) throws {
    let parts = FakeParts()
    try parts.set(.language, to: language.rawValue)
    let page = SettingsPage(parts.settings(), parts, parts.catalogue)
    let settings = page.groups.flatMap(\.settings)
    #expect(settings.map(\.key).sorted() == SettingKey.allCases.map(\.rawValue).sorted())
    for setting in settings {
      let key = try #require(SettingKey(rawValue: setting.key))
      #expect(!setting.label.isEmpty && !setting.label.contains("page."), "\(key)")
      #expect(!setting.shown.isEmpty && !setting.shown.contains("page."), "\(key)")
      try parts.set(key, to: setting.value)
      for choice in setting.choices ?? [] {
        #expect(!choice.label.contains("page.") && !choice.label.isEmpty)
        try parts.set(key, to: choice.value)
      }
      if let minimum = setting.minimum, let maximum = setting.maximum, let step = setting.step {
        #expect(minimum < maximum && step > 0)
      }
    }
    #expect(settings.filter { !$0.live }.map(\.key).sorted() == ["output", "period"])
    #expect(page.groups.allSatisfy { !$0.title.contains("page.") })
    // A heading that its first row repeats would be read out twice.
    #expect(page.groups.allSatisfy { group in !group.settings.contains { $0.label == group.title } })
  }

  static let shown: [(SettingKey, String, en: String, de: String)] = [
    (.noteRangeLow, "36", "C2", "C2"), (.noteRangeLow, "47", "B2", "H2"), (.noteRangeHigh, "70", "A#4", "Ais4"),
    (.noteDuration, "1", "1.0 s", "1,0 s"),
    (.noteDuration, "0.75", "0.75 s", "0,75 s"), (.level, "-20", "−20 dBFS", "−20 dBFS"),
    (.targetSuccess, "0.8", "80%", "80\u{A0}%"), (.naturalMechanical, "0.5", "0.50", "0,50"),
    (.matchingRange, "100", "100 cents", "100 Cent"), (.period, "auto", "Automatic", "Automatisch"),
    (.period, "128", "128 samples", "128 Samples"), (.settle, "off", "Off", "Aus"), (.settle, "1.5", "1.5 s", "1,5 s"),
    (.output, "USB Audio", "USB Audio", "USB Audio"), (.concertPitch, "440", "440 Hz", "440 Hz"),
    (.intervals, "P5 up, m3 down", "Perfect fifth up, Minor third down", "Reine Quinte aufwärts, Kleine Terz abwärts"),
    (.tuning, "/somewhere/slendro.scl", "slendro.scl", "slendro.scl"), (.tick, "on", "On", "An"),
    (.strategy, "kazez", "As in the original", "Wie im Original"), (.timbre, "reed", "Reed", "Rohrblatt"),
    (.timbreOfSecond, "voice", "Voice", "Stimme"), (.timbreOfSecond, "same", "Same as the first", "Wie beim ersten"),
  ]

  @Test("values are shown in words for readers", arguments: shown)
  func shownValues(key: SettingKey, text: String, en: String, de: String) {
    #expect(Catalogue(.english).shown(text, of: key) == en)
    #expect(Catalogue(.german).shown(text, of: key) == de)
  }

  @Test("a scale of the player's own is among the choices")
  func ownScale() throws {
    var settings = Settings()
    try settings.set(.tuning, "slendro.scl")
    let setting = SettingsPage.Setting(.tuning, settings, Catalogue(.english))
    #expect(setting.value == "slendro.scl")
    #expect(setting.choices?.last == .init(value: "slendro.scl", label: "slendro.scl"))
    #expect(setting.choices?.count == 5)
  }

  @Test("a tuning with a keyboard map has a remark that it does not follow the concert pitch")
  func keyboardMap() throws {
    let map = try ScalaKeyboardMap(Array("0\n0\n127\n60\n69\n440\n0".utf8))
    let scale = try ScalaScale(Array(("x\n12\n" + (1...12).map { "\($0 * 100).\n" }.joined()).utf8))
    var settings = Settings()
    try settings.set(.temperament, "scales/mine.scl")
    func remark(_ key: SettingKey) -> String { SettingsPage.Setting(key, settings, Catalogue(.english)).remark }
    settings.load(.named(try SettingKey.temperament.tuning("mine.scl", scale, map)), for: .temperament)
    #expect(
      remark(.temperament)
        == "Concert pitch has no effect on Temperament: mine.scl has a keyboard map, which says how high each key is.")
    for key in SettingKey.allCases where key != .temperament { #expect(remark(key).isEmpty) }
    settings.load(.named(try SettingKey.temperament.tuning("mine.scl", scale, nil)), for: .temperament)
    #expect(remark(.temperament).isEmpty)
  }

  @Test("an empty profile has dashes and an invitation")
  func emptyProfile() {
    let page = ProfilePage(ProfileReport(range: .standard), Catalogue(.english))
    #expect(page.summary.map(\.value) == ["—", "—"])
    #expect(page.summary.first?.label == "Average threshold")
    #expect(page.pictures.map(\.name) == ["curve"])
    #expect(page.sentences == ["Start practising to build your profile."])
    #expect(page.preview == "Your pitch profile. Nothing is known yet.")
  }

  @Test(
    "after comparisons alone there is an invitation to match, and after matches none to begin",
    arguments: Language.allCases)
  func matchingAlone(language: Language) throws {
    let catalogue = Catalogue(language)
    let invitation = catalogue.pictureWords(.matchingInvitation)
    var report = Self.report
    report.matchings = []
    let compared = ProfilePage(report, catalogue)
    #expect(
      compared.pictures.last
        == .init(name: "matching", title: catalogue(.pictureMatching), description: invitation))
    #expect(compared.sentences.last == invitation)
    let order = try #require(PictureOrder(file: "matching.svg", theme: "light", width: "400"))
    let svg = try #require(order.svg(report, catalogue))
    // In lines, where there is little room.
    for word in invitation.split(separator: " ") { #expect(svg.contains(word)) }
    // Twelve matches without a result, as none was tuned.
    let matched = ProfilePage(
      ProfileReport(range: .standard, matchings: [MatchingReport(asksIntervals: false, matches: 12)]), catalogue)
    #expect(
      matched.sentences == [
        language == .english
          ? "Pitch matching: 12 matches kept, not enough yet for an estimate."
          : "Tonhöhe treffen: 12 Versuche gespeichert, für eine Schätzung noch zu wenige."
      ])
  }

  @Test("early or late has its own section once it has been practised", arguments: Language.allCases)
  func timing(language: Language) {
    let catalogue = Catalogue(language)
    let without = ProfilePage(Self.report, catalogue)
    #expect(without.timing == nil)
    let timing = TimingReport(
      condition: TimingCondition(pattern: .straight16ths, position: 3, tempo: 80, loops: 1), gap: 187.5, answers: 3,
      answersHere: 3)
    var report = Self.report
    report.timing = timing
    let page = ProfilePage(report, catalogue)
    #expect(page.timing == .init(title: catalogue.name(of: Mode.timing), sentences: catalogue.sentences(timing)))
    #expect(page.sentences == without.sentences)
  }

  @Test("Info names author and copyright as the licence does", arguments: Language.allCases)
  func info(language: Language) throws {
    let licence = try String(contentsOf: PageFileTests.licence, encoding: .utf8)
    let found = try #require(licence.firstMatch(of: /Copyright \(c\) (\d+) the Peach for Linux contributors/))
    let about = ScreenAbout(version: "1", parts: [])
    let page = InfoPage(about, [], address: "", Catalogue(language))
    #expect(page.about.count == 3)
    #expect(page.about[2].contains("© \(found.1)") && page.about[2].contains("MIT"))
  }

  static let report = ProfileReport(
    range: .standard,
    comparisons: [
      ComparisonReport(
        intervalClass: .unison, answers: 50,
        curve: (48...72).compactMap(Note.init).map {
          CurvePoint(
            note: $0, threshold: Banded($0.number == 60 ? 12.3 : $0.number < 60 ? 9.24 : 15.36, 9...16), knowledge: 0.8,
            isWeak: false)
        }, threshold: Banded(12.3, 9...16), deviation: 0.2,
        timeline: (0..<3).map {
          TimelineBucket(
            span: .day, start: Date(timeIntervalSince1970: 1_700_000_000 + Double($0) * 86_400), count: 20,
            value: Banded(15 - Double($0), 10...20))
        })
    ],
    matchings: [MatchingReport(asksIntervals: false, matches: 12, bias: Banded(2, 1...3), spread: Banded(8, 6...11))])

  @Test("a known profile has its numbers, its sentences and all pictures, in words too")
  func knownProfile() {
    let page = ProfilePage(Self.report, Catalogue(.german))
    #expect(page.summary.first == .init(label: "Mittlere Schwelle", value: "12,3 Cent (9,0 bis 16,0)"))
    #expect(page.pictures.map(\.name) == ["curve", "timeline", "matching"])
    let descriptions = page.pictures.map(\.description)
    #expect(
      descriptions.prefix(2) == [
        "Hörprofil mit Schwellen von C3 bis C5. Mittlere Schwelle: 12,3 Cent.", "Schwelle im Lauf der Zeit",
      ])
    // With its numbers.
    for words in ["im Mittel 2,0 Cent zu hoch", "(12 Versuche)", "Streuung (Standardabweichung): 8,0 Cent"] {
      #expect(descriptions.last?.contains(words) == true, "\(descriptions)")
    }
    // In cents, as everything beside it; a factor says little to most.
    #expect(page.summary[1] == .init(label: "Schwankung", value: "3,0 Cent"))
    #expect(page.preview == "Dein Hörprofil. Mittlere Schwelle: 12,3 Cent.")
  }

  @Test(
    "a picture is one of four, in three themes, 280 to 1200 wide",
    arguments: [
      ("curve.svg", "dark", "320", true), ("preview.svg", "contrast", "1200", true), ("matching.svg", nil, nil, true),
      ("curve", nil, nil, false), ("curve.png", nil, nil, false), ("other.svg", nil, nil, false),
      (".svg", nil, nil, false), ("curve.svg", "auto", nil, false), ("curve.svg", "blue", nil, false),
      ("curve.svg", nil, "280", true), ("curve.svg", nil, "279", false), ("curve.svg", nil, "1201", false),
      ("curve.svg", nil, "1e3", false),
      ("curve.svg", nil, "", false),
    ] as [(String, Substring?, Substring?, Bool)])
  func orders(file: String, theme: Substring?, width: Substring?, isGood: Bool) {
    #expect((PictureOrder(file: file, theme: theme, width: width) != nil) == isGood)
  }

  @Test(
    "pictures have the requested width, and their numbers are next to them",
    arguments: ["curve", "timeline", "matching", "preview"])
  func pictures(name: String) throws {
    let order = try #require(PictureOrder(file: "\(name).svg", theme: "dark", width: "480"))
    let svg = try #require(order.svg(Self.report, Catalogue(.english)))
    #expect(svg.contains("width=\"480\""))
    #expect(svg.contains("#16181b"))
    #expect(!svg.contains("<style") && !svg.contains("<script"))
    #expect(svg.contains(">Threshold<") == false)
    #expect(
      order.svg(ProfileReport(range: .standard), Catalogue(.english)) != nil || name == "timeline" || name == "matching"
    )
  }

  @Test("a controller is shown with its roles and other listeners, in clean text")
  func controllers() {
    let controller = ScreenController(
      id: "20:0", name: "Pads\u{1B}[2J", mapping: "Generic", why: "No mapping fits.", lines: ["a"], asleep: true,
      roles: [.init(role: .higher, label: "Higher", place: "Pads 5–8", hasLight: true)],
      drawing: ControlDrawing(parts: [
        .keys(48...71, split: 60, marks: [.init(note: 50, role: .stop)]), .pads(.lower, rows: [[36, nil]]),
        .control(.encoder, role: .level, count: 2, notes: NumberSet()),
      ]), free: [.init(role: .stop, label: "Stop")], way: .before)
    var view = ViewState()
    // Two of one name: each has its own listeners.
    view.controllers = [(21, "Bitwig"), (20, "Ardour")].map { client, listener in
      let port = PortDescription(
        id: PortID(client: UInt8(client), port: 0), clientName: "Pads\u{1B}[2J", portName: "Pads",
        otherListeners: [listener])
      return .init(port: port)
    }
    let page = ControllersPage([controller], view, Catalogue(.english))
    #expect(page.controllers.first?.name == "Pads�[2J")
    #expect(page.controllers.first?.others == ["Ardour"])
    let json = String(decoding: Reply.bytes(page) ?? [], as: UTF8.self)
    #expect(json.contains(#"{"label":"Higher","light":true,"role":"higher","where":"Pads 5–8"}"#))
    #expect(json.contains(#""lines":[]"#))
    #expect(
      json.contains(#""drawing":[{"from":48,"kind":"keys","marks":[{"note":50,"role":"stop"}],"split":60,"to":71},"#))
    #expect(json.contains(#"{"kind":"pads","role":"lower","rows":[[36,null]]},"#))
    #expect(json.contains(#"{"count":2,"kind":"encoder","notes":[],"role":"level"}]"#))
    #expect(json.contains(#""free":[{"label":"Stop","role":"stop"}]"#) && json.contains(#""way":"before""#))
    var none = ViewState()
    none.notices = [.noSequencer(.missing)]
    #expect(ControllersPage([], none, Catalogue(.english)).lines.first?.contains("modprobe snd-seq") == true)
    #expect(ControllersPage([], ViewState(), Catalogue(.english)).lines.count == 1)
  }

  @Test("a cue is requested by its word")
  func cues() throws {
    for (word, cue) in PostedCue.cues {
      #expect(try JSONDecoder().decode(PostedCue.self, from: Data("{\"cue\":\"\(word)\"}".utf8)).cue == cue)
    }
    for bad in ["{}", "{\"cue\":\"band\"}", "{\"cue\":1}", "[]"] {
      #expect((try? JSONDecoder().decode(PostedCue.self, from: Data(bad.utf8))) == nil)
    }
  }

  @Test("a page's own texts are complete, and contain none of the server's", arguments: Language.allCases)
  func texts(language: Language) {
    let texts = PageTexts(Catalogue(language)).texts
    #expect(texts["mode.comparison"] != nil && texts["feedback.correct"] != nil)
    #expect(texts.keys.allSatisfy { !$0.hasPrefix("page.server.") && !$0.hasPrefix("page.setting.") })
    #expect(PageTexts(Catalogue(language)).language == language.rawValue)
  }

  @Test("every refusal has its line", arguments: Language.allCases)
  func lines(language: Language) {
    let catalogue = Catalogue(language)
    let refusals: [Refusal] = [
      .host, .origin, .method, .type, .targetTooLong, .headerTooLong, .bodyTooLong, .tooMany, .streams, .unreadable,
      .notFound, .notNow, .cannot(line: "x"), .failed(line: nil), .failed(line: "y"),
    ]
    for refusal in refusals {
      let line = refusal.line(catalogue, address: "http://127.0.0.1:1")
      #expect(!line.isEmpty && !line.contains("page.") && !line.contains("{"))
      #expect((400..<600).contains(refusal.status.code))
    }
  }
}
