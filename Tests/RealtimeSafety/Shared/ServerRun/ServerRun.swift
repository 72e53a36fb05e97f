import CJACK
import Glibc
import Scenario
import Sound

/// A client of a running jackd whose process callback is the program's own: CJACK's trampoline, on JACK's thread, with
/// JACK's buffers and times. Main thread.
public final class ServerRun {
  /// Why nothing could be run, or why it came to a halt.
  public enum Failure: Error {
    /// There is no `libjack.so.0`, or it is PipeWire's, which does not talk to jackd.
    case noLibrary
    /// No server of that name answered within five seconds.
    case noServer
    /// The server, or the library, refused a call.
    case refused(String)
    /// No cycle came for twenty seconds: long enough for a sanitizer that has something to say on JACK's thread.
    case noCycle
  }

  /// The library's functions.
  public let functions: UnsafeMutablePointer<cjack_functions>
  private let client: OpaquePointer

  /// Opens a client on `server`, which may still be starting.
  public init(server: String) throws(Failure) {
    functions = .allocate(capacity: 1)
    guard cjack_library_open(functions, "libjack.so.0") == CJACK_LOADED,
      !String(cString: cjack_version(functions)).contains("PipeWire")
    else { throw .noLibrary }
    var attempts = 0
    var opened = cjack_open(functions, "peach", server)
    while opened == nil, attempts < 50 {
      attempts += 1
      usleep(100_000)
      opened = cjack_open(functions, "peach", server)
    }
    guard let opened else { throw .noServer }
    client = opened
  }

  /// Goes through `Scenario`, a step to a cycle, with everything else the trampoline can meet: a renderer that is taken
  /// away and given back, a reader that waits for the next cycle, periods that change.
  /// - Parameters:
  ///   - cycles: how many to render at least.
  ///   - process: what JACK calls with the bridge instead of `cjack_process`: something around it.
  /// - Returns: what was done, in words.
  public func play(cycles: Int, process: jack_frames_callback_t? = nil) throws -> String {
    let engine = try SoundEngine(rate: Int(cjack_rate(functions, client)))
    var scenario = Scenario(controller: try engine.takeController())
    let bridge = try start(render: renderCycle, engine: engine.realtimePointer, process: process)
    defer {
      cjack_close(functions, client)
      cjack_bridge_destroy(bridge)
    }
    var wakes = 0
    // The server keeps the last one, also for the program that comes next.
    let periods: [Int: UInt32] = [0: 128, cycles / 4: 64, cycles * 3 / 8: 256, cycles / 2: 128]
    for step in 0..<cycles {
      if let period = periods[step], !cjack_set_period(functions, client, period) {
        throw Failure.refused("a period of \(period)")
      }
      cjack_bridge_set_latency(bridge, UInt32(step % 3) * 256)
      cjack_bridge_set_running(bridge, true)
      if step % 50 == 0 { cjack_bridge_expect(bridge, UInt32(CJACK_CYCLE)) }
      scenario.step()
      let before = engine.counters.cycles
      try wait { engine.counters.cycles != before }
      if cjack_bridge_take_flags(bridge) & UInt32(CJACK_CYCLE) != 0 { wakes += 1 }
      if step % 100 == 70 {
        cjack_bridge_set_running(bridge, false)
        try waitForCycles(bridge)
      }
    }
    // The last cycle has returned, and not merely begun, when others have begun after it.
    cjack_bridge_set_running(bridge, false)
    try waitForCycles(bridge)
    let counters = engine.counters
    let version = String(cString: cjack_version(functions))
    return "\(counters.cycles) cycles of libjack \(version), \(counters.frames) frames, \(scenario.events) events, "
      + "\(counters.refusedCommands) refusals, \(wakes) wakes, \(cjack_bridge_xruns(bridge)) xruns"
  }

  /// Has the trampoline call `render` with `engine` instead of the renderer, a few times. For positive controls:
  /// returns only if nothing ended the process.
  public func call(_ render: @escaping cjack_render, with engine: UnsafeMutableRawPointer) throws {
    let bridge = try start(render: render, engine: engine, process: nil)
    cjack_bridge_set_running(bridge, true)
    try waitForCycles(bridge)
    cjack_close(functions, client)
    cjack_bridge_destroy(bridge)
  }

  /// Starts the client as the program does, silent at first, and connects it.
  private func start(
    render: @escaping cjack_render, engine: UnsafeMutableRawPointer, process: jack_frames_callback_t?
  ) throws(Failure) -> OpaquePointer {
    guard let bridge = cjack_bridge_create(render, engine) else { throw .refused("a bridge") }
    guard cjack_start(functions, client, bridge) == 0 else { throw .refused("activation") }
    if let process {
      // The callback can only be changed while the client is inactive.
      guard functions.pointee.deactivate(client) == 0,
        functions.pointee.set_process_callback(client, process, UnsafeMutableRawPointer(bridge)) == 0,
        functions.pointee.activate(client) == 0
      else { throw .refused("a process callback") }
    }
    for channel in 0...1 as ClosedRange<Int32> {
      guard cjack_connect(functions, client, bridge, channel, "system:playback_\(channel + 1)") else {
        throw .refused("a connection")
      }
    }
    return bridge
  }

  private func waitForCycles(_ bridge: OpaquePointer) throws(Failure) {
    for _ in 0..<4 {
      let last = cjack_bridge_last_cycle(bridge)
      try wait { cjack_bridge_last_cycle(bridge) != last }
    }
  }

  private func wait(until isTrue: () -> Bool) throws(Failure) {
    for _ in 0..<100_000 {
      if isTrue() { return }
      usleep(200)
    }
    throw .noCycle
  }
}
