import Foundation
import Testing
import Timers

@testable import Texts

@Suite("Texts on finished timed practice")
struct HistoryTextTests {
  private func workout() throws -> Workout {
    let started = Date(timeIntervalSince1970: 1_790_000_000)
    let first = Round(
      number: 1, slot: 1, began: .zero, ended: .nanoseconds(12_499_999_999), split: .nanoseconds(12_499_999_999))
    let second = Round(number: 2, slot: 2, began: .seconds(60), ended: .seconds(93), split: .seconds(75))
    return Workout(
      id: UUID(), configuration: try TimerTextTests.emom(sets: 2), started: started, ended: started, changed: started,
      state: .incomplete, position: WorkoutPosition(.set, set: 2, elapsed: .zero),
      sets: [
        WorkoutSet(number: 1, started: started, elapsed: .seconds(600), state: .complete, rounds: [first, second]),
        WorkoutSet(number: 2, started: started, elapsed: .milliseconds(123_999), state: .incomplete, rounds: []),
      ])
  }

  private func lines(_ language: Language, splits: Bool) throws -> [String] {
    let (texts, now) = (Catalogue(language), Date(timeIntervalSince1970: 1_800_000_000))
    return splits
      ? texts.lines(try workout(), now: now, in: .gmt)
      : texts.lines(WorkoutSummary(try workout()), now: now, in: .gmt)
  }

  @Test("two lines: date and kind, and the result")
  func short() throws {
    #expect(
      try lines(.english, splits: false) == [
        "21 September 2026, 14:13: EMOM, 10 slots of 1 minute, 5 rounds each, free practice, 2 sets, 1 minute 30 seconds rest",
        "  12:03 practised, 2 rounds. Ended early.",
      ])
    #expect(
      try lines(.german, splits: false) == [
        "21. September 2026, 14:13: EMOM, 10 Abschnitte zu 1 Minute, je 5 Runden, freies Üben, 2 Durchgänge, 1 Minute 30 Sekunden Pause",
        "  12:03 geübt, 2 Runden. Vorzeitig beendet.",
      ])
  }

  @Test("with splits, each set and each of its rounds follow")
  func splits() throws {
    #expect(
      try lines(.english, splits: true).dropFirst(2) == [
        "    Set 1: 10:00, 2 rounds", "      Round 1, slot 1: 12.4 s, at 0:12",
        "      Round 2, slot 2: 1:15, at 1:33", "    Set 2: 2:03, 0 rounds",
      ])
    #expect(try lines(.german, splits: true)[3] == "      Runde 1, Abschnitt 1: 12,4\u{A0}s, bei 0:12")
  }
}
