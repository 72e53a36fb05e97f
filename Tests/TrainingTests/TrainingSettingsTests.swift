import Pitch
import Testing

@testable import Training

struct TrainingSettingsTests {
  @Test func `the defaults agree with the documentation`() {
    let settings = TrainingSettings.standard
    #expect(settings.range.low.number == 36 && settings.range.high.number == 84)
    #expect(settings.noteDuration == 1 && settings.noteGap == 0)
    #expect(settings.concertPitch.hertz.value == 440)
    #expect(settings.intervals.map(\.description) == ["P5 up"])
    #expect(settings.tuning == .equal)
    #expect(settings.naturalMechanical == 0.5 && settings.loudnessVariation == 0)
    #expect(settings.targetSuccess == 0.80)
  }

  @Test func `intervals come once and in order`() throws {
    let settings = TrainingSettings(intervals: [.perfectFifthUp, .prime, .perfectFifthUp, .perfectFifthUp.inverted])
    let space = try ExerciseSpace(mode: .intervalComparison, settings: settings)
    #expect(space.intervals.map(\.description) == ["P5 down", "P1", "P5 up"])
  }

  @Test func `a reversed range is invalid, and a range over two notes puts the lower one first`() throws {
    #expect(try NoteRange(note(61), note(60)) == nil)
    #expect(try NoteRange(spanning: note(61), note(60)) == NoteRange(note(60), note(61)))
  }
}
