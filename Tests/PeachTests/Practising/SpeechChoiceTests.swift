import Ports
import Testing

@testable import Commands

@Suite("Whether practice speaks")
struct SpeechChoiceTests {
  typealias Speech = Settings.Speech

  static let situations = [(false, false), (false, true), (true, false), (true, true)]

  /// Whether practice speaks: everything, and intervals.
  private static func spoken(_ speech: Speech, _ place: SpeechPlace, intervals: String = "P5 up") throws -> (Bool, Bool)
  {
    var settings = Settings()
    try settings.set(.speech, speech.rawValue)
    try settings.set(.intervals, intervals)
    return (place.speaks(settings), place.speaks(settings) || place.speaksIntervals(settings))
  }

  @Test(arguments: situations)
  func `on and off are obeyed`(isTerminal: Bool, hasEvents: Bool) throws {
    let place = SpeechPlace(outputIsTerminal: isTerminal, hasEvents: hasEvents)
    for intervals in ["P5 up", "P5 up, M3 down"] {
      #expect(try Self.spoken(.on, place, intervals: intervals) == (true, true))
      #expect(try Self.spoken(.off, place, intervals: intervals) == (false, false))
    }
  }

  @Test(arguments: situations)
  func `auto speaks if there is nothing to read and no program listens`(isTerminal: Bool, hasEvents: Bool) throws {
    let place = SpeechPlace(outputIsTerminal: isTerminal, hasEvents: hasEvents)
    let speaks = !isTerminal && !hasEvents
    #expect(try Self.spoken(.auto, place) == (speaks, speaks))
  }

  @Test(arguments: situations)
  func `auto speaks changed intervals in a terminal too if there are several`(isTerminal: Bool, hasEvents: Bool) throws
  {
    let place = SpeechPlace(outputIsTerminal: isTerminal, hasEvents: hasEvents)
    #expect(try Self.spoken(.auto, place, intervals: "P5 up, M3 down").1 == !hasEvents)
  }

  @Test func `a missing voice is reported only if speech was requested`() {
    for cue in Settings.MatchingCue.allCases {
      #expect(Speech.on.expectsVoice(matchingCue: cue))
      #expect(!Speech.off.expectsVoice(matchingCue: cue))
      #expect(Speech.auto.expectsVoice(matchingCue: cue) == (cue == .speech))
    }
  }
}
