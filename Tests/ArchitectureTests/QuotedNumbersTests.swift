import Testing

@Suite("Numbers that docs quote")
struct QuotedNumbersTests {
  /// The table of docs that has a strategy in each row.
  @Test("are those that the benchmark of the ear has written")
  func ear() throws {
    let quoted = try Repository.text("docs/playing/explanation/your-ear.md").split(separator: "\n").drop {
      !$0.hasPrefix("| Lapses | Strategy")
    }
    .prefix { $0.hasPrefix("|") }
    let written = try Repository.text("Benchmarks/ear.md").split(separator: "\n")
      .drop { !$0.hasPrefix("| Lapses | Strategy") }.prefix { $0.hasPrefix("|") }
    #expect(quoted.contains { $0.contains("| edge |") } && quoted.contains { $0.contains("| kazez |") })
    #expect(Array(quoted) == Array(written))
  }
}
