import Testing
import Texts
import Time

@testable import Commands

@Suite("Progress bar")
struct ProgressBarTests {
  private static func bar(_ width: Int, _ language: Language = .german) -> ProgressBar {
    ProgressBar(title: "Import", width: width, percent: Catalogue(language).percent)
  }

  @Test("a share is written as the language writes it")
  func percent() {
    #expect(Self.bar(15, .english).line(0.5, count: 3) == "Import   50%")
  }

  @Test(
    "the line shows the progress and never fills the terminal",
    arguments: [
      (0.0, 30, "Import [--------------]   0\u{A0}%"), (0.5, 30, "Import [#######-------]  50\u{A0}%"),
      (1.0, 30, "Import [##############] 100\u{A0}%"), (0.999, 30, "Import [#############-]  99\u{A0}%"),
      (-1.0, 30, "Import [--------------]   0\u{A0}%"), (7.0, 30, "Import [##############] 100\u{A0}%"),
      (.nan, 30, "Import [--------------]   0\u{A0}%"), (0.5, 15, "Import  50\u{A0}%"), (0.5, 6, "Impor"),
    ])
  func line(fraction: Double, width: Int, line: String) {
    #expect(Self.bar(width).line(fraction, count: 3) == line)
  }

  @Test("an unknown end makes it count")
  func counting() {
    #expect(Self.bar(30).line(nil, count: 12_000) == "Import  12000")
    #expect(Self.bar(10).line(nil, count: 12_000) == "Import  1")
  }

  @Test("a wide terminal gets no bar from edge to edge")
  func wide() {
    #expect(Self.bar(200).line(0.25, count: 1).count == 6 + 1 + 42 + 1 + 5)
  }

  @Test("no line comes within a second, then up to ten a second, and none remains")
  func pacing() {
    var bar = Self.bar(30)
    #expect(bar.update(0.1, count: 1, after: .milliseconds(999)) == nil)
    #expect(bar.finish() == nil)
    let shown = (1_000..<2_000).compactMap { bar.update(0.5, count: 1, after: .milliseconds($0)) }
    #expect(shown.count == 10)
    #expect(shown.first == "\rImport [#######-------]  50\u{A0}%\u{1B}[K")
    #expect(bar.finish() == "\r\u{1B}[K")
    #expect(bar.finish() == nil)
  }
}
