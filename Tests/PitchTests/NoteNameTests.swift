import Pitch
import Testing

struct NoteNameTests {
  @Test(arguments: [(0, "C-1"), (21, "A0"), (36, "C2"), (60, "C4"), (61, "C#4"), (69, "A4"), (108, "C8"), (127, "G9")])
  func `a note is named with sharps and middle c is c 4`(number: Int, name: String) throws {
    #expect(try note(number).name == name)
  }

  @Test func `every name reads back as its note`() throws {
    for number in 0...127 {
      let note = try note(number)
      #expect(Note(note.name) == note)
      #expect(Note(note.name.lowercased()) == note)
    }
  }

  @Test(arguments: [("Db4", 61), ("D♭4", 61), ("c♯4", 61), ("Cb4", 59), ("B#3", 60), ("bb3", 58), ("E#-1", 5)])
  func `flats and enharmonic spellings are read`(name: String, number: Int) {
    #expect(Note(name)?.number == number)
  }

  @Test(arguments: ["", "4", "H4", "C", "C#", "C##4", "C 4", "C4 ", "C+4", "C04", "C10", "C-2", "G#9", "Cb-1", "C-"])
  func `a text that is not a note is refused`(name: String) {
    #expect(Note(name) == nil)
  }

  @Test func `transposing stays within MIDI`() throws {
    let top = try note(121)
    #expect(top.transposed(by: .perfectFifthUp) == nil)
    #expect(top.transposed(by: .perfectFifthUp.inverted)?.number == 114)
    for number in 0...127 {
      let note = try note(number)
      for interval in DirectedInterval.all {
        if let there = note.transposed(by: interval) { #expect(there.transposed(by: interval.inverted) == note) }
      }
    }
  }
}
