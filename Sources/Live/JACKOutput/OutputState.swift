import Ports
import Time

/// The state of a sound output: control and watchdog feed it events and perform its effects, and hold no other state.
/// Pure.
struct OutputState: Sendable {
  /// The current phase.
  private(set) var phase = Phase.idle
  /// Whether there has been sound: a failure is then a continued loss, and not reported again.
  private(set) var hasPlayed = false
  /// The loop was notified of sound, and not of its loss.
  private var isTold = false
  /// The last reported failure, so that retrying once a second stays quiet.
  private var toldFailure: SoundFailure?
  private let willRetry: Bool

  /// The server in use.
  private var attachment: Attachment?
  /// The known ports.
  var ports = KnownPorts()
  /// The current sound.
  private var description: SoundDescription?
  /// The rate the renderer is prepared for, and the last one it cannot play at.
  private var preparedRate: Int?
  private var unplayableRate: Int?
  /// The progress of rendering before anything is connected.
  private var ahead = Ahead.no
  /// The server has reported a change since the last snapshot.
  private var isDirty = false
  /// The loop was notified that another output waits, and has permitted following it.
  private var isWaiting = false
  private var mayFollow = false
  /// Freewheeling is inaudible, and the server's connection events are void: jackd removes the connections and restores
  /// them.
  private var isFreewheeling = false
  /// The time of the last snapshot.
  private var lookedAt = MonotonicTime(nanoseconds: 0)
  /// The last time the server was known to answer, apart from its cycles.
  private var heardFrom = MonotonicTime(nanoseconds: 0)

  init(willRetry: Bool) {
    self.willRetry = willRetry
  }

  /// The source of the list of outputs.
  var outputs: Outputs {
    guard isAttached || isHung, let attachment, let look = ports.look else { return .unknown }
    return attachment.isOwn && attachment.server == .ownJack ? .cards : .clients(look.physical)
  }

  private var isHung: Bool { if case .hung = phase { true } else { false } }

  /// Handles an event at `now`.
  mutating func handle(_ event: OutputEvent, at now: MonotonicTime) -> OutputEffects {
    guard phase != .ended else { return OutputEffects() }
    switch event {
    case .asks:
      phase = .asking(since: now)
    case .failed(let failure):
      phase = .resting
      return OutputEffects(tell(failure))
    case .attached(let attachment):
      attach(attachment, at: now)
      return OutputEffects([.expectCycle])
    case .cycle:
      cycleCame()
    case .rendered:
      return OutputEffects(play(at: now))
    case .port(let event):
      heardFrom = now
      isDirty = true
      ports.handle(event, at: now)
    case .portsMissed:
      isDirty = true
      ports.missed(at: now)
    case .formatChanged:
      isDirty = true
    case .xruns(let count):
      if case .playing = phase { return OutputEffects([.report(.xruns(count))]) }
    case .looked(let look):
      heardFrom = now
      lookedAt = now
      guard !isFreewheeling else { break }
      isDirty = false
      ports.handle(look, at: now)
      return settle(at: now)
    case .connected(let isDone):
      isDirty = true
      if !isDone { ports.couldNotConnect(at: now) }
      return OutputEffects(requests: [.look])
    case .prepared:
      return OutputEffects(run(at: now))
    case .unplayable(let rate):
      return OutputEffects(cannotPlay(rate))
    case .mayFollow:
      mayFollow = isWaiting
    case .freewheels(let begins):
      if begins { return OutputEffects(freewheel()) }
      keepTime(at: now)
    case .gone:
      return leave()
    case .turn(let lastCycle):
      return turn(at: now, lastCycle: lastCycle)
    case .watched(let lastCycle):
      return OutputEffects(watch(at: now, lastCycle: lastCycle))
    case .ended:
      phase = .ended
      return OutputEffects([.mute])
    }
    return OutputEffects()
  }

  // MARK: - Deadlines

  /// Returns the time of the watchdog's next check if nothing happens before; nil: after the next event.
  func watchDeadline(lastCycle: MonotonicTime) -> MonotonicTime? {
    switch phase {
    case .playing(let since), .starting(let since): max(lastCycle, since) + Self.hangLimit
    // Reported once.
    case .asking(let since), .awaitingCycle(let since):
      hasPlayed || toldFailure == .unresponsive ? nil : since + Self.answerLimit
    case .idle, .disconnected, .hung, .resting, .ended: nil
    }
  }

  /// Returns the time of control's next turn if nothing happens before.
  func turnDeadline(at now: MonotonicTime) -> MonotonicTime {
    if isAttached {
      if isDirty, !isFreewheeling { return now + KnownPorts.stillness }
      if let settles = ports.settles, settles > now { return settles }
    }
    return now + .seconds(1)
  }

