import Foundation
import Glibc
import Testing

/// The setting `tuning` in the program itself: refused files, the ones that come with Peach, and what then sounds.
@Suite struct TuningProgramTests {
  /// Runs to the end with these settings; `folder` is that of an earlier run.
  private func run(_ arguments: [String], settings: String? = nil, folder: URL? = nil) throws -> (RunningPeach, Int32?)
  {
    let folder = folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("peach-tuning-\(UUID())")
    let config = folder.appendingPathComponent("config/peach")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    if let settings { try Data(settings.utf8).write(to: config.appendingPathComponent("settings.yaml")) }
    let peach = try RunningPeach(arguments, folder: folder)
    return (peach, peach.end())
  }

  @Test func `a bad file is refused with its line, and nothing is written`() throws {
    let (first, _) = try run(["settings", "set", "tuning", "just"])
    let config = first.folder.appendingPathComponent("config/peach")
    try Data("! mine\ntext\n2\n3/2\n701,955\n".utf8).write(to: config.appendingPathComponent("mine.scl"))
    let (peach, code) = try run(["settings", "set", "tuning", "mine.scl"], folder: first.folder)
    #expect(code == 5)
    #expect(peach.complained.hasPrefix("\(config.path)/mine.scl, line 5: "), "\(peach.complained)")
    let (word, wordCode) = try run(["settings", "set", "tuning", "loud"], folder: first.folder)
    #expect(wordCode == 2 && word.complained.hasPrefix("tuning must be equal, just, "))
    #expect(try String(contentsOf: config.appendingPathComponent("settings.yaml"), encoding: .utf8) == "tuning: just\n")
  }

  @Test func `a shipped name is accepted, and its keys sound`() throws {
    let (first, code) = try run(["settings", "set", "tuning", "7-equal.scl"])
    #expect(code == 0, "\(first.complained)")
    let (peach, rendered) = try render("", folder: first.folder)
    #expect(rendered == 0 && peach.complained.isEmpty, "\(peach.complained)")
    let exercises = peach.events("exerciseStarted")
    #expect(exercises.count >= 20)
    let white = [0: 0, 2: 1, 4: 2, 5: 3, 7: 4, 9: 5, 11: 6]
    for exercise in exercises {
      let reference = try #require(exercise["reference"] as? [String: Any])
      let target = try #require(exercise["target"] as? [String: Any])
      func expected(_ note: [String: Any]) throws -> Double {
        let number = try #require(note["note"] as? Int)
        return 440 * pow(2, Double(try #require(white[number % 12]) - 5) / 7 + Double(number / 12 - 5))
      }
      let offset = try #require(target["cents"] as? Double)
      let sounding = (try #require(reference["hertz"] as? Double), try #require(target["hertz"] as? Double))
      let errors = [
        1200 * log2(sounding.0 / (try expected(reference))),
        1200 * log2(sounding.1 / (try expected(target))) - offset,
      ]
      #expect(errors.allSatisfy { abs($0) <= 1e-6 }, "\(errors)")
    }
  }

  @Test func `an unusable file stops nothing, and equal serves`() throws {
    let (peach, code) = try render("tuning: none.scl\n")
    #expect(code == 0)
    #expect(peach.complained.contains("none.scl: it cannot be read"))
    let (equal, _) = try render("tuning: equal\n")
    #expect(equal.complained.isEmpty)
    func hertz(_ run: RunningPeach) -> [Double] { run.events("noteStarted").compactMap { $0["hertz"] as? Double } }
    #expect(hertz(peach) == hertz(equal) && hertz(peach).count == 40)
  }

  /// Twenty exercises of intervals, with their events.
  private func render(_ settings: String, folder: URL? = nil) throws -> (RunningPeach, Int32?) {
    let folder = folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("peach-tuning-\(UUID())")
    let arguments = [
      "render", "--mode", "interval-comparison", "--exercises", "20", "--out", folder.path + "/out.wav", "--events",
      folder.path + "/events.jsonl",
    ]
    return try run(arguments, settings: settings.isEmpty ? nil : settings, folder: folder)
  }
}
