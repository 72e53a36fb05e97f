import Linux
import Synchronization
import Testing

@Suite("Computing on all cores")
struct ParallelTests {
  @Test("each result is at its index, and progress is reported up to the last")
  func results() {
    let heard = Mutex<[Int]>([])
    let squares = parallel(9, progress: { done in heard.withLock { $0.append(done) } }, { $0 * $0 })
    #expect(squares == (0..<9).map { $0 * $0 })
    #expect(heard.withLock { $0 } == Array(1...9))
  }
}
