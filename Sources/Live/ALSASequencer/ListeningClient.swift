import CALSA
import Controllers
import MIDI
import Ports

/// A sequencer client that listens and sends: our two ports, the queue for timestamps, and the kernel's filter.
///
/// Our ports are not exported: no patch bay or bridge connects to them by itself, so no program plays through Peach and
/// our output is not routed back. The kernel still lets the owner of a port connect it. Hands thread only.
final class ListeningClient {
  /// The result of one read of the input.
  enum Input {
    case event(snd_seq_event_t)
    /// No event is waiting.
    case empty
    /// The kernel's buffer overran and was cleared.
    case overflowed
  }

  /// The result of sending one event.
  enum Sent {
    case done
    /// The kernel's buffer is full.
    case full
    /// The port is gone or accepts nothing.
    case refused
  }

  /// The most events the kernel keeps for a client.
  private static let poolSize = 2000

  let client: SequencerClient
  let input: PortID
  let output: PortID
  /// The queue whose time stamps events; nil if the kernel had no queue left: then events have the time of the read.
  let queue: UInt8?
  private let status: OpaquePointer?

  /// Opens the sequencer, receives its announcements, and is ready to connect.
  init(name: String, roots: SystemRoots) throws(SequencerFailure) {
    client = try SequencerClient(name: name, roots: roots)
    let handle = client.handle
    // Enough for a flood. A smaller pool works too.
    snd_seq_set_client_pool_input(handle, Self.poolSize)
    snd_seq_set_client_pool_output(handle, Self.poolSize)
    try Self.filter(handle)
    queue = Self.makeQueue(handle)
    var status: OpaquePointer?
    snd_seq_queue_status_malloc(&status)
    self.status = status
    // WRITE and READ without SUBS_: events may be delivered, others may not subscribe.
    input = PortID(
      client: client.number,
      port: try Self.makePort(handle, "Input", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT, stamps: queue))
    output = PortID(
      client: client.number,
      port: try Self.makePort(handle, "Output", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_NO_EXPORT, stamps: nil))
    try SequencerFailure.check(
      "snd_seq_connect_from",
      snd_seq_connect_from(
        handle, Int32(input.port), Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE)))
  }

  deinit { status.map { snd_seq_queue_status_free($0) } }

  /// Subscribes to the output of `port`. Returns whether it is subscribed now.
  func listen(to port: PortID) -> Bool {
    // The call fails with -EBUSY if another program holds the raw device behind the port.
    snd_seq_connect_from(client.handle, Int32(input.port), Int32(port.client), Int32(port.port)) >= 0
      || client.isSubscribed(port, to: input)
  }

  /// Opens `port` for our output. Returns whether it is open now.
  func open(_ port: PortID) -> Bool {
    snd_seq_connect_to(client.handle, Int32(output.port), Int32(port.client), Int32(port.port)) >= 0
      || client.isSubscribed(output, to: port)
  }

  /// Ends both subscriptions, if they still exist.
  func leave(_ port: PortID) {
    snd_seq_disconnect_from(client.handle, Int32(input.port), Int32(port.client), Int32(port.port))
    snd_seq_disconnect_to(client.handle, Int32(output.port), Int32(port.client), Int32(port.port))
  }

  /// Returns whether we are still subscribed to `port`.
  func hears(_ port: PortID) -> Bool { client.isSubscribed(port, to: input) }

  /// Returns the next event. A SysEx event's bytes are valid until the next call. Never waits.
  func next() throws(SequencerFailure) -> Input {
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    while true {
      let result = snd_seq_event_input(client.handle, &event)
      switch -result {
      case EAGAIN: return .empty
      case ENOSPC: return .overflowed
      case EINTR: continue
      default: try SequencerFailure.check("snd_seq_event_input", result)
      }
      guard let event else { return .empty }
      return .event(event.pointee)
    }
  }

  /// Whether events were fetched from the kernel that `next` has not returned yet: `poll` does not report those.
  var holdsEvents: Bool { snd_seq_event_input_pending(client.handle, 0) > 0 }

  /// Returns the kernel's timestamp of `event` in nanoseconds of our queue; nil if it has none.
  func stamp(of event: snd_seq_event_t) -> Int64? {
    guard let queue, event.queue == queue,
      event.flags & UInt8(SND_SEQ_TIME_STAMP_MASK) == UInt8(SND_SEQ_TIME_STAMP_REAL)
    else { return nil }
    return Int64(event.time.time.tv_sec) * 1_000_000_000 + Int64(event.time.time.tv_nsec)
  }

  /// Reads the queue's time between two readings of `time`; nil without a queue.
  func readQueue(_ time: any TimeSource) -> QueueReading? {
    guard let queue, let status else { return nil }
    let before = time.now()
    guard snd_seq_get_queue_status(client.handle, Int32(queue), status) >= 0 else { return nil }
    let after = time.now()
    guard let real = snd_seq_queue_status_get_real_time(status)?.pointee else { return nil }
    return QueueReading(before: before, queue: Int64(real.tv_sec) * 1_000_000_000 + Int64(real.tv_nsec), after: after)
  }

  /// Sends one event directly. Never waits.
  func send(_ event: OutgoingEvent) -> Sent {
    event.withEvent(from: output.port) { pointer in
      let result = snd_seq_event_output_direct(client.handle, pointer)
      if result >= 0 { return .done }
      return result == -EAGAIN || result == -EINTR ? .full : .refused
    }
  }

  /// Returns the descriptors to poll for input.
  func pollDescriptors() -> [pollfd] {
    let count = snd_seq_poll_descriptors_count(client.handle, Int16(POLLIN))
    guard count > 0 else { return [] }
    var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
    let filled = snd_seq_poll_descriptors(client.handle, &descriptors, UInt32(count), Int16(POLLIN))
    return Array(descriptors.prefix(Int(max(0, filled))))
  }

  /// Makes the kernel pass on only messages that Peach uses: clock (24 a beat) and the like neither wake the thread nor
  /// fill the buffer. The end of active sensing (3 a second) shows that nothing is held any more.
  private static func filter(_ handle: OpaquePointer) throws(SequencerFailure) {
    let wanted = [
      SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF, SND_SEQ_EVENT_KEYPRESS, SND_SEQ_EVENT_CONTROLLER,
      SND_SEQ_EVENT_PGMCHANGE, SND_SEQ_EVENT_CHANPRESS, SND_SEQ_EVENT_PITCHBEND, SND_SEQ_EVENT_CONTROL14,
      SND_SEQ_EVENT_NONREGPARAM, SND_SEQ_EVENT_REGPARAM, SND_SEQ_EVENT_SYSEX, SND_SEQ_EVENT_SENSING,
      SND_SEQ_EVENT_RESET,
      SND_SEQ_EVENT_CLIENT_EXIT, SND_SEQ_EVENT_CLIENT_CHANGE, SND_SEQ_EVENT_PORT_START, SND_SEQ_EVENT_PORT_EXIT,
      SND_SEQ_EVENT_PORT_CHANGE, SND_SEQ_EVENT_PORT_SUBSCRIBED, SND_SEQ_EVENT_PORT_UNSUBSCRIBED,
    ]
    for type in wanted {
      try SequencerFailure.check(
        "snd_seq_set_client_event_filter", snd_seq_set_client_event_filter(handle, Int32(type.rawValue)))
    }
  }

  /// Creates a running queue; nil if the kernel has none left or no timer for it.
  private static func makeQueue(_ handle: OpaquePointer) -> UInt8? {
    let queue = snd_seq_alloc_named_queue(handle, "Peach")
    guard let small = UInt8(exactly: queue) else { return nil }
    tickRarely(handle, queue)
    // A queue that is not drained after its start never runs, and stamps 0.
    guard snd_seq_control_queue(handle, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil) >= 0,
      snd_seq_drain_output(handle) >= 0
    else {
      snd_seq_free_queue(handle, queue)
      return nil
    }
    return small
  }

  /// Makes the kernel advance `queue` as rarely as it can, 10 times a second instead of 1000, which would keep a
  /// processor awake. Timestamps stay exact: the kernel adds the time since. If it refuses, only power saving suffers.
  private static func tickRarely(_ handle: OpaquePointer, _ queue: Int32) {
    var timer: OpaquePointer?
    guard snd_seq_queue_timer_malloc(&timer) >= 0, let timer else { return }
    defer { snd_seq_queue_timer_free(timer) }
    guard snd_seq_get_queue_timer(handle, queue, timer) >= 0 else { return }
    snd_seq_queue_timer_set_resolution(timer, 10)
    snd_seq_set_queue_timer(handle, queue, timer)
  }

  private static func makePort(
    _ handle: OpaquePointer, _ name: String, _ capabilities: Int32, stamps queue: UInt8?
  ) throws(SequencerFailure) -> UInt8 {
    var info: OpaquePointer?
    try SequencerFailure.check("snd_seq_port_info_malloc", snd_seq_port_info_malloc(&info))
    defer { snd_seq_port_info_free(info) }
    snd_seq_port_info_set_name(info, name)
    snd_seq_port_info_set_capability(info, UInt32(capabilities))
    snd_seq_port_info_set_type(info, UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
    snd_seq_port_info_set_midi_channels(info, 16)
    if let queue {
      snd_seq_port_info_set_timestamping(info, 1)
      snd_seq_port_info_set_timestamp_real(info, 1)
      snd_seq_port_info_set_timestamp_queue(info, Int32(queue))
    }
    try SequencerFailure.check("snd_seq_create_port", snd_seq_create_port(handle, info))
    return UInt8(truncatingIfNeeded: snd_seq_port_info_get_port(info))
  }
}
