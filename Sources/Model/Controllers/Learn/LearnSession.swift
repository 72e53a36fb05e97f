import MIDI
import Time

/// Learns a controller by pressing its controls, without sight: a pure reducer.
///
/// Asks for roles one by one; the same control twice means "yes, that one". Once Higher and Lower are known they also
/// answer: Higher is yes, Lower is no. In a question about a control, Higher skips the role and Lower goes back to the
/// previous one. Higher held for 0.8 s skips all remaining roles, or lights; Lower held takes back the last answer at
/// any question, also in the trial; before Lower is known, Higher held does so. Higher and Lower themselves cannot be
/// skipped. A hold counts only on a control that has sent a release before: a pad in toggle mode sends nothing when a
/// finger leaves it.
///
/// A controller with a shipped mapping is put into the mode of that mapping while it is learned, and the learned
/// mapping does the same.
///
/// A press counts when it is released, or after 0.8 s; a press that began before the question does not count, nor do
/// two at once. The session has no clock: times come with messages and with `time`. A command has no time; if one makes
/// the session send something, `deadline` requests the time at once, to distinguish an echo from a press. Any thread,
/// one at a time.
public struct LearnSession: Sendable {
  /// Creates a session for the controller on `port`. With `hasOwnMapping`, the player already has a file for it;
  /// `shipped` is the mapping for it that comes with the program. Skips the questions for `idle` roles, which include
  /// neither Higher nor Lower.
  public init(
    port: PortDescription, hasOwnMapping: Bool, shipped: ControllerMapping? = nil, without idle: Set<Role> = []
  ) {
    roles = LearnDraft.roles.filter { !idle.contains($0) }
    self.port = port
    self.hasOwnMapping = hasOwnMapping
    mode = ShippedMode(shipped)
  }

  /// The roles to ask for, in order.
  let roles: [Role]
  let port: PortDescription
  let hasOwnMapping: Bool

  /// The current question; nil before `start` and at the end.
  public private(set) var question: LearnQuestion?
  /// The time to call `handle(.time)` if no event comes before.
  public private(set) var deadline: MonotonicTime?

  /// The progress of learning. Taking back an answer restores an earlier state.
  struct State: Hashable, Sendable {
    var place: Place
    var draft = LearnDraft()
    /// Whether the player has declined to save once.
    var hasDeclined = false
  }

  /// The current question, with the data needed to continue from it.
  enum Place: Hashable, Sendable {
    case role(Role)
    case keep(Candidate)
    case keyboard(split: Int)
    case lights(LightSearch)
    case localControl
    case tick
    case trial
    case save
    case replace
  }

  /// A control that waits for confirmation.
  struct Candidate: Hashable, Sendable {
    var role: Role
    var control: Control
    var press: ButtonPress?
    var movement: MovedControl?
    /// The keys that reported a finger on the control.
    var touches: Set<PhysicalKey> = []
    var touchValues: [PhysicalKey: UInt7] = [:]
  }

  var state = State(place: .role(.higher))
  var history: [State] = []
  var isOver = false

  // The tracked state of the hands, which does not change when an answer is taken back.
  var presses = PressTracker()
  var movements = MovementTracker()
  var trial = LearnTrial()
  var mode: ShippedMode
  private var parameters = ParameterNumbers(isUsed: true)
  private var doubles = DoubleFilter()
  private var sensing = SensingWatch()
  private var echoes = EchoFilter()
  /// Messages sent by a command, which has no time.
  private var unstamped: [MIDIMessage] = []
  var now = MonotonicTime(nanoseconds: 0)
  private(set) var isConnected = true
  /// Whether the player knows that the moved control does not fit; reported once per movement.
  var hasToldUnfit = false

  /// Starts the session with the first question.
  public mutating func start() -> [LearnEffect] {
    guard question == nil, !isOver else { return [] }
    let effects = send(mode.begin()) + ask()
    remember(effects, byCommand: true)
    return settled(effects)
  }

  /// Applies one event.
  public mutating func handle(_ event: LearnEvent) -> [LearnEffect] {
    guard question != nil, !isOver else { return [] }
    let effects: [LearnEffect]
    switch event {
    case .message(let message, let time):
      pass(to: time)
      let due = isConnected ? due() : []
      sensing.hear(message, at: now)
      if message == .system(0xFF) { lose() }
      effects = isConnected ? due + handle(message) : []
    case .time(let time):
      pass(to: time)
      effects = due()
    case .command(let command): effects = handle(command)
    case .disconnected: effects = disconnect()
    case .connected: effects = connect()
    case .overflowed:
      lose()
      effects = []
    }
    remember(effects, byCommand: isWithoutTime(event))
    return settled(effects)
  }

  // MARK: Time

