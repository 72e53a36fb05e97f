import CWeb

/// A page, by its module: `pages/timers/for-time.js` is the page `for-time`, at `/timers/for-time`. All modules there
/// are pages.
struct PageModule: Hashable, Sendable {
  /// The module's path below the pages' folder.
  let file: String
  /// Its name in pages and texts: `page.settings.title`.
  let name: String
  /// Its address.
  let path: String

  /// Nil if `file` is not a page's module.
  init?(_ file: String) {
    guard file.hasPrefix("pages/"), file.hasSuffix(".js") else { return nil }
    self.file = file
    let path = file.dropFirst("pages".count).dropLast(".js".count)
    name = path.split(separator: "/").last.map(String.init) ?? ""
    self.path = path == "/start" ? "/" : String(path)
  }

  /// All embedded pages, in the order of their files.
  static let all = (0..<CWebFileCount()).compactMap {
    PageModule(String(String(cString: CWebFile($0).name).trimmingPrefix("page/")))
  }

  /// A module, `pages.js`, that imports all pages and exports them by name, each with its address. Imported rather than
  /// loaded later: screen readers read a document once it has loaded, so it must contain every page.
  static let imports =
    all.enumerated().map { "import * as page\($0) from './\($1.file)';\n" }.joined()
    + "export default {\n"
    + all.enumerated().map { "  '\($1.name)': { ...page\($0), path: '\($1.path)' },\n" }.joined() + "};\n"
}
