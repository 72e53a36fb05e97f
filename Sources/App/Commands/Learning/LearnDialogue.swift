import Controllers
import MIDI
import Ports
import Texts
import Time

/// The logic of `peach learn` up to the mapping: finds the controller, passes its messages to the session, and puts the
/// session's questions and reports into words. Pure; one thread.
struct LearnDialogue: ControllerDialogue {
  /// An output of the dialogue. Steps are performed in order.
  enum Step: Hashable, Sendable {
    /// Show these, a line each, and speak them in one go, interrupting current speech.
    case tell([String])
    case send([MIDIMessage], to: PortID)
    /// Learning has ended; save this mapping, learned from the controller on `port`.
    case save(ControllerMapping, replacing: Bool, port: PortDescription)
    /// The player confirmed these parts of the mapping that serves `port`; write them as confirmed.
    case confirm([UnsurePart], of: ControllerMapping, port: PortDescription)
    /// Add this text to the requested report.
    case report(String)
    /// Learning has ended without a mapping, with the reason in this line.
    case refuse(String)
    /// The dialogue has ended; nothing more needs saving.
    case end
  }

  private enum Stage {
    case looking
    case learning(LearnSession, port: PortDescription)
    case over
  }

  /// The time to wait for further ports of a newly connected controller before treating it as the only one.
  static let patience = Duration.milliseconds(500)

  private let texts: Catalogue
  private let library: MappingLibrary
  private let own: MappingLibrary
  private let shipped: MappingLibrary
  private let keys: String?
  private let leave: String?
  private let idle: Set<Role>
  private var stage = Stage.looking
  /// The connected ports, in the order of arrival.
  private var ports: [PortDescription] = []
  private var isReady = false
  private var chooseAt: MonotonicTime?
  /// Which of the two answering roles are known.
  private var known: Set<Role> = []
  private var hasToldUndo = false
  private var hasToldAnswers = false
  private var hasToldChoices = false

  /// Starts a dialogue. `own` are the player's own mappings; with a preferred mapping in `library` it learns only the
  /// controllers which that mapping fits. `keys` names the computer's answering keys, and `leave` those that stop
  /// waiting for a controller; nil without any. The dialogue does not ask for `idle` roles.
  init(
    _ texts: Catalogue, library: MappingLibrary, own: MappingLibrary, keys: String?, leave: String? = nil,
    without idle: Set<Role> = []
  ) {
    self.texts = texts
    self.idle = idle
    self.library = library
    self.own = own
    shipped = MappingLibrary(mappings: library.mappings.filter { !own.mappings.contains($0) })
    self.keys = keys
    self.leave = leave
  }

  /// The controller being learned; nil before one is chosen and at the end.
  var controller: PortDescription? { if case .learning(_, let port) = stage { port } else { nil } }

  /// The current question about it.
  var question: LearnQuestion? { if case .learning(let session, _) = stage { session.question } else { nil } }

  /// The time of the next call of `advance` if no event arrives earlier.
  var deadline: MonotonicTime? {
    if case .learning(let session, _) = stage { session.deadline } else { chooseAt }
  }

  /// Handles an event of the sequencer.
  mutating func handle(_ event: MIDIPortEvent, now: MonotonicTime) -> [Step] {
    switch event {
    case .unavailable(let failure):
      let line = texts.line(failure)
      // Without a sequencer, and without a key to leave by, learning would wait for ever. One that stops later may
      // return.
      guard case .looking = stage, !isReady, leave == nil else { return [.tell([line] + awaiting)] }
      stage = .over
      return [.refuse(line)]
    case .ready:
      // The sequencer may come a second time; learning continues.
      guard case .looking = stage else { return [] }
      isReady = true
      return ports.isEmpty ? [.tell(awaiting)] : choose()
    case .connected(let port): return connected(port, now: now)
    case .changed(let port):
      // The controller being learned keeps the names it had when it was chosen.
      if let place = ports.firstIndex(where: { $0.id == port.id }) { ports[place] = port }
      return []
    case .disconnected(let id): return disconnected(id)
    case .received(let id, let message, let time): return received(id, message, at: time)
    case .overflowed: return handle(.overflowed)
    case .listeners: return []
    }
  }

  mutating func handle(_ command: LearnRequest, now: MonotonicTime) -> [Step] { handle(command) }

  /// Handles a request from the computer's keyboard or a signal.
  mutating func handle(_ command: LearnRequest) -> [Step] {
    guard case .looking = stage else { return handle(.command(command)) }
    return command == .quit ? finish() : []
  }

  /// Performs the steps due at `now`.
  mutating func advance(now: MonotonicTime) -> [Step] {
    guard let deadline, deadline <= now else { return [] }
    guard case .looking = stage else { return handle(.time(now)) }
    chooseAt = nil
    return choose()
  }

  // MARK: - Finding the controller

  private mutating func connected(_ port: PortDescription, now: MonotonicTime) -> [Step] {
    guard library.preferred.map({ $0.match.fitsUSB(port) || $0.match.fitsName(port) }) ?? true else { return [] }
    // A port that was unplugged may come back with the same number.
    let known = Set(ports.map(\.id))
    if !known.contains(port.id) { ports.append(port) }
    switch stage {
    case .looking:
      if isReady { chooseAt = now + Self.patience }
      return []
    case .learning(let session, let learned):
      // Only while it is absent: an equal port connected at the same time is a different one.
      guard !known.contains(learned.id), port.isSameKind(as: learned) else { return [] }
      stage = .learning(session, port: port)
      return handle(.connected)
    case .over: return []
    }
  }

