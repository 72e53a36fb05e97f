import CJACK
import Ports

/// A client of a running server. Control thread only: every call may block as long as the server hangs.
final class JACKClient {
  /// The library with its functions.
  let library: JACKLibrary
  private var handle: OpaquePointer?

  /// Takes ownership of an open client.
  init(library: JACKLibrary, handle: OpaquePointer) {
    self.library = library
    self.handle = handle
  }

  deinit { close() }

  /// Closes the client: the bridge is no longer called once this returns. Further calls do nothing.
  func close() {
    guard let open = handle else { return }
    handle = nil
    cjack_close(library.functions, open)
  }

  /// Registers ports and callbacks, and makes the server call `bridge`. Returns false if the server refuses.
  func start(_ bridge: Bridge) -> Bool {
    handle.map { cjack_start(library.functions, $0, bridge.pointer) == 0 } ?? false
  }

  /// Frames per second.
  var rate: Int { handle.map { Int(cjack_rate(library.functions, $0)) } ?? 0 }

  /// Frames per cycle.
  var period: Int { handle.map { Int(cjack_period(library.functions, $0)) } ?? 0 }

  /// Whether the server renders faster than real time, as for an export: derived from jackd's last cycles, also before
  /// the client is started.
  var isOutrun: Bool {
    guard let handle else { return false }
    var (frames, start, next, time) = (UInt32(0), UInt64(0), UInt64(0), Float(0))
    let isKnown = library.functions.pointee.get_cycle_times(handle, &frames, &start, &next, &time) == 0
    // In µs. A card's clock and ours differ by far less.
    return isKnown && time > 0 && time * Float(rate) < 0.75e6 * Float(period)
  }

  /// Requests a period; returns false if the server refuses.
  func setPeriod(_ frames: Int) -> Bool {
    handle.map { cjack_set_period(library.functions, $0, UInt32(clamping: frames)) } ?? false
  }

  /// Returns the full names of playback ports, the server's default first.
  func playbackPorts(physical: Bool) -> [String] {
    guard let handle else { return [] }
    return names(cjack_playback_ports(library.functions, handle, physical))
  }

  /// Returns the connections of our left and our right port.
  func channels(of bridge: Bridge) -> [[String]] {
    guard handle != nil else { return [[], []] }
    return [0, 1].map { names(cjack_connections(library.functions, bridge.pointer, $0)) }
  }

  /// Connects our left and right port, now connected to `present`, to `channels` instead of the `seen` connections.
  /// Connections made by other programs since then stay. Returns false if a connection failed.
  func connect(_ bridge: Bridge, from present: [[String]], to channels: [[String]], insteadOf seen: [[String]]) -> Bool
  {
    guard let handle else { return false }
    var isDone = true
    for (channel, (present, seen)) in zip(present, seen).enumerated() {
      let (wanted, channel) = (channels[channel], Int32(channel))
      // New connections first, so that the sound is not interrupted.
      for port in wanted where !present.contains(port) {
        isDone = cjack_connect(library.functions, handle, bridge.pointer, channel, port) && isDone
      }
      for port in present where seen.contains(port) && !wanted.contains(port) {
        cjack_disconnect(library.functions, handle, bridge.pointer, channel, port)
      }
    }
    return isDone
  }

  /// Returns the oldest port event, nil if no more are pending. Skips events that do not concern our ports.
  func nextPortEvent(of bridge: Bridge) -> PortEvent? {
    guard let handle else { return nil }
    var event = cjack_port_event()
    while cjack_bridge_take_port_event(bridge.pointer, &event) {
      let isOurs = { cjack_is_ours(self.library.functions, handle, bridge.pointer, $0) }
      switch event.kind {
      case CJACK_PORT_REGISTERED: return .registered(event.a)
      case CJACK_PORT_UNREGISTERED: return .unregistered(event.a)
      default:
        guard let port = isOurs(event.a) ? event.b : isOurs(event.b) ? event.a : nil else { continue }
        return event.kind == CJACK_PORTS_CONNECTED ? .connected(port) : .disconnected(port)
      }
    }
    return nil
  }

  /// Returns the full name of the port with this number, if there is one.
  func name(of port: UInt32) -> String? {
    handle.flatMap { cjack_port_name(library.functions, $0, port) }.map { String(cString: $0) }
  }

  /// Returns the playback latency of a port, in frames.
  func latency(of port: String) -> Int {
    handle.map { Int(cjack_playback_latency(library.functions, $0, port)) } ?? 0
  }

  private func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { cjack_free_names(library.functions, list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }
}
