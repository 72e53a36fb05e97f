import Ports
import Testing
import Time
import Training

@testable import Practice

@Suite("What explains, without sound and voice")
struct ExplanationSideTests {
  static let now = MonotonicTime(nanoseconds: 1_000_000_000)

  static func situation(
    _ milliseconds: Int = 0, isBusy: Bool = false, isLeaving: Bool = false, timerWaits: Bool = false,
    hasSound: Bool = true, hasVoice: Bool = false, isQuiet: Bool = true
  ) -> ExplanationSide.Situation {
    ExplanationSide.Situation(
      now: now + .milliseconds(milliseconds), isBusy: isBusy, isLeaving: isLeaving, timerWaits: timerWaits,
      hasSound: hasSound, hasVoice: hasVoice, isQuiet: isQuiet, training: .standard)
  }

  /// What is explained by an effect.
  static func sentences(_ effects: [Effect]) -> [Explanation] {
    effects.compactMap { if case .speech(.explain(let sentence)) = $0 { sentence } else { nil } }
  }

  /// How far the target of an example is from its reference.
  static func offsets(_ effects: [Effect]) -> [Double] {
    effects.compactMap { if case .sound(.example(let pair, _)) = $0 { pair.offset.value } else { nil } }
  }

  @Test("without a voice each sentence stands to be read, and then its notes sound")
  func toTheEnd() {
    var side = ExplanationSide()
    var time = 0
    var effects = side.take(.ask, Self.situation())
    #expect(
      words(effects) == [
        "rack", "retract", "lights", "tell", "rack", "light correct(pressed: Controllers.Half.higher)", "speech",
      ])
    while side.isRunning {
      guard !side.isPlaying else {
        // Nothing goes on by itself while they sound.
        #expect(side.deadline(isQuiet: true) == nil)
        #expect(words(side.take(.advance, Self.situation(time + 60_000))) == [])
        time += 2_000
        effects += side.take(.heard, Self.situation(time))
        continue
      }
      guard let deadline = side.deadline(isQuiet: true) else { break }
      let next = Int((deadline - Self.now).seconds * 1_000)
      if next > time { #expect(words(side.take(.advance, Self.situation(next - 1))) == []) }
      time = next
      effects += side.take(.advance, Self.situation(time))
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

  @Test("with a voice nothing goes on before it is said, and a moment of silence")
  func spoken() {
    var side = ExplanationSide()
    _ = side.take(.ask, Self.situation(hasVoice: true))
    #expect(side.deadline(isQuiet: false) == nil)
    #expect(words(side.take(.advance, Self.situation(3_000, hasVoice: true, isQuiet: false))) == [])
    #expect(words(side.take(.advance, Self.situation(3_100, hasVoice: true))) == [])
    #expect(side.deadline(isQuiet: true) == Self.now + .milliseconds(3_400))
    // Somebody has asked where practice is meanwhile.
    #expect(words(side.take(.advance, Self.situation(3_200, hasVoice: true, isQuiet: false))) == [])
    #expect(words(side.take(.advance, Self.situation(5_000, hasVoice: true))) == [])
    #expect(Self.offsets(side.take(.advance, Self.situation(5_300, hasVoice: true))) == [100])
    #expect(side.isPlaying)
  }

  @Test("what ends it breaks off voice and notes, once")
  func ended() {
    var side = ExplanationSide()
    #expect(words(side.take(.end, Self.situation())) == [])
    _ = side.take(.ask, Self.situation())
    #expect(words(side.take(.end, Self.situation(100))) == ["speech", "retract", "light idle", "tell", "rack"])
    #expect(words(side.take(.end, Self.situation(100))) == [])
    _ = side.take(.ask, Self.situation(200, hasVoice: true))
    _ = side.take(.advance, Self.situation(300, hasVoice: true))
    _ = side.take(.advance, Self.situation(600, hasVoice: true))
    #expect(side.isPlaying)
    #expect(
      words(side.take(.end, Self.situation(700))) == ["speech", "submit", "retract", "light idle", "tell", "rack"])
    // A note that ends then belongs to nothing.
    #expect(words(side.take(.heard, Self.situation(710))) == [])
    #expect(!side.isRunning)
  }

  @Test("asked once more it begins anew, and its notes fade")
  func again() {
    var side = ExplanationSide()
    _ = side.take(.ask, Self.situation(hasVoice: true))
    _ = side.take(.advance, Self.situation(0, hasVoice: true))
    _ = side.take(.advance, Self.situation(300, hasVoice: true))
    #expect(side.isPlaying)
    let effects = side.take(.ask, Self.situation(400, hasVoice: true))
    #expect(words(effects).prefix(2) == ["submit", "tell"])
    #expect(Self.sentences(effects) == [.pair(.higher, isFiner: false)])
    #expect(!side.isPlaying)
  }

  @Test("who holds on is told first where practice is, to the end, and hears it after a moment of silence")
  func heldOn() {
    var side = ExplanationSide()
    #expect(words(side.take(.holdOn, Self.situation(hasVoice: true, isQuiet: false))) == [])
    #expect(side.isUnderWay && !side.isRunning && side.deadline(isQuiet: false) == nil)
    #expect(words(side.take(.advance, Self.situation(9_000, hasVoice: true, isQuiet: false))) == [])
    #expect(words(side.take(.advance, Self.situation(9_100, hasVoice: true))) == [])
    #expect(side.deadline(isQuiet: true) == Self.now + .milliseconds(9_400))
    let effects = side.take(.advance, Self.situation(9_400, hasVoice: true))
    #expect(Self.sentences(effects) == [.pair(.higher, isFiner: false)])
    #expect(side.isRunning)
  }

  @Test("with nothing to wait for it begins at once")
  func heldOnInSilence() {
    var side = ExplanationSide()
    #expect(Self.sentences(side.take(.holdOn, Self.situation())) == [.pair(.higher, isFiner: false)])
    #expect(side.isRunning)
  }

  @Test("while it waits it is dropped for whatever begins, begun at once where it is asked for otherwise, or refused")
  func heldOnAndNotHeard() {
    var side = ExplanationSide()
    let waiting = Self.situation(hasVoice: true, isQuiet: false)
    let quiet = [
      Self.situation(1_000, timerWaits: true, hasVoice: true), Self.situation(1_300, timerWaits: true, hasVoice: true),
    ]
    _ = side.take(.holdOn, waiting)
    // What is being told is not its own, and is not broken off by it.
    #expect(words(side.take(.end, waiting)) == [])
    #expect(!side.isUnderWay)
    _ = side.take(.holdOn, waiting)
    #expect(Self.sentences(side.take(.ask, waiting)) == [.pair(.higher, isFiner: false)])
    _ = side.take(.end, waiting)
    _ = side.take(.holdOn, waiting)
    #expect(words(quiet.flatMap { side.take(.advance, $0) }) == ["retract", "post", "trouble timer-waits"])
    #expect(!side.isUnderWay)
    // Nor does it begin later, where it was asked for once more and refused.
    _ = side.take(.holdOn, waiting)
    #expect(words(side.take(.ask, Self.situation(hasSound: false))) == ["retract", "post", "trouble no-sound"])
    #expect(!side.isUnderWay)
  }

  @Test("where something runs, waits or is left, and without sound, it does not begin")
  func refused() {
    var side = ExplanationSide()
    #expect(words(side.take(.ask, Self.situation(isBusy: true))) == ["speech"])
    #expect(words(side.take(.ask, Self.situation(timerWaits: true))) == ["retract", "post", "trouble timer-waits"])
    #expect(words(side.take(.ask, Self.situation(hasSound: false))) == ["retract", "post", "trouble no-sound"])
    #expect(words(side.take(.ask, Self.situation(isLeaving: true))) == [])
    #expect(!side.isRunning)
  }

  @Test("long notes and gaps are cut short, so that it stays below a minute")
  func long() throws {
    var side = ExplanationSide()
    var situation = Self.situation(hasVoice: true)
    situation.training = try TrainingSettings(noteDuration: 3, noteGap: 5)
    _ = side.take(.ask, situation)
    _ = side.take(.advance, situation)
    situation.now = situation.now + .milliseconds(300)
    let effects = side.take(.advance, situation)
    guard case .sound(.example(_, let timing)) = try #require(effects.first) else { throw CancellationError() }
    #expect(timing == NoteTiming(duration: 1.5, gap: 0.5))
  }
}
