import Glibc

// Built by `run` in one module with the ring, and optimised: only then are the ring's accesses to its slots compiled
// for this element, and seen by ThreadSanitizer.

/// Sends numbers from one thread to another through a ring of three, singly and in batches, and checks each one.
/// Returns how many arrived in order.
private func stressRing(count: Int) -> Int {
  // Unchecked, because the point is to let ThreadSanitizer judge whether the ends may be on two threads.
  final class Shared: @unchecked Sendable {
    private var ring: Ring<Payload>
    var producer: RingProducer<Payload>
    let count: Int

    init(ring: consuming Ring<Payload>, count: Int) {
      producer = ring.producer()
      self.ring = ring
      self.count = count
    }
  }
  var ring = Ring<Payload>(capacity: 3)
  var consumer = ring.consumer()
  let shared = Shared(ring: ring, count: count)
  let producer = Thread {
    var next = 0
    while next < shared.count {
      let batch = min(next % 3 + 1, shared.count - next)
      let first = next
      if shared.producer.pushAll(count: batch, { Payload(first + $0) }) { next += batch } else { sched_yield() }
    }
  }
  var arrived = 0
  while arrived < count {
    guard let payload = consumer.pop() else {
      sched_yield()
      continue
    }
    guard payload == Payload(arrived) else { break }
    arrived += 1
  }
  producer.join()
  return arrived
}

/// In place of the renderer's own, which commands speak of and the ring never sees.
public final class Utterance: Sendable {}

/// Wider than a word, so that a torn read would show.
struct Payload: BitwiseCopyable, Equatable {
  var value: Int
  var inverse: Int
  var square: Int

  init(_ value: Int) {
    self.value = value
    inverse = ~value
    square = value &* value
  }
}

let sent = 20_000
let arrived = stressRing(count: sent)
print("ring of three: \(arrived) of \(sent) arrived in order")
exit(arrived == sent ? 0 : 1)
