import Foundation
import Pictures
import Pitch
import PlainText
import Ports
import Testing
import Training

@testable import Controllers
@testable import Texts

@Suite("Text catalogues")
struct CatalogueTests {
  /// Keys that are declared, in the files of `TextKey`.
  private static let declared: (texts: Set<String>, counted: Set<String>) = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/Practice/Texts/Keys"
    )
    .standardized
    var found: (texts: Set<String>, counted: Set<String>) = ([], [])
    for file in (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [] {
      let source = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      for part in source.components(separatedBy: "\nextension ").dropFirst() {
        let keys = part.matches(of: /static let `?\w+`? = Self\("([^"]+)"\)/).map { String($0.1) }
        if part.hasPrefix("PluralKey") { found.counted.formUnion(keys) } else { found.texts.formUnion(keys) }
      }
    }
    return found
  }()

  /// Keys that are made of values.
  private static let made: Set<String> = {
    var keys = Set(settingLabels + TimerTextTests.madeKeys)
    keys.formUnion(SettingKey.allCases.map { "setting.about.\($0.rawValue)" })
    keys.formUnion(PictureWord.allCases.map { "picture.\($0.rawValue)" })
    keys.formUnion(Mode.allCases.map { "mode.\($0.rawValue)" })
    keys.formUnion(Mode.allCases.filter(\.discipline.teaches).map { "ask.\($0.rawValue)" })
    keys.formUnion(Role.allCases.map { "learn.role.\($0.rawValue)" })
    keys.formUnion(MappingTextTests.reasons.map { "mapping.\($0.key)" })
    keys.formUnion(ScalaProblem.Field.allCases.map { "keyboard-map.\($0.rawValue)" })
    keys.formUnion(TextKey.systemWords.map(\.rawValue))
    return keys
  }()

  /// The keys of all labels of settings, of their words, and of the descriptions that only pages show.
  private static var settingLabels: [String] {
    let catalogue = Catalogue(.english)
    return SettingKey.allCases.flatMap { key in
      let about = catalogue.pageAbout(key)
      // Languages name themselves.
      return [Catalogue.key(of: key)]
        + (about.isEmpty || about == catalogue.about(key) ? [] : [Catalogue.aboutKey(of: key)])
        + key.words.filter { key != .language || Language(rawValue: $0) == nil }.map { Catalogue.key(of: $0, for: key) }
    }
  }

  /// The names in braces in `text`.
  private static func placeholders(in text: String) -> Set<String> {
    Set(text.matches(of: /\{([^{}]*)\}/).map { String($0.1) })
  }

  private static let counted = declared.counted.union(CountedPictureWord.allCases.map { "picture.\($0.rawValue)" })

  /// Every key there is in a language: counted ones in its forms.
  static func expectedKeys(_ language: Language) -> Set<String> {
    declared.texts.union(made).union(PageWords.keys).union(
      counted.flatMap { key in language.rule.forms.map { "\(key).\($0.rawValue)" } })
  }

  @Test("the keys are found in their declarations")
  func declarations() {
    #expect(Self.declared.texts.contains(TextKey.soundReady.rawValue))
    #expect(Self.declared.texts.contains(TextKey.back.rawValue))
    #expect(Self.declared.counted.contains(PluralKey.leftOut.rawValue))
    #expect(Self.declared.texts.union(PageWords.keys).count > 700 && Self.declared.counted.count > 20)
  }

  @Test("each language has a text for exactly the keys", arguments: Language.allCases)
  func keys(language: Language) {
    let file = CatalogueFile(embedded: language)
    #expect(file.badLines.isEmpty)
    #expect(Set(file.texts.keys).symmetricDifference(Self.expectedKeys(language)).sorted() == [])
  }

  @Test("every catalogue is in the order of the English one", arguments: Language.allCases)
  func order(language: Language) throws {
    func keys(_ language: Language) throws -> [Substring] {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Sources/Web/text/\(language.rawValue).text")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        line.hasPrefix("#") ? nil : line.firstRange(of: " = ").map { line[..<$0.lowerBound] }
      }
    }
    // A language may have more forms of a counted text.
    let english = try keys(.english)
    #expect(try keys(language).filter(english.contains) == english)
  }

  @Test("every language fills in the same names as English", arguments: Language.allCases)
  func placeholders(language: Language) {
    let english = CatalogueFile(embedded: .english).texts
    for (key, text) in CatalogueFile(embedded: language).texts {
      // A form that English does not have, such as `few`, follows the English text for `other`.
      let other = key.replacing(/\.(one|two|few|many)$/, with: ".other")
      let names = (english[key] ?? english[other]).map(Self.placeholders)
      #expect(names == Self.placeholders(in: text), "\(key)")
    }
  }

  @Test("each language names itself")
  func languageNames() {
    #expect(Language.allCases.map(\.name) == ["English", "Deutsch"])
    #expect(Catalogue(.german).label(of: "en", for: .language) == "English")
  }

  @Test(
    "a number has its language's form, as it is shown",
    arguments: Language.allCases, [(0.0, "other"), (1, "one"), (2, "other"), (1.5, "other"), (-1, "other")])
  func forms(language: Language, number: (Double, String)) {
    #expect(language.rule.form(of: number.0).rawValue == number.1)
  }

  @Test("every text is calm and clean, and German says du", arguments: Language.allCases)
  func tone(language: Language) {
    for (key, text) in CatalogueFile(embedded: language).texts {
      #expect(!text.contains("!"), "\(key): \(text)")
      // German says "du"; "Sie" begins a sentence or is formal.
      #expect(!text.replacing(". Sie ", with: "").contains(" Sie ") && !text.contains(" Ihr"), "\(key): \(text)")
      #expect(text == CleanText.line(text) && !text.hasSuffix(" ") && !text.isEmpty, "\(key)")
    }
  }

  @Test("correct and incorrect are one word each", arguments: Language.allCases)
  func equalWeight(language: Language) {
    let catalogue = Catalogue(language)
    for text in [catalogue(.feedbackCorrect), catalogue(.feedbackIncorrect)] {
      #expect(text.allSatisfy { $0.isLetter })
    }
  }

  @Test("a file with a malformed line, or a key twice, is found")
  func badFile() {
    let file = CatalogueFile("# comment\na = 1\n\nnonsense\na = 2\nb = x = y\n")
    #expect(file.badLines == [4, 5])
    #expect(file.texts == ["a": "1", "b": "x = y"])
  }

  @Test("a filled-in value is not filled in again, and cannot act on the terminal")
  func hostileValues() {
    let catalogue = Catalogue(.english)
    let text = catalogue(.controllerOtherListeners, ["listeners": "{controller}", "controller": "a\u{1B}[2Jb"])
    #expect(text == "These programs also play what a�[2Jb sends: {controller}.")
  }

  @Test(
    "one is singular, everything else plural",
    arguments: [
      (0, "0 answers could not be saved."), (1, "1 answer could not be saved."), (2, "2 answers could not be saved."),
    ])
  func plural(count: Int, text: String) {
    #expect(Catalogue(.english)(.storeUnsaved, count: count) == text)
  }
}