  /// Whether there is a server to query.
  private var isAttached: Bool {
    switch phase {
    case .awaitingCycle, .disconnected, .starting, .playing: true
    case .idle, .asking, .hung, .resting, .ended: false
    }
  }

  // MARK: - Events

  private mutating func attach(_ attachment: Attachment, at now: MonotonicTime) {
    self.attachment = attachment
    ports = KnownPorts(output: attachment.output, at: now)
    description = nil
    preparedRate = nil
    unplayableRate = nil
    ahead = .no
    isDirty = true
    isWaiting = false
    mayFollow = false
    isFreewheeling = false
    heardFrom = now
    phase = .awaitingCycle(since: now)
  }

  private mutating func cycleCame() {
    switch phase {
    case .awaitingCycle, .hung:
      phase = .disconnected
      isDirty = true
    case .idle, .asking, .disconnected, .starting, .playing, .resting, .ended: break
    }
  }

  /// Handles a prepared renderer: it is called from now on.
  private mutating func run(at now: MonotonicTime) -> [ImmediateEffect] {
    if case .starting = phase {
      phase = .starting(since: now)
      return [.run]
    }
    guard case .preparing = ahead else { return [] }
    ahead = .running
    return [.run]
  }

  private mutating func cannotPlay(_ rate: Int) -> [ImmediateEffect] {
    guard case .starting = phase else {
      // Reported once it is connected.
      if case .preparing = ahead { (ahead, preparedRate) = (.no, nil) }
      return []
    }
    unplayableRate = rate
    phase = .disconnected
    return lost(.disconnected) ?? tell(.noServer(detail: "\(rate) Hz"))
  }

  /// Handles the start of freewheeling: sound is lost, or, if there was none yet, the reason is reported.
  private mutating func freewheel() -> [ImmediateEffect] {
    guard !isFreewheeling else { return [] }
    isFreewheeling = true
    ahead = .no
    switch phase {
    case .starting, .playing: phase = .disconnected
    case .idle, .asking, .awaitingCycle, .disconnected, .hung, .resting, .ended: break
    }
    isTold = isTold || !hasPlayed
    return lost(.freewheel) ?? [.mute]
  }

  /// Handles the end of freewheeling: rendering starts again.
  private mutating func keepTime(at now: MonotonicTime) {
    guard isFreewheeling else { return }
    isFreewheeling = false
    isDirty = true
    // Connections that existed or were made in the meantime, and are gone, were not removed by hand.
    if description == nil || ports.look?.connections.isEmpty == false { ports.missed(at: now) }
  }

  /// Handles the first rendered cycle of this run: there is sound.
  private mutating func play(at now: MonotonicTime) -> [ImmediateEffect] {
    if case .running = ahead { ahead = .rendered }
    guard case .starting = phase, let description else { return [] }
    phase = .playing(since: now)
    hasPlayed = true
    toldFailure = nil
    defer { isTold = true }
    return [.report(isTold ? .changed(description) : .ready(description))]
  }

  private mutating func turn(at now: MonotonicTime, lastCycle: MonotonicTime) -> OutputEffects {
    if case .hung(let since) = phase, attachment?.isOwn == true, now > since + Self.ownHangLimit { return leave() }
    guard isAttached else { return OutputEffects() }
    // PipeWire does not announce a change of default.
    if attachment?.server == .pipewire, now >= lookedAt + .seconds(1) { isDirty = true }
    guard !isFreewheeling else { return OutputEffects() }
    guard isDirty else { return settle(at: now) }
    return OutputEffects(requests: now > max(lastCycle, heardFrom) + Self.silenceLimit ? [] : [.look])
  }

  private mutating func watch(at now: MonotonicTime, lastCycle: MonotonicTime) -> [ImmediateEffect] {
    guard let deadline = watchDeadline(lastCycle: lastCycle), now >= deadline else { return [] }
    switch phase {
    case .playing, .starting:
      phase = .hung(since: now)
      return (lost(.hung) ?? [.mute]) + [.expectCycle]
    case .idle, .asking, .awaitingCycle, .disconnected, .hung, .resting, .ended:
      return tell(.unresponsive)
    }
  }

  /// Leaves a server that is gone or given up. Reported only if there was sound until now.
  private mutating func leave() -> OutputEffects {
    phase = .resting
    return OutputEffects(lost(.serverGone) ?? [.mute], requests: [.leave])
  }

