import CResources
import Foundation
import Testing

@testable import Screen

@Suite("Files of the pages")
struct PageFileTests {
  /// The folder in the source tree.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/CResources/page")

  @Test("every file of the folder is embedded, and nothing else")
  func table() throws {
    let there = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0 != "README.md" }
    let embedded = (0..<CResourcesPageCount()).map { String(cString: CResourcesPage($0).name) }
    #expect(embedded.sorted() == there.map { "page/\($0)" }.sorted())
    #expect(Set(embedded).count == embedded.count)
  }

  @Test("what is embedded is what stands there")
  func bytes() throws {
    let files = PageFiles()
    for name in files.names {
      #expect(try [UInt8](Data(contentsOf: Self.folder.appending(path: name))) == files(name)?.bytes)
    }
    #expect(CResourcesPage(CResourcesPageCount()).file.length == 0)
  }

  @Test("every suffix has its media type")
  func types() {
    let files = PageFiles()
    for name in files.names { #expect(files(name)?.type != "application/octet-stream", "\(name)") }
    #expect(PageFile(name: "a.js", bytes: []).type == "text/javascript; charset=utf-8")
    #expect(PageFile(name: "a.unknown", bytes: []).type == "application/octet-stream")
  }

  @Test("all of it is small")
  func size() {
    let all = (0..<CResourcesPageCount()).map { CResourcesPage($0).file.length }.reduce(0, +)
    #expect(all > 0 && all <= 150_000)
  }

  @Test("other bytes have another tag", arguments: [[1, 2, 3], [3, 2, 1], [1, 2], [], [0], [0, 0]] as [[UInt8]])
  func tags(bytes: [UInt8]) {
    let tag = PageFile.tag(of: bytes)
    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 10)
    for other in [[1, 2, 3], [3, 2, 1], [1, 2], [], [0], [0, 0]] as [[UInt8]] where other != bytes {
      #expect(PageFile.tag(of: other) != tag)
    }
  }

  @Test("the document has the language it is asked for in")
  func document() {
    let files = PageFiles()
    #expect(String(decoding: files.document(.german).bytes, as: UTF8.self).contains("<html lang=\"de\""))
    #expect(String(decoding: files.document(.english).bytes, as: UTF8.self).contains("<html lang=\"en\""))
    #expect(files("index.html") == nil)
  }
}
