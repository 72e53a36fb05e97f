import Foundation
import Ports
import TestSupport
import Testing
import Texts
import Time
import Timers

@testable import Screen

@Suite("Timers on pages")
struct TimerContentTests {
  private static func emom() throws -> TimerConfiguration {
    try TimerConfiguration(.emom(slots: 10, slotSeconds: 60, rounds: 5), source: .free, sets: 2)
  }

  @Test("a running timer is shown, part by part")
  func running() throws {
    var view = ViewState()
    var timer = ViewState.Timer(phase: .running, configuration: try Self.emom())
    timer.elapsed = 79
    timer.remaining = 521
    timer.slotRemaining = 41
    timer.slot = 2
    timer.round = 3
    timer.lastSplit = 124
    timer.cue = .init(.slot, number: 7)
    view.timer = timer
    let state = try #require(PageState(view, Catalogue(.english)).timer)
    #expect(state.phase == "running" && state.pausedIn == nil && state.kind == "emom" && state.title == "EMOM")
    #expect(!state.trains && !state.waiting && state.complete == nil)
    #expect(state.rows.prefix(2).map(\.label) == ["Timer type", "Slots"])
    #expect(state.rows.prefix(2).map(\.value) == ["EMOM", "10"])
    #expect(state.time == "0:41" && state.timeLabel == "Time left in this slot" && state.spoken == "41 seconds left")
    #expect(state.round == 3 && state.rounds == 5 && state.roundLine == "3 of 5 rounds")
    #expect(state.slot == 2 && state.slots == 10 && state.slotLine == "Slot 2 of 10")
    #expect(state.set == 1 && state.sets == 2 && state.setLine == "Set 1 of 2" && state.lastSplit == "12.4 s")
    #expect(state.cue == .init(cue: "interval", number: 7, text: "Next slot"))
    #expect(PageState(view, Catalogue(.german)).timer?.cue?.text == "Nächster Abschnitt")
    timer.phase = .paused
    timer.pausedIn = .running
    view.timer = timer
    let paused = try #require(PageState(view, Catalogue(.english)).timer)
    #expect(paused.phase == "paused" && paused.pausedIn == "running" && paused.line == "Paused. Resume or end?")
    timer.phase = .finished
    timer.isComplete = false
    timer.allRounds = 12
    view.timer = timer
    let finished = try #require(PageState(view, Catalogue(.english)).timer)
    #expect(finished.complete == false && finished.round == 12 && finished.rounds == nil)
    #expect(finished.roundLine == "12 rounds")
  }

  @Test("without a timer there is no field, and the cards are in order, with the last configuration")
  func cards() throws {
    var view = ViewState()
    view.timerConfigurations = [.emom: try Self.emom()]
    view.historyChanges = 3
    let state = PageState(view, Catalogue(.english))
    #expect(state.timer == nil && state.historyChanges == 3)
    #expect(!String(decoding: Reply.bytes(state) ?? [], as: UTF8.self).contains("\"timer\""))
    #expect(state.timers.map(\.title) == ["For Time", "AMRAP", "EMOM"])
    #expect(state.timers.map(\.isUsed) == [false, false, true])
    #expect(state.timers[0].last == "10 rounds, no cap, comparison")
    #expect(state.timers[2].last == "10 slots of 1 minute, 5 rounds each, free practice, 2 sets, 2 minutes rest")
    #expect(state.timers[2].configuration == (try Self.emom()))
  }

