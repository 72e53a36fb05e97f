import Pitch
import Testing
import Texts
import Training

@testable import Commands

/// What `peach export --format peach3` says about records that it writes.
struct ExportRemarkTests {
  @Test func `what Peach's CSV leaves out of a record is counted`() {
    var comparison = ComparisonRecord.blank
    #expect(comparison.asExerciseRecord.reductions.isEmpty)
    comparison.isSure = false
    #expect(comparison.asExerciseRecord.reductions == [.exportSureness])
    comparison.exercise.timbres = TimbrePair(.reed, .reed)
    #expect(comparison.asExerciseRecord.reductions == [.exportTimbre, .exportSureness])
    var timing = TimingRecord.blank
    timing.isPartial = false
    timing.isSure = true
    #expect(timing.asExerciseRecord.reductions == [.exportTiming, .exportSureness])
    timing.isPartial = true
    #expect(timing.asExerciseRecord.reductions == [.exportSureness])
  }
}
