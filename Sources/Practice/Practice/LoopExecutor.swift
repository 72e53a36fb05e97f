import Glibc
import Linux
import Ports
import Synchronization

/// The thread the loop lives on, as the serial executor of the `Practice` actor.
///
/// One POSIX thread waits in `ppoll` for the bell (mailbox and jobs), for the renderer's events and for signals, with the
/// next deadline as time-out, and then takes one turn. Between key and sound there is no task and no pool: measured
/// with a busy pool, 0.6 periods this way and 4 to 12 through it.
package final class LoopExecutor: SerialExecutor {
  private struct Thread {
    var identity: pthread_t?
    var jobs: [UnownedJob] = []
  }

  /// Rung by the mailbox and by every job.
  package let bell = Waker()
  private let thread = Mutex(Thread())

  /// An executor whose thread is not started yet, or nil when the process has no descriptor left.
  package init?() {
    guard bell.isUsable else { return nil }
  }

  /// Queues a job for the loop's thread. Any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.withLock { $0.jobs.append(job) }
    bell.ring()
  }

  /// Runs the jobs that wait. Loop thread.
  package func runJobs() {
    let jobs = thread.withLock { shared in
      defer { shared.jobs.removeAll(keepingCapacity: true) }
      return shared.jobs
    }
    for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// Makes the calling thread the loop's thread.
  package func adoptThread() {
    let identity = pthread_self()
    thread.withLock { $0.identity = identity }
  }

  /// Whether the caller runs on the loop's thread.
  package func isIsolatingCurrentContext() -> Bool? {
    let caller = pthread_self()
    return thread.withLock { shared in
      shared.identity.map { pthread_equal($0, caller) != 0 }
    }
  }

  /// Traps unless the caller runs on the loop's thread: reaching the actor's state from elsewhere is a mistake in this
  /// program, never something a player or a device can cause.
  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the loop's thread")
  }
}
