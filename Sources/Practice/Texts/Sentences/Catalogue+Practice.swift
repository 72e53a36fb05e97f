import Pitch
import Ports
import Training

extension Catalogue {
  /// Returns the name of an interval with its direction: `Perfect fifth up`; the prime has none.
  public func name(of interval: DirectedInterval) -> String {
    let size = self(Self.sizes[abs(interval.semitones)])
    return switch interval.direction {
    case .up: self(.intervalUp, ["interval": size])
    case .down: self(.intervalDown, ["interval": size])
    case nil: size
    }
  }

  /// Returns the summary of a practice: the number of saved answers by kind and of exercises heard, or why nothing was
  /// saved; nil if there was neither.
  public func line(_ kept: KeptAnswers) -> String? {
    let heard = kept.heard > 0 ? self(.practiceHeard, count: kept.heard) : nil
    let lines = [heard, answers(kept)].compactMap(\.self)
    guard lines.isEmpty else { return lines.joined(separator: " ") }
    return kept.wasUnheard ? self(.practiceUnheard) : nil
  }

  private func answers(_ kept: KeptAnswers) -> String? {
    let counts = kept.counts
    guard !counts.isEmpty else { return nil }
    let what = counts.map { mode, count in
      let interval = kept.interval(of: mode).map { ", \(name(of: $0))" } ?? ""
      return (counts.count > 1 ? "\(count) × " : "") + name(of: mode) + interval
    }
    return self(.practiceKept, count: kept.count, ["what": what.joined(separator: "; ")])
  }

  /// Returns the speech for `announcements`, as one utterance: a sentence for each, empty for none.
  public func spoken(_ announcements: [Announcement]) -> String {
    let texts = announcements.flatMap { announcement in
      switch announcement {
      case .mode(let mode): [name(of: mode)]
      case .interval(let interval): [name(of: interval)]
      case .laying(let laying): [words(laying)]
      case .result(let feedback): [ResultText(feedback, self).spoken]
      case .heard(let heard): [word(heard)]
      case .stopped: [self(.practiceStopped)]
      case .timer(let configuration):
        [name(of: configuration.kind), words(configuration), self(.lineConfirming)]
      case .timerPaused: [self(.linePaused)]
      case .timerFinished: [text(of: .finish)]
      case .here(let whereabouts): lines(whereabouts)
      case .explanation(let explanation): lines(explanation)
      case .settings(let problems): spoken(problems)
      case .words(let sentences): sentences
      }
    }
    // The full stop makes the pause between two of them.
    return texts.map { $0.hasSuffix(".") || $0.hasSuffix("?") ? $0 : "\($0)." }.joined(separator: " ")
  }

  /// Returns the name of an interval class, without a direction: `Unison`, `Major third`.
  public func name(of intervalClass: IntervalClass) -> String {
    intervalClass == .unison ? self(.unison) : self(Self.sizes[intervalClass.semitones])
  }

  /// The names of intervals by semitones, 0…12.
  static let sizes: [TextKey] = [
    .intervalUnison, .intervalMinorSecond, .intervalMajorSecond, .intervalMinorThird, .intervalMajorThird,
    .intervalPerfectFourth, .intervalTritone, .intervalPerfectFifth, .intervalMinorSixth, .intervalMajorSixth,
    .intervalMinorSeventh, .intervalMajorSeventh, .intervalOctave,
  ]
}
