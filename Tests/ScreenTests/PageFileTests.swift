import CWeb
import Foundation
import Testing
import Texts

@testable import Screen

@Suite("Files of the pages")
struct PageFileTests {
  /// The folder in the source tree.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "Sources/Web/page")
  static let licence = root.appending(path: "LICENSE")

  @Test("exactly the pages and catalogues are embedded")
  func table() throws {
    let web = Self.root.appending(path: "Sources/Web")
    let there = try FileManager.default.subpathsOfDirectory(atPath: web.path).filter {
      !$0.hasSuffix("README.md") && $0.contains(".")
    }
    let embedded = (0..<CWebFileCount()).map { String(cString: CWebFile($0).name) }
    #expect(embedded.sorted() == there.sorted())
    #expect(Set(embedded).count == embedded.count)
  }

  @Test("embedded files are the files of the repository")
  func bytes() throws {
    let files = PageFiles()
    // The module of the imports stands nowhere.
    for name in files.names where name != "pages.js" {
      #expect(try [UInt8](Data(contentsOf: Self.folder.appending(path: name))) == files(name)?.bytes)
    }
    #expect(CWebFile(CWebFileCount()).length == 0)
  }

  @Test("every suffix has its media type")
  func types() {
    let files = PageFiles()
    for name in files.names { #expect(files(name)?.type != "application/octet-stream", "\(name)") }
    #expect(PageFile(name: "a.js", bytes: []).type == "text/javascript; charset=utf-8")
    #expect(PageFile(name: "a.unknown", bytes: []).type == "application/octet-stream")
  }

  @Test("all files together are small")
  func size() {
    let pages = (0..<CWebFileCount()).map(CWebFile).filter { String(cString: $0.name).hasPrefix("page/") }
    let all = pages.map(\.length).reduce(0, +)
    #expect(all > 0 && all <= 182_000)
  }

  @Test("other bytes have another tag", arguments: [[1, 2, 3], [3, 2, 1], [1, 2], [], [0], [0, 0]] as [[UInt8]])
  func tags(bytes: [UInt8]) {
    let tag = PageFile.tag(of: bytes)
    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 10)
    for other in [[1, 2, 3], [3, 2, 1], [1, 2], [], [0], [0, 0]] as [[UInt8]] where other != bytes {
      #expect(PageFile.tag(of: other) != tag)
    }
  }

  @Test(
    "each page's document has its language and its title",
    arguments: [
      ("/", Language.german, "<title>Peach</title>", "<div class=\"start\"><header class=\"top\"><h1>Peach</h1>"),
      (
        "/settings", .german, "<title>Einstellungen – Peach</title>",
        "<header class=\"bar\"><i class=\"tool\"></i><h1>Einstellungen</h1>"
      ),
      (
        "/history", .english, "<title>History – Peach</title>",
        "<header class=\"bar\"><i class=\"tool\"></i><h1>History</h1>"
      ),
      ("/matching", .english, "<title>Peach</title>", "<div id=\"page\"><noscript>"),
    ])
  func document(path: String, language: Language, title: String, header: String) throws {
    let files = PageFiles()
    let page = try #require(PageModule.all.first { $0.path == path })
    let text = files.document(of: page, Catalogue(language), nonce: "n")
    #expect(text.contains("<html lang=\"\(language.rawValue)\""))
    #expect(text.contains(title))
    #expect(text.contains(header))
    #expect(files("index.html") == nil)
  }

  @Test("style sheets are in the document, in its order, with the nonce")
  func styles() throws {
    let files = PageFiles()
    let start = try #require(PageModule("pages/start.js"))
    let document = files.document(of: start, Catalogue(.english), nonce: "a1")
    let source = try String(contentsOf: Self.folder.appending(path: PageDocument.name), encoding: .utf8)
    let sheets = PageDocument.styles(in: source)
    #expect(sheets.first == "looks/base.css" && PageDocument.styles(in: document) == [])
    let all = try sheets.map { try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8) }.joined()
    #expect(!all.contains("<"))
    #expect(document.contains("<style nonce=\"a1\">\n\(all)</style>\n"))
  }

  @Test("titles need no escaping in markup", arguments: Language.allCases)
  func titles(language: Language) {
    let texts = Catalogue(language).pageTexts
    let titles = PageModule.all.compactMap { texts["page.\($0.name).title"] } + [texts["page.common.name"] ?? "<"]
    #expect(titles.count > 6)
    for title in titles { #expect(!title.contains(/[<>&"']/), "\(title)") }
  }
}
