import CJACK
import Ports
import Sound
import Time

/// The data that JACK's threads use: one for an output's whole life, through every client and server.
// Sendable: the pointer never changes, and every C function called through it from more than one thread uses atomics
// only. Its other fields are written while no client is active (`cjack_start`).
final class Bridge: @unchecked Sendable {
  /// The pointer for the functions of `CJACK`.
  let pointer: OpaquePointer

  /// The events since control last checked.
  struct Flags: OptionSet {
    let rawValue: UInt32
    static let shutdown = Flags(rawValue: UInt32(CJACK_SHUTDOWN))
    static let format = Flags(rawValue: UInt32(CJACK_FORMAT))
    static let latency = Flags(rawValue: UInt32(CJACK_LATENCY))
    static let ports = Flags(rawValue: UInt32(CJACK_PORTS))
    static let xrun = Flags(rawValue: UInt32(CJACK_XRUN))
    static let cycle = Flags(rawValue: UInt32(CJACK_CYCLE))
    static let rendered = Flags(rawValue: UInt32(CJACK_RENDERED))
    static let portsMissed = Flags(rawValue: UInt32(CJACK_PORTS_MISSED))
    static let freewheel = Flags(rawValue: UInt32(CJACK_FREEWHEEL))
  }

  /// Creates a bridge to `engine`, which must outlive it. Nil without a descriptor.
  init?(engine: SoundEngine) {
    guard let bridge = cjack_bridge_create(renderCycle, engine.realtimePointer) else { return nil }
    pointer = bridge
  }

  deinit { cjack_bridge_destroy(pointer) }

  /// Readable when flags or a wake-up are pending.
  var descriptor: Int32 { cjack_bridge_descriptor(pointer) }

  /// Wakes control.
  func wake() { cjack_bridge_wake(pointer) }

  /// Returns and clears all flags, and the wake-up with them.
  func takeFlags() -> Flags { Flags(rawValue: cjack_bridge_take_flags(pointer)) }

  /// Sets whether the renderer is called.
  func setRunning(_ running: Bool) { cjack_bridge_set_running(pointer, running) }

  /// Whether it is being called at this moment.
  var isRendering: Bool { cjack_bridge_is_rendering(pointer) }

  /// Whether the server renders faster than real time; its cycles are silent then.
  var isFreewheeling: Bool { cjack_bridge_is_freewheeling(pointer) }

  /// Raises `cycle` or `rendered` after the next such cycle, once.
  func expect(_ flags: Flags) { cjack_bridge_expect(pointer, flags.rawValue) }

  /// Discards all flags and port events of an earlier server. Control, while no client is active.
  func forget() {
    _ = takeFlags()
    cjack_bridge_drop_port_events(pointer)
  }

  /// The start of the last cycle; the clock's origin before the first.
  var lastCycle: MonotonicTime { MonotonicTime(nanoseconds: cjack_bridge_last_cycle(pointer)) }

  /// Sets the renderer's playback latency, in frames.
  func setLatency(_ frames: Int) { cjack_bridge_set_latency(pointer, UInt32(clamping: frames)) }

  /// The number of xruns so far.
  var xruns: Int { Int(cjack_bridge_xruns(pointer)) }
}
