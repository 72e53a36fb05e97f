import Ports
import Testing
import Time

@testable import Practice
@testable import Training

@Suite("The explanation, without sound and voice")
struct ExplanationSideTests {
  static let now = PracticeContext.restTime

  static func situation(
    _ milliseconds: Int = 0, isBusy: Bool = false, isLeaving: Bool = false, timerWaits: Bool = false,
    hasSound: Bool = true, hasVoice: Bool = false, isQuiet: Bool = true
  ) -> PracticeContext {
    .atRest(milliseconds: Int64(milliseconds), PracticeSettings(speaks: hasVoice)) {
      $0.isPractising = isBusy
      $0.isLeaving = isLeaving
      if timerWaits { $0.timer.phase = .confirming }
      $0.hasSound = hasSound
      $0.hasVoice = hasVoice
      $0.saysAnswers = hasVoice
      $0.isSpeaking = !isQuiet
    }
  }

  /// Returns the sentences explained by `effects`.
  static func sentences(_ effects: [Effect]) -> [Explanation] {
    effects.compactMap { if case .speech(.explain(let sentence)) = $0 { sentence } else { nil } }
  }

  /// How far the target of an example is from its reference.
  static func offsets(_ effects: [Effect]) -> [Double] {
    effects.compactMap { if case .sound(.example(let pair, _)) = $0 { pair.offset.value } else { nil } }
  }

