import TestSupport
import Testing
import Time

@testable import Sound

@Suite("The loop's timing")
struct ExerciseTimingTests {
  /// Fifty exercises rendered the way practice plays them: pair, answer somewhere in the target, 400 ms of feedback
  /// from the frame the answer was applied on, next pair. Returns the frames on which notes were planned, and the
  /// sound.
  private func renderExercises(seed: UInt64) throws -> (planned: [Int], samples: [Float]) {
    var random = SplitMix64(seed: seed)
    var renderer = try OfflineRenderer(period: [64, 128, 256, 1_000].randomElement(using: &random) ?? 64)
    var controller = try renderer.engine.takeController()
    var samples: [Float] = []
    var planned: [Int] = []
    var start: Int64 = 4_800
    let length: Int64 = 14_400
    for epoch in UInt32(1)...50 {
      let hertz = Double.random(in: 65...1_047, using: &random)
      let batch = controller.submit([
        .note(epoch: epoch, at: start, frames: length, hertz: hertz),
        .note(.target, epoch: epoch, at: start + length, frames: length, hertz: hertz * 1.006),
      ])
      #expect(batch != nil)
      planned += [Int(start), Int(start + length)]
      // Answers come while the target sounds: some in its attack, some in its release, some after its end.
      let answer = start + length + Int64.random(in: 30...(length + 9_600), using: &random)
      while renderer.frame.count < answer { renderer.renderCycle { samples += $0 } }
      let answered = controller.submit([.fade(epoch: epoch)])
      renderer.renderCycle { samples += $0 }
      while let event = controller.nextEvent() {
        if case .applied(let batch, let frame) = event, batch == answered { start = frame + 19_200 }
      }
    }
    while renderer.frame.count < start { renderer.renderCycle { samples += $0 } }
    #expect(renderer.engine.counters.lateBatches == 0)
    return (planned, samples)
  }

  @Test("1,000 exercises: every note begins on its frame, as the sound alone shows", arguments: 1...20)
  func onsets(seed: Int) throws {
    let (planned, samples) = try renderExercises(seed: UInt64(seed))
    let heard = Analysis.onsets(samples)
    #expect(heard.count == 100)
    let difference = zip(heard, planned).map { abs($0 - $1) }.max()
    #expect(difference == 0)
    print("exercises, seed \(seed): \(heard.count) onsets, largest difference \(difference ?? -1) frames")
  }
}
