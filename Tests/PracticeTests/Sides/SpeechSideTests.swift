import Pitch
import Ports
import Testing
import Time
import Training

@testable import Practice

@Suite("The voice's side, without a voice")
struct SpeechSideTests {
  static let now = MonotonicTime(nanoseconds: 1_000_000_000)

  static func situation(
    at now: MonotonicTime = now, speaks: Bool = true, isPractising: Bool = true, isSilent: Bool = false
  ) -> SpeechSide.Situation {
    let settings = PracticeSettings(training: .standard, speaks: speaks)
    return SpeechSide.Situation(
      now: now, settings: settings, wanted: settings, isPractising: isPractising, isSilent: isSilent,
      here: Whereabouts(level: -20))
  }

  static func there() -> SpeechSide {
    var speech = SpeechSide()
    _ = speech.take(.available(.speechDispatcher), situation().wanted)
    return speech
  }

  @Test("a changed interval is said before its exercise, the same one is not said again")
  func intervals() throws {
    var speech = Self.there()
    let fifth = try #require(DirectedInterval("P5 up"))
    let situation = Self.situation()
    #expect(words(speech.take(.announce(Epoch(1), interval: fifth), situation)) == ["say"])
    #expect(speech.isSaying(1))
    #expect(words(speech.take(.ended(1), situation)) == ["proceed", "leave when done"])
    #expect(words(speech.take(.announce(Epoch(2), interval: fifth), situation)) == ["proceed"])
  }

  @Test("without a voice nothing is said and nothing waits")
  func silent() {
    var speech = SpeechSide()
    let situation = Self.situation()
    #expect(words(speech.take(.begin(.comparison), situation)) == ["retract", "hold references"])
    #expect(words(speech.take(.announce(Epoch(1), interval: .prime), situation)) == ["proceed"])
    #expect(words(speech.take(.sayAtHub(.stopped), Self.situation(isPractising: false))) == [])
  }

  @Test("what is to be said at the hub waits until it is known whether there is a voice")
  func greeting() {
    let hub = Self.situation(isPractising: false)
    var speech = SpeechSide()
    #expect(words(speech.take(.sayAtHub(.timerPaused), hub)) == [])
    #expect(words(speech.take(.available(.espeak), hub.wanted)).contains("speech"))
    // Once, and not when practice has begun meanwhile.
    #expect(!words(speech.take(.available(.espeak), hub.wanted)).contains("speech"))
    var begun = SpeechSide()
    _ = begun.take(.sayAtHub(.timerPaused), hub)
    _ = begun.take(.begin(.comparison), Self.situation())
    #expect(!words(begun.take(.available(.espeak), hub.wanted)).contains("speech"))
    var mute = SpeechSide()
    _ = mute.take(.sayAtHub(.timerPaused), hub)
    _ = mute.take(.unavailable(.missing), hub.wanted)
    #expect(!words(mute.take(.available(.espeak), hub.wanted)).contains("speech"))
  }

  @Test("a voice that never ends is given up, and its exercise sounds")
  func givenUp() {
    var speech = Self.there()
    _ = speech.take(.begin(.comparison), Self.situation())
    _ = speech.take(.announce(Epoch(1), interval: nil), Self.situation())
    let end = Self.now + SpeechSide.longestUtterance
    #expect(speech.deadline == end)
    #expect(words(speech.advance(to: end - .milliseconds(1))) == [])
    #expect(words(speech.advance(to: end)) == ["hush voice", "submit", "speech"])
    #expect(words(speech.take(.ended(nil), Self.situation())) == ["proceed", "leave when done"])
  }

  @Test("where practice is is told in the next silence, or before the next exercise, once")
  func asked() {
    var speech = Self.there()
    let (sounding, silent) = (Self.situation(), Self.situation(isSilent: true))
    #expect(words(speech.take(.whereAmI, sounding)) == ["hold references"])
    #expect(words(speech.take(.tellIfSilent, sounding)) == [])
    #expect(words(speech.take(.tellIfSilent, silent)) == ["retract", "post", "hold references", "say"])
    #expect(words(speech.take(.tellIfSilent, silent)) == [])
    // Whatever goes on breaks it off.
    #expect(words(speech.take(.endTelling, silent)) == ["hush voice", "submit", "retract"])
    _ = speech.take(.whereAmI, sounding)
    let announced = words(speech.take(.announce(Epoch(3), interval: nil), sounding))
    #expect(announced == ["retract", "post", "hold references", "say"])
    // What an exercise waits for is not broken off.
    #expect(words(speech.take(.endTelling, sounding)) == ["retract"])
    #expect(words(speech.take(.ended(2), sounding)) == ["proceed", "leave when done"])
  }

  @Test("without a voice, and with speech off, where practice is is shown")
  func shown() {
    var mute = SpeechSide()
    let told = ["hold references", "retract", "post", "hold references"]
    #expect(words(mute.take(.whereAmI, Self.situation(isSilent: true))) == told)
    var off = Self.there()
    #expect(words(off.take(.whereAmI, Self.situation(speaks: false, isSilent: true))) == told)
  }

  @Test("what is explained takes the place of what is being said; in practice it waits for silence")
  func explained() {
    var speech = Self.there()
    let hub = Self.situation(isPractising: false, isSilent: true)
    #expect(words(speech.take(.explain(.hands(.keys)), hub)) == ["retract", "post", "say"])
    #expect(words(speech.take(.explain(.later), hub)) == ["hush voice", "submit", "retract", "post", "say"])
    var mute = SpeechSide()
    #expect(words(mute.take(.explain(.hands(.keys)), hub)) == ["retract", "post"])
    var busy = Self.there()
    #expect(words(busy.take(.explainLater, Self.situation())) == ["hold references"])
    let silent = Self.situation(isSilent: true)
    #expect(words(busy.take(.tellIfSilent, silent)) == ["retract", "post", "hold references", "say"])
    #expect(!busy.isAsked)
  }

  @Test("what is broken off is not followed by its exercise")
  func hushed() {
    var speech = Self.there()
    _ = speech.take(.begin(.comparison), Self.situation())
    _ = speech.take(.announce(Epoch(1), interval: nil), Self.situation())
    #expect(words(speech.take(.hush, Self.situation())) == ["hush voice", "submit"])
    #expect(words(speech.take(.ended(1), Self.situation())) == [])
    #expect(words(speech.take(.hush, Self.situation())) == [])
  }

  @Test("a start waits two seconds for a voice to be looked for, and no longer")
  func awaited() {
    var speech = SpeechSide()
    let settings = Self.situation().wanted
    let holds = { (speech: inout SpeechSide, seconds: Int) in
      speech.holdsStart(of: .comparison, settings, at: Self.now + .seconds(seconds))
    }
    let answers = [holds(&speech, 0), holds(&speech, 1)]
    #expect(answers == [true, true])
    #expect(speech.deadline == Self.now + .seconds(2))
    let last = holds(&speech, 2)
    #expect(!last)
    #expect(speech.deadline == nil)
  }
}
