import Ports
import Time

/// What is known of a sound output, and what follows from what happens to it: the one truth of control and watchdog, which
/// only feed it and carry out its effects. Pure.
struct OutputState: Sendable {
  /// Where it stands.
  private(set) var phase = Phase.idle
  /// Whether sound has been there: a failure is then a continued loss, and told no more.
  private(set) var hasPlayed = false
  /// The loop was told that there is sound, and not that it was lost.
  private var isTold = false
  /// The failure told last, so that a retry once a second stays quiet.
  private var toldFailure: SoundFailure?
  private let willRetry: Bool

  /// The server in use.
  private var attachment: Attachment?
  /// What is known of its ports.
  var ports = KnownPorts()
  /// The sound as it is now.
  private var description: SoundDescription?
  /// The rate the renderer was made ready for, and the last one it cannot play at.
  private var preparedRate: Int?
  private var unplayableRate: Int?
  /// How far the renderer is that runs before anything is connected.
  private var ahead = Ahead.no
  /// The server has said something since it was asked last.
  private var isDirty = false
  /// The loop was told that another output waits, and has allowed it to be followed.
  private var isWaiting = false
  private var mayFollow = false
  /// Nobody could hear what is made, and what the server says of connections is void: jackd takes them away and puts them back.
  private var isFreewheeling = false
  /// When the server was asked last.
  private var lookedAt = MonotonicTime(nanoseconds: 0)
  /// When the server was last known to answer, but for its cycles.
  private var heardFrom = MonotonicTime(nanoseconds: 0)

  init(willRetry: Bool) {
    self.willRetry = willRetry
  }

  /// Where to find what else could be played to.
  var outputs: Outputs {
    guard isAttached || isHung, let attachment, let look = ports.look else { return .unknown }
    return attachment.isOwn && attachment.server == .ownJack ? .cards : .clients(look.physical)
  }

  private var isHung: Bool { if case .hung = phase { true } else { false } }

  /// Takes in what happened at `now`.
  mutating func handle(_ event: OutputEvent, at now: MonotonicTime) -> [OutputEffect] {
    guard phase != .ended else { return [] }
    switch event {
    case .asks:
      phase = .asking(since: now)
      return []
    case .failed(let failure):
      phase = .resting
      return tell(failure)
    case .attached(let attachment):
      attach(attachment, at: now)
      return [.expectCycle]
    case .cycle:
      return cycleCame()
    case .rendered:
      return play(at: now)
    case .port(let event):
      heardFrom = now
      isDirty = true
      ports.take(event, at: now)
      return []
    case .portsMissed:
      isDirty = true
      ports.missed(at: now)
      return []
    case .formatChanged:
      isDirty = true
      return []
    case .xruns(let count):
      if case .playing = phase { return [.report(.xruns(count))] }
      return []
    case .looked(let look):
      heardFrom = now
      lookedAt = now
      guard !isFreewheeling else { return [] }
      isDirty = false
      ports.take(look, at: now)
      return settle(at: now)
    case .connected(let isDone):
      isDirty = true
      if !isDone { ports.couldNotConnect(at: now) }
      return [.look]
    case .prepared:
      if case .starting = phase {
        phase = .starting(since: now)
        return [.run]
      }
      guard case .preparing = ahead else { return [] }
      ahead = .running
      return [.run]
    case .unplayable(let rate):
      guard case .starting = phase else {
        // Told when it is connected.
        if case .preparing = ahead { (ahead, preparedRate) = (.no, nil) }
        return []
      }
      unplayableRate = rate
      phase = .disconnected
      return lost(.disconnected) ?? tell(.noServer(detail: "\(rate) Hz"))
    case .mayFollow:
      mayFollow = isWaiting
      return []
    case .freewheels(let begins):
      return begins ? freewheel() : keepTime(at: now)
    case .gone:
      return leave()
    case .turn(let lastCycle):
      return turn(at: now, lastCycle: lastCycle)
    case .watched(let lastCycle):
      return watch(at: now, lastCycle: lastCycle)
    case .ended:
      phase = .ended
      return [.mute]
    }
  }