  /// Reports a loss; nil if it was reported, or there never was sound.
  private mutating func lost(_ loss: SoundLoss) -> [ImmediateEffect]? {
    guard isTold else { return nil }
    isTold = false
    return [.mute, .report(.lost(loss))]
  }

  private mutating func tell(_ failure: SoundFailure) -> [ImmediateEffect] {
    guard !hasPlayed, failure != toldFailure else { return [] }
    toldFailure = failure
    if !willRetry { phase = .ended }
    return [.report(.failed(failure, willRetry: willRetry))]
  }

  // MARK: - Decisions from the whole state

  /// Makes missing connections, and renders if it can be heard.
  private mutating func settle(at now: MonotonicTime) -> OutputEffects {
    guard let attachment, let look = ports.look else { return OutputEffects() }
    let choice = ports.choice(at: now)
    if case .follow(let destination) = choice {
      if case .playing = phase, !mayFollow {
        guard !isWaiting else { return compare(look, attachment, at: now) }
        isWaiting = true
        return OutputEffects([.report(.outputWaits)]) + compare(look, attachment, at: now)
      }
      isWaiting = false
      mayFollow = false
      return OutputEffects([.ramp], requests: [.connect(ports.follow(destination))])
    }
    // A list that still changes gives no answer yet.
    if isSettled(at: now) { (isWaiting, mayFollow) = (false, false) }
    switch choice {
    case .stay, .follow: break
    case .nothing(let failure):
      if look.connections.isEmpty, case .disconnected = phase { return OutputEffects(tell(failure)) }
    case .connect(let channels): return OutputEffects(requests: runAhead(at: look.rate) + [.connect(channels)])
    }
    return compare(look, attachment, at: now)
  }

  private func isSettled(at now: MonotonicTime) -> Bool { ports.settles.map { now >= $0 } ?? false }

  /// Renders if it can be heard, and reports changes.
  private mutating func compare(_ look: ServerSnapshot, _ attachment: Attachment, at now: MonotonicTime)
    -> OutputEffects
  {
    guard !look.connections.isEmpty else {
      switch phase {
      case .starting, .playing:
        phase = .disconnected
        return OutputEffects(lost(.disconnected) ?? [.mute])
      case .idle, .asking, .awaitingCycle, .disconnected, .hung, .resting, .ended: return OutputEffects()
      }
    }
    let sound = describe(look, attachment)
    switch phase {
    case .disconnected:
      // A port connected before an output was chosen may not be an output.
      if look.rate == unplayableRate || ports.isMissing && !isSettled(at: now) { return OutputEffects() }
      return start(sound, at: now)
    case .starting, .playing:
      if look.rate != preparedRate { return OutputEffects([.mute]) + start(sound, at: now) }
      guard sound != description else { return OutputEffects() }
      description = sound
      guard case .playing = phase else { return OutputEffects([.setLatency(sound.latency)]) }
      return OutputEffects([.setLatency(sound.latency), .report(.changed(sound))])
    case .idle, .asking, .awaitingCycle, .hung, .resting, .ended: return OutputEffects()
    }
  }

  private mutating func start(_ description: SoundDescription, at now: MonotonicTime) -> OutputEffects {
    defer { ahead = .no }
    self.description = description
    phase = .starting(since: now)
    let latency = ImmediateEffect.setLatency(description.latency)
    switch ahead {
    case .running where preparedRate == description.rate: return OutputEffects([latency])
    case .rendered where preparedRate == description.rate: return OutputEffects([latency] + play(at: now))
    case .no, .preparing, .running, .rendered:
      let isRunning = preparedRate != nil && ahead != .no
      preparedRate = description.rate
      return OutputEffects((isRunning ? [.mute] : []) + [latency], requests: [.prepare(rate: description.rate)])
    }
  }

  /// Starts the renderer before the first connection is made.
  private mutating func runAhead(at rate: Int) -> [ServerRequest] {
    switch phase {
    case .awaitingCycle, .disconnected:
      guard preparedRate == nil else { return [] }
      preparedRate = rate
      ahead = .preparing
      return [.prepare(rate: rate)]
    case .idle, .asking, .starting, .playing, .hung, .resting, .ended: return []
    }
  }

  private func describe(_ look: ServerSnapshot, _ attachment: Attachment) -> SoundDescription {
    let destination = ports.destination
    let port = destination.flatMap { look.connections.contains($0.left) ? $0.left : nil } ?? look.connections[0]
    let name = port == destination?.left ? destination?.name : nil
    return SoundDescription(
      server: attachment.server, rate: look.rate, period: look.period, latency: look.latencies[port] ?? 0,
      output: attachment.outputName ?? name ?? Destination.client(port), card: attachment.card)
  }
}
