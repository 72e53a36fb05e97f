import Texts

/// The document of all pages; as it is in its file, it is Start's in English. Every page has its title from the start, in the place
/// where the modules will put it: there is something to see, and a screen reader says which page it is.
struct PageDocument: Sendable {
  /// The name of the file.
  static let name = "index.html"

  /// Those whose bars are higher.
  private static let timers: Set = ["timers", "history"]

  private static let language = "<html lang=\"en\""
  private static let title = "<title>Peach</title>"
  private static let header = "<div class=\"start\"><header class=\"top\"><h1>Peach</h1></header></div>"
  private static let headerEnd = "</div>"

  private let source: String

  /// The document whose file contains `source`, with the style sheets that `sheet` gives instead of the links to them: nothing is
  /// painted before the last of them is there.
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

  /// The paths of the style sheets that `source` asks for, in their order.
  static func styles(in source: String) -> [String] {
    // Not by a regular expression: compiling one costs each start time and memory.
    source.split(separator: "\n").filter { $0.hasPrefix(link) && $0.hasSuffix(linkEnd) }
      .map { String($0.dropFirst(link.count).dropLast(linkEnd.count)) }
  }

  private static let link = "<link rel=\"stylesheet\" href=\"/assets/"
  private static let linkEnd = "\">"

  /// The document at an address that has none: it says so and links home, and runs nothing.
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

  /// The document of `page`, in the catalogue's language; its policy has to allow styles with this nonce.
  func callAsFunction(of page: PageModule, _ catalogue: Catalogue, nonce: String) -> String {
    let texts = catalogue.pageTexts
    // Titles are our own words without any markup, which a test checks.
    let name = texts[TextKey.name.rawValue] ?? ""
    var title = name
    var header = Self.header.replacing("Peach", with: name)
    if page.path != "/" {
      // None where it depends on what is practised.
      let own = texts["page.\(page.name).title"]
      title = own.map { "\($0) – \(name)" } ?? name
      // The empty place is that of the way back.
      let kind = (Self.timers.contains(page.name) ? "sheet timers" : "sheet") + (page.name == "timers" ? " choose" : "")
      header =
        own.map { "<div class=\"\(kind)\"><header class=\"bar\"><i class=\"tool\"></i><h1>\($0)</h1></header></div>" }
        ?? ""
    }
    // Whoever has no scripts here reads what they are for, in the place where the page would be.
    let words = [TextKey.noScript, .noScriptWithout].map { "<p>\(catalogue($0))</p>" }.joined()
    let scriptless = "<noscript><main class=\"column\">\(words)</main></noscript>"
    let body =
      header.hasSuffix(Self.headerEnd)
      ? header.dropLast(Self.headerEnd.count) + scriptless + Self.headerEnd : scriptless
    return filled(catalogue, title: title, body: body, nonce: nonce)
  }
}
