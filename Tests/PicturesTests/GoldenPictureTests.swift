import Foundation
import Pictures
import Testing
import Texts
import Training

@Suite("Golden pictures")
struct GoldenPictureTests {
  /// Compares with `Golden/NAME`, or writes it where `RECORD_GOLDEN` is set.
  static func expectGolden(_ name: String, _ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
      return
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(text == recorded, "RECORD_GOLDEN=1 make check records it anew", sourceLocation: location)
  }

  static func page(_ report: ProfileReport, _ language: Language, _ measures: Measures = .page()) -> Drawing {
    let catalogue = Catalogue(language)
    return ProfilePicture.page(
      report, caption: catalogue.caption(report), words: catalogue.pictureWords, measures: measures,
      calendar: SampleReports.calendar)
  }

  @Test("pages are as recorded in both languages", arguments: Language.allCases)
  func pages(language: Language) throws {
    for (name, report) in SampleReports.all {
      let drawing = Self.page(report, language)
      try Self.expectGolden("\(name).\(language.rawValue).light.svg", SVGWriter(.light).text(drawing))
    }
  }

  /// Themes differ in colours alone, so one language and two states show all of them.
  @Test("the other themes are as recorded", arguments: [Theme.dark, .contrast, .auto])
  func themes(theme: Theme) throws {
    for (name, report) in SampleReports.all where name == "sparse" || (name == "populated" && theme == .dark) {
      let text = SVGWriter(theme).text(Self.page(report, .english))
      try Self.expectGolden("\(name).en.\(theme.rawValue).svg", text)
    }
  }

  @Test("previews are as recorded")
  func previews() throws {
    let catalogue = Catalogue(.english)
    for (name, report) in SampleReports.all {
      let drawing = ProfilePicture.preview(report, caption: catalogue.previewCaption(report), language: "en")
      try Self.expectGolden("\(name).preview.svg", SVGWriter(.auto).text(drawing))
    }
  }

  @Test("terminal pictures are as recorded, with and without emphasis and braille", arguments: Language.allCases)
  func cells(language: Language) throws {
    for (name, report) in SampleReports.all {
      let drawing = Self.page(report, language, .cells(columns: 80, rows: 24))
      let lines = CellPicture(drawing).lines(isEmphasised: false)
      try Self.expectGolden("\(name).\(language.rawValue).80.text", lines.joined(separator: "\n") + "\n")
    }
    guard language == .english else { return }
    let drawing = Self.page(SampleReports.populated, language, .cells(columns: 60, rows: 20))
    let emphasised = CellPicture(drawing).lines(isEmphasised: true).joined(separator: "\n")
    try Self.expectGolden("populated.en.60.emphasised.text", emphasised.replacing("\u{1B}", with: "<ESC>") + "\n")
    let blocks = CellPicture(drawing, dots: .blocks).lines(isEmphasised: false).joined(separator: "\n")
    try Self.expectGolden("populated.en.60.blocks.text", blocks + "\n")
    let preview = ProfilePicture.preview(
      SampleReports.populated, caption: Catalogue(.english).previewCaption(SampleReports.populated), language: "en",
      room: .cells(columns: 60, rows: 6))
    try Self.expectGolden(
      "populated.preview.60.text", CellPicture(preview).lines(isEmphasised: false).joined(separator: "\n") + "\n")
  }

  @Test("sentences and tables are as recorded", arguments: Language.allCases)
  func words(language: Language) throws {
    let catalogue = Catalogue(language)
    var sentences = ""
    var tables = ""
    for (name, report) in SampleReports.all {
      sentences += (["== \(name)"] + catalogue.sentences(report)).joined(separator: "\n") + "\n\n"
      let table = ProfileTable.lines(report, words: catalogue.pictureWords, calendar: SampleReports.calendar)
      tables += (["== \(name)"] + table).joined(separator: "\n") + "\n\n"
    }
    try Self.expectGolden("sentences.\(language.rawValue).text", sentences)
    try Self.expectGolden("tables.\(language.rawValue).text", tables)
  }

  @Test("JSON is as recorded")
  func json() throws {
    for (name, report) in SampleReports.all where name != "populated" {
      try Self.expectGolden("\(name).json", ProfileJSON(report, calendar: SampleReports.calendar).encoded() + "\n")
    }
  }
}
