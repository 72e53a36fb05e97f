import Pitch
import Ports
import Testing
import Time
import Training

@testable import Practice

@Suite("The voice's side, without a voice")
struct SpeechSideTests {
  static let now = PracticeContext.restTime

  static func situation(
    at now: MonotonicTime = now, speaks: Bool = true, isPractising: Bool = true, isSilent: Bool = false
  ) -> PracticeContext {
    .atRest(PracticeSettings(speaks: speaks)) {
      $0.now = now
      $0.isPractising = isPractising
      $0.sounding = isSilent ? 0 : 1
    }
  }

  static func there() -> SpeechSide {
    var speech = SpeechSide()
    _ = speech.handle(.available(.speechDispatcher), in: situation())
    return speech
  }

  @Test("a changed interval is spoken before its exercise, and the same one is not repeated")
  func intervals() throws {
    var speech = Self.there()
    let fifth = try #require(DirectedInterval("P5 up"))
    let situation = Self.situation()
    #expect(words(speech.handle(.announce(Epoch(1), interval: fifth), in: situation)) == ["say"])
    #expect(speech.isSaying(1))
    #expect(words(speech.handle(.ended(1), in: situation)) == ["proceed", "leave when done"])
    #expect(words(speech.handle(.announce(Epoch(2), interval: fifth), in: situation)) == ["proceed"])
  }

  @Test("without a voice nothing is spoken and nothing waits")
  func silent() {
    var speech = SpeechSide()
    let situation = Self.situation()
    #expect(words(speech.handle(.begin(.comparison), in: situation)) == ["retract", "hold references"])
    #expect(words(speech.handle(.announce(Epoch(1), interval: .prime), in: situation)) == ["proceed"])
    #expect(words(speech.handle(.sayAtHub(.stopped), in: Self.situation(isPractising: false))) == [])
  }

  @Test("an announcement at the hub waits until a voice was found or not")
  func greeting() {
    let hub = Self.situation(isPractising: false)
    var speech = SpeechSide()
    #expect(words(speech.handle(.sayAtHub(.timerPaused), in: hub)) == [])
    #expect(words(speech.handle(.available(.espeak), in: hub)).contains("say"))
    // Once, and not when practice has begun meanwhile.
    #expect(!words(speech.handle(.available(.espeak), in: hub)).contains("say"))
    var begun = SpeechSide()
    _ = begun.handle(.sayAtHub(.timerPaused), in: hub)
    _ = begun.handle(.begin(.comparison), in: Self.situation())
    #expect(!words(begun.handle(.available(.espeak), in: hub)).contains("say"))
    var mute = SpeechSide()
    _ = mute.handle(.sayAtHub(.timerPaused), in: hub)
    _ = mute.handle(.unavailable(.missing), in: hub)
    #expect(!words(mute.handle(.available(.espeak), in: hub)).contains("say"))
  }

