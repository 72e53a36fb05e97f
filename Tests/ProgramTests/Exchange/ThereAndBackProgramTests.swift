import Foundation
import TestSupport
import Testing

/// A history that leaves by `peach export` and comes in elsewhere by `peach import` is the same history there: what
/// `peach profile` says of it is compared.
@Suite struct ThereAndBackProgramTests {
  /// 320 answers and 320 matches of one player: threshold 12 cents; matches end 1.7 cents flat with a spread of 8, and
  /// started up to 100 cents off. Their control reached as far, so that an end of it held some.
  private static let history: String = {
    var random = SplitMix64(seed: 7)
    func unit() -> Double { .random(in: 0..<1, using: &random) }
    func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
    return (0..<640).map { number in
      let second = 1_772_359_200 + 40_000 * (number / 64) + 7 * (number % 64)
      let time = Date(timeIntervalSince1970: Double(second) + Double(number % 10) / 10)
        .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
      let (note, asks) = (54 + 5 * number % 13, number % 4 > 1)
      let (interval, mode) = (asks ? 7 : 0, asks ? "interval-" : "")
      let frame = """
        {"peach_record":1,"time":"\(time)Z","reference_note":\(note),"reference_hertz":220,"target_note":\(note + interval),\
        "target_hertz":220,"interval":\(interval),"tuning":"equal","concert_pitch":440,"note_duration":1,"note_gap":0,\
        "loudness_offset":0,"source":"keys","playback_latency":0,"exercise_index":1,"epoch":1,\
        "id":"00000000-0000-4000-8000-\(String(100_000_000_000 + number))",
        """.dropLast()
      if number % 2 == 0 {
        let cents = (number % 3 == 0 ? -1 : 1) * (1 + 40 * unit() * unit())
        let right = unit() < 0.02 ? unit() < 0.5 : 0.6745 * abs(cents) / 12 > normal()
        let answer = (cents > 0) == right ? "higher" : "lower"
        return frame
          + """
          ,"mode":"\(mode)comparison","cents":\(cents),"strategy":"edge","answer":"\(answer)","correct":\(right),\
          "response_time":1,"withdrawn":false}

          """
      }
      let start = 100 * (2 * unit() - 1)
      let end = min(max(-1.7 + 8 * normal(), start - 100), start + 100)
      return frame
        + """
        ,"mode":"\(mode)matching","cents":\(end),"start_hertz":220,"start_cents":\(start),"range_cents":100,\
        "final_hertz":220,"gesture":"key","time_taken":3}

        """
    }.joined()
  }()

  /// A player who has practised it, and its files by their formats.
  private func practised() throws -> (player: Player, files: [String: String]) {
    let player = try Player()
    #expect(try player.run("import", player.write(Self.history, "history.jsonl")).said == "640 records imported.\n")
    var files: [String: String] = [:]
    for format in ["csv", "jsonl", "peach3"] {
      files[format] = player.path("all-\(format)")
      #expect(try player.run("export", player.path("all-\(format)"), "--format", format).code == 0)
    }
    return (player, files)
  }

  private func profile(_ player: Player) throws -> [String: Any] {
    let told = try player.run("profile", "--json")
    #expect(told.code == 0 && told.complained == "")
    return try #require(try JSONSerialization.jsonObject(with: Data(told.said.utf8)) as? [String: Any])
  }

  /// Returns the differences between the two: in anything except conditions, and in numbers by more than `bar`
  /// hundredths of their value.
  private func differences(_ one: Any, _ other: Any, _ bar: Double, at path: String = "") -> [String] {
    switch (one, other) {
    case (let one as [String: Any], let other as [String: Any]):
      return Set(one.keys).union(other.keys).subtracting(["condition"]).sorted().flatMap { key in
        differences(one[key] ?? "none", other[key] ?? "none", bar, at: "\(path)/\(key)")
      }
    case (let one as [Any], let other as [Any]):
      guard one.count == other.count else { return ["\(path): \(one.count), \(other.count)"] }
      return zip(one, other).enumerated().flatMap { differences($1.0, $1.1, bar, at: "\(path)/\($0)") }
    case (let one as Double, let other as Double):
      return abs(one - other) <= bar / 100 * max(1, abs(one)) ? [] : ["\(path): \(one), \(other)"]
    default: return "\(one)" == "\(other)" ? [] : ["\(path): \(one), \(other)"]
    }
  }

  @Test func `Peach's format keeps every count and every figure`() throws {
    let (here, files) = try practised()
    let there = try Player()
    #expect(try there.run("import", #require(files["peach3"])).said == "640 records imported.\n")
    let (before, after) = (try profile(here), try profile(there))
    #expect((before["matchings"] as? [[String: Any]])?.map { $0["matches"] as? Int } == [160, 160])
    #expect((before["comparisons"] as? [[String: Any]])?.map { $0["answers"] as? Int } == [160, 160])
    #expect(differences(before, after, 1) == [])
    // And again, from there.
    let again = try Player()
    #expect(try there.run("export", there.path("again"), "--format", "peach3").code == 0)
    #expect(try there.read("again") == here.read("all-peach3"))
    #expect(try again.run("import", there.path("again")).code == 0)
    #expect(try differences(after, profile(again), 0.01) == [])
  }

  @Test(arguments: [
    ["csv", "jsonl", "peach3"], ["csv", "peach3", "jsonl"], ["jsonl", "csv", "peach3"], ["jsonl", "peach3", "csv"],
    ["peach3", "csv", "jsonl"], ["peach3", "jsonl", "csv"],
  ])
  func `the same answers are stored once, whichever of their files comes first`(order: [String]) throws {
    let (here, files) = try practised()
    let there = try Player()
    for (place, format) in (order + order).enumerated() {
      let file = try #require(files[format])
      let said = try there.run(["import", file] + (place == 3 ? ["--replace"] : [])).said
      #expect(
        said.hasPrefix(place % 3 == 0 ? "640 records imported.\n" : "0 records imported.\n"), "\(format): \(said)")
    }
    #expect(try there.run("export", "-", "--format", "jsonl").said == here.read("all-jsonl"))
    #expect(try differences(profile(here), profile(there), 0.01) == [])
  }
}
