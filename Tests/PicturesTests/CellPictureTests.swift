import Testing
import Texts

@testable import Pictures

@Suite("Pictures in a terminal")
struct CellPictureTests {
  @Test(
    "no line is wider than the terminal, and emphasis changes no letter",
    arguments: [(80, 24), (40, 12), (33, 60), (200, 50)], [CellPicture.Dots.braille, .blocks])
  func fits(size: (columns: Int, rows: Int), dots: CellPicture.Dots) {
    for (name, report) in SampleReports.all {
      let picture = CellPicture(
        GoldenPictureTests.page(report, .german, .cells(columns: size.columns, rows: size.rows)), dots: dots)
      let lines = picture.lines(isEmphasised: false)
      #expect(lines.filter { $0.count >= size.columns } == [], "\(name)")
      #expect(lines.allSatisfy { $0.count < size.columns && !$0.contains("\u{1B}") && $0.last != " " }, "\(name)")
      let emphasised = picture.lines(isEmphasised: true)
      #expect(emphasised.contains { $0.contains("\u{1B}[22;1m") })
      let bare = emphasised.map { line in
        ["\u{1B}[22;1m", "\u{1B}[22;2m", "\u{1B}[22m"].reduce(line) { $0.replacing($1, with: "") }
      }
      #expect(bare == lines, "\(name)")
    }
  }

  @Test("a line of dots is in its place")
  func dots() {
    let drawing = Drawing(
      width: 16, height: 16, title: "", summary: "", language: "en",
      shapes: [.line(from: Point(0, 0), to: Point(12, 12), ink: .curve, width: 1, isDashed: false)])
    // Dots 1 and 5 of the first cell, then 3 and 8 of the second.
    #expect(CellPicture(drawing).lines(isEmphasised: false) == ["\u{2811}\u{2884}"])
    let bar = Drawing(
      width: 16, height: 16, title: "", summary: "", language: "en",
      shapes: [.line(from: Point(0, 0), to: Point(15, 0), ink: .curve, width: 1, isDashed: false)])
    #expect(CellPicture(bar, dots: .blocks).lines(isEmphasised: false) == ["▀▀"])
  }

  @Test("more evidence makes the band denser", arguments: [(0.0, 0.5), (0.5, 1.0)])
  func density(faint: Double, strong: Double) {
    func count(_ strength: Double) -> Int {
      let band = Shape.band(
        upper: [Point(0, 0), Point(320, 0)], lower: [Point(0, 160), Point(320, 160)], ink: .band,
        stops: [StrengthStop(x: 0, strength: strength), StrengthStop(x: 320, strength: strength)])
      let drawing = Drawing(width: 320, height: 176, title: "", summary: "", language: "en", shapes: [band])
      return CellPicture(drawing).lines(isEmphasised: false).joined().unicodeScalars
        .filter { (0x2800...0x28FF).contains($0.value) }.map { ($0.value - 0x2800).nonzeroBitCount }.reduce(0, +)
    }
    #expect(count(faint) > 0 && count(strong) > count(faint))
    // Every third dot: a line remains to be seen on it.
    #expect(count(1) <= 80 * 41 / 2 && count(1) > 80 * 41 / 5)
  }
}
