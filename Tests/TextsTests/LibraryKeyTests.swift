import Testing

@testable import Texts

/// The words of the library that reads the command line.
@Suite struct LibraryKeyTests {
  @Test func englishIsLeftAsTheLibrarySaysIt() {
    let text = "OVERVIEW: A tool. (default: x)\n\nUSAGE: peach <options>\n"
    #expect(Catalogue(.english).translated(text) == text)
  }

  @Test func whatIsNotTheLibrarysStays() {
    let text = "Fertig.\nOPTION: eins\n"
    #expect(Catalogue(.german).translated(text) == text)
  }

  @Test func columnsStayWhereTheyAre() {
    #expect(
      Catalogue(.german).translated("  -h, --help              Show help information.")
        == "  -h, --help              Zeigt diese Hilfe.")
  }

  @Test func aValueWithQuotationMarksIsToldWhole() {
    #expect(
      Catalogue(.german).translated("Error: The value 'it's' is invalid for '--seed <seed>'")
        == "Fehler: „it's“ passt nicht zu --seed <seed>.")
  }
}
