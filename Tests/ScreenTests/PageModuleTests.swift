import Testing
import Texts

@testable import Screen

struct PageModuleTests {
  @Test(arguments: [
    ("pages/start.js", "start", "/"), ("pages/settings.js", "settings", "/settings"),
    ("pages/timers/for-time.js", "for-time", "/timers/for-time"),
  ])
  func `a page is called as its module, and is at the address of that`(file: String, name: String, path: String) {
    let page = PageModule(file)
    #expect(page?.file == file && page?.name == name && page?.path == path)
  }

  @Test(arguments: ["peach.js", "shared/dom.js", "pages/note.css", "pages", ""])
  func `no other file is a page`(file: String) { #expect(PageModule(file) == nil) }

  @Test func `names and addresses are unique, and the document gives the modules to the browser`() throws {
    let all = PageModule.all
    #expect(all.count > 10 && all.contains { $0.path == "/" })
    #expect(Set(all.map(\.name)).count == all.count && Set(all.map(\.path)).count == all.count)
    let files = PageFiles()
    let document = files.document(of: all[0], Catalogue(.english), nonce: "n")
    let listed = document.matches(of: /<link rel="modulepreload" href="\/assets\/([^"]+)">/).map { String($0.1) }
    #expect(listed == all.map(\.file))
    for file in listed {
      let module = try String(decoding: #require(files(file)).bytes, as: UTF8.self)
      #expect(module.contains("export const create = "), "\(file)")
    }
    #expect(!files.missing(Catalogue(.english), nonce: "n").contains("modulepreload"))
  }
}