@Suite("Every typed value has its line")
struct CatalogueLineTests {
  static let soundFailures: [SoundFailure] = [
    .libraryMissing, .pipewireJACKMissing, .noServer(detail: "jackd: no card"), .noServer(detail: ""), .noPlaybackPort,
    .outputMissing("hdmi"),
    .unresponsive,
  ]
  static let settingProblems: [SettingProblem] =
    SettingKey.allCases.flatMap { key -> [SettingProblem] in
      switch key.kind {
      case .integer, .number, .autoOrInteger, .offOrNumber:
        [.notANumber(key, text: "x"), .outOfRange(key, text: "9999")]
      case .choice, .wordOrScale, .list: [.notAChoice(key, text: "x")]
      case .onOff: [.notOnOff(key, text: "x")]
      case .autoOrName: [.notAName(key)]
      case .intervals: [.notAnInterval(text: "P5"), .noIntervals]
      }
    } + [
      .germanNote(.noteRangeLow, text: "H2", meant: "B2"), .unknownKey("tck", suggestions: [.tick]),
      .unknownKey("x", suggestions: []), .rangeTooNarrow(moved: nil, low: 60, high: 64),
      .rangeTooNarrow(moved: .noteRangeLow, low: 60, high: 64),
      .rangeTooNarrow(moved: .noteRangeHigh, low: 60, high: 64),
    ]
  static let fileReasons: [SettingsFileProblem.Reason] = [
    .unreadable(code: 13), .unwritable(code: 28), .tooLarge(limit: 100), .notUTF8, .syntax(detail: "mapping"),
    .aliases, .uneditable, .tab, .notAMapping, .notAValue(key: "tick"), .duplicate(key: "tick"), .setting(.noIntervals),
    .notAFile,
  ]
  static let scaleReasons: [ScalaProblem.Reason] =
    [
      .noCount, .badCount(text: "x"), .missingDegrees(expected: 12, found: 7), .notAPitch(text: "x"),
      .notPositive(text: "0"), .tooFar(text: "99999.", limit: 48_000), .noDegrees, .needsMapping(count: 19),
      .notAnOctave(Cents(1901.955)), .lastBelowFirst, .badEntry(text: "y"), .unmappedReference(61),
    ] + ScalaProblem.Field.allCases.flatMap { [.missing($0), .badNumber($0, text: "x")] }

