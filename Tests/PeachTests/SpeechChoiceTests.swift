import Practice
import Testing

@testable import peach

@Suite("Whether practice speaks")
struct SpeechChoiceTests {
  typealias Speech = Settings.Speech

  static let situations = [(false, false), (false, true), (true, false), (true, true)]

  @Test(arguments: situations)
  func onAndOffAreTakenAtTheirWord(isTerminal: Bool, hasEvents: Bool) {
    #expect(Speech.on.speaks(outputIsTerminal: isTerminal, hasEvents: hasEvents))
    #expect(!Speech.off.speaks(outputIsTerminal: isTerminal, hasEvents: hasEvents))
  }

  @Test(arguments: situations)
  func autoSpeaksWhereNothingCanBeReadAndNoProgramListens(isTerminal: Bool, hasEvents: Bool) {
    #expect(
      Speech.auto.speaks(outputIsTerminal: isTerminal, hasEvents: hasEvents) == (!isTerminal && !hasEvents))
  }

  @Test func aMissingVoiceIsNewsOnlyWhereOneWasAskedFor() {
    for cue in Settings.MatchingCue.allCases {
      #expect(Speech.on.expectsVoice(matchingCue: cue))
      #expect(!Speech.off.expectsVoice(matchingCue: cue))
      #expect(Speech.auto.expectsVoice(matchingCue: cue) == (cue == .speech))
    }
  }
}
