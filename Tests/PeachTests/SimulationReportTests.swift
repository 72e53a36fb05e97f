import Foundation
import Pitch
import Testing
import Texts
import Training

@testable import Commands
@testable import Simulation

@Suite("The report of peach simulate")
struct SimulationReportTests {
  private static func report(_ sureness: Sureness = .criterion(0.85)) throws -> SimulationReport {
    let traits = ListenerTraits(
      threshold: 10, lapse: 0.05, change: .linear(octaves: -0.5, over: 60), sureness: sureness)
    let comparison = Comparison(
      population: Population(traits, curveSpread: 0.24), listeners: 2, counts: [30, 60], seed: 4,
      space: try ExerciseSpace(mode: .comparison, settings: .standard))
    var report = SimulationReport(comparison)
    report.add(
      "reference",
      [(0.5, true), (-0.7, false)].map { error, covered in
        Comparison.Outcome(traits: traits, errors: [error, 0], isCovered: [covered, nil], shareRight: 0.8)
      })
    return report
  }

  @Test("the table in either language")
  func lines() throws {
    #expect(
      try Self.report().lines(Catalogue(.english)).dropFirst().joined(separator: "\n") == """
        2 listeners with the same random numbers for each strategy, seed 4

        strategy     30    60  correct
        reference  0.61  0.00      80%
        """)
    #expect(
      try Self.report().lines(Catalogue(.german)).suffix(2) == [
        "Strategie    30    60  richtig", "reference  0,61  0,00     80\u{A0}%",
      ])
  }

  @Test("the data have the documented keys, and no others")
  func keys() throws {
    let text = try Self.report().encoded()
    let byChance = try Self.report(.chance(0.5)).encoded()
    func keys(_ value: Any) -> Set<String> {
      if let object = value as? [String: Any] {
        return object.values.map(keys).reduce(Set(object.keys)) { $0.union($1) }
      }
      return ((value as? [Any]) ?? []).map(keys).reduce([]) { $0.union($1) }
    }
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../docs/playing/reference/simulate.md")
    let described = try String(contentsOf: page.standardized, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.joined()
    let documented = Set(
      described.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) })
    let found = try [text, byChance].map { keys(try JSONSerialization.jsonObject(with: Data($0.utf8))) }
    #expect(documented == found[0].union(found[1]))
    #expect(text.contains("\"sure\" : 0.85") && byChance.contains("\"sureByChance\" : 0.5"))
    #expect(text.contains("\"learning\" : 0.5") && text.contains("\"covered\" : 0.5"))
  }

  @Test(
    "an impossible request is refused with its range",
    arguments: [
      (["--lapse", "1.1"], "--lapse takes 0 to 1."), (["--slope", "0"], "--slope takes 0.1 to 5."),
      (["--threshold", "0"], "--threshold takes a number above 0, up to 1200 cents."),
      (["--listeners", "0"], "--listeners takes 1 to 100000."), (["--per-day", "0"], "--per-day takes 1 to 100000."),
      (["--strategy", "kazez,nobody"], "There is no strategy \"nobody\"."),
      (["--strategy", ""], "There is no strategy \"\"."), (["--sure", "4"], "--sure takes 0 to 3."),
      (["--mode", "beats", "--sure", "chance"], "--sure applies only to comparison."),
    ])
  func refused(arguments: [String], line: String) {
    // The language of help is the environment's; the tests' is English or German.
    let english = Help.catalogue.language == .english
    #expect {
      _ = try SimulateCommand.parse(arguments)
    } throws: { error in
      !english || SimulateCommand.message(for: error).hasPrefix(line)
    }
  }
}
