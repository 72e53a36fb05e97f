import Foundation
import Testing
import Texts
import Time
import Timers

@testable import Commands

@Suite("peach history")
struct HistoryCommandTests {
  private static let now = Date(timeIntervalSince1970: 1_790_000_000)

  private func workout() -> Workout {
    let round = Round(
      number: 1, slot: nil, began: .zero, ended: .nanoseconds(7_500_000_001), split: .nanoseconds(7_500_000_001))
    return Workout(
      id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), configuration: .standard(.amrap),
      started: Self.now.addingTimeInterval(-0.877), ended: Self.now, changed: Self.now, state: .complete,
      position: WorkoutPosition(.set, set: 1, elapsed: .seconds(600)),
      sets: [
        WorkoutSet(number: 1, started: Self.now, elapsed: .seconds(600), state: .complete, rounds: [round])
      ])
  }

  private func lines(_ count: Int, limit: Int, splits: Bool = false, _ language: Language = .english) -> [String] {
    let texts = Catalogue(language)
    let practice =
      splits
      ? texts.lines(workout(), now: Self.now, in: .gmt)
      : texts.lines(WorkoutSummary(workout()), now: Self.now, in: .gmt)
    return HistoryCommand.lines(Array(repeating: practice, count: count), limit: limit, texts)
  }

  @Test("an empty history is one calm line")
  func empty() {
    #expect(
      lines(0, limit: 20) == [
        "No timed practice yet. Only practice with a timer is listed here; peach profile shows the results of your answers. To start a timer: peach timer amrap"
      ])
    #expect(lines(0, limit: 20, .german).count == 1)
  }

  @Test("a practice has two lines, and older ones are mentioned with the way to see them")
  func limit() {
    let two = ["Today, 14:13: AMRAP, 10 minutes, comparison", "  10:00 practised, 1 round. Complete."]
    #expect(lines(2, limit: 2) == two + two)
    #expect(lines(3, limit: 2) == two + two + ["For older ones: peach history --limit 4"])
    #expect(lines(1, limit: 2, .german)[1] == "  10:00 geübt, 1 Runde. Vollständig.")
  }

  @Test("with splits every set and round is listed")
  func splits() {
    #expect(
      lines(1, limit: 2, splits: true).dropFirst(2) == ["    Set 1: 10:00, 1 round", "      Round 1: 7.5 s, at 0:07"])
  }

  @Test("programs get every field, to the nanosecond and the millisecond")
  func json() throws {
    var array = HistoryJSON()
    #expect(array.end == "[\n\n]")
    let text = try array.adding(workout()) + array.adding(workout()) + array.end
    #expect(text.hasPrefix("[\n  {\n    \"") && text.contains("\n  },\n  {\n") && text.hasSuffix("\n  }\n]"))
    #expect(text.contains("\"started\" : \"2026-09-21T14:13:19.123Z\""))
    #expect(text.contains("\"split\" : 7500000001"))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
    let all = try decoder.decode([Workout].self, from: Data(text.utf8))
    let read = try #require(all.count == 2 ? all.last : nil)
    #expect(read.sets == workout().sets && read.configuration == .standard(.amrap) && read.state == .complete)
  }
}
