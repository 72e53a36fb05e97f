import Testing

@testable import Sound

/// What another thread reads of the renderer, which may be stopped anywhere: on one processor by the reader itself.
@Suite("The newest cycle")
struct LatestWordsTests {
  @Test("is available at once while the renderer stands still in the middle of the next one")
  func stopped() {
    let words = LatestWords()
    // In the very first there is nothing to read yet.
    let first = words.begin((1, 2, 3, 4))
    #expect(words.read() == nil)
    words.finish(first)
    for round in 1...5 as ClosedRange<Int64> {
      #expect(words.read().map { $0 == (round, round + 1, round + 2, round + 3) } == true)
      let next = words.begin((round + 1, round + 2, round + 3, round + 4))
      #expect(words.read().map { $0 == (round, round + 1, round + 2, round + 3) } == true)
      words.finish(next)
    }
  }

  @Test("keeps every number of a cycle, whatever its value")
  func cycles() {
    let cell = CycleCell()
    #expect(cell.read() == nil)
    cell.publish(first: -1, start: .max, rate: 48_000, latency: 7)
    let number = cell.words.begin((9, 9, 9, 0))
    #expect(cell.read()?.first.count == -1 && cell.read()?.start.nanoseconds == .max)
    #expect(cell.read()?.rate == 48_000 && cell.read()?.latency == 7)
    cell.words.finish(number)
    #expect(cell.read()?.first.count == 9)
  }
}
