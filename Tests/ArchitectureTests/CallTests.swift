import Foundation
import Testing

@Suite("Calls that a layer may not make")
struct CallTests {
  /// Calls that stay, by file, each with the reason why it does no harm.
  private static let allowed: [String: (calls: [String], reason: String)] = [
    "Sources/Sound/Rings/SharedState.swift": (
      ["close"], "the eventfd that the renderer wakes the loop with; its owner closes it after the last cycle"
    ),
    "Sources/C/CLinux/CLinux.c": (
      ["signal", "SIG_DFL", "sigprocmask"], "in the child, between fork and exec: a program must not inherit handlers"
    ),
  ]

  private static let sources = Repository.files.filter { file in
    file.hasPrefix("Sources/") && [".swift", ".c", ".h"].contains(where: file.hasSuffix)
  }

  private static func layer(of file: String) -> String { String(file.split(separator: "/")[1]) }

  @Test("no layer reaches what its row in ARCHITECTURE.md excludes")
  func layers() throws {
    #expect(Self.sources.count > 600)
    var unused = Self.allowed.mapValues { Set($0.calls) }
    var found: [String] = []
    for file in Self.sources {
      let text = try Repository.text(file)
      for rule in callRules {
        for call in rule.calls(in: text, of: Self.layer(of: file)) {
          let name = String(call.drop { $0 != " " }.dropFirst())
          if Self.allowed[file]?.calls.contains(name) == true {
            unused[file]?.remove(name)
          } else {
            found.append("\(file):\(call) (\(rule.reach))")
          }
        }
      }
    }
    #expect(found == [], "\(found.joined(separator: "\n"))")
    #expect(unused.filter { !$0.value.isEmpty } == [:], "allowed, but not called")
  }

  @Test("the rules name layers of ARCHITECTURE.md")
  func existing() throws {
    let all = Set(try ArchitectureTests.layers(markdown: Repository.text("ARCHITECTURE.md")))
    #expect(callRules.count > 4)
    for rule in callRules { #expect(!rule.layers.isEmpty && rule.layers.isSubset(of: all)) }
  }

  /// Lines, each with the layer and the reach in which it must be found.
  private static let plants = [
    ("let file = open(path, O_RDONLY)", "Model", "files"),
    ("let count = Glibc.read(descriptor, &buffer, 9)", "Sound", "files"),
    ("return fopen(path, \"r\")", "Sound", "files"),
    ("let text = try String(contentsOf: url, encoding: .utf8)", "Model", "files"),
    ("let data = try Data(contentsOf: URL(filePath: path))", "Practice", "files"),
    ("let isThere = FileManager.default.fileExists(atPath: path)", "Practice", "files"),
    ("try text.write(toFile: path, atomically: true, encoding: .utf8)", "Model", "files"),
    ("clock_gettime(CLOCK_MONOTONIC, &now)", "Model", "clocks"),
    ("let start = ContinuousClock().now", "Sound", "clocks"),
    ("let now = Date()", "Model", "clocks"),
    ("let now: Date = .init(timeIntervalSinceNow: 0)", "Model", "clocks"),
    ("let seconds = time(nil)", "Model", "clocks"),
    ("import Dispatch", "Model", "threads, and what they share"),
    ("DispatchQueue.concurrentPerform(iterations: 4) { _ in }", "Model", "threads, and what they share"),
    ("Thread.detachNewThread {}", "Model", "threads, and what they share"),
    ("Task { }", "Model", "threads, and what they share"),
    ("func chosen() async -> Int { 1 }", "Model", "threads, and what they share"),
    ("pthread_create(&thread, nil, run, nil)", "Model", "threads, and what they share"),
    ("private let state = Mutex(0)", "Model", "threads, and what they share"),
    ("private let lock = NSRecursiveLock()", "Model", "threads, and what they share"),
    ("let id = UUID()", "Model", "chance without a seed"),
    ("let cents = Double.random(in: 0..<9)", "Sound", "chance without a seed"),
    ("let note = notes.shuffled().first", "Model", "chance without a seed"),
    ("let home = getenv(\"HOME\")", "Model", "the machine and its player"),
    ("let calendar = Calendar.current", "Model", "the machine and its player"),
    ("let level = ProcessInfo.processInfo.environment[\"LEVEL\"]", "Sound", "the machine and its player"),
    ("sigaction(SIGINT, &action, nil)", "Practice", "handlers of the whole process"),
    ("signal(SIGPIPE, SIG_IGN)", "C", "handlers of the whole process"),
  ]

  @Test("a planted call is found, in the middle of a file that makes none", arguments: plants)
  func planted(line: String, layer: String, reach: String) throws {
    let text = try Repository.text("Sources/Model/Pitch/Note.swift")
    let rule = try #require(callRules.first { $0.reach == reach })
    #expect(rule.calls(in: text, of: layer).isEmpty)
    let found = rule.calls(in: text + "\n  \(line)  // as it stands\n" + text, of: layer)
    let place = text.count { $0 == "\n" } + 2
    #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("\(place): ") })
  }

  @Test(
    "text that only resembles a call is not found",
    arguments: [
      "/// open(path) reads a file at Date().", "let x = 1  // Mutex", "case open(Exercise)", "state = .open(exercise)",
      "private func read(_ key: Int) {}\n  read(3)", "gate.close(from: frame)",
      "let day = Date(timeIntervalSince1970: 0)",
      "init(_ write: (inout Self) -> Void) {\n  write(&self)", "words.append(contentsOf: more)",
      "let note = notes.randomElement(using: &generator)", "case awaitingAnswer", "let calendar: Calendar",
      "switch signal { default: break }",
    ])
  func innocent(code: String) {
    #expect(callRules.flatMap { $0.calls(in: code, of: "Model") } == [])
  }
}
