import Pitch
import Sound

/// An evening's worth of everything the callback can be asked to do, a cycle at a time: notes of all timbres, answers
/// in the middle, clicks, beat patterns, tuning, levels, late batches, refusals, a silence, a full schedule, timers'
/// tones between notes, in them, broken off by them and taken back, and speech that is said, broken off, forgotten and
/// not to be had.
public struct Scenario: ~Copyable {
  private var controller: SoundController
  private var cycle: UInt32 = 0
  private let speech: [Float]

  /// Speaks through `controller`.
  public init(controller: consuming SoundController) {
    self.controller = controller
    speech = (0..<2_205).map { Float($0 % 50) / 50 - 0.5 }
  }

  /// What the loop does between two callbacks. Loop thread.
  public mutating func step() {
    cycle += 1
    let epoch = cycle / 40
    // The renderer's position, not the number of cycles times the period: a server's period may change.
    let now = controller.engine.clock.cycle?.first.count ?? 0
    let rate = controller.engine.clock.cycle?.rate ?? 48_000
    switch cycle % 40 {
    case 0:
      controller.setLevel(decibels: Float(-40 + Int(epoch % 30)))
      submit([
        .note(
          role: .reference, epoch: epoch, start: .after(10), frames: 1_500, hertz: 440, gain: 1,
          sustain: Float(epoch % 4) / 3, timbre: timbre(epoch)),
        .note(
          role: .target, epoch: epoch, start: .after(1_510), frames: 3_000, hertz: 441, gain: 0.7,
          timbre: timbre(epoch + 1)),
        .note(
          role: .tunable, epoch: epoch, start: .after(20), frames: .max, hertz: epoch % 3 == 0 ? 9_000 : 220, gain: 0.5,
          timbre: timbre(epoch + 2)),
        .marker(epoch: epoch, start: .after(77)),
      ])
    case 2:
      // Some are begun and faded by the answer, some faded by the next; some the schedule is too full for.
      say(.after(Int64(epoch % 3) * 700), rate: rate, epoch: epoch)
      say(.after(900), rate: rate, epoch: epoch)
    case 6: say(.after(0), rate: rate == 44_100 ? 48_000 : 44_100, epoch: epoch)
    case 8: cue(.after(0))
    case 9:
      // Into the tone, after which another has room; a third is silent, and a fourth taken back.
      submit([
        .note(role: .reference, epoch: epoch, start: .after(Int64(epoch % 5) * 200), frames: 700, hertz: 440, gain: 1)
      ])
      cue(.after(1_400))
      cue(.after(0))
    case 11:
      // Faded by the answer; the last one cannot be played.
      let notes: UInt16 = epoch % 2 == 0 ? 0b101_101 : 0b111_111
      for displacement: Int64 in [-200, 300, 1 << 40] {
        let pattern = BeatPattern(
          cells: 6, notes: notes, displaced: 2, displacement: displacement, tempo: 1_000, firstBeat: Int64(cycle))
        submit([.pattern(pattern, epoch: epoch, start: .after(50), gain: 1)])
      }
    case 16: submit([.cue(.start, start: .after(5_000))])
    case 17: submit([.cancel(epoch: SoundLimits.cueEpoch)])
    case 18: submit([.fade(epoch: epoch), .clicks(.tick, epoch: epoch, start: .after(0))])
    case 19:
      let count = ClickCount(rawValue: UInt8(epoch % 3 + 1)) ?? .one
      submit([.clicks(.result(count, epoch % 2 == 0 ? .bright : .dull), epoch: epoch, start: .after(40))])
    case 20: submit([.note(role: .target, epoch: epoch, start: .at(now - 50_000), frames: 900, hertz: 500, gain: 1)])
    case 22: submit((0..<80).map { .marker(epoch: $0, start: .at(now + 1_000)) })
    case 23: say(.after(0), rate: rate, epoch: epoch)
    case 24: submit([.cancel(epoch: epoch), .clicks(.trouble, epoch: epoch, start: .after(5))])
    case 30:
      submit(
        (0..<20).map {
          .note(
            role: .target, epoch: $0, start: .after(0), frames: .max, hertz: 300, gain: 9, timbre: timbre(epoch + $0))
        })
    case 33: submit([.note(role: .target, epoch: 1, start: .after(0), frames: 5, hertz: .nan, gain: .infinity)])
    case 34: say(.after(0), rate: rate, epoch: epoch)
    case 36 where epoch % 4 != 3: _ = controller.silence()
    case 37 where epoch % 4 == 2:
      // Ends by itself: the next silence, which would come before, is left out.
      let pattern = BeatPattern(cells: 4, notes: 0b1111, displaced: 1, displacement: 200, tempo: 1_000, beats: 1)
      submit([.pattern(pattern, epoch: .max - 9, start: .after(3_000), gain: 1)])
    case 38: controller.engine.rampFromSilence()
    default: controller.tune(epoch: epoch, cents: Double(cycle % 17) - 8)
    }
    controller.clearWake()
    while let event = controller.nextEvent() {
      events += 1
      switch event {
      case .released: releases += 1
      case .ended(.pattern, _, _, _, let isFaded): if isFaded { fadedPatterns += 1 } else { wholePatterns += 1 }
      case .utteranceEnded: utterances += 1
      case .cue(_, _, let isSounded): if isSounded { soundedCues += 1 } else { silentCues += 1 }
      default: break
      }
    }
  }

  /// Whether all of it has happened.
  public var isComplete: Bool {
    [releases, utterances, soundedCues, silentCues, wholePatterns, fadedPatterns].allSatisfy { $0 > 0 }
  }

  /// Events read so far.
  public private(set) var events = 0
  /// Releases among them.
  public private(set) var releases = 0
  /// Ends of utterances among them.
  public private(set) var utterances = 0

  /// Ends of patterns among them that ended by themselves.
  public private(set) var wholePatterns = 0
  /// Ends of patterns among them that were faded.
  public private(set) var fadedPatterns = 0

  /// Tones of timers among them that sounded.
  public private(set) var soundedCues = 0
  /// Tones of timers among them that were silent because of a note.
  public private(set) var silentCues = 0

  private func timbre(_ number: UInt32) -> Timbre { Timbre.allCases[Int(number) % Timbre.allCases.count] }

  private mutating func cue(_ start: Start) {
    submit([.cue(CueTone.allCases[Int(cycle / 40) % CueTone.allCases.count], start: start)])
  }

  private mutating func say(_ start: Start, rate: Int, epoch: UInt32) {
    guard let utterance = Utterance(samples: speech, rate: 22_050, outputRate: rate, number: cycle) else { return }
    submit([.utterance(utterance, epoch: epoch, start: start)])
  }

  private mutating func submit(_ batch: [SoundCommand]) {
    _ = controller.submit(batch)
  }
}
