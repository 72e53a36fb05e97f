import MIDI
import Time

/// Learning a controller by pressing its controls, without eyes: a pure reducer.
///
/// Roles are asked for one by one; the same control twice is "yes, that one". Once Higher and Lower are known they also answer:
/// Higher is yes, Lower is no; where a control is asked for, Higher leaves the role out and Lower goes back to the one before.
/// Higher held for 0.8 s leaves out all that is left of the roles, or of the lights; Lower held takes back the last answer,
/// whatever is asked, also in the trial; before Lower is known Higher held does so. Higher and Lower themselves cannot be left
/// out. A hold is one only at a control that was let go before: a pad in toggle mode tells nothing when a finger leaves it.
///
/// A controller with a shipped mapping is put into the mode of that one while it is learned, and the learned mapping does so too.
///
/// A press counts when it is let go, or after 0.8 s; one that began before the question does not. Two at once do not either.
/// It has no clock: times are those of messages and of `time`. A command carries none; where one makes it send something,
/// `deadline` asks for the time at once, so that an echo is told from a press. Any thread, one at a time.
public struct LearnSession: Sendable {
  /// Begins to learn the controller on `port`. `hasOwnMapping` tells that the player already has a file for it, `shipped` is
  /// the mapping for it that comes with the program. For `idle` roles nothing is asked; neither Higher nor Lower is one.
  public init(
    port: PortDescription, hasOwnMapping: Bool, shipped: ControllerMapping? = nil, without idle: Set<Role> = []
  ) {
    roles = LearnDraft.roles.filter { !idle.contains($0) }
    self.port = port
    self.hasOwnMapping = hasOwnMapping
    mode = ShippedMode(shipped)
  }

  /// Those that are asked for, in that order.
  let roles: [Role]
  let port: PortDescription
  let hasOwnMapping: Bool

  /// What is being asked; nil before `start` and at the end.
  public private(set) var question: LearnQuestion?
  /// When `handle(.time)` is to be called if nothing happens before.
  public private(set) var deadline: MonotonicTime?

  /// Where learning is. Answers are taken back by going back to an earlier one.
  struct State: Hashable, Sendable {
    var place: Place
    var draft = LearnDraft()
    /// The question whether to save was answered by no.
    var hasDeclined = false
  }

  /// What is being asked, and what is needed to go on from there.
  enum Place: Hashable, Sendable {
    case role(Role)
    case keep(Candidate)
    case keyboard(split: Int)
    case lights(LightSearch)
    case localControl
    case trial
    case save
    case replace
  }

  /// A control that waits to be kept.
  struct Candidate: Hashable, Sendable {
    var role: Role
    var control: Control
    var press: ButtonPress?
    var movement: MovedControl?
    /// What told that a finger was on it.
    var touches: Set<PhysicalKey> = []
    var touchValues: [PhysicalKey: UInt7] = [:]
  }

  var state = State(place: .role(.higher))
  var history: [State] = []
  var isOver = false

  // What is known of the hands. It is not taken back with an answer.
  var presses = PressTracker()
  var movements = MovementTracker()
  var trial = LearnTrial()
  var mode: ShippedMode
  private var parameters = ParameterNumbers(isUsed: true)
  private var doubles = DoubleFilter()
  private var sensing = SensingWatch()
  private var echoes = EchoFilter()
  /// Sent by a command, which has no time.
  private var unstamped: [MIDIMessage] = []
  var now = MonotonicTime(nanoseconds: 0)
  private(set) var isConnected = true
  /// It was told that what moves is of no use here; not again for the same movement.
  var hasToldUnfit = false

  /// The first question.
  public mutating func start() -> [LearnEffect] {
    guard question == nil, !isOver else { return [] }
    let effects = send(mode.begin()) + ask()
    remember(effects, byCommand: true)
    return settled(effects)
  }

  /// Takes one event.
  public mutating func handle(_ event: LearnEvent) -> [LearnEffect] {
    guard question != nil, !isOver else { return [] }
    let effects: [LearnEffect]
    switch event {
    case .message(let message, let time):
      pass(to: time)
      let due = isConnected ? due() : []
      sensing.hear(message, at: now)
      if message == .system(0xFF) { lose() }
      effects = isConnected ? due + take(message) : []
    case .time(let time):
      pass(to: time)
      effects = due()
    case .command(let command): effects = take(command)
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

  /// Events whose time is not known.
  private func isWithoutTime(_ event: LearnEvent) -> Bool {
    switch event {
    case .message, .time: false
    case .command, .disconnected, .connected, .overflowed: true
    }
  }

  private mutating func pass(to time: MonotonicTime) {
    // Stamps may run backwards, and nothing is later than 100 years after the machine's start.
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

  /// What is due by `now`.
  private mutating func due() -> [LearnEffect] {
    guard isConnected else { return [] }
    if sensing.hasEnded(by: now) { lose() }
    var effects = send(mode.advance(to: now)) + presses.advance(to: now).flatMap { handle($0) }
    if isMovementAsked, let deadline = movementDeadline, deadline <= now { effects += movementEnded() }
    return effects
  }

  // MARK: Messages

  private mutating func take(_ received: MIDIMessage) -> [LearnEffect] {
    var message = received
    // The decoder makes them so already; whoever builds messages by hand may not.
    if case .noteOn(let channel, let note, let velocity) = received, velocity.rawValue == 0 {
      message = .noteOff(channel: channel, note: note, velocity: Control.half)
    }
    guard !isOver, !echoes.isEcho(message, at: now), !doubles.isDouble(message, at: now) else { return [] }
    switch message {
    case .system, .systemExclusive: return []
    default: break
    }
    if state.place == .trial {
      // What is pressed now is not held from before when the next question comes.
      _ = presses.take(message, at: now)
      return tryOut(message)
    }
    if case .controlChange(let channel, let controller, let value) = message,
      let change = parameters.take(channel, controller, value)
    {
      guard case .changed(let number, let position) = change else { return [] }
      movements.take(parameter: number, position, channel: channel, at: now)
      guard case .absolute(let value, let maximum) = position else { return moved() }
      let upper = UInt7(truncating: maximum == 127 ? value : value >> 7)
      return presses.take(parameter: number, upper, channel: channel, at: now).flatMap { handle($0) } + moved()
    }
    if !isMovementAsked, let last = movements.lastMoved, now - last > MovementTracker.quiet {
      movements.reset()
      hasToldUnfit = false
    }
    movements.take(message, at: now)
    return presses.take(message, at: now).flatMap { handle($0) } + moved()
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

  /// What it was sent does not come back from it any more.
  private mutating func forgetPlace() {
    forgetHands()
    trial = LearnTrial()
    sensing = SensingWatch()
    echoes = EchoFilter()
    unstamped = []
  }

  /// What is held is not known any more: messages were lost, or the controller has fallen silent.
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

/// Recognises a message that came a second time by another path within a few milliseconds.
struct DoubleFilter: Sendable {
  /// Nobody presses, and no knob turns, so fast again.
  static let window: Duration = .milliseconds(3)

  private var recent: [(message: MIDIMessage, time: MonotonicTime)] = []

  /// Whether `message` was there just now; each is recognised once.
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