  @Test("every field's limits can be posted, and nothing beyond them", arguments: TimerKind.allCases)
  func fields(kind: TimerKind) throws {
    let timer = try #require(TimerFields(Catalogue(.english)).timers.first { $0.kind == kind.rawValue })
    let fields = timer.groups.flatMap(\.fields)
    let standard = try JSONSerialization.jsonObject(with: JSONEncoder().encode(TimerConfiguration.standard(kind)))
    let whole = try #require(standard as? [String: Any])
    // Only parts that are on may be absent: every other part of a configuration has its field.
    let keys = Set(fields.map(\.key)).subtracting(TimerCueGroup.allCases.map(\.rawValue))
    #expect(Set(whole.keys).subtracting(["kind", "cues"]).subtracting(keys).isEmpty)
    func decodes(_ key: String, _ value: Any) -> Bool {
      var changed = whole
      changed[key] = value
      // As long as one of them alone can be, whatever the others are.
      if key == "intervals" { changed["intervalSeconds"] = 15 }
      if key == "intervalSeconds" { changed["intervals"] = 1 }
      guard let data = try? JSONSerialization.data(withJSONObject: changed) else { return false }
      return (try? JSONDecoder().decode(TimerConfiguration.self, from: data)) != nil
    }
    for field in fields {
      #expect(!field.label.contains("timer.") && !field.label.isEmpty)
      guard let minimum = field.minimum, let maximum = field.maximum else { continue }
      #expect(decodes(field.key, minimum) && decodes(field.key, maximum), "\(field.key)")
      #expect(!decodes(field.key, maximum + 1) && !decodes(field.key, 0 - minimum), "\(field.key)")
      if let offered = field.offered { #expect(decodes(field.key, offered)) }
      #expect((field.step ?? 0) > 0 && (field.kind == "off-or-number") == (field.offered != nil))
    }
    #expect(fields.first { $0.key == "source" }?.choices?.map(\.value) == RoundSource.allCases.map(\.rawValue))
    #expect(fields.filter { $0.kind == "on-off" }.map(\.key) == kind.cueGroups.map(\.rawValue))
  }

  @Test("no heading of a group is repeated by a field below it", arguments: Language.allCases)
  func headings(language: Language) {
    for group in TimerFields(Catalogue(language)).timers.flatMap(\.groups) {
      #expect(!group.fields.map(\.label).contains(group.title))
    }
  }

  static func workout(_ number: Int, state: Workout.State = .complete) -> Workout {
    let started = Date(timeIntervalSince1970: 1_795_303_800 + Double(number) * 3_600)
    let rounds = [
      Round(number: 1, slot: nil, began: .zero, ended: .milliseconds(12_450), split: .milliseconds(12_450)),
      Round(number: 2, slot: nil, began: .zero, ended: .seconds(83), split: .milliseconds(70_550)),
    ]
    return Workout(
      id: UUID(), configuration: .standard(.forTime), started: started, ended: started + 90, changed: started + 90,
      state: state, position: WorkoutPosition(.set, set: 1, elapsed: .seconds(90)),
      sets: [WorkoutSet(number: 1, started: started, elapsed: .seconds(90), state: state, rounds: rounds)])
  }

  @Test("the history has every set and split in words")
  func history() throws {
    let workout = Self.workout(0)
    let zone = try #require(TimeZone(identifier: "UTC"))
    let page = HistoryPage(
      [WorkoutSummary(workout)], limit: 1, now: workout.started + 600, in: zone, Catalogue(.english))
    let entry = try #require(page.workouts.first)
    #expect(!page.more && entry.id == workout.id.uuidString && entry.kind == "for-time" && entry.title == "For Time")
    #expect(entry.date == "Today, 23:30" && entry.configuration == "10 rounds, no cap, comparison")
    #expect(entry.time == "1:30" && entry.rounds == "2 rounds" && entry.stateText == "Complete")
    #expect(
      HistoryPage.Sets(workout, Catalogue(.english)).sets == [
        .init(
          title: "Set 1", time: "1:30",
          rounds: [
            .init(number: 1, split: "12.4 s", time: "0:12"), .init(number: 2, split: "1:10", time: "1:23"),
          ])
      ])
  }