  // MARK: - Deadlines

  /// When the watchdog is to look again if nothing happens before; nil: once something has.
  func watchDeadline(lastCycle: MonotonicTime) -> MonotonicTime? {
    switch phase {
    case .playing(let since), .starting(let since): max(lastCycle, since) + Self.hangLimit
    // Told once.
    case .asking(let since), .awaitingCycle(let since):
      hasPlayed || toldFailure == .unresponsive ? nil : since + Self.answerLimit
    case .idle, .disconnected, .hung, .resting, .ended: nil
    }
  }

  /// When control is to take a turn if nothing happens before.
  func turnDeadline(at now: MonotonicTime) -> MonotonicTime {
    if isAttached {
      if isDirty, !isFreewheeling { return now + KnownPorts.stillness }
      if let settles = ports.settles, settles > now { return settles }
    }
    return now + .seconds(1)
  }

  /// Whether there is a server that can be asked.
  private var isAttached: Bool {
    switch phase {
    case .awaitingCycle, .disconnected, .starting, .playing: true
    case .idle, .asking, .hung, .resting, .ended: false
    }
  }

  // MARK: - What happens

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

  private mutating func cycleCame() -> [OutputEffect] {
    switch phase {
    case .awaitingCycle, .hung:
      phase = .disconnected
      isDirty = true
    case .idle, .asking, .disconnected, .starting, .playing, .resting, .ended: break
    }
    return []
  }

