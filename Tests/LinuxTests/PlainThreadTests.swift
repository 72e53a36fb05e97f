import Foundation
import Glibc
import Linux
import Synchronization
import Testing

@Suite("Plain threads")
struct PlainThreadTests {
  @Test("a thread is not real-time, takes no signals and has its name, whatever thread starts it")
  func plain() throws {
    let found = Mutex<(policy: Int32, blocksTerm: Int32, name: String)?>(nil)
    let starter = PlainThread(name: "starter") {
      // Like the loop's thread, where that is permitted.
      var realTime = sched_param(sched_priority: 1)
      pthread_setschedparam(pthread_self(), SCHED_FIFO, &realTime)
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let inner = PlainThread(name: "a name of more than fifteen bytes") {
        var policy: Int32 = -1
        var parameter = sched_param()
        pthread_getschedparam(pthread_self(), &policy, &parameter)
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        let name = FileManager.default.contents(atPath: "/proc/thread-self/comm") ?? Data()
        let text = String(decoding: name, as: UTF8.self)
        found.withLock { $0 = (policy, sigismember(&blocked, SIGTERM), text) }
      }
      inner?.join()
      // The starter's own mask is as it was.
      var blocked = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &blocked)
      #expect(sigismember(&blocked, SIGTERM) == 0)
    }
    starter?.join()
    let thread = try #require(found.withLock { $0 })
    #expect(thread.policy == SCHED_OTHER)
    #expect(thread.blocksTerm == 1)
    #expect(thread.name == "a name of more \n")
  }

  @Test("a detached thread still runs")
  func detached() async {
    await confirmation { ran in
      await withCheckedContinuation { continuation in
        #expect(
          PlainThread.start(name: "detached") {
            ran()
            continuation.resume()
          })
      }
    }
  }
}