  /// Returns whether an event has no time.
  private func isWithoutTime(_ event: LearnEvent) -> Bool {
    switch event {
    case .message, .time: false
    case .command, .disconnected, .connected, .overflowed: true
    }
  }

  private mutating func pass(to time: MonotonicTime) {
    // Stamps may run backwards; times over 100 years after the machine's start are clamped.
    let latest = MonotonicTime(nanoseconds: .max / 4)
    now = max(now, min(time, latest))
    echoes.remember(unstamped, at: now)
    unstamped = []
    mode.wait(from: now)
  }

  private mutating func remember(_ effects: [LearnEffect], byCommand: Bool) {
    let sent = effects.flatMap { effect -> [MIDIMessage] in
      if case .send(let messages) = effect { messages } else { [] }
    }
    guard !sent.isEmpty else { return }
    if byCommand { unstamped += sent } else { echoes.remember(sent, at: now) }
  }

  private mutating func settled(_ effects: [LearnEffect]) -> [LearnEffect] {
    if isOver {
      question = nil
      deadline = nil
      return effects
    }
    for case .ask(let asked) in effects { question = asked }
    let pending = [
      unstamped.isEmpty ? nil : now, mode.deadline, presses.deadline, sensing.deadline,
      isMovementAsked ? movementDeadline : nil,
    ]
    deadline = isConnected ? pending.compactMap { $0 }.min() : nil
    return effects
  }

  /// Returns the effects due at the current time.
  private mutating func due() -> [LearnEffect] {
    guard isConnected else { return [] }
    if sensing.hasEnded(by: now) { lose() }
    var effects = send(mode.advance(to: now)) + presses.advance(to: now).flatMap { handle($0) }
    if isMovementAsked, let deadline = movementDeadline, deadline <= now { effects += movementEnded() }
    return effects
  }

  // MARK: Messages

  private mutating func handle(_ received: MIDIMessage) -> [LearnEffect] {
    let message = received.decoded
    guard !isOver, !echoes.isEcho(message, at: now), !doubles.isDouble(message, at: now) else { return [] }
    switch message {
    case .system, .systemExclusive: return []
    default: break
    }
    if state.place == .trial {
      // A key pressed now does not count as held from before at the next question.
      _ = presses.handle(message, at: now)
      return tryOut(message)
    }
    if case .controlChange(let channel, let controller, let value) = message,
      let change = parameters.handle(channel, controller, value)
    {
      guard case .changed(let number, let position) = change else { return [] }
      movements.handle(parameter: number, position, channel: channel, at: now)
      guard case .absolute(let value, let maximum) = position else { return moved() }
      let upper = UInt7(truncating: maximum == 127 ? value : value >> 7)
      return presses.handle(parameter: number, upper, channel: channel, at: now).flatMap { handle($0) } + moved()
    }
    if !isMovementAsked, let last = movements.lastMoved, now - last > MovementTracker.quiet {
      movements.reset()
      hasToldUnfit = false
    }
    movements.handle(message, at: now)
    return presses.handle(message, at: now).flatMap { handle($0) } + moved()
  }

  // MARK: Plugging

  private mutating func disconnect() -> [LearnEffect] {
    guard isConnected else { return [] }
    isConnected = false
    mode.forget()
    forgetPlace()
    return [.tell(.disconnected)]
  }

  private mutating func connect() -> [LearnEffect] {
    guard !isConnected else { return [] }
    isConnected = true
    forgetPlace()
    return [.tell(.connected)] + send(mode.begin()) + ask()
  }

  /// Forgets the state of the previous connection: no echo of its messages can arrive any more.
  private mutating func forgetPlace() {
    forgetHands()
    trial = LearnTrial()
    sensing = SensingWatch()
    echoes = EchoFilter()
    unstamped = []
  }

  /// Forgets the held keys, because messages were lost or the controller has fallen silent.
  private mutating func lose() {
    forgetHands()
    if state.place == .trial { trial = LearnTrial(mapping) }
  }

  private mutating func forgetHands() {
    presses.releaseAll()
    movements.reset()
    parameters = ParameterNumbers(isUsed: true)
    doubles = DoubleFilter()
    hasToldUnfit = false
  }
}

/// Recognises a message that arrives a second time by another path within a few milliseconds.
struct DoubleFilter: Sendable {
  /// No press or knob repeats this fast.
  static let window: Duration = .milliseconds(3)

  private var recent: [(message: MIDIMessage, time: MonotonicTime)] = []

  /// Returns whether `message` is a repetition; each message is matched once.
  mutating func isDouble(_ message: MIDIMessage, at time: MonotonicTime) -> Bool {
    recent.removeAll { time - $0.time > Self.window }
    if let place = recent.firstIndex(where: { $0.message == message }) {
      recent.remove(at: place)
      return true
    }
    recent.append((message, time))
    return false
  }
}