  private mutating func disconnected(_ id: PortID) -> [Step] {
    ports.removeAll { $0.id == id }
    switch stage {
    case .looking:
      guard isReady, ports.isEmpty else { return [] }
      chooseAt = nil
      return [.tell(awaiting)]
    case .learning(_, let port): return port.id == id ? handle(.disconnected) : []
    case .over: return []
    }
  }

  /// The lines shown without a controller, including how to leave.
  private var awaiting: [String] { [texts(.noController)] + (leave.map { [$0] } ?? []) }

  /// Starts with the only controller, or asks which one to use.
  private mutating func choose() -> [Step] {
    let list = ports.map(line)
    guard let port = ports.first, ports.count == 1 else { return [.tell(list + [texts(.pressAny)])] }
    return begin(port, after: list)
  }

  private func line(_ port: PortDescription) -> String {
    let (mapping, reason) = library.match(port)
    let key: TextKey =
      switch reason {
      case .usb: .devicesMappingUSB
      case .name: .devicesMappingName
      case .generic: .devicesMappingGeneric
      }
    let isAlone = ports.count { $0.clientName == port.clientName } == 1
    let name = isAlone ? port.clientName : "\(port.clientName), \(port.portName)"
    return texts(.port, ["controller": name, "serving": texts(key, ["mapping": mapping.name])])
  }

  private mutating func begin(_ port: PortDescription, after list: [String] = []) -> [Step] {
    chooseAt = nil
    let (mapping, reason) = shipped.match(port)
    let isKnown = reason != .generic
    var session = LearnSession(
      port: port, hasOwnMapping: own.match(port).reason != .generic, shipped: isKnown ? mapping : nil,
      without: idle)
    let effects = session.start()
    stage = .learning(session, port: port)
    let anew = isKnown ? [texts(.anew, ["mapping": mapping.name])] : []
    return steps(
      effects, port: port,
      after: list + [texts(.begin, ["controller": port.clientName])] + anew + (keys.map { [$0] } ?? []))
  }

  private mutating func received(_ id: PortID, _ message: MIDIMessage, at time: MonotonicTime) -> [Step] {
    switch stage {
    case .looking:
      guard isReady, message.isHandAtWork, let port = ports.first(where: { $0.id == id }) else { return [] }
      return begin(port)
    case .learning(_, let port): return port.id == id ? handle(.message(message, at: time)) : []
    case .over: return []
    }
  }

  // MARK: - Learning it

  private mutating func handle(_ event: LearnEvent) -> [Step] {
    guard case .learning(var session, let port) = stage else { return [] }
    var effects = session.handle(event)
    // Repeats the last question for a player who cannot see it.
    if event == .connected, let question = session.question, !effects.contains(.ask(question)) {
      effects.append(.ask(question))
    }
    stage = .learning(session, port: port)
    return steps(effects, port: port)
  }

  private mutating func steps(_ effects: [LearnEffect], port: PortDescription, after first: [String] = []) -> [Step] {
    var steps: [Step] = []
    var lines = first
    for effect in effects {
      switch effect {
      case .tell(let remark):
        if case .learned(let role, _) = remark { known.insert(role) }
        lines.append(texts.line(remark))
      case .ask(let question): lines += [texts.line(question)] + hints(for: question)
      case .send(let messages):
        if ports.contains(where: { $0.id == port.id }) { steps.append(.send(messages, to: port.id)) }
      case .save(let mapping, let replacing):
        stage = .over
        return steps + tell(lines) + [.save(mapping, replacing: replacing, port: port)]
      case .end: return steps + finish(after: lines)
      }
    }
    // Lines shown together are spoken together; a light is lit before the question about it.
    return steps + tell(lines)
  }

  private func tell(_ lines: [String]) -> [Step] { lines.isEmpty ? [] : [.tell(lines)] }

  /// Returns how Higher and Lower answer a question, with the first question of its kind that they can answer.
  private mutating func hints(for question: LearnQuestion) -> [String] {
    if question == .role(.lower), !hasToldUndo {
      hasToldUndo = true
      return [texts.undoByController]
    }
    guard known.isSuperset(of: [.higher, .lower]) else { return [] }
    switch question {
    case .role:
      defer { hasToldChoices = true }
      return hasToldChoices ? [] : [texts(.choicesByController)]
    case .keep, .trial: return []
    case .keyboard, .lit, .dark, .localControl, .tick, .save, .replace:
      defer { hasToldAnswers = true }
      return hasToldAnswers ? [] : [texts(.answersByController)]
    }
  }

  private mutating func finish(after lines: [String] = []) -> [Step] {
    stage = .over
    return [.tell(lines + [texts(.notSaved)]), .end]
  }
}

extension MIDIMessage {
  /// Whether the player has pressed or moved a control: messages that controllers send by themselves, and releases, do
  /// not count.
  fileprivate var isHandAtWork: Bool {
    switch self {
    case .noteOn, .programChange: true
    case .controlChange(_, _, let value): value.rawValue >= 64
    // Some controllers send a centred bend when they are connected.
    case .pitchBend, .noteOff, .polyPressure, .channelPressure, .systemExclusive, .system: false
    }
  }
}

extension PortDescription {
  /// Returns whether this can be the same port after reconnection, in any socket.
  fileprivate func isSameKind(as other: PortDescription) -> Bool {
    usb == other.usb && portIndex == other.portIndex && clientName == other.clientName
  }
}
