import Controllers
import Foundation
import MIDI
import Ports
import Recordings
import Sound
import Testing
import Time
import Timers

@testable import Practice
@testable import Training

/// Practice that is recorded, and hands that do anything.
extension PracticeHarness {
  /// Replays what was recorded of this practice, which is over, and expects the same of it.
  func expectReplayedTheSame(_ recording: InMemoryRecording) throws {
    recorder?.end()
    let text = try recording.text()
    let read = try Recording(Array(text.utf8))
    #expect(read.isWhole && read.brokenOff == nil)
    let replayed = InMemoryEvents()
    let outcome = try ReplayPractice(read, events: replayed).run()
    #expect(outcome.difference == nil, "\(String(describing: outcome.difference))")
    #expect(try Self.lines(replayed.all) == Self.lines(events.all))
    let sent = events.all.count + text.split(separator: "\n").count { $0.contains(#""sent":"#) }
    #expect(outcome.same == sent)
  }

  private static func lines(_ events: [PracticeEvent]) throws -> [String] {
    let encoder = EventLine.encoder()
    return try events.map { String(decoding: try encoder.encode(EventLine($0)), as: UTF8.self) }
  }

  /// Does `count` things that a player, a cable, a sound server or a machine may do, each at any time.
  func actAtRandom(_ count: Int, seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let ports = [Self.keyboard, Self.other, Self.motorFader]
    for port in ports { plug(port) }
    for _ in 0..<count {
      act(&chance, on: ports[chance.below(ports.count)])
      run(for: .milliseconds(chance.below(400)))
    }
    intent(.quit(.asked))
    run(until: { core.ended != nil }, limit: .seconds(2))
  }

  private func act(_ chance: inout SeededGenerator, on port: PortDescription) {
    switch chance.below(23) {
    case 0...5: tap(chance.coin() ? 72 : 48, on: port)
    case 6: [48, 72].forEach { press($0, on: port) }
    case 7: [48, 72].forEach { release($0, on: port) }
    case 8, 9: matchByWheel(chance.below(16_384), on: port)
    case 10: send(Self.control(chance.below(128), chance.below(128)), on: port)
    case 11: plug(port)
    case 12: unplug(port)
    case 13: soundGoes(&chance)
    case 14: ports.inject(chance.coin() ? .overflowed : .listeners(port.id, chance.coin() ? ["Synth"] : []))
    case 15: surface(&chance)
    case 16: send(.systemExclusive([0x7E, 0, 6, 1]), on: port)
    case 17: store.inject(chance.coin() ? .failing(reason: "disk") : .recovered)
    case 20, 21: askOfTimers(&chance)
    // A second or two of a timer's.
    case 22: run(for: .milliseconds(chance.below(2_000)))
    case 18: if chance.below(4) == 0 { time.suspend(for: .seconds(1)) }
    default: if chance.below(4) == 0 { core.handle(.pause) }
    }
    turn()
  }

  /// Anything that surfaces ask of timers, with short ones.
  private func askOfTimers(_ chance: inout SeededGenerator) {
    let source = RoundSource.allCases[chance.below(RoundSource.allCases.count)]
    let forms: [TimerConfiguration.Form] = [
      .forTime(capSeconds: chance.coin() ? 30 : nil, rounds: 1 + chance.below(2)), .amrap(durationSeconds: 30),
      .emom(slots: 2, slotSeconds: 15, rounds: 1),
    ]
    let chosen = try? TimerConfiguration(
      forms[chance.below(forms.count)], source: source, sets: 1 + chance.below(2), restSeconds: chance.coin() ? 0 : 10,
      countdownSeconds: chance.coin() ? 3 : nil)
    let kinds = TimerKind.allCases
    let all: [TimerIntent] = [
      .quickStart(kinds[chance.below(kinds.count)]), chosen.map { .choose($0) } ?? .cancel, .confirm, .confirm,
      .confirm,
      .round, .pause, .skipRest, .cancel, .end,
    ]
    intent(.timer(all[chance.below(all.count)]))
  }

  private func soundGoes(_ chance: inout SeededGenerator) {
    switch chance.below(3) {
    case 0: output.inject(.xruns(chance.below(100)))
    case 1: output.inject(.lost(.hung))
    default: break
    }
    turn()
    output.inject(.ready(output.description))
  }

  /// Any settings.
  private func settings(_ chance: inout SeededGenerator) -> PracticeSettings {
    var settings = core.configuration.settings
    settings.level = -20 - Double(chance.below(3))
    settings.tick = chance.coin()
    settings.matchingCue = Settings.MatchingCue.allCases[chance.below(Settings.MatchingCue.allCases.count)]
    settings.settle = chance.coin() ? 1 : nil
    settings.speaks = chance.coin()
    settings.speaksIntervals = chance.coin()
    settings.training = TrainingSettings(
      noteDuration: chance.coin() ? 0.3 : 0.4, strategy: chance.coin() ? .kazez : .edge,
      matchingAdaptive: chance.coin(),
      matchingReference: MatchingReference.allCases[chance.below(MatchingReference.allCases.count)])
    return settings
  }

  private func surface(_ chance: inout SeededGenerator) {
    switch chance.below(10) {
    case 0: intent(.start(Mode.allCases[chance.below(Mode.allCases.count)]))
    case 1: intent(.step(cents: 0.1, epoch: view.epoch))
    case 2: intent(.slide(position: chance.unit() * 2 - 1, epoch: nil), source: .page)
    case 3: intent(.commit(epoch: nil))
    case 4: intent(.again)
    case 5: intent([.pageAway, .pageBack, .pageGone][chance.below(3)], source: .page)
    case 6: intent(.show(.correct(pressed: .lower), on: Self.motorFader.id), source: .page)
    case 7: change(SettingsChange(settings(&chance), known: KnownAnswers(history: store.records)))
    case 8: intent(chance.coin() ? .whereAmI : .explain)
    default: intent(.answer(.lower, epoch: view.epoch))
    }
  }
}
