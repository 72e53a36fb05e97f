import Testing

@testable import Texts

/// The words of the library that reads the command line.
@Suite struct LibraryKeyTests {
  @Test func `English is left as the library says it`() {
    let text = "OVERVIEW: A tool. (default: x)\n\nUSAGE: peach <options>\n"
    #expect(Catalogue(.english).translated(text) == text)
  }

  @Test func `text that is not the library's is unchanged`() {
    let text = "Fertig.\nOPTION: eins\n"
    #expect(Catalogue(.german).translated(text) == text)
  }

  @Test func `columns are unchanged`() {
    #expect(
      Catalogue(.german).translated("  -h, --help              Show help information.")
        == "  -h, --help              Zeigt diese Hilfe.")
  }

  @Test func `a value with quotation marks is kept whole`() {
    #expect(
      Catalogue(.german).translated("Error: The value 'it's' is invalid for '--seed <seed>'")
        == "Fehler: „it's“ passt nicht zu --seed <seed>.")
  }

  @Test func `values in a list are translated into German too`() {
    let mistake = "Error: The value 'X' is invalid for '--interval <interval>'. Please provide one of the following:"
    #expect(
      Catalogue(.german).translated("\(mistake)\n  - P1\n  - m2\n  - M2\nUsage: peach profile")
        == "Fehler: „X“ passt nicht zu --interval <interval>. Es gibt: P1, m2 oder M2.\nAufruf: peach profile")
  }
}
