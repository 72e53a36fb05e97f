import Pitch
import Testing

/// The note of a MIDI number.
func note(_ number: Int) throws -> Note {
  try #require(Note(number))
}
