import Glibc
import Ports
import Sound
import Time

/// A connection to a server, from its activation to its end: feeds events to the reducer, and performs its effects on
/// JACK. Control thread.
final class ServerSession {
  private let output: JACKOutput
  private let connection: ServerConnection
  /// The period last requested, 0 for none.
  private var askedPeriod = 0
  /// Our connections in the last snapshot.
  private var seen: [[String]] = [[], []]
  /// Our connections if they are known without a query: none at first, then those just made, until the server reports
  /// another change or has had enough time. After a change jackd's library keeps a query waiting for more than a cycle,
  /// and the first note with it; and a slow server answers with the state before the change.
  private var made: [[String]]? = [[], []]
  /// The time those connections were made.
  private var madeAt = MonotonicTime(nanoseconds: 0)
  /// Longer than any server takes to carry out an accepted change.
  private static let whileMade = Duration.seconds(2)
  /// The latencies of the likely destination, queried before anything changed.
  private var latencies: [String: Int] = [:]
  /// The client must be closed.
  private var isLeft = false

  private var client: JACKClient { connection.client }
  private var bridge: Bridge { output.bridge }

  init(output: JACKOutput, connection: ServerConnection) {
    self.output = output
    self.connection = connection
  }

  /// Activates the client; its cycles are silent for now.
  /// - Throws: `noServer` with JACK's message.
  func begin() throws(SoundFailure) {
    bridge.forget()
    latencies = latencies(of: connection.destination.channels.flatMap(\.self))
    guard client.start(bridge) else { throw .noServer(detail: JACKLibrary.lastMessage) }
    output.feed(
      .attached(
        Attachment(
          server: connection.server, isOwn: connection.ownServer != nil, output: connection.output,
          outputName: connection.outputName, card: connection.ownServer?.card)))
    turn()
  }

  /// Waits for the next event and handles it.
  /// - Returns: false once the client must be closed.
  func step() -> Bool {
    let wait = (output.turnDeadline - output.time.now()).nanoseconds
    // Rounded up: a millisecond too early would only cause another wait.
    waitReadable(bridge.descriptor, milliseconds: Int(max(wait, 0) / 1_000_000) + 1)
    tellWhatHappened()
    turn()
    return !isLeft
  }

  /// Closes the client, and ends the server if it is ours.
  func end() {
    // A hung server would block `close`: once it is gone, JACK gives up.
    if isStill { connection.ownServer?.end() }
    client.close()
    connection.ownServer?.end()
  }

  // MARK: - Events

  private func tellWhatHappened() {
    let flags = bridge.takeFlags()
    if flags.contains(.shutdown) || connection.ownServer.map({ !$0.isRunning }) ?? false { return done(.gone) }
    // Handled before earlier rendered cycles: they are no longer audible.
    if flags.contains(.freewheel) { tellFreewheel() }
    if flags.contains(.cycle) { done(.cycle) }
    // A flag from an earlier run is void, as its clock is.
    if flags.contains(.rendered), output.engine.clock.cycle != nil { done(.rendered) }
    while let event = client.nextPortEvent(of: bridge) {
      if !leavesMade(event) { made = nil }
      done(.port(event))
    }
    if flags.contains(.portsMissed) {
      made = nil
      done(.portsMissed)
    }
    if !flags.isDisjoint(with: [.format, .latency]) { done(.formatChanged) }
    if output.takeMayFollow() { done(.mayFollow) }
    if flags.contains(.xrun) { done(.xruns(bridge.xruns)) }
  }

  /// Reports freewheeling. If it is over before it is noticed, it has still interrupted audible sound.
  private func tellFreewheel() {
    done(.freewheels(true))
    guard !bridge.isFreewheeling else { return }
    made = nil
    done(.freewheels(false))
  }

  /// Returns whether our ports are still connected as just made here after this event.
  private func leavesMade(_ event: PortEvent) -> Bool {
    switch event {
    case .registered: true
    case .connected(let port): made?.joined().contains { $0 == client.name(of: port) } ?? false
    case .unregistered, .disconnected: false
    }
  }

  private func turn() {
    guard !isLeft else { return }
    if output.isPlaying, bridge.lastCycle > madeAt + Self.whileMade { made = nil }
    if !isStill { askForPeriod() }
    done(.turn(lastCycle: bridge.lastCycle))
  }

  /// Whether the server has been without a cycle for so long that no call is made to it: it may never return.
  private var isStill: Bool { output.time.now() > bridge.lastCycle + OutputState.silenceLimit }

  // MARK: - Requests

  /// Feeds an event and carries out its requests: outside of `feed`, in which a blocked JACK call would keep the
  /// watchdog from reporting.
  private func done(_ event: @autoclosure () -> OutputEvent) {
    for request in output.feed(event()) {
      switch request {
      case .look:
        let look = look()
        done(.looked(look))
      case .connect(let channels):
        let isDone = connect(to: channels)
        done(.connected(isDone))
      case .prepare(let rate):
        let prepared = prepare(rate: rate)
        done(prepared)
      case .leave: isLeft = true
      }
    }
  }

  private func look() -> ServerSnapshot {
    let channels = made ?? client.channels(of: bridge)
    let ports = channels.flatMap(\.self)
    let isKnown = made != nil && !output.isPlaying && ports.allSatisfy { latencies[$0] != nil }
    seen = channels
    return ServerSnapshot(
      physical: client.playbackPorts(physical: true),
      others: connection.output == nil ? [] : client.playbackPorts(physical: false), channels: channels,
      latencies: isKnown ? latencies.filter { ports.contains($0.key) } : latencies(of: ports), rate: client.rate,
      period: client.period)
  }

  private func latencies(of ports: [String]) -> [String: Int] {
    Dictionary(ports.map { ($0, client.latency(of: $0)) }) { first, _ in first }
  }

  /// Connects our ports to `channels` instead of those in the last snapshot. Does not query the result: the server
  /// reports each connection, after which it is known.
  private func connect(to channels: [[String]]) -> Bool {
    let isFirst = seen.allSatisfy(\.isEmpty)
    // With no connections there is nothing to remove: skip the query, which would wait for a cycle.
    let present = isFirst ? seen : client.channels(of: bridge)
    let isDone = client.connect(bridge, from: present, to: channels, insteadOf: seen)
    (made, madeAt) = (isFirst && isDone ? channels : nil, output.time.now())
    return isDone
  }

  /// Prepares the renderer.
  private func prepare(rate: Int) -> OutputEvent {
    // It is no longer called. The cycle in progress ends within its period; one that does not belongs to a hung thread,
    // which the watchdog detects.
    while bridge.isRendering, !output.isEnded, output.isStarting { usleep(1000) }
    guard !bridge.isRendering else { return .formatChanged }
    guard (try? output.engine.prepare(rate: rate)) != nil else { return .unplayable(rate: rate) }
    return .prepared
  }

  private func askForPeriod() {
    // PipeWire has its request through PIPEWIRE_LATENCY; `jack_set_buffer_size` would force it on all programs.
    let wanted = output.requestedFrames ?? (connection.server == .pipewire ? nil : output.options.period)
    guard let wanted, wanted != askedPeriod else { return }
    askedPeriod = wanted
    guard client.period != wanted, client.setPeriod(wanted) else { return }
    latencies = latencies(of: Array(latencies.keys))
  }
}
