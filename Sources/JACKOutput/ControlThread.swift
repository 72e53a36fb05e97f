import Glibc

/// Starts a detached POSIX thread that takes no signals and runs at ordinary priority, whoever starts it: the loop may have
/// real-time priority, and JACK's own threads inherit the signal mask from here.
/// - Returns: whether it could be started.
@discardableResult
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
  var all = sigset_t()
  var previous = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  var thread = pthread_t()
  let box = Unmanaged.passRetained(ThreadBody(body))
  guard pthread_create(&thread, &attributes, runThread, box.toOpaque()) == 0 else {
    box.release()
    return false
  }
  return true
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// What `pthread_create` calls: a function, as a closure made in an actor's code would trap on a foreign thread.
private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body() }
  return nil
}

/// Waits until `descriptor` is readable, at most `milliseconds` (nil: for ever). Returns whether it is.
@discardableResult
func waitReadable(_ descriptor: Int32, milliseconds: Int?) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1) > 0
}
