import Foundation
import Pitch
import Ports
import Testing
import Texts
import Training

@testable import Screen

struct TypedSettingTests {
  @Test(arguments: [
    (Language.english, SettingKey.noteRangeLow, "C#3", "C#3"), (.english, .noteRangeLow, "55", "55"),
    (.english, .noteRangeLow, "H2", "H2"), (.german, .noteRangeLow, "h2", "B2"), (.german, .noteRangeLow, "B2", "Bb2"),
    (.german, .noteDuration, "0,5 s", "0.5"), (.german, .noteDuration, "0.5", "0.5"),
    (.english, .noteDuration, "0,5", "0,5"), (.english, .level, "−20 dBFS", "−20"),
    (.english, .concertPitch, "442 hz", "442"), (.english, .concertPitch, "442 s", "442 s"),
    (.german, .period, "256 Samples", "256"), (.german, .period, "auto", "auto"),
    (.german, .output, "Box 1,5", "Box 1,5"), (.german, .tuning, "1,5", "1,5"),
  ])
  func `a value may be typed as it is shown`(
    language: Language, key: SettingKey, typed: String, written: String
  ) {
    #expect(Catalogue(language).written(typed, for: key, on: .pages) == written)
  }

  @Test func `B is the German one on pages, and the one of files on the command line`() {
    let german = Catalogue(.german)
    #expect(german.written("B2", for: .noteRangeLow, on: .pages) == "Bb2")
    #expect(german.written("B2", for: .noteRangeLow) == "B2")
    #expect(german.written("H2", for: .noteRangeLow) == "B2")
  }

  @Test(arguments: [
    (Language.german, SettingKey.noteGap, "9,5", "Pause zwischen den Tönen: möglich ist 0,0 s bis 5,0 s, nicht 9,5."),
    (.english, .noteGap, "9.5", "Gap between the notes must be 0.0 s to 5.0 s, not 9.5."),
    (.german, .noteDuration, "lang", "Tonlänge ist eine Zahl von 0,3 s bis 3,0 s, nicht „lang“."),
    (.german, .noteRangeLow, "C9", "Tiefster Ton: möglich ist A0 bis C8, nicht C9."),
    (.german, .noteRangeLow, "Z", "Tiefster Ton ist eine Zahl von 21 bis 108 oder ein Ton wie G3, nicht „Z“."),
    (
      .german, .noteRangeLow, "H5",
      "Solange Höchster Ton auf C6 steht, kann Tiefster Ton höchstens C5 sein: Dazwischen müssen mindestens 12 Halbtöne liegen. Setze zuerst Höchster Ton auf H6 oder höher."
    ),
    (.german, .settle, "99", "Stillhalten gilt als „Fertig“: möglich ist Aus oder 0,5 s bis 5,0 s, nicht 99."),
    (.english, .period, "7", "Buffer size must be Automatic, or 64 samples to 1024 samples, not 7."),
  ])
  func `a refusal names a setting and its limits as the page does`(
    language: Language, key: SettingKey, typed: String, line: String
  ) throws {
    let catalogue = Catalogue(language)
    var settings = Settings()
    do throws(SettingProblem) {
      try settings.set(key, catalogue.written(typed, for: key, on: .pages))
      Issue.record("taken")
    } catch {
      #expect(catalogue.line(SettingRefusal.value(error), on: .pages, typed: typed) == line)
    }
  }

  @Test(arguments: Language.allCases)
  func `no text next to a control has a word of the settings file`(language: Language) {
    let catalogue = Catalogue(language)
    let parts = FakeParts()
    let page = SettingsPage(parts.settings(), parts, catalogue)
    for setting in page.groups.flatMap(\.settings) {
      for choice in setting.choices ?? [] {
        #expect(!setting.about.contains("\(choice.value):"), "\(setting.key)")
      }
    }
    let narrow = catalogue.line(ExerciseRefusal.rangeTooNarrow(.standard, intervals: [.perfectFifthUp]), on: .pages)
    #expect(!narrow.contains("note-range") && narrow.contains(catalogue.label(of: .noteRangeLow)))
  }

  @Test(arguments: [Language.english, .german])
  func `a shown value can be typed`(language: Language) throws {
    let texts = Catalogue(language)
    for key in SettingKey.allCases where key.unit != nil && key.kind.word == nil {
      var settings = Settings()
      try settings.set(key, texts.written(texts.shown(key.defaultText, of: key), for: key, on: .pages))
      #expect(settings.text(of: key) == key.defaultText, "\(key)")
    }
  }
}
