import Texts

/// The HTML document of all pages; the file itself is the Start page in English. Every page has its title from the
/// beginning, where the modules will put it, so that something is visible and a screen reader can name the page.
struct PageDocument: Sendable {
  /// The name of the file.
  static let name = "index.html"

  /// Pages with higher bars.
  private static let timers: Set = ["timers", "history"]

  private static let language = "<html lang=\"en\""
  private static let title = "<title>Peach</title>"
  private static let header = "<div class=\"start\"><header class=\"top\"><h1>Peach</h1></header></div>"
  private static let headerEnd = "</div>"

  private let source: String

  /// Parses the document in `source`, and replaces links to style sheets with the sheets that `sheet` returns: browsers
  /// paint nothing before the last of them is there.
  init(of source: String, sheet: (String) -> String) {
    var document = source
    let names = Self.styles(in: source)
    let styles = names.map(sheet).joined()
    for (index, name) in names.enumerated() {
      document.replace(
        "\(Self.link)\(name)\(Self.linkEnd)\n",
        with: index == 0 ? "<style nonce=\"\(Self.noncePlace)\">\n\(styles)</style>\n" : "")
    }
    self.source = document
  }

  /// Returns the paths of the style sheets linked in `source`, in their order.
  static func styles(in source: String) -> [String] {
    // Not by a regular expression: compiling one takes time and memory at every start.
    source.split(separator: "\n").filter { $0.hasPrefix(link) && $0.hasSuffix(linkEnd) }
      .map { String($0.dropFirst(link.count).dropLast(linkEnd.count)) }
  }

  private static let link = "<link rel=\"stylesheet\" href=\"/assets/"
  private static let linkEnd = "\">"

  /// Returns the document for an unknown address: it reports that, links to the start, and runs no scripts.
  func missing(_ catalogue: Catalogue, nonce: String) -> String {
    let title = catalogue(.notHere)
    let back = catalogue.pageTexts[TextKey.back.rawValue] ?? ""
    let body =
      "<div class=\"sheet\"><header class=\"bar\"><i class=\"tool\"></i><h1>\(title)</h1></header>"
      + "<main class=\"column\"><p><a href=\"/\">\(back)</a></p></main></div>"
    return filled(catalogue, title: "\(title) – \(catalogue(.programName))", body: body, nonce: nonce)
      .replacing(Self.script, with: "", maxReplacements: 1)
  }

  private func filled(_ catalogue: Catalogue, title: String, body: String, nonce: String) -> String {
    source.replacing(Self.language, with: "<html lang=\"\(catalogue.language.rawValue)\"", maxReplacements: 1)
      .replacing(Self.noncePlace, with: nonce, maxReplacements: 1)
      .replacing(Self.title, with: "<title>\(title)</title>", maxReplacements: 1)
      .replacing(Self.header, with: body, maxReplacements: 1)
  }

  private static let script = "<script type=\"module\" src=\"/assets/peach.js\"></script>\n"
  private static let noncePlace = "{nonce}"

  /// Returns the document of `page` in the catalogue's language; its policy must allow styles with this nonce.
  func callAsFunction(of page: PageModule, _ catalogue: Catalogue, nonce: String) -> String {
    let texts = catalogue.pageTexts
    // Titles are our own words without any markup, which a test verifies.
    let name = texts[TextKey.name.rawValue] ?? ""
    var title = name
    var header = Self.header.replacing("Peach", with: name)
    if page.path != "/" {
      // None if it depends on the current mode.
      let own = texts["page.\(page.name).title"]
      title = own.map { "\($0) – \(name)" } ?? name
      // The empty slot is for the back button.
      let kind = (Self.timers.contains(page.name) ? "sheet timers" : "sheet") + (page.name == "timers" ? " choose" : "")
      header =
        own.map { "<div class=\"\(kind)\"><header class=\"bar\"><i class=\"tool\"></i><h1>\($0)</h1></header></div>" }
        ?? ""
    }
    // Without scripts, the page's place has a text on their purpose.
    let words = [TextKey.noScript, .noScriptWithout].map { "<p>\(catalogue($0))</p>" }.joined()
    let scriptless = "<noscript><main class=\"column\">\(words)</main></noscript>"
    let body =
      header.hasSuffix(Self.headerEnd)
      ? header.dropLast(Self.headerEnd.count) + scriptless + Self.headerEnd : scriptless
    return filled(catalogue, title: title, body: body, nonce: nonce)
  }
}
