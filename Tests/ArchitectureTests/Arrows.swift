import Foundation

/// Which target may import what: the table "Targets" of ARCHITECTURE.md.
struct ArchitectureTable {
  /// What each target may import: other targets and libraries. Targets without code of ours are in it too.
  private(set) var allowed: [String: Set<String>] = [:]

  /// Reads rows of `| names | what | imports |` below the line that begins with `| Target`; names are in backticks.
  init(markdown: String) {
    let rows = markdown.split(separator: "\n").drop { !$0.hasPrefix("| Target") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 4 else { continue }
      for name in Self.names(cells[1]) { allowed[name] = Set(Self.names(cells[3])) }
    }
  }

  private static func names(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}

/// One import, or one dependency in the manifest.
struct Arrow: Hashable, CustomStringConvertible {
  var from: String
  var to: String
  var place: String

  var description: String { "\(place): \(from) → \(to)" }
}

/// What comes with the toolchain and may be imported anywhere.
let toolchainModules: Set<String> = [
  "Swift", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Dispatch", "Testing",
]

/// The modules that the lines of a Swift source import. Attributes, access levels and kinds (`import struct A.B`) are
/// skipped; a submodule counts as its module.
func imports(in source: String) -> [(line: Int, module: String)] {
  let words: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "struct", "class", "enum", "protocol", "func", "var",
    "let", "typealias",
  ]
  return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
    var rest = line.split(separator: " ").drop { $0.hasPrefix("@") || words.contains($0) }
    guard rest.first == "import" else { return nil }
    rest = rest.dropFirst().drop { words.contains($0) }
    guard let module = rest.first?.split(separator: ".").first else { return nil }
    return (index + 1, String(module))
  }
}

/// The headers of other targets that a C source includes, as the name of the target: `CJACK.h` is `CJACK`'s.
func includes(in source: String, targets: Set<String>) -> [(line: Int, module: String)] {
  source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
    guard line.hasPrefix("#include"), let name = line.split(whereSeparator: { "\"<>/".contains($0) }).last else {
      return nil
    }
    let module = name.split(separator: ".").first.map(String.init) ?? ""
    return targets.contains(module) ? (index + 1, module) : nil
  }
}

/// The arrows that `table` does not have.
func forbidden(_ arrows: some Sequence<Arrow>, table: ArchitectureTable) -> [Arrow] {
  arrows.filter { arrow in
    arrow.from != arrow.to && !(table.allowed[arrow.from] ?? []).contains(arrow.to)
  }
}

/// The layers, from the top down: the first column of the table whose heading begins with `Layer`.
func layers(markdown: String) -> [String] {
  markdown.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("| Layer") }.dropFirst(2)
    .prefix { $0.hasPrefix("|") }
    .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
}

/// The arrows between modules that lead to a higher layer; `height` counts from the bottom.
func climbing(arrows: some Sequence<Arrow>, height: [String: Int]) -> [Arrow] {
  arrows.filter { arrow in
    guard let from = height[arrow.from], let to = height[arrow.to] else { return false }
    return to > from
  }
}
