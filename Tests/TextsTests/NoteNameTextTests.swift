import Pitch
import Testing

@testable import Texts

@Suite("Names of notes")
struct NoteNameTextTests {
  static let table: [(number: Int, en: String, de: String)] = [
    (0, "C-1", "C-1"), (48, "C3", "C3"), (49, "C#3", "Cis3"), (50, "D3", "D3"), (51, "D#3", "Dis3"), (52, "E3", "E3"),
    (53, "F3", "F3"), (54, "F#3", "Fis3"), (55, "G3", "G3"), (56, "G#3", "Gis3"), (57, "A3", "A3"),
    (58, "A#3", "Ais3"), (59, "B3", "H3"), (60, "C4", "C4"), (71, "B4", "H4"), (127, "G9", "G9"),
  ]

  @Test("German has H for the English B, in the same octave", arguments: table)
  func names(number: Int, en: String, de: String) throws {
    let note = try #require(Note(number))
    for (language, name) in [(Language.english, en), (.german, de)] {
      #expect(Catalogue(language).name(of: note) == name)
      #expect(Catalogue(language).pictureWords.name(of: note) == name)
    }
  }

  @Test("each catalogue names twelve, the English one as files do", arguments: Language.allCases)
  func twelve(language: Language) throws {
    let names = try #require(NoteNames(Catalogue(language)(.noteNames)))
    #expect(Catalogue(language).noteNames == names)
    #expect((names == .english) == (language == .english))
  }

  @Test(
    "a list of other than twelve names is refused",
    arguments: ["", "C", "C C# D D# E F F# G G# A A#", "C D E F G A B C D E F G A"])
  func notTwelve(text: String) { #expect(NoteNames(text) == nil) }
}
