import Ports
import Sound
import Testing
import Time
import Training

@testable import Practice

@Suite("The sound side, without a renderer")
struct SoundSideTests {
  static let now = PracticeContext.restTime
  static let practising = PracticeContext.atRest { $0.isPractising = true }
  static func description(_ output: String = "Speakers", rate: Int = 48_000, period: Int = 128) -> SoundDescription {
    SoundDescription(server: .offline, rate: rate, period: period, latency: 0, output: output)
  }

  static func ready() -> SoundSide {
    var sound = SoundSide(level: -20)
    _ = sound.handle(.ready(description()), in: .atRest())
    return sound
  }

  @Test("the batch with an answer begins its feedback, once")
  func answers() {
    var sound = Self.ready()
    #expect(words(sound.submitted(7, carrying: .answer(Epoch(1), correct: true))) == [])
    #expect(words(sound.handle(.applied(batch: 6, frame: 90), at: Self.now, cycle: nil)) == [])
    #expect(
      words(sound.handle(.applied(batch: 7, frame: 100), at: Self.now, cycle: nil)) == ["tell", "feedback started"])
    #expect(words(sound.handle(.applied(batch: 7, frame: 100), at: Self.now, cycle: nil)) == [])
  }

  @Test("a commit's fade is reported with the renderer's pitch, or none")
  func commits() {
    var sound = Self.ready()
    _ = sound.submitted(7, carrying: .commit(Epoch(1)))
    #expect(words(sound.handle(.applied(batch: 7, frame: 100), at: Self.now, cycle: nil)) == ["faded at 0.0"])
    #expect(sound.feedbackFrame == Frame(100))
  }

  @Test("a batch without room in the ring stops practice, and releases waiting announcements")
  func refused() {
    var sound = Self.ready()
    #expect(words(sound.submitted(nil, carrying: .nothing)) == ["stop soundLost"])
    #expect(words(sound.submitted(nil, carrying: .utterance(.seconds(1)))) == ["stop soundLost", "speech"])
    #expect(words(sound.submitted(3, carrying: .utterance(.seconds(1)))) == ["speech"])
  }

  @Test("another rate stops practice before sound continues with it")
  func rates() {
    var sound = Self.ready()
    #expect(
      words(sound.handle(.changed(Self.description(rate: 44_100)), in: Self.practising)) == [
        "stop soundLost", "timer",
      ])
    #expect(sound.rate == 48_000)
    _ = sound.finish(.changed(Self.description(rate: 44_100)), in: Self.practising)
    #expect(sound.rate == 44_100)
    #expect(words(sound.handle(.changed(Self.description(rate: 44_100, period: 64)), in: Self.practising)) == [])
  }

  @Test("another output is followed when all notes have ended, and after a second no longer awaited")
  func following() {
    var sound = Self.ready()
    #expect(words(sound.handle(.outputWaits, in: Self.practising)) == ["hold references"])
    let isHeld = sound.holds(Epoch(4))
    #expect(isHeld)
    #expect(words(sound.followOutput(isFree: false, at: Self.now)) == [])
    #expect(words(sound.followOutput(isFree: true, at: Self.now)) == ["follow output"])
    #expect(sound.following?.deadline == Self.now + .seconds(1))
    #expect(words(sound.followOutput(isFree: true, at: Self.now + .seconds(1))) == ["hold references", "proceed"])
    let isHeldStill = sound.holds(Epoch(5))
    #expect(!isHeldStill)
  }

  @Test("four xruns in practice request a longer period, unless the player set one")
  func xruns() {
    var sound = Self.ready()
    _ = sound.handle(.xruns(3), in: Self.practising)
    #expect(words(sound.considerLongerPeriod(isChosen: false)) == [])
    _ = sound.handle(.xruns(4), in: Self.practising)
    #expect(words(sound.considerLongerPeriod(isChosen: false)) == ["period 256"])
    #expect(words(sound.considerLongerPeriod(isChosen: false)) == [])
    _ = sound.handle(.xruns(8), in: Self.practising)
    #expect(words(sound.considerLongerPeriod(isChosen: true)) == [])
  }

  @Test("all notes are silent one release after the silence was applied")
  func silence() {
    var sound = Self.ready()
    #expect(sound.isSilent(Self.now))
    sound.silenced(by: 9)
    #expect(!sound.isSilent(Self.now))
    _ = sound.handle(.applied(batch: 9, frame: 100), at: Self.now, cycle: nil)
    #expect(!sound.isSilent(Self.now))
    #expect(sound.isSilent(Self.now + SoundSide.fade))
  }

  @Test("the level stays within safe limits", arguments: [(-100.0, -60.0), (0, -6), (-30, -30)])
  func level(wanted: Double, reached: Double) throws {
    var sound = Self.ready()
    let effects = sound.handle(.setLevel(to: wanted), in: .atRest(), cycle: nil)
    #expect(words(effects) == ["level"])
    #expect(sound.level == reached && sound.sounded == min(reached, -20))
  }
}
