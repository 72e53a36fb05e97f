import Dispatch
import Synchronization

/// A value that is created once: on first use, or in the background if it was prepared. Any thread.
public final class AsyncOnce<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  /// Creates a deferred value from `make`, which may block.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// Starts creating the value. Never waits.
  public func prepare() { DispatchQueue.global(qos: .userInitiated).async { _ = self.value } }

  /// The value. Waits until it is created.
  public var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
