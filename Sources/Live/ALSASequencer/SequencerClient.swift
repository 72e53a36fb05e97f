import CALSA
import Controllers
import Glibc
import Ports

/// An open sequencer client: alsa-lib's calls with typed errors, and queries about ports. alsa-lib's handle must not be
/// used by two threads: one thread creates this and keeps it.
final class SequencerClient {
  /// Our client number.
  let number: UInt8
  let handle: OpaquePointer

  /// Opens the sequencer as a client named `name`.
  init(name: String, roots: SystemRoots) throws(SequencerFailure) {
    calsa_silence()
    var handle: OpaquePointer?
    let result = snd_seq_open(&handle, "default", SND_SEQ_OPEN_OUTPUT | SND_SEQ_OPEN_INPUT, SND_SEQ_NONBLOCK)
    guard result >= 0, let handle else {
      let exists = access("\(roots.dev)/seq", F_OK) == 0
      throw .opening("snd_seq_open", code: result, deviceExists: exists)
    }
    let number = snd_seq_client_id(handle)
    guard let small = UInt8(exactly: number), snd_seq_set_client_name(handle, name) >= 0 else {
      snd_seq_close(handle)
      throw .failed(call: "snd_seq_client_id", code: EINVAL)
    }
    self.handle = handle
    self.number = small
  }

  deinit { snd_seq_close(handle) }

  /// Returns all ports of all clients, by client and port number.
  func ports() -> [PortSnapshot] {
    withClientInfo { info in
      var ports: [PortSnapshot] = []
      snd_seq_client_info_set_client(info, -1)
      while snd_seq_query_next_client(handle, info) >= 0 {
        ports += self.ports(ofClient: info)
      }
      return ports
    } ?? []
  }

  /// Returns the current state of a port; nil if it does not exist.
  func port(_ id: PortID) -> PortSnapshot? {
    withClientInfo { info in
      guard snd_seq_get_any_client_info(handle, Int32(id.client), info) >= 0 else { return nil }
      return ports(ofClient: info).first { $0.id == id }
    } ?? nil
  }

  /// Returns the name of a client; nil if it does not exist.
  func name(ofClient client: UInt8) -> String? {
    withClientInfo { info in
      guard snd_seq_get_any_client_info(handle, Int32(client), info) >= 0 else { return nil }
      return Self.string(snd_seq_client_info_get_name(info))
    } ?? nil
  }

  /// Returns the names of the clients, except ours, that are subscribed to a port's output; each once, in alphabetical
  /// order.
  func listeners(to port: PortID) -> [String] {
    var query: OpaquePointer?
    guard snd_seq_query_subscribe_malloc(&query) >= 0, let query else { return [] }
    defer { snd_seq_query_subscribe_free(query) }
    var address = snd_seq_addr_t(client: port.client, port: port.port)
    snd_seq_query_subscribe_set_root(query, &address)
    snd_seq_query_subscribe_set_type(query, SND_SEQ_QUERY_SUBS_READ)
    var clients: Set<UInt8> = []
    var index: Int32 = 0
    while true {
      snd_seq_query_subscribe_set_index(query, index)
      guard snd_seq_query_port_subscribers(handle, query) >= 0 else { break }
      if let listener = snd_seq_query_subscribe_get_addr(query)?.pointee { clients.insert(listener.client) }
      index += 1
    }
    clients.remove(number)
    return Set(clients.compactMap(name)).sorted()
  }

  /// Returns whether `destination` is subscribed to `sender`.
  func isSubscribed(_ sender: PortID, to destination: PortID) -> Bool {
    var subscription: OpaquePointer?
    guard snd_seq_port_subscribe_malloc(&subscription) >= 0, let subscription else { return false }
    defer { snd_seq_port_subscribe_free(subscription) }
    var from = snd_seq_addr_t(client: sender.client, port: sender.port)
    var to = snd_seq_addr_t(client: destination.client, port: destination.port)
    snd_seq_port_subscribe_set_sender(subscription, &from)
    snd_seq_port_subscribe_set_dest(subscription, &to)
    return snd_seq_get_port_subscription(handle, subscription) >= 0
  }

  private func ports(ofClient client: OpaquePointer) -> [PortSnapshot] {
    var info: OpaquePointer?
    guard snd_seq_port_info_malloc(&info) >= 0, let info else { return [] }
    defer { snd_seq_port_info_free(info) }
    let number = snd_seq_client_info_get_client(client)
    let card = snd_seq_client_info_get_card(client)
    var ports: [PortSnapshot] = []
    var index = 0
    snd_seq_port_info_set_client(info, number)
    snd_seq_port_info_set_port(info, -1)
    while snd_seq_query_next_port(handle, info) >= 0 {
      let port = PortSnapshot(
        id: PortID(
          client: UInt8(truncatingIfNeeded: number), port: UInt8(truncatingIfNeeded: snd_seq_port_info_get_port(info))),
        clientName: Self.string(snd_seq_client_info_get_name(client)),
        portName: Self.string(snd_seq_port_info_get_name(info)),
        portIndex: index,
        isKernelClient: snd_seq_client_info_get_type(client) == SND_SEQ_KERNEL_CLIENT,
        card: card >= 0 ? Int(card) : nil,
        capabilities: PortCapabilities(rawValue: snd_seq_port_info_get_capability(info)),
        isHardware: snd_seq_port_info_get_type(info) & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0)
      if !port.capabilities.contains(.umpEndpoint) { index += 1 }
      ports.append(port)
    }
    return ports
  }

  private func withClientInfo<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    var info: OpaquePointer?
    guard snd_seq_client_info_malloc(&info) >= 0, let info else { return nil }
    defer { snd_seq_client_info_free(info) }
    return body(info)
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}

extension SequencerFailure {
  /// Converts the negated errno of a failed `call`. `deviceExists` is whether `/dev/snd/seq` exists: without its
  /// configuration files alsa-lib reports a missing file as well.
  static func opening(_ call: String, code: Int32, deviceExists: Bool) -> SequencerFailure {
    switch -code {
    case EACCES, EPERM: .notPermitted
    case ENOENT where !deviceExists: .missing
    // The node exists (systemd creates it early), but no module can serve it.
    case ENODEV, ENXIO: .missing
    default: .failed(call: call, code: -code)
    }
  }

  /// Returns a result of 0 or more, and throws a negated errno.
  @discardableResult
  static func check(_ call: String, _ result: Int32) throws(SequencerFailure) -> Int32 {
    guard result >= 0 else { throw .failed(call: call, code: -result) }
    return result
  }
}
