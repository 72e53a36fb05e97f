import Testing
import Time

@testable import Timers

struct CuePlanTests {
  private func words(_ configuration: TimerConfiguration) -> [String] {
    configuration.plan.map { "\(text($0.offset)) \($0.cue.rawValue)" }
  }

  @Test("For Time has a beginning and an end, and a warning thirty seconds before the cap")
  func forTimeCues() throws {
    #expect(words(try forTime()) == ["0 start"])
    #expect(words(try forTime(cap: 120)) == ["0 start", "90 thirty-seconds", "120 finish"])
    #expect(words(try forTime(cap: 30)) == ["0 start", "30 finish"], "the start tells it already")
  }

  @Test("an AMRAP announces its last minute and thirty seconds")
  func amrapCues() throws {
    #expect(words(try amrap(90)) == ["0 start", "30 last-minute", "60 thirty-seconds", "90 finish"])
    #expect(words(try amrap(60)) == ["0 start", "30 thirty-seconds", "60 finish"])
  }

  @Test("an EMOM counts down to every interval")
  func emomCues() throws {
    #expect(
      words(try emom(3, every: 15)) == [
        "0 start", "12 three", "13 two", "14 one", "15 interval", "27 three", "28 two", "29 one", "30 interval",
        "45 finish",
      ])
  }

  @Test("a rest and a countdown are counted down to the start of the set")
  func restsAndCountdown() throws {
    #expect(
      words(try amrap(30, sets: 2, rest: 10, countdown: 5)) == [
        "2 three", "3 two", "4 one", "5 start", "35 rest", "42 three", "43 two", "44 one", "45 start", "75 finish",
      ])
    #expect(words(try amrap(30, sets: 2, rest: 0)) == ["0 start", "30 start", "60 finish"], "no rest, no cue of it")
    #expect(words(try forTime(countdown: 3)) == ["0 three", "1 two", "2 one", "3 start"])
  }

  @Test("each cue can be switched off, and no other disappears with it", arguments: TimerCueGroup.allCases)
  func switchedOff(_ group: TimerCueGroup) throws {
    for form in [
      TimerConfiguration.Form.amrap(durationSeconds: 90), .emom(slots: 2, slotSeconds: 15, rounds: 1),
    ] {
      let all = try TimerConfiguration(form, sets: 2, restSeconds: 10, countdownSeconds: 3)
      let some = try TimerConfiguration(
        form, sets: 2, restSeconds: 10, countdownSeconds: 3, cues: all.cues.subtracting([group]))
      #expect(some.plan == all.plan.filter { $0.cue.group != group })
    }
  }

  @Test("each kind offers exactly the groups that its plans can contain", arguments: TimerKind.allCases)
  func offered(_ kind: TimerKind) throws {
    let forms: [TimerConfiguration.Form] =
      switch kind {
      case .forTime: [.forTime(capSeconds: nil, rounds: 1), .forTime(capSeconds: 600, rounds: 1)]
      case .amrap: [.amrap(durationSeconds: 600)]
      case .emom: [.emom(slots: 4, slotSeconds: 60, rounds: 1)]
      }
    let plans = try forms.map { try TimerConfiguration($0, sets: 2, restSeconds: 60, countdownSeconds: 10).plan }
    #expect(Set(plans.joined().map(\.cue.group)) == Set(kind.cueGroups))
  }

  @Test("cues are in order of time, and never two at once")
  func never2AtOnce() throws {
    for configuration in try [
      forTime(cap: 3_600), amrap(31, sets: 10, rest: 10), amrap(61, sets: 3, rest: 0), emom(60, every: 15, sets: 3),
      emom(1, every: 15, sets: 10, rest: 0, countdown: 3), amrap(60, sets: 2, rest: 600, countdown: 60),
    ] {
      let offsets = configuration.plan.map(\.offset)
      #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test("every kind of cue is in some plan")
  func allAreUsed() throws {
    let used = try [amrap(120, sets: 2, countdown: 10), emom()].flatMap(\.plan).map(\.cue)
    #expect(Set(used) == Set(TimerCue.allCases))
  }
}
