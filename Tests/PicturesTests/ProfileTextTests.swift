import Foundation
import Pitch
import Testing
import Texts

@testable import Pictures
@testable import Training

@Suite("The profile in words and data")
struct ProfileTextTests {
  @Test(
    "numbers have each language's form",
    arguments: [
      (1.0, "1.0 cents", "1,0 Cent"), (0.96, "1.0 cents", "1,0 Cent"), (12, "12.0 cents", "12,0 Cent"),
      (8.34, "8.3 cents", "8,3 Cent"), (0.04, "0.0 cents", "0,0 Cent"), (0.5, "0.5 cents", "0,5 Cent"),
    ])
  func cents(value: Double, english: String, german: String) {
    #expect(Catalogue(.english).pictureWords.cents(value) == english)
    #expect(Catalogue(.german).pictureWords.cents(value) == german)
  }

  @Test(
    "the text names the side",
    arguments: [(1.0, "1.0 cents sharp"), (-2.06, "2.1 cents flat"), (0.02, "0.0 cents"), (-1, "1.0 cents flat")])
  func sides(value: Double, text: String) {
    #expect(Catalogue(.english).pictureWords.signedCents(value) == text)
    #expect(Catalogue(.english).pictureWords.number(-0.04) == "0")
    #expect(Catalogue(.german).pictureWords.number(-2.5) == "−2,5")
  }

  private static func report(_ curve: [(Int, Double, ClosedRange<Double>)]) -> ProfileReport {
    let points = curve.map { number, value, band in
      CurvePoint(note: SampleReports.note(number), threshold: Banded(value, band), knowledge: 1, isWeak: false)
    }
    return ProfileReport(
      range: NoteRange(SampleReports.note(60), SampleReports.note(72)) ?? .standard,
      comparisons: [
        ComparisonReport(intervalClass: .unison, answers: 1, curve: points, threshold: Banded(12, 10...15))
      ])
  }