  @Test("problems with the settings are spoken once, before everything else")
  func news() {
    let slip = Announcement.settings([SettingsFileProblem(file: "settings.yaml", line: 3, reason: .tab)])
    func said(_ effects: [Effect]) -> [Announcement] {
      effects.flatMap { effect -> [Announcement] in
        if case .outbound(.say(let announcements, _)) = effect { announcements } else { [] }
      }
    }
    let hub = Self.situation(isPractising: false)
    var speech = SpeechSide(news: [slip])
    #expect(said(speech.handle(.available(.espeak), in: hub)) == [slip])
    _ = speech.handle(.ended(1), in: hub)
    #expect(said(speech.handle(.available(.espeak), in: hub)).isEmpty)
    // Before the mode that begins by itself.
    var begun = SpeechSide(news: [slip], startsAtOnce: true)
    #expect(said(begun.handle(.available(.espeak), in: hub)).isEmpty)
    _ = begun.handle(.begin(.comparison), in: Self.situation())
    #expect(
      said(begun.handle(.announce(Epoch(1), interval: nil), in: Self.situation())) == [slip, .mode(.comparison)])
    // And before a timer that waits.
    var timed = SpeechSide(news: [slip])
    _ = timed.handle(.sayAtHub(.timerPaused), in: hub)
    #expect(said(timed.handle(.available(.espeak), in: hub)) == [slip, .timerPaused])
    // Speech is off.
    var quiet = SpeechSide(news: [slip])
    #expect(said(quiet.handle(.available(.espeak), in: Self.situation(speaks: false, isPractising: false))).isEmpty)
  }

  @Test("a voice that never ends is given up, and its exercise sounds")
  func givenUp() {
    var speech = Self.there()
    _ = speech.handle(.begin(.comparison), in: Self.situation())
    _ = speech.handle(.announce(Epoch(1), interval: nil), in: Self.situation())
    let end = Self.now + SpeechSide.longestWait
    #expect(speech.deadline == end)
    #expect(words(speech.advance(to: end - .milliseconds(1))) == [])
    #expect(words(speech.advance(to: end)) == ["hush voice", "submit", "proceed", "leave when done"])
    #expect(words(speech.handle(.ended(nil), in: Self.situation())) == [])
  }

  @Test("an utterance has the time its voice reports, and one after it waits for its end")
  func long() {
    var speech = Self.there()
    _ = speech.handle(.begin(.comparison), in: Self.situation())
    _ = speech.handle(.announce(Epoch(1), interval: nil), in: Self.situation())
    let begun = Self.now + .seconds(2)
    #expect(words(speech.handle(.begun(1, limit: .seconds(40)), in: Self.situation(at: begun))) == [])
    #expect(words(speech.advance(to: begun + .seconds(40))) == [])
    #expect(speech.deadline == begun + .seconds(40) + SpeechSide.lateness)
    // A report on another utterance changes nothing.
    _ = speech.handle(.begun(7, limit: .seconds(1)), in: Self.situation(at: begun))
    _ = speech.handle(.sayAtEnd(.stopped), in: Self.situation(at: begun))
    #expect(speech.deadline == begun + .seconds(40) + SpeechSide.lateness + SpeechSide.longestWait)
    _ = speech.handle(.begun(2, limit: .seconds(11)), in: Self.situation(at: begun + .seconds(20)))
    #expect(speech.deadline == begun + .seconds(31) + SpeechSide.lateness)
  }

  @Test("the status is spoken in the next silence, or before the next exercise, once")
  func asked() {
    var speech = Self.there()
    let (sounding, silent) = (Self.situation(), Self.situation(isSilent: true))
    #expect(words(speech.handle(.whereAmI, in: sounding)) == ["hold references"])
    #expect(words(speech.handle(.tellIfSilent, in: sounding)) == [])
    #expect(words(speech.handle(.tellIfSilent, in: silent)) == ["retract", "post", "hold references", "say"])
    #expect(words(speech.handle(.tellIfSilent, in: silent)) == [])
    // Continued practice interrupts it.
    #expect(words(speech.handle(.endTelling, in: silent)) == ["hush voice", "submit", "retract"])
    _ = speech.handle(.whereAmI, in: sounding)
    let announced = words(speech.handle(.announce(Epoch(3), interval: nil), in: sounding))
    #expect(announced == ["retract", "post", "hold references", "say"])
    // What an exercise waits for is not broken off.
    #expect(words(speech.handle(.endTelling, in: sounding)) == ["retract"])
    #expect(words(speech.handle(.ended(2), in: sounding)) == ["proceed", "leave when done"])
  }

  @Test("without a voice, and with speech off, the status is shown")
  func shown() {
    var mute = SpeechSide()
    let told = ["hold references", "retract", "post", "hold references"]
    #expect(words(mute.handle(.whereAmI, in: Self.situation(isSilent: true))) == told)
    var off = Self.there()
    #expect(words(off.handle(.whereAmI, in: Self.situation(speaks: false, isSilent: true))) == told)
  }

  @Test("an explanation replaces the current sentence; in practice it waits for silence")
  func explained() {
    var speech = Self.there()
    let hub = Self.situation(isPractising: false, isSilent: true)
    #expect(words(speech.handle(.explain(.hands(.keys)), in: hub)) == ["retract", "post", "say"])
    #expect(words(speech.handle(.explain(.later), in: hub)) == ["hush voice", "submit", "retract", "post", "say"])
    var mute = SpeechSide()
    #expect(words(mute.handle(.explain(.hands(.keys)), in: hub)) == ["retract", "post"])
    var busy = Self.there()
    #expect(words(busy.handle(.explainLater, in: Self.situation())) == ["hold references"])
    let silent = Self.situation(isSilent: true)
    #expect(words(busy.handle(.tellIfSilent, in: silent)) == ["retract", "post", "hold references", "say"])
    #expect(!busy.isAsked)
  }

  @Test("an utterance that is cut off is not followed by its exercise")
  func hushed() {
    var speech = Self.there()
    _ = speech.handle(.begin(.comparison), in: Self.situation())
    _ = speech.handle(.announce(Epoch(1), interval: nil), in: Self.situation())
    #expect(words(speech.handle(.hush, in: Self.situation())) == ["hush voice", "submit"])
    #expect(words(speech.handle(.ended(1), in: Self.situation())) == [])
    #expect(words(speech.handle(.hush, in: Self.situation())) == [])
  }

  @Test("a start waits two seconds for a voice to be found, and no longer")
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
