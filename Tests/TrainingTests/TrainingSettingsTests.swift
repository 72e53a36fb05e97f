import Pitch
import Testing
import Training

struct TrainingSettingsTests {
  @Test func `the defaults are those of the documentation`() throws {
    let settings = try TrainingSettings()
    #expect(settings == .standard)
    #expect(settings.range.low.number == 36 && settings.range.high.number == 84)
    #expect(settings.noteDuration == 1 && settings.noteGap == 0)
    #expect(settings.concertPitch.hertz.value == 440)
    #expect(settings.intervals.map(\.description) == ["P5 up"])
    #expect(settings.tuning == .equal)
    #expect(settings.naturalMechanical == 0.5 && settings.loudnessVariation == 0)
    #expect(settings.targetSuccess == 0.80)
  }

  @Test func `the edges of every range are allowed`() throws {
    for value in [0.3, 3.0] { #expect(try TrainingSettings(noteDuration: value).noteDuration == value) }
    for value in [0.0, 5] { #expect(try TrainingSettings(noteGap: value).noteGap == value) }
    for value in [0.0, 1] { #expect(try TrainingSettings(naturalMechanical: value).naturalMechanical == value) }
    for value in [0.0, 1] { #expect(try TrainingSettings(loudnessVariation: value).loudnessVariation == value) }
    for value in [0.65, 0.90] { #expect(try TrainingSettings(targetSuccess: value).targetSuccess == value) }
    for (low, high) in [(21, 33), (96, 108), (21, 108)] {
      #expect(try TrainingSettings(range: range(low, high)).range.span == high - low)
    }
  }

  @Test func `what lies outside is refused by name`() throws {
    for value in [0.299, 3.001, -.infinity] {
      #expect(throws: TrainingSettingsError.noteDuration(value)) { try TrainingSettings(noteDuration: value) }
    }
    for value in [-0.001, 5.001] {
      #expect(throws: TrainingSettingsError.noteGap(value)) { try TrainingSettings(noteGap: value) }
    }
    for value in [-0.001, 1.001] {
      #expect(throws: TrainingSettingsError.naturalMechanical(value)) {
        try TrainingSettings(naturalMechanical: value)
      }
      #expect(throws: TrainingSettingsError.loudnessVariation(value)) {
        try TrainingSettings(loudnessVariation: value)
      }
    }
    for value in [0.649, 0.901] {
      #expect(throws: TrainingSettingsError.targetSuccess(value)) { try TrainingSettings(targetSuccess: value) }
    }
    #expect(throws: TrainingSettingsError.noIntervals) { try TrainingSettings(intervals: []) }
    let narrow = try range(60, 71)
    #expect(throws: TrainingSettingsError.noteRangeTooNarrow(narrow)) { try TrainingSettings(range: narrow) }
    for outside in try [range(20, 60), range(60, 109)] {
      #expect(throws: TrainingSettingsError.noteRangeOutside(outside)) { try TrainingSettings(range: outside) }
    }
  }

  @Test func `what is no number is refused`() {
    #expect(throws: TrainingSettingsError.self) { try TrainingSettings(noteDuration: .nan) }
    #expect(throws: TrainingSettingsError.self) { try TrainingSettings(loudnessVariation: .nan) }
  }

  @Test func `intervals are kept once and in order`() throws {
    let settings = try TrainingSettings(intervals: [.perfectFifthUp, .prime, .perfectFifthUp, .perfectFifthUp.inverted])
    #expect(settings.intervals.map(\.description) == ["P5 down", "P1", "P5 up"])
  }

  @Test func `a range upside down is none`() throws {
    #expect(try NoteRange(note(61), note(60)) == nil)
  }
}
