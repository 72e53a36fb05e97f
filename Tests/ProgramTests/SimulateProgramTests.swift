import Foundation
import Testing

/// `peach simulate` as JSON.
@Suite struct SimulateProgramTests {
  private struct Report: Decodable {
    struct Listeners: Decodable {
      var threshold: Double
      var spread: Double?
    }
    struct Strategy: Decodable {
      struct Errors: Decodable {
        var answers: Int
        var rootMeanSquare: Double
      }
      var strategy: String
      var shareRight: Double
      var errors: [Errors]
    }
    var mode: String
    var listeners: Listeners
    var strategies: [Strategy]
  }

  @Test(arguments: [
    (["--threshold", "8"], "comparison", ["edge", "kazez", "reference"]),
    (["--threshold", "12", "--mode", "timing"], "timing", ["edge", "kazez"]),
    (["--threshold", "12", "--mode", "timing", "--strategy", "kazez,kazez"], "timing", ["kazez"]),
  ])
  func `every strategy of the mode estimates the threshold`(
    arguments: [String], mode: String, strategies: [String]
  ) throws {
    let ran = try Player().run(["simulate", "--listeners", "20", "--answers", "100", "--json"] + arguments)
    let report = try JSONDecoder().decode(Report.self, from: Data(ran.said.utf8))
    #expect(report.mode == mode && report.listeners.threshold == Double(arguments[1]))
    #expect((report.listeners.spread == nil) == (mode == "timing"))
    #expect(report.strategies.map(\.strategy) == strategies)
    for strategy in report.strategies {
      #expect(strategy.errors.map(\.answers) == [30, 60, 100])
      #expect(strategy.errors.allSatisfy { (0.05...1).contains($0.rootMeanSquare) })
      #expect((0.55...0.95).contains(strategy.shareRight))
    }
  }

  @Test(arguments: [
    (["--slope", "2"], "--slope applies only to comparison."),
    (["--per-day", "50"], "--per-day applies only to comparison."),
    (["--strategy", "reference"], "There is no strategy \"reference\". Available: edge, kazez."),
  ])
  func `timing refuses options that it would ignore`(arguments: [String], reason: String) throws {
    let ran = try Player().run(["--lang", "en", "simulate", "--mode", "timing"] + arguments)
    #expect(ran.code == 2 && ran.complained.contains(reason), "\(ran.complained)")
  }
}
