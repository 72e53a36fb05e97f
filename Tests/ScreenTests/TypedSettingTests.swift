import Ports
import Testing
import Texts

@testable import Screen

struct TypedSettingTests {
  @Test(arguments: [
    (Language.english, SettingKey.noteRangeLow, "C#3", "C#3"), (.english, .noteRangeLow, "55", "55"),
    (.english, .noteRangeLow, "H2", "H2"), (.german, .noteRangeLow, "h2", "B2"), (.german, .noteRangeLow, "B2", "B2"),
    (.german, .noteDuration, "0,5 s", "0.5"), (.german, .noteDuration, "0.5", "0.5"),
    (.english, .noteDuration, "0,5", "0,5"), (.english, .level, "−20 dBFS", "−20"),
    (.english, .concertPitch, "442 hz", "442"), (.english, .concertPitch, "442 s", "442 s"),
    (.german, .period, "256 Samples", "256"), (.german, .period, "auto", "auto"),
    (.german, .output, "Box 1,5", "Box 1,5"), (.german, .tuning, "1,5", "1,5"),
  ])
  func `what is typed may be written as it is shown`(
    language: Language, key: SettingKey, typed: String, written: String
  ) {
    #expect(Catalogue(language).written(typed, for: key) == written)
  }

  @Test(arguments: [Language.english, .german])
  func `what is shown can be typed`(language: Language) throws {
    let texts = Catalogue(language)
    for key in SettingKey.allCases where key.unit != nil && key.kind.word == nil {
      var settings = Settings()
      try settings.set(key, texts.written(texts.shown(key.defaultText, of: key), for: key))
      #expect(settings.text(of: key) == key.defaultText, "\(key)")
    }
  }
}
