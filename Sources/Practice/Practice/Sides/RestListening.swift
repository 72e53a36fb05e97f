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

  /// What the rest of practice has to do with it.
  struct Situation {
    var now: MonotonicTime
    /// Nothing sounds, nothing is being said or about to be, and no other output waits to be followed.
    var isFree = true
    /// Something is being said that nobody has asked for.
    var isSpeaking = false
    var hasVoice = false
  }

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
    _ mode: Mode, until end: MonotonicTime, _ wanted: PracticeSettings, _ situation: Situation,
    beside others: [any PractisedSession], date: () -> Date
  ) -> [Effect] {
    let announces = mode.asksIntervals && situation.hasVoice && wanted.announcesIntervals
    let length = Self.length(by: wanted, hasVoice: situation.hasVoice) + (announces ? Self.sentence : .zero)
    guard situation.isFree, situation.now + length <= end else { return [] }
    if isFirst {
      session.follow(others)
      session.age(to: date())
      isFirst = false
    }
    session.settings = wanted.training
    session.holdsReference = announces
    let listening: Mode = mode.asksIntervals ? .intervalListening : .listening
    return effects(of: session.handle(.start(mode: listening, at: .now)))
  }

  /// A pair whose announcement takes so long that it would not end before `end` does not begin.
  mutating func check(_ end: MonotonicTime, _ wanted: PracticeSettings, _ situation: Situation) -> [Effect] {
    // The next to look is a second later.
    let length = Self.length(by: wanted, hasVoice: situation.hasVoice) + .seconds(1)
    return isHeld && situation.now + length > end ? breakOff() : []
  }

  /// The rest is over, or nearly so.
  mutating func end(_ situation: Situation) -> [Effect] {
    // What somebody has asked for is said to its end.
    if !situation.isSpeaking { hasSpoken = false }
    return breakOff()
  }

  /// What sounds of it fades, what is being said of it breaks off, and the rest is over.
  mutating func breakOff() -> [Effect] {
    defer { (isFirst, isHeld, hasSpoken) = (true, false, false) }
    return effects(of: session.handle(.stop)) + (hasSpoken ? [.speech(.hush)] : [])
  }

  /// Something happens to its pair.
  mutating func tell(_ event: SessionEvent) -> [Effect] { effects(of: session.handle(event)) }

  // MARK: What it wants

  private mutating func effects(of wishes: [ListeningSession.Effect]) -> [Effect] {
    wishes.flatMap { effects(of: $0) }
  }

  private mutating func effects(of wish: ListeningSession.Effect) -> [Effect] {
    switch wish {
    case .course(.ready(let pair)):
      (isHeld, hasSpoken) = (true, true)
      return [.speech(.announce(pair.epoch, interval: pair.askedInterval))]
    case .course(.play(let pair, let timing, let start)):
      isHeld = false
      return [.sound(.schedule(pair, timing, start))]
    case .course(.clearFeedback(_, let frame)):
      return (frame.map { [.tell(.feedbackEnded(frame: $0))] } ?? []) + [.cue(.idle)]
    case .course(.drop(let epoch)): return [.sound(.drop(epoch))]
    case .course(.silence):
      let epoch = Epoch(session.nextEpoch.number - 1)
      return [.sound(.drop(epoch)), .submit([.fade(epoch: epoch.number)])]
    // The session that waits says so when it is its turn.
    case .course(.refused), .course(.finished): return []
    case .think(let epoch): return [.think(epoch)]
    case .heard(let pair): return [.sound(.tellAnswer(pair.answer, pair.exercise.epoch)), .keep(pair)]
    case .feedback(let epoch, let answer):
      hasSpoken = true
      return [.showAnswer(answer, epoch)]
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

extension RestListening.Situation {
  /// As the other sides are.
  init(_ now: MonotonicTime, _ sound: SoundSide, _ speech: SpeechSide) {
    self.init(
      now: now,
      isFree: sound.isReady && sound.sounding == 0 && sound.following == nil && !speech.isSpeaking && !speech.isAsked,
      isSpeaking: speech.isSpeaking && !speech.isTelling, hasVoice: speech.isThere)
  }
}
