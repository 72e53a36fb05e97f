import Foundation
import Testing

@Suite("Arrows between targets")
struct ArrowTests {
  private struct Description: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var path: String
      var target_dependencies: [String]?
      var product_dependencies: [String]?
    }
    var targets: [Target]
  }

  private static func describe() throws -> [Description.Target] {
    // Without --ignore-lock it waits for ever on the lock of the `swift test` that runs this. Notices may precede it.
    // The whole of it, also where only a part of it was built.
    let output = try Repository.run([
      "-u", "PEACH_LAYERS", "swift", "package", "--ignore-lock", "describe", "--type", "json",
    ])
    let json = output.drop { $0 != "{" }
    return try JSONDecoder().decode(Description.self, from: Data(json.utf8)).targets
  }

  private static func table() throws -> ArchitectureTable {
    ArchitectureTable(markdown: try Repository.text("ARCHITECTURE.md"))
  }

  @Test("the manifest has the targets of the table and only its arrows")
  func manifest() throws {
    let table = try Self.table()
    let ours = try Self.describe().filter { $0.path.hasPrefix("Sources/") }
    #expect(ours.count > 15)
    #expect(Set(ours.map(\.name)) == Set(table.allowed.keys))
    let arrows = ours.flatMap { target in
      ((target.target_dependencies ?? []) + (target.product_dependencies ?? [])).map {
        Arrow(from: target.name, to: $0, place: "Package.swift")
      }
    }
    #expect(arrows.count > 20)
    #expect(forbidden(arrows, table: table) == [])
  }

  /// An import that the manifest does not declare builds all the same if some dependency declares it.
  @Test("the sources import only what the table allows")
  func sources() throws {
    let table = try Self.table()
    let targets = Set(table.allowed.keys)
    let modules = try Self.describe().filter { $0.path.hasPrefix("Sources/") }
    var arrows: [Arrow] = []
    for file in Repository.files where file.hasPrefix("Sources/") && !file.hasPrefix("Sources/Web/") {
      let target = try #require(modules.first { file.hasPrefix($0.path + "/") }, "\(file) is in no module").name
      let text = try Repository.text(file)
      let found =
        switch URL(filePath: file).pathExtension {
        case "swift": imports(in: text).filter { !toolchainModules.contains($0.module) }
        case "c", "h": includes(in: text, targets: targets)
        default: [(line: Int, module: String)]()
        }
      arrows += found.map { Arrow(from: target, to: $0.module, place: "\(file):\($0.line)") }
    }
    #expect(arrows.count > 50)
    #expect(forbidden(arrows, table: table) == [])
  }

  /// What stands in `.build` from an earlier build is found whatever the manifest says; in a fresh clone it may not be
  /// there yet.
  @Test("tests and benchmarks import only what the manifest has built before them")
  func builtBefore() throws {
    let targets = try Self.describe()
    let direct = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.target_dependencies ?? []) })
    func before(_ name: String) -> Set<String> {
      direct[name, default: []].reduce(into: []) { all, next in all.formUnion(before(next).union([next])) }
    }
    var arrows: [Arrow] = []
    for target in targets where !target.path.hasPrefix("Sources/") {
      let built = before(target.name)
      for file in Repository.files where file.hasPrefix(target.path + "/") && file.hasSuffix(".swift") {
        arrows += try imports(in: Repository.text(file)).filter {
          direct[$0.module] != nil && !built.contains($0.module)
        }
        .map { Arrow(from: target.name, to: $0.module, place: "\(file):\($0.line)") }
      }
    }
    #expect(arrows == [])
  }

  @Test("no arrow climbs: a module imports from its own layer or one below")
  func arrowsBetweenFloors() throws {
    let layers = try layers(markdown: Repository.text("ARCHITECTURE.md"))
    let there = Set(Repository.files.filter { $0.hasPrefix("Sources/") }.map { String($0.split(separator: "/")[1]) })
    #expect(Set(layers) == there)
    let modules = try Self.describe().filter { $0.path.hasPrefix("Sources/") }
    let height = try Dictionary(
      uniqueKeysWithValues: modules.map { module in
        let layer = String(module.path.split(separator: "/")[1])
        #expect(module.path == "Sources/\(layer)/\(module.name)" || module.path == "Sources/\(module.name)")
        return (module.name, try #require(Array(layers.reversed()).firstIndex(of: layer), "\(module.name)"))
      })
    #expect(
      climbing(
        arrows: modules.flatMap { module in
          (module.target_dependencies ?? []).map { Arrow(from: module.name, to: $0, place: "Package.swift") }
        }, height: height) == [])
  }

  @Test("an arrow to a higher layer is found")
  func climbingControl() {
    let arrows = [("Training", "Practice"), ("Practice", "Training"), ("Training", "Pitch")].map {
      Arrow(from: $0, to: $1, place: "A.swift:1")
    }
    let found = climbing(arrows: arrows, height: ["Pitch": 1, "Training": 1, "Practice": 2])
    #expect(found == [arrows[0]])
  }

  @Test("the table has no circle")
  func circles() throws {
    var open = try Self.table().allowed
    let targets = Set(open.keys)
    while let leaf = open.first(where: { $0.value.isDisjoint(with: Set(open.keys)) }) { open[leaf.key] = nil }
    #expect(open.keys.sorted() == [], "of \(targets.count) targets")
  }

  @Test(
    "an arrow that is not in the table is found, however it is written",
    arguments: [
      "import GRDB", "@preconcurrency import GRDB", "internal import GRDB", "import struct GRDB.Row",
      "@testable import GRDB", "public import class GRDB.DatabaseQueue", "import GRDB // for the store",
    ])
  func positiveControl(line: String) {
    let table = ArchitectureTable(
      markdown:
        "text\n\n| Target | What | May import |\n|---|---|---|\n| `Training` | x | `Pitch` |\n| `Pitch` | y | – |\n\nmore"
    )
    #expect(table.allowed == ["Training": ["Pitch"], "Pitch": []])
    let source = "// import Sound\nimport Pitch\n\(line)\nlet text = \"import MIDI\"\n"
    let arrows = imports(in: source).map { Arrow(from: "Training", to: $0.module, place: "A.swift:\($0.line)") }
    #expect(forbidden(arrows, table: table).map(\.description) == ["A.swift:3: Training → GRDB"])
  }

  @Test("an included header of another target is an arrow")
  func includedHeader() {
    let found = includes(
      in: "#include <poll.h>\n#include \"CRealtime.h\"\n#include \"include/CJACK.h\"\n", targets: ["CRealtime"])
    #expect(found.map(\.module) == ["CRealtime"] && found.map(\.line) == [2])
  }
}
