import Ports
import Testing

@testable import Texts

/// Lines on sound, as players read them.
@Suite struct SoundTextTests {
  @Test(
    arguments: [
      (
        .english, .lateSound(milliseconds: 200),
        "Sound: heard 200 ms late, as over Bluetooth. A cable has no such delay."
      ),
      (
        .german, .lateSound(milliseconds: 43),
        "Klang: 43 ms später zu hören als erzeugt, wie über Bluetooth. Mit Kabel kommt er sofort."
      ),
      (.english, .headphonesPulled, "Headphones were pulled out, so practice has stopped."),
      (.german, .headphonesPulled, "Der Kopfhörer wurde herausgezogen, darum ist das Üben gestoppt."),
    ] as [(Language, ViewState.Notice, String)])
  func `a notice is one calm line`(language: Language, notice: ViewState.Notice, line: String) {
    #expect(Catalogue(language).line(notice) == line)
    #expect(!notice.isAboutPractice)
  }
}
