import JACKOutput
import Ports
import Testing
import Texts

@testable import Commands

@Suite struct CheckFindingTests {
  /// How lines begin that say what to do.
  private static let deeds: [Language: [String]] = [
    .english: ["To fix this:", "Connect ", "Start ", "End ", "Restart ", "To have one chosen:", "Close "],
    .german: ["Abhilfe:", "Schließe ", "Starte ", "Beende ", "Damit einer gewählt wird:"],
  ]

  @Test(arguments: Language.allCases) func `every finding on sound and controllers suggests a remedy`(
    language: Language
  ) {
    let texts = Catalogue(language)
    let sounds: [JACKReport.Choice] = [
      .connect(.dummy, output: "x"), .startDummy, .failure(.libraryMissing), .failure(.pipewireJACKMissing),
      .failure(.noServer(detail: "")), .failure(.noServer(detail: "jackd: not installed")), .failure(.noPlaybackPort),
      .failure(.outputMissing("hdmi")), .failure(.unresponsive),
    ]
    let controllers: [SequencerFailure] = [.missing, .notPermitted, .failed(call: "snd_seq_open", code: 12)]
    for line in sounds.map(texts.finding) + controllers.map({ texts.line($0) }) + [texts(.soundRealtimeMissing)] {
      let deeds = Self.deeds[language] ?? []
      #expect(deeds.contains { line.contains(" \($0)") }, "\(line)")
      // The player has just typed that command.
      #expect(!line.contains("peach check"))
    }
  }
}
