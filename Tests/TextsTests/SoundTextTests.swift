import Ports
import Testing

@testable import Texts

/// Lines on sound, as players read them.
@Suite struct SoundTextTests {
  @Test(
    arguments: [
      (
        .english, .lateSound(milliseconds: 200),
        "Sound: 200 ms latency, as over Bluetooth. Wired headphones avoid it."
      ),
      (
        .german, .lateSound(milliseconds: 43),
        "Klang: 43 ms verzögert, wie bei Bluetooth. Mit Kabel fällt das weg."
      ),
      (.english, .headphonesPulled, "Headphones unplugged: practice stopped."),
      (.german, .headphonesPulled, "Gestoppt: Kopfhörer abgezogen."),
    ] as [(Language, ViewState.Notice, String)])
  func `a notice is one calm line`(language: Language, notice: ViewState.Notice, line: String) {
    #expect(Catalogue(language).line(notice) == line)
    #expect(!notice.isAboutPractice)
  }
}
