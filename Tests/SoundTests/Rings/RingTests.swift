import TestSupport
import Testing

@testable import Sound

/// A ring for use in expectations, whose macros copy their operands.
private final class Queue<Element: BitwiseCopyable> {
  private var ring: Ring<Element>
  private var producer: RingProducer<Element>
  private var consumer: RingConsumer<Element>

  init(capacity: Int) {
    var ring = Ring<Element>(capacity: capacity)
    producer = ring.producer()
    consumer = ring.consumer()
    self.ring = ring
  }

  var count: Int { consumer.count }
  func push(_ element: Element) -> Bool { producer.push(element) }
  func pushAll(count: Int, _ element: (Int) -> Element) -> Bool { producer.pushAll(count: count, element) }
  func peek(_ offset: Int) -> Element { consumer.peek(offset) }
  func discard(_ count: Int) { consumer.discard(count) }
  func pop() -> Element? { consumer.pop() }
}

@Suite("The ring")
struct RingTests {
  @Test("returns its elements in order, and refuses when full", arguments: [1, 2, 3, 7])
  func order(capacity: Int) {
    let ring = Queue<Int>(capacity: capacity)
    #expect(ring.pop() == nil)
    for round in 0..<10 {
      for index in 0..<capacity { #expect(ring.push(round * 100 + index)) }
      #expect(!ring.push(-1))
      #expect(ring.count == capacity)
      for index in 0..<capacity { #expect(ring.pop() == round * 100 + index) }
      #expect(ring.pop() == nil)
    }
  }

  @Test("a batch goes in whole or not at all")
  func batches() {
    let ring = Queue<Int>(capacity: 4)
    #expect(ring.pushAll(count: 3) { $0 })
    #expect(!ring.pushAll(count: 2) { $0 })
    #expect(ring.count == 3)
    #expect(ring.peek(2) == 2)
    ring.discard(2)
    #expect(ring.pushAll(count: 3) { $0 + 10 })
    #expect((0..<4).map { _ in ring.pop() } == [2, 10, 11, 12])
    #expect(!ring.pushAll(count: 5) { $0 })
    #expect(!ring.pushAll(count: -1) { $0 })
  }

  @Test("behaves as a queue under random use")
  func model() {
    var random = SplitMix64(seed: 3)
    let ring = Queue<UInt64>(capacity: 3)
    var queue: [UInt64] = []
    for _ in 0..<10_000 {
      if Bool.random(using: &random) {
        let value = random.next()
        let pushed = ring.push(value)
        #expect(pushed == (queue.count < 3))
        if pushed { queue.append(value) }
      } else {
        #expect(ring.pop() == (queue.isEmpty ? nil : queue.removeFirst()))
      }
    }
  }
}
