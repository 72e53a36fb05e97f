import Dispatch
import Synchronization

/// Returns `body` of each index below `count`, computed on all cores. The results do not depend on the number of
/// threads: each belongs to its index. `progress` receives the number of results so far: on any thread, one call at a
/// time.
public func parallel<Result: Sendable>(
  _ count: Int, progress: (@Sendable (_ done: Int) -> Void)? = nil, _ body: @Sendable (Int) -> Result
) -> [Result] {
  let results = Mutex((values: [Result?](repeating: nil, count: count), done: 0))
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let result = body(index)
    results.withLock {
      $0.values[index] = result
      $0.done += 1
      progress?($0.done)
    }
  }
  return results.withLock { $0.values.compactMap { $0 } }
}
