import Dispatch
import Linux
import Synchronization
import Testing

@Suite("A value for later")
struct DeferredTests {
  @Test("it is made once, by whoever asks first, and not before")
  func once() {
    let made = Atomic<Int>(0)
    let deferred = AsyncOnce { made.add(1, ordering: .relaxed).newValue }
    #expect(made.load(ordering: .relaxed) == 0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in #expect(deferred.value == 1) }
    deferred.prepare()
    #expect(deferred.value == 1)
  }

  @Test("prepared, it is made though nobody has asked, and nobody waits for that")
  func prepared() {
    let mayBegin = DispatchSemaphore(value: 0)
    let isMade = DispatchSemaphore(value: 0)
    let deferred = AsyncOnce {
      mayBegin.wait()
      isMade.signal()
      return 3
    }
    deferred.prepare()
    mayBegin.signal()
    #expect(isMade.wait(timeout: .now() + 30) == .success)
    #expect(deferred.value == 3)
  }
}
