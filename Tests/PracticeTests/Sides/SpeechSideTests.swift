import Pitch
import Ports
import Testing
import Time
import Training

@testable import Practice

@Suite("The voice's side, without a voice")
struct SpeechSideTests {
  static let now = MonotonicTime(nanoseconds: 1_000_000_000)

  static func situation(at now: MonotonicTime = now, speaks: Bool = true, isPractising: Bool = true)
    -> SpeechSide.Situation
  {
    let settings = PracticeSettings(training: .standard, speaks: speaks)
    return SpeechSide.Situation(now: now, settings: settings, wanted: settings, isPractising: isPractising)
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
    #expect(words(speech.take(.begin(.comparison), situation)) == ["hold references"])
    #expect(words(speech.take(.announce(Epoch(1), interval: .prime), situation)) == ["proceed"])
    #expect(words(speech.take(.sayAtHub(.stopped), Self.situation(isPractising: false))) == [])
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