  @Test("no brace remains", arguments: Language.allCases)
  func complete(language: Language) {
    let catalogue = Catalogue(language)
    var lines = Self.soundFailures.map(catalogue.line)
    lines += [SoundLoss.serverGone, .hung, .disconnected, .freewheel].map(catalogue.line)
    lines += [SoundDescription.Server.jack, .pipewire, .ownJack, .dummy, .offline].map {
      catalogue.line(SoundDescription(server: $0, rate: 44100, period: 128, latency: 256, output: "Speakers"))
    }
    lines += [SequencerFailure.missing, .notPermitted, .failed(call: "snd_seq_open", code: 16)].map(catalogue.line)
    let refusals: [ExerciseRefusal] = [
      .rangeTooNarrow(.standard, intervals: [.perfectFifthUp]),
      .notInTuning("7-equal.scl", mode: .comparison, intervals: [.prime]),
      .patternTooFast(.sextuplets, position: 4, tempo: 240),
    ]
    lines += Self.settingProblems.map { catalogue.line($0) }
    lines += refusals.map { catalogue.line($0) }
    var shown = Self.settingProblems.map { catalogue.line($0, on: .pages) }
    shown += refusals.map { catalogue.line($0, on: .pages) }
    shown += SettingKey.allCases.map(catalogue.pageAbout)
    #expect(shown.filter { $0.contains("{") || $0.contains("}") || $0.contains("note-") } == [])
    lines += SettingKey.allCases.flatMap { [catalogue.about($0), catalogue.range(of: $0)] }
    lines += Self.fileReasons.map {
      catalogue.line(SettingsFileProblem(file: "s.yaml", line: 3, column: 7, reason: $0))
    }
    lines += Self.scaleReasons.map { catalogue.line(SettingsFileProblem(file: "s.scl", line: 3, reason: .scale($0))) }
    lines += [SpeechFailure.missing, .failed(detail: ""), .failed(detail: "no such voice")].map {
      catalogue.line(ViewState.Notice.noSpeech($0))
    }
    lines += Mode.allCases.map { catalogue.line(ExerciseRefusal.unsuitableMode($0)) }
    #expect(lines.filter { $0.contains("{") || $0.contains("}") } == [])
    // A key that has no text stands for itself.
    #expect(lines.filter { CatalogueTests.expectedKeys(language).contains($0) } == [])
    #expect(
      Set(lines).count == lines.count
        - (SettingKey.allCases.count - Set(SettingKey.allCases.map(catalogue.range)).count))
  }

  @Test("the note below a setting on a page does not repeat its label", arguments: Language.allCases)
  func aboutBesideLabel(language: Language) {
    let catalogue = Catalogue(language)
    func words(_ text: String) -> Set<String> {
      Set(text.lowercased().split { !$0.isLetter }.map(String.init).filter { $0.count > 5 })
    }
    for key in SettingKey.allCases {
      #expect(words(catalogue.label(of: key)).isDisjoint(with: words(catalogue.pageAbout(key))), "\(key)")
    }
  }

  @Test(
    "a problem on a separate line begins with a capital, and a setting's name stays as it is typed",
    arguments: [
      (SettingProblem.unknownKey("tck", suggestions: [.tick]), "There is no setting tck. Did you mean tick?"),
      (
        .unknownKey("note-range", suggestions: [.noteRangeLow, .noteRangeHigh]),
        "There is no setting note-range. Did you mean note-range-low or note-range-high?"
      ),
      (.outOfRange(.noteGap, text: "9"), "note-gap must be 0 to 5, not 9."),
      (.notAChoice(.strategy, text: "x"), "strategy must be edge or kazez, not \"x\"."),
      (
        .notAChoice(.tuning, text: "x"),
        "tuning must be equal, just, pythagorean, meantone, or a Scala file (.scl), not \"x\"."
      ),
      (.notAChoice(.speech, text: "x"), "speech must be auto, on or off, not \"x\"."),
    ])
  func sentence(problem: SettingProblem, text: String) {
    #expect(Catalogue(.english).sentence(problem) == text)
  }

  @Test("the settings file's problems have file, line, column, value and range")
  func settingsFile() {
    let problem = SettingsFileProblem(
      file: "settings.yaml", line: 3, column: 12, reason: .setting(.outOfRange(.noteGap, text: "9")))
    #expect(
      Catalogue(.english).line(problem)
        == "settings.yaml, line 3, column 12: note-gap must be 0 to 5, not 9.")
    #expect(
      Catalogue(.german).line(problem)
        == "settings.yaml, Zeile 3, Spalte 12: note-gap: möglich ist 0 bis 5, nicht 9.")
  }

  @Test("a scale's problem has file, line and reason, and the correction")
  func scaleFile() {
    let pitch = SettingsFileProblem(file: "a.scl", line: 5, reason: .scale(.notAPitch(text: "701,955")))
    #expect(
      Catalogue(.english).line(pitch)
        == "a.scl, line 5: \"701,955\" is not a pitch. Write cents with a decimal point (701.955) or a ratio (3/2).")
    #expect(
      Catalogue(.german).line(pitch)
        == "a.scl, Zeile 5: „701,955“ ist keine Tonhöhe. Schreibe Cent mit Punkt (701.955) oder ein Verhältnis (3/2).")
    let mapping = SettingsFileProblem(file: "a.kbm", line: 6, reason: .scale(.badNumber(.frequency, text: "0")))
    #expect(
      Catalogue(.english).line(mapping)
        == "a.kbm, line 6: the reference frequency is a number from 1 to 20000, not \"0\".")
    let whole = SettingsFileProblem(file: "a.scl", reason: .scale(.tooLarge(limit: 65_536)))
    #expect(Catalogue(.english).line(whole) == "a.scl: it is longer than 65536 bytes.")
  }

  @Test("a mapping's problem carries its suggestion and the system's words")
  func mapping() {
    let catalogue = Catalogue(.english)
    let unknown = catalogue.line(
      MappingProblem(
        file: "mpk.yaml", position: SourcePosition(line: 4, column: 3),
        reason: .unknownKey(key: "higer", place: "bindings", suggestion: "higher")))
    #expect(unknown == "mpk.yaml, line 4, column 3: higer is not a key of bindings. Did you mean higher?")
    let unreadable = catalogue.line(
      MappingProblem(file: "mpk.yaml", position: nil, reason: .unreadable(code: 13)))
    #expect(unreadable == "mpk.yaml: it cannot be read (Permission denied).")
  }

  @Test("a failure with a command as its remedy names the command", arguments: Language.allCases)
  func commands(language: Language) {
    let catalogue = Catalogue(language)
    #expect(catalogue.line(SequencerFailure.missing).contains("sudo modprobe snd-seq"))
    #expect(catalogue.line(SequencerFailure.notPermitted).contains("sudo usermod -aG audio $USER"))
    #expect(catalogue.line(ViewState.Notice.noSpeech(.missing)).contains("sudo apt install espeak-ng"))
    #expect(catalogue.line(SoundFailure.pipewireJACKMissing).contains("sudo apt install pipewire-jack"))
  }

  @Test("German writes its decimal comma")
  func decimalMark() {
    let sound = SoundDescription(server: .jack, rate: 44100, period: 128, latency: 256, output: "system")
    #expect(Catalogue(.german).line(sound).contains("44,1\u{A0}kHz"))
    #expect(Catalogue(.english).line(sound).contains("44.1 kHz"))
  }
}
