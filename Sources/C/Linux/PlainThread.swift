import CLinux
import Glibc

/// A POSIX thread that handles no signals, which are the loop's, and runs at normal priority under its own name. It
/// does handle its own faults: blocked, they would end the process before the terminal could be restored.
///
/// A thread inherits mask and priority from its creator, which may be the real-time loop; and it passes them on, as
/// JACK's own threads show. `body` may raise its priority itself.
public struct PlainThread: ~Copyable, Sendable {
  private let identity: pthread_t

  /// Starts `body`; nil if the system has no resources for another thread. Dropping the value detaches the thread,
  /// which then continues by itself. `name` is cut to 15 bytes.
  public init?(name: String, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // glibc inherits attributes that are not set here, even with explicit scheduling.
    var ordinary = sched_param()
    pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
    pthread_attr_setschedpolicy(&attributes, SCHED_OTHER)
    pthread_attr_setschedparam(&attributes, &ordinary)
    var blocked = sigset_t()
    var previous = sigset_t()
    sigfillset(&blocked)
    for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { sigdelset(&blocked, fault) }
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var identity = pthread_t()
    let launch = Unmanaged.passRetained(
      Launch {
        linux_name_thread(name)
        body()
      })
    guard pthread_create(&identity, &attributes, run, launch.toOpaque()) == 0 else {
      launch.release()
      return nil
    }
    self.identity = identity
  }

  deinit { pthread_detach(identity) }

  /// Starts `body` on a detached thread. Returns whether it could be started.
  @discardableResult
  public static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    PlainThread(name: name, body) != nil
  }

  /// Waits for the thread's end. Not on the thread itself.
  public consuming func join() {
    pthread_join(identity, nil)
    discard self
  }
}

/// A thread's body, boxed for its way through C.
private final class Launch: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs a thread's body. Top-level, as a closure created in an actor's code would trap on a foreign thread.
private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Launch>.fromOpaque(context).takeRetainedValue().body()
  return nil
}
