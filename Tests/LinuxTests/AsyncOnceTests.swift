import Dispatch
import Linux
import Synchronization
import Testing

@Suite("A value for later")
struct DeferredTests {
  @Test("the value is made once, on first use and not before")
  func once() {
    let made = Atomic<Int>(0)
    let deferred = AsyncOnce { made.add(1, ordering: .relaxed).newValue }
    #expect(made.load(ordering: .relaxed) == 0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in #expect(deferred.value == 1) }
    deferred.prepare()
    #expect(deferred.value == 1)
  }

  @Test("preparing makes the value without a caller, and without waiting")
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
