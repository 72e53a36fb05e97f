import Testing
import Texts

@testable import Screen

struct PageModuleTests {
  @Test(arguments: [
    ("pages/start.js", "start", "/"), ("pages/settings.js", "settings", "/settings"),
    ("pages/timers/for-time.js", "for-time", "/timers/for-time"),
  ])
  func `a page has its module's name, and its address`(file: String, name: String, path: String) {
    let page = PageModule(file)
    #expect(page?.file == file && page?.name == name && page?.path == path)
  }

  @Test(arguments: ["peach.js", "shared/dom.js", "pages/note.css", "pages", ""])
  func `no other file is a page`(file: String) { #expect(PageModule(file) == nil) }

  @Test func `names and addresses are unique, and one module imports every page`() throws {
    let all = PageModule.all
    #expect(all.count > 10 && all.contains { $0.path == "/" })
    #expect(Set(all.map(\.name)).count == all.count && Set(all.map(\.path)).count == all.count)
    let files = PageFiles()
    let imports = try String(decoding: #require(files("pages.js")).bytes, as: UTF8.self)
    #expect(imports.matches(of: /import \* as page\d+ from '\.\/([^']+)';/).map { String($0.1) } == all.map(\.file))
    for (number, page) in all.enumerated() {
      #expect(imports.contains("  '\(page.name)': { ...page\(number), path: '\(page.path)' },\n"))
      let module = try String(decoding: #require(files(page.file)).bytes, as: UTF8.self)
      #expect(module.contains("export const create = "), "\(page.file)")
    }
  }
}
