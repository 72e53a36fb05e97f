import Glibc
import Practice
import Sound
import Time

/// One connection to a server, from its activation to its end. Control thread.
final class Service {
  private let output: JACKOutput
  private let connection: Connection
  private let ladder: Ladder
  private var destination: Destination
  private var description: SoundDescription
  /// What has been raised and not been looked into.
  private var pending: Bridge.Flags = []
  /// The period last asked for, 0 for none.
  private var askedPeriod = 0
  /// What was played to has gone, not just its connections: whatever takes its place is connected.
  private var destinationVanished = false

  private var client: JACKClient { connection.client }
  private var bridge: Bridge { output.bridge }

  /// How long a server of our own may hang before it is replaced.
  private static let ownHangLimit = Duration.seconds(5)
  /// Without a cycle for this long no question is put to the server: the answer may never come.
  private static let stallLimit = Duration.milliseconds(250)

  init(output: JACKOutput, connection: Connection, ladder: Ladder) {
    self.output = output
    self.connection = connection
    self.ladder = ladder
    destination = connection.destination
    description = SoundDescription(
      server: connection.server, rate: 0, period: 0, latency: 0,
      output: connection.outputName ?? connection.destination.name)
  }

  /// Activates the client and connects it; cycles are silent until the first has come.
  /// - Throws: `noServer` with JACK's words.
  func begin() throws(SoundFailure) {
    // No client is active, so the renderer is ours.
    try prepare(rate: client.rate)
    _ = bridge.takeFlags()
    bridge.expectCycle()
    guard client.start(bridge) else { throw .noServer(detail: JACKLibrary.lastMessage) }
    askForPeriod()
    guard client.connect(bridge, to: destination) else { throw .noServer(detail: JACKLibrary.lastMessage) }
    output.move { $0.awaitCycle(now: output.time.now()) }
  }

  /// Waits for the next thing to happen and sees to it.
  /// - Returns: false once the server is gone.
  func step() -> Bool {
    let phase = output.phase
    let isHung = if case .hung = phase { true } else { false }
    waitReadable(bridge.descriptor, milliseconds: isHung ? 20 : 1000)
    pending.formUnion(bridge.takeFlags())
    let isDead = connection.ownServer.map { !$0.isRunning } ?? false
    if pending.contains(.shutdown) || isDead { return lose() }
    // Hung as of now: the watchdog may have spoken during the wait.
    switch output.phase {
    case .awaitingCycle:
      if pending.contains(.cycle) { firstCycle() }
    case .hung(let since):
      if bridge.lastCycle > since {
        output.engine.rampFromSilence()
        resume()
      } else if connection.ownServer != nil, output.time.now() - since > Self.ownHangLimit {
        return lose()
      }
    case .playing, .disconnected:
      if !isStalled { lookAround() }
    case .idle, .asking, .resting, .ended:
      break
    }
    return true
  }

  /// Ends the client, and the server if it is ours.
  func end() {
    bridge.setRunning(false)
    // A hung server would keep `close` waiting: with it gone, JACK gives up.
    if isStalled { connection.ownServer?.end() }
    client.close()
    connection.ownServer?.end()
  }

  // MARK: - Changes

  private var isStalled: Bool { output.time.now() - bridge.lastCycle > Self.stallLimit }

  private func lose() -> Bool {
    bridge.setRunning(false)
    output.move { $0.lose() }
    return false
  }

  private func firstCycle() {
    let connections = client.connections(of: bridge)
    guard !connections.isEmpty else { return }
    description = describe(connections)
    guard followRate() else { return }
    pending = []
    resume()
  }

  private func resume() {
    bridge.setRunning(true)
    output.move { $0.play(description) }
  }

  /// Rate, period, latency and connections as they are now: flags only say that something may have changed.
  private func lookAround() {
    if pending.contains(.xrun) { output.tell(.xruns(bridge.xruns)) }
    pending = []
    askForPeriod()
    var connections = client.connections(of: bridge)
    if connections.isEmpty {
      output.move { $0.disconnect() }
      guard reconnect() else { return }
      connections = client.connections(of: bridge)
      guard !connections.isEmpty else { return }
    }
    let now = describe(connections)
    let isChanged = now != description
    description = now
    guard followRate() else { return }
    if output.phase == .disconnected {
      output.engine.rampFromSilence()
      resume()
    } else if isChanged {
      output.move { $0.change(now) }
    }
  }

  /// Connects again where the output itself was unplugged. A connection that was taken away by hand is left so.
  private func reconnect() -> Bool {
    let ports = client.playbackPorts(physical: false)
    if !ports.contains(destination.left) { destinationVanished = true }
    guard destinationVanished, let next = try? ladder.choose(on: client), client.connect(bridge, to: next) else {
      return false
    }
    destination = next
    destinationVanished = false
    return true
  }

  private func describe(_ connections: [String]) -> SoundDescription {
    let port = connections.contains(destination.left) ? destination.left : connections[0]
    let latency = client.latency(of: port)
    bridge.setLatency(latency)
    return SoundDescription(
      server: connection.server, rate: client.rate, period: client.period, latency: latency,
      output: connection.outputName ?? (port == destination.left ? destination.name : Destination.client(port)),
      card: connection.ownServer?.card)
  }

  private func askForPeriod() {
    // PipeWire has been asked by PIPEWIRE_LATENCY; `jack_set_buffer_size` would force it on all programs.
    let wanted = output.requestedFrames ?? (connection.server == .pipewire ? nil : output.options.period)
    guard let wanted, wanted != askedPeriod else { return }
    askedPeriod = wanted
    if client.period != wanted { _ = client.setPeriod(wanted) }
  }

  // MARK: - The renderer's rate

  private var preparedRate = 0

  /// Prepares the renderer anew if the server's rate has changed. False (and silent) if it cannot play at that rate.
  private func followRate() -> Bool {
    guard description.rate != preparedRate else { return true }
    bridge.setRunning(false)
    // The cycle that has begun ends within its period; one that does not belongs to a thread that has stopped for good.
    for _ in 0..<200 where bridge.isRendering { usleep(1000) }
    guard !bridge.isRendering, (try? prepare(rate: description.rate)) != nil else { return false }
    if output.phase == .playing { bridge.setRunning(true) }
    return true
  }

  private func prepare(rate: Int) throws(SoundFailure) {
    do {
      try output.engine.prepare(rate: rate)
    } catch {
      throw .noServer(detail: "\(rate) Hz")
    }
    preparedRate = rate
  }
}
