import Ports
import Sound
import Testing
import Texts

@testable import Commands

/// The question that waits is heard as soon as anything can be heard.
@Suite("Lines spoken while learning")
struct SpokenLinesTests {
  /// The spoken lines, with voice and sound under the test's control.
  private struct Room {
    let voice = InMemorySpeech()
    let output = OfflineOutput()
    let spoken: SpokenLines

    init() throws {
      spoken = try SpokenLines(
        Catalogue(.english), level: -20, engine: try SoundEngine(rate: 48_000), output: output, voice: voice)
      spoken.start { _ in }
    }

    func sound() { _ = spoken.handle(SoundStatus.ready(output.description)) }
    var said: [[String]] {
      voice.said.map { $0.announcements.flatMap { if case .words(let lines) = $0 { lines } else { [String]() } } }
    }
  }

  @Test(arguments: [true, false]) func `a question from before there was sound is spoken then`(isRefusedFirst: Bool)
    throws
  {
    let room = try Room()
    room.spoken.say(["First."])
    room.spoken.say(["Second."])
    _ = room.spoken.handle(SpeechEvent.available(.espeak))
    #expect(room.spoken.isSpeaking)
    if isRefusedFirst {
      #expect(room.spoken.handle(.failed(.noServer(detail: ""), willRetry: true)) != nil)
      // The end does not wait for speech that may never come.
      #expect(!room.spoken.isSpeaking)
    }
    #expect(room.said == [])
    room.sound()
    #expect(room.said == [["Second."]])
    #expect(room.spoken.isSpeaking)
  }

  @Test(arguments: [true, false]) func `the question is spoken again when sound returns`(wasSaid: Bool) throws {
    let room = try Room()
    _ = room.spoken.handle(SpeechEvent.available(.espeak))
    room.sound()
    room.spoken.say(["Save it?"])
    if wasSaid { _ = room.spoken.handle(SpeechEvent.ended(1)) }
    _ = room.spoken.handle(.lost(.hung))
    #expect(!room.spoken.isSpeaking)
    room.sound()
    #expect(room.said == [["Save it?"], ["Save it?"]])
    // A new period is no return.
    _ = room.spoken.handle(.changed(room.output.description))
    #expect(room.said.count == 2)
  }

  @Test func `a late voice speaks the question`() throws {
    let room = try Room()
    room.sound()
    _ = room.spoken.handle(SpeechEvent.unavailable(.missing))
    room.spoken.say(["Save it?"])
    #expect(room.said == [])
    _ = room.spoken.handle(SpeechEvent.available(.espeak))
    #expect(room.said == [["Save it?"]])
  }

  @Test func `a hushed line is not spoken again`() throws {
    let room = try Room()
    _ = room.spoken.handle(SpeechEvent.available(.espeak))
    room.sound()
    room.spoken.say(["Save it?"])
    room.spoken.hush()
    _ = room.spoken.handle(.lost(.hung))
    room.sound()
    #expect(room.said.count == 1)
  }

  @Test(arguments: [true, false]) func `headphones plugged in while learning are spoken to`(isSpeaking: Bool) throws {
    let room = try Room()
    _ = room.spoken.handle(SpeechEvent.available(.espeak))
    room.sound()
    if isSpeaking { room.spoken.say(["Press the pad for higher."]) }
    _ = room.spoken.handle(.outputWaits)
    // Never during a spoken line.
    #expect(room.output.timesFollowed == (isSpeaking ? 0 : 1))
    _ = room.spoken.handle(SpeechEvent.ended(1))
    #expect(room.output.timesFollowed == 1)
    room.spoken.say(["Press it once more."])
    _ = room.spoken.handle(SpeechEvent.ended(2))
    #expect(room.output.timesFollowed == 1)
  }
}
