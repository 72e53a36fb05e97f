import CJACK
import Glibc
import Sound
import Synchronization

/// A client of the running server whose callback is the program's own, `cjack_process`, with the clock read before and
/// after.
final class WatchedClient {
  /// The reason there is no client.
  enum Failure: Error {
    case noLibrary
    case noServer
    case refused(String)
    /// There was no cycle for a second.
    case noCycle
  }

  /// Written by the callback only: the duration of each call, in ns. `made` is the number of calls measured.
  private struct Watch: ~Copyable {
    let bridge: OpaquePointer
    let times: UnsafeMutablePointer<Int64>
    let made = Atomic<Int>(0)
  }

  private static let capacity = 1 << 20

  private let functions: UnsafeMutablePointer<cjack_functions>
  private let client: OpaquePointer
  private let bridge: OpaquePointer
  private let watch: UnsafeMutablePointer<Watch>

  /// Frames a cycle, and cycles a second.
  let period: Int
  let rate: Int

  /// Opens, starts and connects a client on `server`, or on the library's default; `engine` must outlive it.
  init(server: String?, engine: SoundEngine) throws(Failure) {
    functions = .allocate(capacity: 1)
    guard cjack_library_open(functions, "libjack.so.0") == CJACK_LOADED else { throw .noLibrary }
    guard let client = cjack_open(functions, "peach", server) else { throw .noServer }
    guard let bridge = cjack_bridge_create(renderCycle, engine.realtimePointer) else { throw .refused("a bridge") }
    (self.client, self.bridge) = (client, bridge)
    (period, rate) = (Int(cjack_period(functions, client)), Int(cjack_rate(functions, client)))
    watch = .allocate(capacity: 1)
    watch.initialize(to: Watch(bridge: bridge, times: .allocate(capacity: Self.capacity)))
    let process: jack_frames_callback_t = { frames, argument in
      guard let watch = argument?.assumingMemoryBound(to: Watch.self) else { return 0 }
      let start = WatchedClient.now()
      let result = cjack_process(frames, UnsafeMutableRawPointer(watch.pointee.bridge))
      let count = watch.pointee.made.load(ordering: .relaxed)
      watch.pointee.times[count & (WatchedClient.capacity - 1)] = WatchedClient.now() - start
      watch.pointee.made.store(count + 1, ordering: .releasing)
      return result
    }
    guard cjack_start(functions, client, bridge) == 0 else { throw .refused("activation") }
    // The callback can only be replaced while the client is not active.
    guard functions.pointee.deactivate(client) == 0,
      functions.pointee.set_process_callback(client, process, watch) == 0, functions.pointee.activate(client) == 0
    else { throw .refused("a process callback") }
    for channel in 0...1 as ClosedRange<Int32> {
      guard cjack_connect(functions, client, bridge, channel, "system:playback_\(channel + 1)") else {
        throw .refused("a connection")
      }
    }
  }

  /// Closes the client; the engine may be freed after it.
  func close() { cjack_close(functions, client) }

  /// Starts rendering cycles.
  func run() { cjack_bridge_set_running(bridge, true) }

  /// Returns the durations of the next `count` callbacks, in ns, after waiting for them.
  func times(of count: Int) throws(Failure) -> [Double] {
    let first = watch.pointee.made.load(ordering: .acquiring)
    try wait(for: count)
    return (first..<(first + count)).map { Double(watch.pointee.times[$0 & (Self.capacity - 1)]) }
  }

  /// Waits for `count` cycles.
  func wait(for count: Int) throws(Failure) {
    let last = watch.pointee.made.load(ordering: .acquiring) + count
    let longest = Double(count * period) / Double(rate) + 1
    let deadline = Self.now() + Int64(longest * 1e9)
    while watch.pointee.made.load(ordering: .acquiring) < last {
      guard Self.now() < deadline else { throw .noCycle }
      usleep(2_000)
    }
  }

  /// CLOCK_MONOTONIC in ns.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