  /// The server freewheels: sound is lost, and where there was none yet it is told why.
  private mutating func freewheel() -> [OutputEffect] {
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

  /// It keeps time again: what can be heard is begun anew.
  private mutating func keepTime(at now: MonotonicTime) -> [OutputEffect] {
    guard isFreewheeling else { return [] }
    isFreewheeling = false
    isDirty = true
    // Connections that were there, or made meanwhile, and are gone were not taken away by hand.
    if description == nil || ports.look?.connections.isEmpty == false { ports.missed(at: now) }
    return []
  }

  /// A cycle of this run was rendered: there is sound.
  private mutating func play(at now: MonotonicTime) -> [OutputEffect] {
    if case .running = ahead { ahead = .rendered }
    guard case .starting = phase, let description else { return [] }
    phase = .playing(since: now)
    hasPlayed = true
    toldFailure = nil
    defer { isTold = true }
    return [.report(isTold ? .changed(description) : .ready(description))]
  }

  private mutating func turn(at now: MonotonicTime, lastCycle: MonotonicTime) -> [OutputEffect] {
    if case .hung(let since) = phase, attachment?.isOwn == true, now > since + Self.ownHangLimit { return leave() }
    guard isAttached else { return [] }
    // PipeWire does not tell of another default.
    if attachment?.server == .pipewire, now >= lookedAt + .seconds(1) { isDirty = true }
    guard !isFreewheeling else { return [] }
    guard isDirty else { return settle(at: now) }
    return now > max(lastCycle, heardFrom) + Self.silenceLimit ? [] : [.look]
  }

  private mutating func watch(at now: MonotonicTime, lastCycle: MonotonicTime) -> [OutputEffect] {
    guard let deadline = watchDeadline(lastCycle: lastCycle), now >= deadline else { return [] }
    switch phase {
    case .playing, .starting:
      phase = .hung(since: now)
      return (lost(.hung) ?? [.mute]) + [.expectCycle]
    case .idle, .asking, .awaitingCycle, .disconnected, .hung, .resting, .ended:
      return tell(.unresponsive)
    }
  }

  /// The server is gone, or given up. Told only if sound was there until now.
  private mutating func leave() -> [OutputEffect] {
    phase = .resting
    return (lost(.serverGone) ?? [.mute]) + [.leave]
  }

  /// Tells of a loss; nil if it was told, or there never was sound.
  private mutating func lost(_ loss: SoundLoss) -> [OutputEffect]? {
    guard isTold else { return nil }
    isTold = false
    return [.mute, .report(.lost(loss))]
  }

  private mutating func tell(_ failure: SoundFailure) -> [OutputEffect] {
    guard !hasPlayed, failure != toldFailure else { return [] }
    toldFailure = failure
    if !willRetry { phase = .ended }
    return [.report(.failed(failure, willRetry: willRetry))]
  }

  // MARK: - What follows from all that is known

  /// Connects what should be connected, and renders where it can be heard.
  private mutating func settle(at now: MonotonicTime) -> [OutputEffect] {
    guard let attachment, let look = ports.look else { return [] }
    let choice = ports.choice(at: now)
    if case .follow(let destination) = choice {
      if case .playing = phase, !mayFollow {
        guard !isWaiting else { return compare(look, attachment, at: now) }
        isWaiting = true
        return [.report(.outputWaits)] + compare(look, attachment, at: now)
      }
      isWaiting = false
      mayFollow = false
      return [.ramp, .connect(ports.follow(destination))]
    }
    // A list that is not still yet says nothing of it.
    if isSettled(at: now) { (isWaiting, mayFollow) = (false, false) }
    switch choice {
    case .stay, .follow: break
    case .nothing(let failure): if look.connections.isEmpty, case .disconnected = phase { return tell(failure) }
    case .connect(let channels): return runAhead(at: look.rate) + [.connect(channels)]
    }
    return compare(look, attachment, at: now)
  }

  private func isSettled(at now: MonotonicTime) -> Bool { ports.settles.map { now >= $0 } ?? false }

  /// Renders where it can be heard, and tells what has changed.
  private mutating func compare(_ look: Look, _ attachment: Attachment, at now: MonotonicTime) -> [OutputEffect] {
    guard !look.connections.isEmpty else {
      switch phase {
      case .starting, .playing:
        phase = .disconnected
        return lost(.disconnected) ?? [.mute]
      case .idle, .asking, .awaitingCycle, .disconnected, .hung, .resting, .ended: return []
      }
    }
    let sound = describe(look, attachment)
    switch phase {
    case .disconnected:
      // What is connected before an output was chosen may be no output.
      if look.rate == unplayableRate || ports.isMissing && !isSettled(at: now) { return [] }
      return start(sound, at: now)
    case .starting, .playing:
      if look.rate != preparedRate { return [.mute] + start(sound, at: now) }
      guard sound != description else { return [] }
      description = sound
      guard case .playing = phase else { return [.setLatency(sound.latency)] }
      return [.setLatency(sound.latency), .report(.changed(sound))]
    case .idle, .asking, .awaitingCycle, .hung, .resting, .ended: return []
    }
  }

  private mutating func start(_ description: SoundDescription, at now: MonotonicTime) -> [OutputEffect] {
    defer { ahead = .no }
    self.description = description
    phase = .starting(since: now)
    let latency = OutputEffect.setLatency(description.latency)
    switch ahead {
    case .running where preparedRate == description.rate: return [latency]
    case .rendered where preparedRate == description.rate: return [latency] + play(at: now)
    case .no, .preparing, .running, .rendered:
      let isRunning = preparedRate != nil && ahead != .no
      preparedRate = description.rate
      return (isRunning ? [.mute] : []) + [latency, .prepare(rate: description.rate)]
    }
  }

  /// Lets the renderer run before anything is connected, the first time something is to be.
  private mutating func runAhead(at rate: Int) -> [OutputEffect] {
    switch phase {
    case .awaitingCycle, .disconnected:
      guard preparedRate == nil else { return [] }
      preparedRate = rate
      ahead = .preparing
      return [.prepare(rate: rate)]
    case .idle, .asking, .starting, .playing, .hung, .resting, .ended: return []
    }
  }

  private func describe(_ look: Look, _ attachment: Attachment) -> SoundDescription {
    let destination = ports.destination
    let port = destination.flatMap { look.connections.contains($0.left) ? $0.left : nil } ?? look.connections[0]
    let name = port == destination?.left ? destination?.name : nil
    return SoundDescription(
      server: attachment.server, rate: look.rate, period: look.period, latency: look.latencies[port] ?? 0,
      output: attachment.outputName ?? name ?? Destination.client(port), card: attachment.card)
  }
}
