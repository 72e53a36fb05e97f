import Foundation
import FoundationXML
import Testing
import Texts

@testable import Pictures

@Suite("SVG")
struct SVGWriterTests {
  /// What a parser finds in a file.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var texts: [String: [String]] = [:]
    private var current = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      elements.append((name, attributes))
      current = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { current += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      texts[name, default: []].append(current)
      current = ""
    }
  }

  private static func read(_ text: String) -> Reader? {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    return parser.parse() ? reader : nil
  }

  @Test(
    "every picture is XML, names its content and its language, and has nothing active", arguments: Theme.allCases)
  func valid(theme: Theme) throws {
    for language in Language.allCases {
      for (name, report) in SampleReports.all {
        let drawing = GoldenPictureTests.page(report, language)
        let found = try #require(Self.read(SVGWriter(theme).text(drawing)), "\(name)")
        #expect(found.elements.prefix(3).map(\.name) == ["svg", "title", "desc"])
        let root = found.elements[0].attributes
        #expect(root["role"] == "img" && root["lang"] == language.rawValue && root["xml:lang"] == language.rawValue)
        #expect(found.texts["title"] == [drawing.title] && found.texts["desc"] == [drawing.summary])
        #expect(!drawing.title.isEmpty && drawing.summary.count > 20)
        let allowed: Set = [
          "svg", "title", "desc", "style", "rect", "path", "circle", "text", "linearGradient", "stop",
        ]
        #expect(Set(found.elements.map(\.name)).subtracting(allowed) == [])
        #expect(found.elements.flatMap(\.attributes.keys).filter { $0.hasPrefix("on") || $0.contains("href") } == [])
        let ids = found.elements.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        let used = found.elements.flatMap(\.attributes.values).filter { $0.hasPrefix("url(#") }
        #expect(Set(used) == Set(ids.map { "url(#\($0))" }))
      }
    }
  }

  @Test("any text is read back unchanged, except characters that XML cannot hold")
  func escaping() throws {
    let drawing = Drawing(
      width: 10, height: 10, title: "<script>&\"'", summary: "a\u{0}b\u{1B}[2Jc]]>d", language: "en",
      shapes: [.text(Text("</svg>&amp; 𝄞", at: Point(0, 0), role: .label))])
    let found = try #require(Self.read(SVGWriter(.light).text(drawing)))
    #expect(found.texts["title"] == ["<script>&\"'"] && found.texts["desc"] == ["ab[2Jc]]>d"])
    #expect(found.texts["text"] == ["</svg>&amp; 𝄞"])
    #expect(found.elements.map(\.name) == ["svg", "title", "desc", "rect", "text"])
  }

  @Test("auto has the other palettes for readers that prefer them")
  func preferences() {
    let text = SVGWriter(.auto).text(GoldenPictureTests.page(SampleReports.populated, .english))
    #expect(text.contains("prefers-color-scheme:dark") && text.contains("prefers-contrast:more"))
    #expect(text.contains("class=\"fill-text\" fill=\"\(Theme.light.palette(.text).css)\""))
    #expect(text.contains(".fill-text{fill:\(Theme.dark.palette(.text).css)}"))
    #expect(!SVGWriter(.dark).text(GoldenPictureTests.page(SampleReports.populated, .english)).contains("<style>"))
  }

  @Test("two pictures of one page have different ids")
  func prefixes() {
    let drawing = GoldenPictureTests.page(SampleReports.sparse, .english)
    #expect(SVGWriter(.light, prefix: "small").text(drawing).contains("url(#small"))
    #expect(!SVGWriter(.light, prefix: "small").text(drawing).contains("url(#g"))
  }

  @Test("a gradient keeps its ends and loses redundant stops")
  func stops() {
    let even = (0...20).map { StrengthStop(x: Double($0), strength: Double($0) / 20) }
    #expect(SVGWriter.needed(even) == [even[0], even[20]])
    let bent = even + (21...40).map { StrengthStop(x: Double($0), strength: 1 - Double($0 - 20) / 20) }
    #expect(SVGWriter.needed(bent).map(\.x) == [0, 20, 40])
    #expect(SVGWriter.needed([even[3]]) == [even[3]] && SVGWriter.needed([]).isEmpty)
  }

  @Test(
    "numbers have no locale, no exponent and no redundant zeros",
    arguments: [
      (0.0, "0"), (-0.001, "0"), (1, "1"), (1.005, "1"), (1.5, "1.5"), (-12.34, "-12.34"), (0.05, "0.05"),
      (1234567.891, "1234567.89"), (.infinity, "0"), (.nan, "0"), (1e300, "0"),
    ])
  func numbers(value: Double, text: String) {
    #expect(Decimals.text(value, places: 2) == text)
  }
}