  @Test("without a voice each sentence is shown to be read, and then its notes sound")
  func toTheEnd() {
    var side = ExplanationSide()
    var time = 0
    var effects = side.handle(.ask, in: Self.situation(), hands: .keys)
    #expect(
      words(effects) == [
        "rack", "retract", "lights", "tell", "rack", "light correct(pressed: Controllers.Half.higher)", "speech",
      ])
    while side.isRunning {
      guard !side.isPlaying else {
        // Nothing proceeds by itself while the notes sound.
        #expect(side.deadline(isQuiet: true) == nil)
        #expect(words(side.handle(.advance, in: Self.situation(time + 60_000), hands: .keys)) == [])
        time += 2_000
        effects += side.handle(.heard, in: Self.situation(time), hands: .keys)
        continue
      }
      guard let deadline = side.deadline(isQuiet: true) else { break }
      let next = Int((deadline - Self.now).seconds * 1_000)
      if next > time { #expect(words(side.handle(.advance, in: Self.situation(next - 1), hands: .keys)) == []) }
      time = next
      effects += side.handle(.advance, in: Self.situation(time), hands: .keys)
    }
    #expect(
      Self.sentences(effects) == [
        .pair(.higher, isFiner: false), .pair(.higher, isFiner: true), .pair(.lower, isFiner: false),
        .pair(.lower, isFiner: true), .hands(.keys), .over(hasController: false),
      ])
    #expect(Self.offsets(effects) == [100, 25, -100, -25])
    #expect(time < 60_000)
    #expect(words(effects).suffix(4) == ["light idle", "tell", "rack", "speech"])
  }

  @Test("with a voice nothing continues before the sentence is spoken, and a moment of silence")
  func spoken() {
    var side = ExplanationSide()
    _ = side.handle(.ask, in: Self.situation(hasVoice: true), hands: .keys)
    #expect(side.deadline(isQuiet: false) == nil)
    #expect(words(side.handle(.advance, in: Self.situation(3_000, hasVoice: true, isQuiet: false), hands: .keys)) == [])
    #expect(words(side.handle(.advance, in: Self.situation(3_100, hasVoice: true), hands: .keys)) == [])
    #expect(side.deadline(isQuiet: true) == Self.now + .milliseconds(3_400))
    // The player asks "where am I?" in the meantime.
    #expect(words(side.handle(.advance, in: Self.situation(3_200, hasVoice: true, isQuiet: false), hands: .keys)) == [])
    #expect(words(side.handle(.advance, in: Self.situation(5_000, hasVoice: true), hands: .keys)) == [])
    #expect(Self.offsets(side.handle(.advance, in: Self.situation(5_300, hasVoice: true), hands: .keys)) == [100])
    #expect(side.isPlaying)
  }

  @Test("an end cuts off voice and notes, once")
  func ended() {
    var side = ExplanationSide()
    #expect(words(side.handle(.end, in: Self.situation(), hands: .keys)) == [])
    _ = side.handle(.ask, in: Self.situation(), hands: .keys)
    #expect(
      words(side.handle(.end, in: Self.situation(100), hands: .keys)) == [
        "speech", "retract", "light idle", "tell", "rack",
      ])
    #expect(words(side.handle(.end, in: Self.situation(100), hands: .keys)) == [])
    _ = side.handle(.ask, in: Self.situation(200, hasVoice: true), hands: .keys)
    _ = side.handle(.advance, in: Self.situation(300, hasVoice: true), hands: .keys)
    _ = side.handle(.advance, in: Self.situation(600, hasVoice: true), hands: .keys)
    #expect(side.isPlaying)
    #expect(
      words(side.handle(.end, in: Self.situation(700), hands: .keys)) == [
        "speech", "submit", "retract", "light idle", "tell", "rack",
      ])
    // A note that ends then belongs to nothing.
    #expect(words(side.handle(.heard, in: Self.situation(710), hands: .keys)) == [])
    #expect(!side.isRunning)
  }

  @Test("a second request starts again, and the notes fade")
  func again() {
    var side = ExplanationSide()
    _ = side.handle(.ask, in: Self.situation(hasVoice: true), hands: .keys)
    _ = side.handle(.advance, in: Self.situation(0, hasVoice: true), hands: .keys)
    _ = side.handle(.advance, in: Self.situation(300, hasVoice: true), hands: .keys)
    #expect(side.isPlaying)
    let effects = side.handle(.ask, in: Self.situation(400, hasVoice: true), hands: .keys)
    #expect(words(effects).prefix(2) == ["submit", "tell"])
    #expect(Self.sentences(effects) == [.pair(.higher, isFiner: false)])
    #expect(!side.isPlaying)
  }

  @Test("holding on brings the status first, to the end, and the explanation after a moment of silence")
  func heldOn() {
    var side = ExplanationSide()
    #expect(words(side.handle(.holdOn, in: Self.situation(hasVoice: true, isQuiet: false), hands: .keys)) == [])
    #expect(side.isUnderWay && !side.isRunning && side.deadline(isQuiet: false) == nil)
    #expect(words(side.handle(.advance, in: Self.situation(9_000, hasVoice: true, isQuiet: false), hands: .keys)) == [])
    #expect(words(side.handle(.advance, in: Self.situation(9_100, hasVoice: true), hands: .keys)) == [])
    #expect(side.deadline(isQuiet: true) == Self.now + .milliseconds(9_400))
    let effects = side.handle(.advance, in: Self.situation(9_400, hasVoice: true), hands: .keys)
    #expect(Self.sentences(effects) == [.pair(.higher, isFiner: false)])
    #expect(side.isRunning)
  }

  @Test("with nothing to wait for it starts at once")
  func heldOnInSilence() {
    var side = ExplanationSide()
    #expect(
      Self.sentences(side.handle(.holdOn, in: Self.situation(), hands: .keys)) == [.pair(.higher, isFiner: false)])
    #expect(side.isRunning)
  }

  @Test("while it waits any start drops it, a direct request starts it at once, and it may be refused")
  func heldOnAndNotHeard() {
    var side = ExplanationSide()
    let waiting = Self.situation(hasVoice: true, isQuiet: false)
    let quiet = [
      Self.situation(1_000, timerWaits: true, hasVoice: true), Self.situation(1_300, timerWaits: true, hasVoice: true),
    ]
    _ = side.handle(.holdOn, in: waiting, hands: .keys)
    // The sentence being spoken is not part of it, so ending it does not interrupt speech.
    #expect(words(side.handle(.end, in: waiting, hands: .keys)) == [])
    #expect(!side.isUnderWay)
    _ = side.handle(.holdOn, in: waiting, hands: .keys)
    #expect(Self.sentences(side.handle(.ask, in: waiting, hands: .keys)) == [.pair(.higher, isFiner: false)])
    _ = side.handle(.end, in: waiting, hands: .keys)
    _ = side.handle(.holdOn, in: waiting, hands: .keys)
    #expect(
      words(quiet.flatMap { side.handle(.advance, in: $0, hands: .keys) }) == [
        "retract", "post", "trouble timer-waits",
      ])
    #expect(!side.isUnderWay)
    // Nor does it begin later, after another request that was refused.
    _ = side.handle(.holdOn, in: waiting, hands: .keys)
    #expect(
      words(side.handle(.ask, in: Self.situation(hasSound: false), hands: .keys)) == [
        "retract", "post", "trouble no-sound",
      ])
    #expect(!side.isUnderWay)
  }

  @Test("it does not start while practice runs, waits or ends, or without sound")
  func refused() {
    var side = ExplanationSide()
    #expect(words(side.handle(.ask, in: Self.situation(isBusy: true), hands: .keys)) == ["speech"])
    #expect(
      words(side.handle(.ask, in: Self.situation(timerWaits: true), hands: .keys)) == [
        "retract", "post", "trouble timer-waits",
      ])
    #expect(
      words(side.handle(.ask, in: Self.situation(hasSound: false), hands: .keys)) == [
        "retract", "post", "trouble no-sound",
      ])
    #expect(words(side.handle(.ask, in: Self.situation(isLeaving: true), hands: .keys)) == [])
    #expect(!side.isRunning)
  }

  @Test("long notes and gaps are shortened, to keep it below a minute")
  func long() throws {
    var side = ExplanationSide()
    var situation = Self.situation(hasVoice: true)
    situation.wanted.training = TrainingSettings(noteDuration: 3, noteGap: 5)
    _ = side.handle(.ask, in: situation, hands: .keys)
    _ = side.handle(.advance, in: situation, hands: .keys)
    situation.now = situation.now + .milliseconds(300)
    let effects = side.handle(.advance, in: situation, hands: .keys)
    guard case .sound(.example(_, let timing)) = try #require(effects.first) else { throw CancellationError() }
    #expect(timing == NoteTiming(duration: 1.5, gap: 0.5))
  }
}
