import Testing
import Texts

@testable import Terminal

struct TextTableTests {
  @Test func `columns are aligned by their width in a terminal`() {
    let table = TextTable([["name", "1", "10"], ["größer", "0.25", "–"], ["東", "3"]])
    #expect(table.lines == ["name       1  10", "größer  0.25   –", "東         3"])
    #expect(TextTable([]).lines.isEmpty)
  }
}
