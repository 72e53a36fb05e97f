import Controllers
import Foundation
import Ports
import Sound
import Time
import Training

/// Listening while a timer holds training, for a player who has chosen so: one pair at a time, with its answer, as long as it ends
/// before anything of the timer is heard.
///
/// It is a session beside the one that waits, with draws and epochs of its own: whatever is heard in a rest, what is asked after it
/// is the same as without.
struct RestListening {
  private var session: ListeningSession
  /// Whether the next pair is the first of its rest: then it is known anew what comparison would ask.
  private var isFirst = true
  /// Something may be said before the pair that is on its way, which waits for the end of that.
  private var isHeld = false
  /// Something of it was said in this rest.
  private var hasSpoken = false

  /// Nothing is listened to.
  init(_ configuration: PracticeConfiguration) {
    // Not the draws of the session that waits: they would tell what it asks next.
    session = ListeningSession(
      settings: configuration.settings.training, strategy: configuration.strategy,
      generator: SeededGenerator(seed: ~configuration.seed), exerciseLimit: 1, firstEpoch: Self.firstEpoch)
  }

  /// Whether an exercise is one of these.
  static func has(_ epoch: Epoch) -> Bool { epoch >= firstEpoch && epoch.number < SoundLimits.exampleEpoch }
  /// More than anybody is ever asked.
  private static let firstEpoch = Epoch(1 << 31)

  /// Whether a pair is on its way, or its answer is told.
  var isRunning: Bool { session.phase != .idle }
  /// Whether its answer is told.
  var isTelling: Bool { session.phase == .showingFeedback }

  /// Shows the pair's interval, and its answer once it is told; all else stays that of the session that waits.
  func show(in view: inout ViewState) { if isRunning { session.show(in: &view) } }

  // MARK: Beginning and ending

  /// The next pair begins, unless it would not end before `end`: one of comparison's in the same condition as `mode`.
  mutating func begin(
    _ mode: Mode, until end: MonotonicTime, in context: PracticeContext, beside others: [any PractisedSession],
    date: () -> Date
  ) -> [SessionAction] {
    let wanted = context.wanted
    let announces = mode.asksIntervals && context.hasVoice && wanted.announcesIntervals
    let length = Self.length(by: wanted, hasVoice: context.hasVoice) + (announces ? Self.sentence : .zero)
    let isFree = context.hasSound && context.isQuiet && !context.isOutputAwaited
    guard isFree, context.now + length <= end else { return [] }
    if isFirst {
      session.follow(others)
      session.age(to: date())
      isFirst = false
    }
    session.settings = wanted.training
    session.holdsReference = announces
    let listening: Mode = mode.asksIntervals ? .intervalListening : .listening
    return session.actions(after: .start(mode: listening, at: .now))
  }

  /// A pair whose announcement takes so long that it would not end before `end` does not begin.
  mutating func check(_ end: MonotonicTime, in context: PracticeContext) -> [Effect] {
    // The next to look is a second later.
    let length = Self.length(by: context.wanted, hasVoice: context.hasVoice) + .seconds(1)
    return isHeld && context.now + length > end ? breakOff() : []
  }

  /// The rest is over, or nearly so.
  mutating func end(in context: PracticeContext) -> [Effect] {
    // The answer to a player's question is said to its end.
    if !context.isSpeaking || context.isTelling { hasSpoken = false }
    return breakOff()
  }

  /// What sounds of it fades, what is being said of it breaks off, and the rest is over.
  mutating func breakOff() -> [Effect] {
    defer { (isFirst, isHeld, hasSpoken) = (true, false, false) }
    return session.actions(after: .stop).flatMap { effects(of: $0) ?? [] } + (hasSpoken ? [.speech(.hush)] : [])
  }

  /// Something happens to its pair.
  mutating func actions(after event: SessionEvent) -> [SessionAction] { session.actions(after: event) }

  // MARK: What it asks for

  /// What an action means; nil if it means what it does in practice.
  mutating func effects(of action: SessionAction) -> [Effect]? {
    switch action {
    case .ready(let pair):
      (isHeld, hasSpoken) = (true, true)
      return [.speech(.announce(pair.epoch, interval: pair.askedInterval))]
    case .play(let pair, let timing, let start):
      isHeld = false
      return [.sound(.schedule(pair, timing, start))]
    case .clearFeedback(let frame):
      return (frame.map { [.tell(.feedbackEnded(frame: $0))] } ?? []) + [.cue(.idle)]
    case .drop(let epoch): return [.sound(.drop(epoch))]
    case .silence:
      let epoch = Epoch(session.nextEpoch.number - 1)
      return [.sound(.drop(epoch)), .submit([.fade(epoch: epoch.number)])]
    // The session that waits says so when it is its turn.
    case .refused, .finished: return []
    case .showAnswer:
      hasSpoken = true
      return nil
    default: return nil
    }
  }

  // MARK: How long it takes

  /// From a reference to the end of what tells the answer.
  private static func length(by wanted: PracticeSettings, hasVoice: Bool) -> Duration {
    let timing = wanted.training.timing
    let answer = hasVoice && wanted.speaksResults ? sentence : ListeningTime.answer
    return .seconds(2 * timing.duration + timing.gap) + ListeningTime.thought + answer
  }

  /// An interval or an answer is said within so long, in all likelihood: what takes longer breaks off at the end.
  static let sentence = Duration.seconds(2)
}
