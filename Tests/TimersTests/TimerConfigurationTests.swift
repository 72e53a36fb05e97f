import Foundation
import Testing
import Time

@testable import Timers

struct TimerConfigurationTests {
  typealias Form = TimerConfiguration.Form

  struct Case: Sendable {
    var form: Form = .amrap(durationSeconds: 600)
    var sets = 1
    var rest = 120
    var countdown: Int?
    var error: TimerConfigurationError?
  }

  @Test(
    "a configuration is within its ranges, or the error names the part",
    arguments: [
      Case(form: .forTime(capSeconds: nil, rounds: 1)),
      Case(form: .forTime(capSeconds: 30, rounds: 999)),
      Case(form: .forTime(capSeconds: 3_600, rounds: 10)),
      Case(form: .forTime(capSeconds: 29, rounds: 10), error: .cap(29)),
      Case(form: .forTime(capSeconds: 3_601, rounds: 10), error: .cap(3_601)),
      Case(form: .forTime(capSeconds: nil, rounds: 0), error: .rounds(0)),
      Case(form: .forTime(capSeconds: nil, rounds: 1_000), error: .rounds(1_000)),
      Case(form: .amrap(durationSeconds: 30)),
      Case(form: .amrap(durationSeconds: 3_600)),
      Case(form: .amrap(durationSeconds: 29), error: .duration(29)),
      Case(form: .amrap(durationSeconds: 3_601), error: .duration(3_601)),
      Case(form: .emom(slots: 1, slotSeconds: 15, rounds: 1)),
      Case(form: .emom(slots: 60, slotSeconds: 60, rounds: 999)),
      Case(form: .emom(slots: 6, slotSeconds: 600, rounds: 1)),
      Case(form: .emom(slots: 0, slotSeconds: 60, rounds: 1), error: .slots(0)),
      Case(form: .emom(slots: 61, slotSeconds: 15, rounds: 1), error: .slots(61)),
      Case(form: .emom(slots: 1, slotSeconds: 14, rounds: 1), error: .slotLength(14)),
      Case(form: .emom(slots: 1, slotSeconds: 601, rounds: 1), error: .slotLength(601)),
      Case(form: .emom(slots: 1, slotSeconds: 60, rounds: 0), error: .rounds(0)),
      Case(form: .emom(slots: 60, slotSeconds: 61, rounds: 1), error: .slotsTooLong(3_660)),
      Case(form: .emom(slots: .max, slotSeconds: .max, rounds: .max), error: .slots(.max)),
      Case(sets: 0, error: .sets(0)), Case(sets: 11, error: .sets(11)), Case(sets: 10),
      Case(rest: 0), Case(rest: 10), Case(rest: 600),
      Case(rest: 9, error: .rest(9)), Case(rest: 601, error: .rest(601)), Case(rest: -1, error: .rest(-1)),
      Case(countdown: 3), Case(countdown: 60),
      Case(countdown: 2, error: .countdown(2)), Case(countdown: 61, error: .countdown(61)),
      Case(form: .amrap(durationSeconds: 3_600), sets: 2, rest: 0),
      Case(form: .amrap(durationSeconds: 3_600), sets: 2, rest: 10, error: .tooLong(7_210)),
      Case(form: .forTime(capSeconds: 1_800, rounds: 5), sets: 4, rest: 15, error: .tooLong(7_245)),
      Case(form: .forTime(capSeconds: nil, rounds: 5), sets: 10, rest: 600),
    ])
  func ranges(_ c: Case) throws {
    if let error = c.error {
      #expect(throws: error) {
        try TimerConfiguration(c.form, sets: c.sets, restSeconds: c.rest, countdownSeconds: c.countdown)
      }
    } else {
      let made = try TimerConfiguration(c.form, sets: c.sets, restSeconds: c.rest, countdownSeconds: c.countdown)
      #expect(made.form == c.form && made.sets == c.sets && made.restSeconds == c.rest)
    }
  }

  @Test("an error includes the range, and the requested value is outside it")
  func errorsTellTheRange() {
    let errors: [(TimerConfigurationError, Int)] = [
      (.cap(29), 29), (.duration(3_601), 3_601), (.slots(0), 0), (.slotLength(14), 14), (.rounds(0), 0),
      (.sets(11), 11), (.rest(9), 9), (.countdown(2), 2), (.slotsTooLong(3_660), 3_660), (.tooLong(7_210), 7_210),
    ]
    for (error, asked) in errors { #expect(!error.range.contains(asked)) }
  }

  @Test("defaults are those of the original, and no countdown is set", arguments: TimerKind.allCases)
  func defaults(_ kind: TimerKind) throws {
    let standard = TimerConfiguration.standard(kind)
    #expect(standard.kind == kind && standard.sets == 1 && standard.restSeconds == 120)
    #expect(standard.countdownSeconds == nil && standard.source == .comparison)
    #expect(standard.cues == Set(TimerCueGroup.allCases))
    switch standard.form {
    case .forTime(let cap, let rounds): #expect(cap == nil && rounds == 10)
    case .amrap(let duration): #expect(duration == 600)
    case .emom(let slots, let seconds, let rounds): #expect(slots == 10 && seconds == 60 && rounds == 5)
    }
    #expect(try TimerConfiguration(standard.form) == standard, "and is itself within the ranges")
    #expect(TimerConfiguration.caps.contains(TimerConfiguration.offeredCap))
    #expect(TimerConfiguration.countdowns.contains(TimerConfiguration.offeredCountdown))
  }

  @Test("the order on the page is fixed, and the names differ even if the original's colours did not")
  func order() {
    #expect(TimerKind.allCases.map(\.rawValue) == ["for-time", "amrap", "emom"])
  }

  @Test("a written configuration is read and written unchanged")
  func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let configurations = try [
      .standard(.forTime), .standard(.amrap), .standard(.emom), forTime(cap: 90, source: .free, sets: 3, rest: 0),
      emom(4, every: 30, source: .intervalMatching, countdown: 10), amrap(cues: [.rest, .start]),
    ]
    for configuration in configurations {
      let data = try encoder.encode(configuration)
      let read = try JSONDecoder().decode(TimerConfiguration.self, from: data)
      #expect(read == configuration)
      #expect(try encoder.encode(read) == data)
    }
    let text = String(decoding: try encoder.encode(try amrap(60, cues: [.finish, .start])), as: UTF8.self)
    #expect(
      text == #"{"cues":["start","finish"],"durationSeconds":60,"kind":"amrap","restSeconds":120,"#
        + #""sets":1,"source":"comparison"}"#)
  }

  @Test("a value out of range is not read, and the error gives the reason")
  func readingChecks() throws {
    let text = #"{"cues":[],"durationSeconds":5,"kind":"amrap","restSeconds":120,"sets":1,"source":"free"}"#
    do {
      _ = try JSONDecoder().decode(TimerConfiguration.self, from: Data(text.utf8))
      Issue.record("five seconds were taken")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.underlyingError as? TimerConfigurationError == .duration(5))
    }
  }
}