  @Test("the history is served in parts, and an entry can be removed", .timeLimit(.minutes(10)))
  func historyRoutes() throws {
    let server = try TestServer()
    let workouts = (0..<25).reversed().map { Self.workout($0) }
    server.parts.keep(workouts)
    func ids(_ target: String) throws -> (ids: [String], more: Bool)? {
      guard let answer = try server.ask("GET", target), answer.status == 200,
        let page = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
        let list = page["workouts"] as? [[String: Any]], let more = page["more"] as? Bool
      else { return nil }
      return (list.compactMap { $0["id"] as? String }, more)
    }
    let all = workouts.map(\.id.uuidString)
    let first = try #require(try ids("/history/list"))
    #expect(first.ids == Array(all[0..<20]) && first.more)
    let second = try #require(try ids("/history/list?before=\(all[19])&limit=20"))
    #expect(second.ids == Array(all[20..<25]) && !second.more)
    #expect(try #require(try ids("/history/list?limit=1")).ids == [all[0]])
    for target in ["/history/list?limit=0", "/history/list?limit=21", "/history/list?before=x"] {
      #expect(try server.ask("GET", target)?.status == 400)
    }
    // A list has no rounds, however many there are; they come with the practice that is opened.
    let list = try #require(try server.ask("GET", "/history/list")).body
    #expect(!String(decoding: list, as: UTF8.self).contains("12.4"))
    let opened = try #require(try server.ask("GET", "/history/\(all[0])"))
    #expect(opened.status == 200 && String(decoding: opened.body, as: UTF8.self).contains("12.4"))
    #expect(try server.ask("GET", "/history/\(UUID())")?.status == 404)
    #expect(try server.ask("DELETE", "/history/\(all[0])", body: "{}")?.status == 204)
    #expect(try #require(try ids("/history/list?limit=1")).ids == [all[1]])
    #expect(try server.ask("DELETE", "/history/nothing", body: "{}")?.status == 404)
    // It can be undone.
    #expect(try server.ask("PUT", "/history/\(all[0])", body: "{}")?.status == 204)
    #expect(try #require(try ids("/history/list?limit=1")).ids == [all[0]])
    #expect(try server.ask("PUT", "/history/nothing", body: "{}")?.status == 404)
    server.parts.loseStore()
    let failed = try server.ask("GET", "/history/list")
    #expect(failed?.status == 500 && String(decoding: failed?.body ?? [], as: UTF8.self).contains("The store is away."))
    #expect(try server.ask("DELETE", "/history/\(all[1])", body: "{}")?.status == 500)
    #expect(try server.ask("PUT", "/history/\(all[1])", body: "{}")?.status == 500)
  }

  @Test(
    "pages of timers are served, and a configuration out of range is refused with its range", .timeLimit(.minutes(10)))
  func routes() throws {
    let server = try TestServer()
    for path in [
      "/timers", "/timers/for-time", "/timers/amrap", "/timers/emom", "/timer", "/history", "/timers/ranges",
    ] {
      #expect(try server.ask("GET", path)?.status == 200, "\(path)")
    }
    #expect(try server.ask("GET", "/timers/tabata")?.status == 404)
    func choose(_ configuration: String) throws -> HTTPAnswer? {
      let body = "{\"page\":\"page-0001\",\"intent\":\"timer-choose\",\"configuration\":\(configuration)}"
      return try server.ask("POST", "/intents", body: body)
    }
    let good = PageIntentTests.amrap
    let refused = try choose(good.replacing("600", with: "7200"))
    #expect(refused?.status == 422)
    #expect(
      String(decoding: refused?.body ?? [], as: UTF8.self)
        == "{\"field\":\"durationSeconds\",\"line\":\"The duration can be 30 seconds to 1 hour, not 2 hours.\"}")
    #expect(try choose(good.replacing("amrap", with: "tabata"))?.status == 400)
    #expect(try choose(good)?.status == 204)
    let posted = server.intents()
    #expect(posted.map(\.intent) == [.timer(.choose(.standard(.amrap)))] && posted.first?.source == "page")
  }
}
