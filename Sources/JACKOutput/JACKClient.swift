import CJACK
import Practice

/// A client of a running server. Control thread only: every call may block for as long as the server hangs.
final class JACKClient {
  /// Where its functions are.
  let library: JACKLibrary
  private var handle: OpaquePointer?

  /// Takes over an open client.
  init(library: JACKLibrary, handle: OpaquePointer) {
    self.library = library
    self.handle = handle
  }

  deinit { close() }

  /// Ends it: the bridge is not called any more once this returns. Further calls do nothing.
  func close() {
    guard let open = handle else { return }
    handle = nil
    cjack_close(library.functions, open)
  }

  /// Registers ports and callbacks and has the server call `bridge` from now on. False if the server refuses.
  func start(_ bridge: Bridge) -> Bool {
    handle.map { cjack_start(library.functions, $0, bridge.pointer, RealtimePriority.renderer) == 0 } ?? false
  }

  /// Frames a second.
  var rate: Int { handle.map { Int(cjack_rate(library.functions, $0)) } ?? 0 }

  /// Frames a cycle.
  var period: Int { handle.map { Int(cjack_period(library.functions, $0)) } ?? 0 }

  /// Asks for a period; false if the server does not agree.
  func setPeriod(_ frames: Int) -> Bool {
    handle.map { cjack_set_period(library.functions, $0, UInt32(clamping: frames)) } ?? false
  }

  /// Full names of what can be played to, the server's default first.
  func playbackPorts(physical: Bool) -> [String] {
    guard let handle else { return [] }
    return names(cjack_playback_ports(library.functions, handle, physical))
  }

  /// What our ports are connected to.
  func connections(of bridge: Bridge) -> [String] {
    guard handle != nil else { return [] }
    return [0, 1].flatMap { names(cjack_connections(library.functions, bridge.pointer, $0)) }
  }

  /// Connects our ports. False if nothing could be connected.
  func connect(_ bridge: Bridge, to destination: Destination) -> Bool {
    guard let handle else { return false }
    let left = cjack_connect(library.functions, handle, bridge.pointer, 0, destination.left)
    guard let right = destination.right else { return left }
    return cjack_connect(library.functions, handle, bridge.pointer, 1, right) || left
  }

  /// The playback latency of a port, in frames.
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
