import Testing
import Training

struct NoteTimingTests {
  @Test(arguments: [(44_100, 44_100, 44_100), (48_000, 48_000, 48_000), (96_000, 96_000, 96_000)])
  func `without a gap the target follows on the next frame`(rate: Int, note: Int64, delay: Int64) {
    let timing = NoteTiming(duration: 1, gap: 0)
    #expect(timing.noteFrames(rate: rate) == note)
    #expect(timing.targetDelay(rate: rate) == delay)
  }

  @Test func `the gap is added in whole frames`() {
    let timing = NoteTiming(duration: 0.30001, gap: 0.1)
    #expect(timing.noteFrames(rate: 44_100) == 13_230)
    #expect(timing.targetDelay(rate: 44_100) == 13_230 + 4_410)
  }

  @Test(arguments: [(44_100, 17_640), (48_000, 19_200), (88_200, 35_280), (96_000, 38_400), (11_025, 4_410)])
  func `feedback lasts 400 milliseconds`(rate: Int, frames: Int64) {
    #expect(FeedbackTime.frames(rate: rate) == frames)
  }
}
