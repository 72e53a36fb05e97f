import Foundation
import Ports
import Testing
import Timers

@testable import Texts

@Suite("Texts on practice timers")
struct TimerTextTests {
  /// Keys that are made of values.
  static let madeKeys: [String] = {
    var keys: [String] = []
    for kind in TimerKind.allCases { keys += ["timer.name.\(kind.rawValue)", "timer.use.\(kind.rawValue)"] }
    for source in RoundSource.allCases {
      keys += ["timer.source.\(source.rawValue)", "timer.source.\(source.rawValue).within"]
    }
    keys += TimerCueGroup.allCases.map { "timer.cues.\($0.rawValue)" }
    keys += TimerCue.allCases.map { "timer.cue.\($0.rawValue)" }
    keys += Workout.State.allCases.map { "timer.state.\($0.rawValue)" }
    keys += (1...12).map { "timer.month.\($0)" }
    return keys
  }()

  static func emom(sets: Int = 1) throws -> TimerConfiguration {
    try TimerConfiguration(
      .emom(slots: 10, slotSeconds: 60, rounds: 5), source: .free, sets: sets, restSeconds: 90)
  }

  @Test("a configuration is described in a few words, and part by part")
  func configurations() throws {
    let english = Catalogue(.english)
    let german = Catalogue(.german)
    let capped = try TimerConfiguration(.forTime(capSeconds: 1_200, rounds: 1), countdownSeconds: 10, cues: [.start])
    let table: [(TimerConfiguration, String, String)] = [
      (.standard(.forTime), "10 rounds, no cap, comparison", "10 Runden, ohne Zeitlimit, Vergleichen"),
      (.standard(.amrap), "10 minutes, comparison", "10 Minuten, Vergleichen"),
      (
        .standard(.emom), "10 slots of 1 minute, 5 rounds each, comparison",
        "10 Abschnitte zu 1 Minute, je 5 Runden, Vergleichen"
      ),
      (capped, "1 round, cap 20 minutes, comparison", "1 Runde, höchstens 20 Minuten, Vergleichen"),
      (
        try Self.emom(sets: 3), "10 slots of 1 minute, 5 rounds each, free practice, 3 sets, 1 minute 30 seconds rest",
        "10 Abschnitte zu 1 Minute, je 5 Runden, freies Üben, 3 Durchgänge, 1 Minute 30 Sekunden Pause"
      ),
    ]
    for (configuration, inEnglish, inGerman) in table {
      #expect(english.words(configuration) == inEnglish)
      #expect(german.words(configuration) == inGerman)
    }
    func rows(_ configuration: TimerConfiguration) -> [String] {
      english.rows(of: configuration).map { "\($0.label): \($0.value)" }
    }
    #expect(rows(.standard(.amrap)) == ["Timer type: AMRAP", "Duration: 10 minutes", "Mode: Comparison"])
    #expect(
      rows(capped) == [
        "Timer type: For Time", "Rounds: 1", "Time cap: 20 minutes", "Mode: Comparison",
        "Countdown: 10 seconds", "Cues: 1 of 5",
      ])
    #expect(
      rows(try Self.emom(sets: 3)) == [
        "Timer type: EMOM", "Slots: 10", "Slot length: 1 minute", "Rounds per slot: 5",
        "Mode: Free practice", "Sets: 3", "Rest between sets: 1 minute 30 seconds",
        "Total time: 33 minutes",
      ])
  }

  /// It was that of one set, whatever sets and rests there were.
  @Test("the total time includes all sets and rests")
  func total() throws {
    let total = { (configuration: TimerConfiguration) in
      Catalogue(.english).rows(of: configuration).first { $0.label == "Total time" }?.value
    }
    #expect(total(try TimerConfiguration(.emom(slots: 1, slotSeconds: 30, rounds: 1))) == "30 seconds")
    #expect(
      total(try TimerConfiguration(.emom(slots: 1, slotSeconds: 30, rounds: 1), sets: 3, restSeconds: 120))
        == "5 minutes 30 seconds")
    #expect(total(try TimerConfiguration(.amrap(durationSeconds: 600), sets: 2, restSeconds: 0)) == "20 minutes")
    #expect(
      total(try TimerConfiguration(.forTime(capSeconds: 60, rounds: 1), sets: 2, restSeconds: 30))
        == "up to 2 minutes 30 seconds")
    #expect(total(try TimerConfiguration(.forTime(capSeconds: nil, rounds: 1), sets: 2)) == nil)
    #expect(total(.standard(.amrap)) == nil)
  }

  @Test(
    "durations are written in words and digits",
    arguments: [
      (0, "0 seconds", "0:00"), (1, "1 second", "0:01"), (61, "1 minute 1 second", "1:01"),
      (581, "9 minutes 41 seconds", "9:41"), (3_600, "1 hour", "1:00:00"), (7_205, "2 hours 5 seconds", "2:00:05"),
      (-3, "0 seconds", "0:00"),
    ])
  func durations(seconds: Int, words: String, digits: String) {
    #expect(Catalogue(.english).words(seconds: seconds) == words)
    #expect(Catalogue(.german).digits(seconds: seconds) == digits)
  }

  @Test("splits have tenths under a minute, with the language's mark")
  func splits() {
    #expect(Catalogue(.english).split(tenths: 124) == "12.4 s")
    #expect(Catalogue(.german).split(tenths: 599) == "59,9\u{A0}s")
    #expect(Catalogue(.english).split(tenths: 600) == "1:00")
  }

  @Test("a moment is today, yesterday, or has its date, on the player's clock")
  func moments() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    // 2026-11-21, 23:30 in UTC is half past midnight on the next day in Berlin.
    let now = Date(timeIntervalSince1970: 1_795_303_800)
    let english = Catalogue(.english)
    #expect(english.words(for: now, now: now, in: zone) == "Today, 0:30")
    #expect(english.words(for: now - 3_600, now: now, in: zone) == "Yesterday, 23:30")
    #expect(english.words(for: now - 172_800, now: now, in: zone) == "20 November 2026, 0:30")
    #expect(Catalogue(.german).words(for: now - 172_800, now: now, in: zone) == "20. November 2026, 0:30")
  }

  @Test("a problem with a configuration includes the range", arguments: Language.allCases)
  func errors(language: Language) {
    let catalogue = Catalogue(language)
    let errors: [TimerConfigurationError] = [
      .cap(10), .duration(9), .slots(61), .slotLength(14), .rounds(0), .sets(11), .rest(5), .countdown(2),
      .slotsTooLong(3_660), .tooLong(9_000),
    ]
    let lines = errors.map(catalogue.line)
    #expect(Set(lines).count == errors.count)
    #expect(lines.filter { $0.contains("{") || CatalogueTests.expectedKeys(language).contains($0) } == [])
    #expect(lines[2].contains("60") && lines[2].contains("61"))
  }

  @Test("the line of an error is complete")
  func error() {
    #expect(
      Catalogue(.english).line(TimerConfigurationError.cap(10))
        == "The time cap can be 30 seconds to 1 hour, not 10 seconds.")
    #expect(
      Catalogue(.german).line(TimerConfigurationError.rest(700))
        == "Eine Pause kann 10 Sekunden bis 10 Minuten dauern oder ganz entfallen; 11 Minuten 40 Sekunden geht nicht."
    )
  }

  @Test("a running timer has its one number, its name and its lines")
  func running() throws {
    let catalogue = Catalogue(.english)
    var timer = ViewState.Timer(phase: .running, configuration: try Self.emom(sets: 2))
    timer.elapsed = 79
    timer.remaining = 521
    timer.slotRemaining = 41
    timer.slot = 2
    timer.round = 3
    #expect(catalogue.time(timer) == "0:41")
    #expect(catalogue.timeLabel(timer) == "Time left in this slot")
    #expect(catalogue.spokenTime(timer) == "41 seconds left")
    #expect(catalogue.roundLine(timer) == "3 of 5 rounds")
    #expect(catalogue.slotLine(timer) == "Slot 2 of 10")
    #expect(catalogue.setLine(timer) == "Set 1 of 2")
    #expect(catalogue.line(timer) == "A round counts once you mark it done.")
    timer.isWaiting = true
    #expect(catalogue.line(timer) == "The rounds of this slot are done.")
    timer.phase = .paused
    timer.pausedIn = .running
    #expect(catalogue.time(timer) == "0:41")
    #expect(catalogue.line(timer) == "Paused. Resume or end?")
    timer.phase = .resting
    timer.remaining = 30
    #expect(catalogue.time(timer) == "0:30")
    #expect(catalogue.line(timer) == "Rest. Set 2 of 2 comes next.")
  }

  @Test("For Time counts up, AMRAP down, and a finished one shows its result")
  func others() {
    let catalogue = Catalogue(.german)
    var timer = ViewState.Timer(phase: .running, configuration: .standard(.forTime))
    timer.elapsed = 75
    #expect(catalogue.time(timer) == "1:15")
    #expect(catalogue.spokenTime(timer) == "1 Minute 15 Sekunden")
    #expect(catalogue.setLine(timer) == nil && catalogue.slotLine(timer) == nil)
    timer = ViewState.Timer(phase: .running, configuration: .standard(.amrap))
    timer.elapsed = 75
    timer.remaining = 525
    timer.round = 1
    #expect(catalogue.time(timer) == "8:45")
    #expect(catalogue.roundLine(timer) == "1 Runde")
    timer.phase = .finished
    timer.isComplete = true
    timer.practised = 600
    timer.allRounds = 14
    #expect(catalogue.line(timer) == "Vollständig: 14 Runden in 10 Minuten.")
    timer.isComplete = false
    #expect(catalogue.line(timer) == "Vorzeitig beendet: 14 Runden in 10 Minuten.")
  }

  @Test("names, uses, cues and states differ from each other", arguments: Language.allCases)
  func names(language: Language) {
    let catalogue = Catalogue(language)
    let lists = [
      TimerKind.allCases.map(catalogue.name), TimerKind.allCases.map(catalogue.use),
      RoundSource.allCases.map(catalogue.name), TimerCueGroup.allCases.map(catalogue.name),
      TimerCue.allCases.map(catalogue.text), Workout.State.allCases.map(catalogue.name),
    ]
    for list in lists { #expect(Set(list).count == list.count) }
  }
}
