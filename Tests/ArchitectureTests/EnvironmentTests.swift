import Testing

@Suite("Environment variables")
struct EnvironmentTests {
  @Test("the page for players has those that the program reads, and no others")
  func page() throws {
    let sources = Repository.files.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
    var read: Set<String> = []
    for file in sources {
      let text = try Repository.text(file)
      read.formUnion(text.matches(of: /nvironment\["([A-Z_]+)"\]/).map { String($0.1) })
      guard text.contains("nvironment") || text.contains("getenv") else { continue }
      read.formUnion(text.matches(of: /"((?:XDG|LC|PIPEWIRE|JACK|SPEECHD|PEACH)_[A-Z_]+|LANG)"/).map { String($0.1) })
    }
    #expect(read.isSuperset(of: ["HOME", "ACCESSIBLE", "LC_ALL", "PIPEWIRE_LATENCY"]))
    let page = try Repository.text("docs/playing/reference/environment.md")
    let shown = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([A-Z_]+)`/).map { String($0.1) }
    }
    #expect(Set(shown) == read)
  }
}
