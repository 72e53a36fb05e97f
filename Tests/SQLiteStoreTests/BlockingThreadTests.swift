import Foundation
import Glibc
import Testing
import Time

@testable import SQLiteStore

@Suite struct BlockingThreadTests {
  @Test func `it is no real-time thread and takes no signals, whoever starts it`() {
    let found = BlockingThread.result(name: "starter", within: .seconds(10)) { () -> [Int32]? in
      // Like the loop's thread, where that is permitted.
      var realTime = sched_param(sched_priority: 1)
      pthread_setschedparam(pthread_self(), SCHED_FIFO, &realTime)
      return BlockingThread.result(name: "started", within: .seconds(10)) {
        var policy: Int32 = -1
        var parameter = sched_param()
        pthread_getschedparam(pthread_self(), &policy, &parameter)
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        return [policy, sigismember(&blocked, SIGTERM)]
      }
    }
    #expect(found == [SCHED_OTHER, 1])
  }

  @Test func `one that hangs is left to itself after the limit`() {
    let start = SystemTime().now()
    let found = BlockingThread.result(name: "hangs", within: .milliseconds(50)) { () -> Int? in
      sleep(2)
      return 1
    }
    #expect(found == nil)
    #expect(SystemTime().now() - start < .seconds(1))
  }
}
