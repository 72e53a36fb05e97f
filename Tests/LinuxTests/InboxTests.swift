import TestSupport
import Testing

@testable import Linux

/// Values on their way to a thread.
@Suite struct InboxTests {
  @Test func `messages of many threads arrive once each, and those of one thread in order`() {
    let inbox = Inbox<(Int, Int)>()
    for writer in 0..<4 {
      #expect(PlainThread.start(name: "writer") { for number in 0..<1_000 { inbox.post((writer, number)) } })
    }
    var taken: [(Int, Int)] = []
    #expect(
      eventually {
        taken += inbox.takeAll()
        return taken.count == 4_000
      })
    for writer in 0..<4 { #expect(taken.filter { $0.0 == writer }.map(\.1) == Array(0..<1_000)) }
  }

  @Test func `each message signals, until all are taken`() {
    let bell = EventFD()
    let inbox = Inbox<Int>(bell: bell)
    #expect(!bell.clear())
    inbox.post(1)
    #expect(inbox.contains { $0 == 1 } && !inbox.contains { $0 == 2 })
    #expect(inbox.takeAll() == [1])
    #expect(!bell.clear())
    inbox.post(2)
    #expect(bell.clear())
  }

  @Test func `messages beyond the limit and after the last one are refused`() {
    let bell = EventFD()
    let inbox = Inbox<Int>(bell: bell, limit: 10)
    #expect(inbox.post(1, size: 6) != nil)
    #expect(inbox.post(2, size: 5) == nil)
    #expect(inbox.post(3, size: 4) != nil)
    #expect(inbox.takeAll() == [1, 3])
    #expect(inbox.post(4, size: 10) != nil)
    var taken: [Int] = []
    inbox.takeAll(into: &taken)
    #expect(taken == [4])
    bell.clear()
    #expect(inbox.post(5, isLast: true) != nil)
    #expect(bell.clear())
    #expect(inbox.post(6) == nil)
    #expect(!bell.clear() && inbox.takeAll() == [5])
  }
}
