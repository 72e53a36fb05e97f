import Glibc

/// A POSIX thread that runs one closure.
final class Thread {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private var handle = pthread_t()

  init(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    pthread_create(
      &handle, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
  }

  func join() { pthread_join(handle, nil) }
}
