import CLinux
import Glibc

/// A POSIX thread that takes no signals, which are the loop's, and runs at ordinary priority under a name of its own. Its
/// own faults it takes: blocked, they would end the process before anybody could set the terminal back.
///
/// A thread inherits mask and priority from the one that starts it, which may be the loop in real time; and it hands them
/// on, as JACK's own threads show. Whoever wants more asks for it in `body`.
public struct PlainThread: ~Copyable, Sendable {
  private let identity: pthread_t

  /// Starts `body`; nil where the system has no room for another thread. A value that is let go lets the thread go: it
  /// then runs on by itself. `name` is cut to 15 bytes.
  public init?(name: String, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // glibc inherits what is not set here, even where it is told not to.
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

  /// Starts `body` on a thread that nobody waits for. Returns whether there was room for it.
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

/// What a thread does, boxed for its way through C.
private final class Launch: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// What `pthread_create` calls: top-level, as a closure made in an actor's code would trap on a foreign thread.
private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Launch>.fromOpaque(context).takeRetainedValue().body()
  return nil
}