  @Test("only known facts are mentioned")
  func known() {
    let texts = Catalogue(.english)
    #expect(texts.sentences(ProfileReport(range: .standard)) == ["Start practising to build your profile."])
    let apart = Self.report([(69, 8, 7...9), (60, 20, 15...26)])
    #expect(
      texts.sentences(apart) == [
        "Unison: threshold 12.0 cents, 90% certain between 10.0 and 15.0, from 1 answer.",
        "This holds for 1 s notes without a gap.", "Smallest near A4: 8.0 cents; largest near C4: 20.0 cents.",
        "Not known yet: C#4 to G#4, A#4 to C5.",
      ])
    // Where bands overlap, the best note is unknown.
    let near = Self.report([(69, 8, 7...16), (60, 20, 15...26)])
    #expect(texts.sentences(near).count == 3)
    let third = IntervalClass(semitones: 4)
    #expect(texts.sentences(apart, of: third) == ["Start practising to build your profile."])
    let unheard = ProfileReport(
      range: .standard, comparisons: [ComparisonReport(intervalClass: .unison, answers: 2)])
    #expect(Catalogue(.german).sentences(unheard) == ["Prime: noch nichts bekannt."])
  }

  private static let toYourEar = "To your ear a note is on time when it comes"

  @Test(
    "early or late: on time and its side, and nothing without evidence",
    arguments: [
      (Banded(8, 5...11), "\(toYourEar) 8 ms late (90% certain: 5 to 11 ms)."),
      (Banded(-4.5, -7 ... -2), "\(toYourEar) 4.5 ms early (90% certain: 2 to 7 ms)."), (nil, nil),
    ] as [(Banded?, String?)])
  func onTime(lean: Banded?, sentence: String?) throws {
    var report = try #require(SampleReports.timing.timing)
    report.lean = lean
    let sentences = Catalogue(.english).sentences(report)
    #expect(sentences.first { $0.hasPrefix(Self.toYourEar) } == sentence)
    #expect(!sentences.contains { $0.contains("error") })
  }

  @Test(
    "early or late: the number that is constant at other tempos",
    arguments: [
      (187.5, "4.9% of the 188 ms", "below 250 ms between notes, the milliseconds stay"),
      (250.0, "3.7% of the 250 ms", "from 250 ms between notes, the percentage stays"),
      (500.0, "1.8% of the 500 ms", "from 250 ms between notes, the percentage stays"),
    ])
  func share(gap: Double, share: String, rule: String) throws {
    var report = try #require(SampleReports.timing.timing)
    report.gap = gap
    let sentence = try #require(Catalogue(.english).sentences(report).dropFirst().first)
    #expect(sentence.contains(share) && sentence.contains(rule), "\(sentence)")
  }

  @Test(
    "early or late: conditions by name",
    arguments: [
      (TimingPattern.straight16ths, 3, 80, 1, "Straight sixteenths, note 3, about 80 beats per minute, heard once"),
      (.sextuplets, 4, 60, 2, "Sextuplets, note 4, about 61 beats per minute, heard twice"),
      (.triplets1, 2, 80, 4, "Triplets, note 2, about 80 beats per minute, heard 3 or 4 times"),
      (.triplets1, 2, 80, 9, "Triplets, note 2, about 80 beats per minute, heard 5 times or more"),
      (nil, nil, 160, nil, "Rhythm unknown, about 160 beats per minute"), (nil, nil, nil, nil, "Rhythm unknown"),
    ] as [(TimingPattern?, Int?, Int?, Int?, String)])
  func rhythms(pattern: TimingPattern?, position: Int?, tempo: Int?, loops: Int?, name: String) {
    let condition = TimingCondition(pattern: pattern, position: position, tempo: tempo, loops: loops)
    #expect(Catalogue(.english).pictureWords.name(of: condition) == name)
  }

  @Test("early or late: few answers are counted, and without answers there is no text", arguments: Language.allCases)
  func timingBegun(language: Language) {
    let catalogue = Catalogue(language)
    #expect(
      catalogue.sentences(SampleReports.timingBegun) == [
        language == .english
          ? "Early or late: 6 answers kept; about 14 more for a first estimate."
          : "Zu früh oder zu spät: 6 Antworten gespeichert; noch etwa 14 bis zur ersten Schätzung."
      ])
    let name = catalogue.pictureWords(.timing)
    #expect(name == catalogue.name(of: Mode.timing))
    let unpractised = catalogue.sentences(SampleReports.populated)
    #expect(!unpractised.contains { $0.contains(name) })
    #expect(catalogue.sentences(SampleReports.timing, of: .unison) == [catalogue.pictureWords(.invitation)])
  }

  private static let soundsEqual = "To your ear both beat equally fast when the second is"

  @Test(
    "beats: the rates that sound equally fast, and nothing without evidence",
    arguments: [
      (Banded(4, 1...7), "\(soundsEqual) 4% faster (90% certain: 1 to 7%)."),
      (Banded(-2.5, -4 ... -1), "\(soundsEqual) 2.5% slower (90% certain: 1 to 4%)."), (nil, nil),
    ] as [(Banded?, String?)])
  func equallyFast(lean: Banded?, sentence: String?) throws {
    var report = try #require(SampleReports.beats.beats)
    report.lean = lean
    let sentences = Catalogue(.english).sentences(report)
    #expect(
      sentences.first
        == "Which beats faster: threshold 3.1% of the rate, 90% certain between 2.6 and 3.7%, from 640 answers.")
    #expect(sentences.first { $0.hasPrefix(Self.soundsEqual) } == sentence)
  }

  @Test("beats: few answers are counted, and without answers there is no text", arguments: Language.allCases)
  func beatsBegun(language: Language) {
    let catalogue = Catalogue(language)
    let name = catalogue.pictureWords(.beats)
    #expect(name == catalogue.name(of: Mode.beats))
    #expect(catalogue.sentences(SampleReports.beatsBegun).allSatisfy { $0.hasPrefix("\(name): 6 ") })
    #expect(!catalogue.sentences(SampleReports.populated).contains { $0.contains(name) })
    #expect(catalogue.sentences(SampleReports.beats, of: .unison) == [catalogue.pictureWords(.invitation)])
  }

  @Test(
    "sureness: both shares with their bands, and a change only on evidence",
    arguments: [
      (Trend.improving, "Early or late: the difference between the two is larger than before."),
      (.stable, "Early or late: the difference between the two is as before."),
      (.declining, "Early or late: the difference between the two is smaller than before."), (nil, nil),
    ] as [(Trend?, String?)])
  func sureness(trend: Trend?, sentence: String?) throws {
    var report = try #require(SampleReports.sureness.calibration)
    report.trend = trend
    #expect(
      Catalogue(.english).sentences(report) == [
        "Sure: right 94 of 100 (90 to 97). Not sure: 63 (57 to 69).",
        "From 540 answers marked as sure or not sure; newer ones count more. Brackets: 90% certain.",
      ] + [sentence].compactMap(\.self))
    let catalogue = Catalogue(.english)
    #expect(catalogue.sentences(SampleReports.sureness, of: .unison) == [catalogue.pictureWords(.invitation)])
  }

  @Test("the table has a row for every known stretch, weak or not")
  func rows() {
    func notes(_ report: ProfileReport) -> [Int] { ProfileTable.told(report.comparisons[0].curve).map(\.note.number) }
    #expect(notes(SampleReports.sparse) == [52, 56, 60, 64, 79])
    #expect(notes(SampleReports.skewed) == [40, 44, 48, 52, 56, 64, 68, 72, 76, 80, 84, 88])
  }

  @Test("leans of neighbouring regions are merged if they have the same side, and only sure ones are mentioned")
  func leans() {
    let leans = SampleReports.populated.comparisons[0].sureLeans
    #expect(leans.map(\.notes) == [NoteRange(SampleReports.note(36), SampleReports.note(59))])
  }

  @Test("the last few answers before a first estimate are not counted", arguments: Language.allCases)
  func beginning(language: Language) {
    let words = Catalogue(language).pictureWords
    for more in 1...30 {
      let text = words.words(FirstEstimate(answers: 77, more: more))
      #expect(text.contains("\(more)") == (more > FirstEstimate.uncertainty), "\(text)")
    }
  }

  @Test("all measured cents have one decimal", arguments: Language.allCases)
  func decimals(language: Language) {
    let catalogue = Catalogue(language)
    let words = catalogue.pictureWords
    // Shares of answers are whole numbers.
    for (name, report) in SampleReports.all where name != "sureness" {
      let lines =
        catalogue.sentences(report) + ProfileTable.lines(report, words: words, calendar: SampleReports.calendar)
      for line in lines {
        // With the unit, and the ends of a band at the end of a row.
        let numbers =
          line.matches(of: /([0-9.,]+) [Cc]ent/).map(\.output.1)
          + line.matches(of: /([0-9.,]+) (?:to|bis) ([0-9.,]+)$/).flatMap { [$0.output.1, $0.output.2] }
        for number in numbers {
          #expect(number.wholeMatch(of: /[0-9]+[.,][0-9]/) != nil, "\(name): \(line)")
        }
      }
    }
  }

  @Test("no text of the profile has unfilled braces", arguments: Language.allCases)
  func complete(language: Language) {
    let catalogue = Catalogue(language)
    for (_, report) in SampleReports.all {
      let words = catalogue.pictureWords
      let lines =
        catalogue.sentences(report)
        + ProfileTable.lines(report, words: words, calendar: SampleReports.calendar)
        + [
          catalogue.caption(report).title, catalogue.caption(report).summary, catalogue.previewCaption(report).summary,
        ]
      #expect(lines.filter { $0.contains("{") || $0.contains("}") || $0.contains("picture.") } == [])
    }
  }

  @Test("every key of the JSON is on its page of the docs, and no other")
  func docs() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../docs/playing/reference/profile.md").standardized
    let page = try String(contentsOf: file, encoding: .utf8)
    var keys: Set<String> = []
    func collect(_ value: Any) {
      if let object = value as? [String: Any] {
        keys.formUnion(object.keys)
        object.values.forEach(collect)
      }
      if let list = value as? [Any] { list.forEach(collect) }
    }
    for (_, report) in SampleReports.all {
      let text = try ProfileJSON(report, calendar: SampleReports.calendar).encoded()
      collect(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    }
    let quoted = Set(page.matches(of: /`([A-Za-z]+)`/).map { String($0.output.1) })
    #expect(keys.subtracting(quoted).sorted() == [])
    let values: Set = ["improving", "stable", "declining", "day", "week", "month", "P", "first", "sounding"]
    #expect(quoted.subtracting(keys).subtracting(values).sorted() == [])
  }

  @Test("an undefined number is an error, not an unreadable file")
  func notANumber() {
    let report = ProfileReport(
      range: .standard,
      comparisons: [ComparisonReport(intervalClass: .unison, answers: 1, threshold: Banded(.infinity, 1 ... .infinity))]
    )
    #expect(throws: EncodingError.self) { try ProfileJSON(report, calendar: SampleReports.calendar).encoded() }
  }
}
