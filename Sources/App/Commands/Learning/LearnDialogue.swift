import Controllers
import MIDI
import Ports
import Texts
import Time

/// What `peach learn` does with what it is told, up to the mapping: finds the controller, hands what it sends to the session,
/// and puts into words what the session asks and tells. Pure; one thread.
struct LearnDialogue: ControllerDialogue {
  /// What is to be done, in order.
  enum Step: Hashable, Sendable {
    /// To be shown, a line each, and said in one go, in place of what is being said.
    case tell([String])
    case send([MIDIMessage], to: PortID)
    /// Learning is over: this is what was learned of the controller on `port`.
    case save(ControllerMapping, replacing: Bool, port: PortDescription)
    /// These parts of the mapping that serves `port` were seen to be right: they are to be written so.
    case confirm([UnsurePart], of: ControllerMapping, port: PortDescription)
    /// What is written into the report that was asked for.
    case report(String)
    /// It is over for a reason, which is a line.
    case refuse(String)
    /// It is over, and nothing more is to be saved.
    case end
  }

  private enum Stage {
    case looking
    case learning(LearnSession, port: PortDescription)
    case over
  }

  /// After a controller was plugged in, its other ports are awaited so long before it is taken for the only one.
  static let patience = Duration.milliseconds(500)

  private let texts: Catalogue
  private let library: MappingLibrary
  private let own: MappingLibrary
  private let shipped: MappingLibrary
  private let keys: String?
  private let leave: String?
  private let idle: Set<Role>
  private var stage = Stage.looking
  /// What is plugged in, in the order of arrival.
  private var ports: [PortDescription] = []
  private var isReady = false
  private var chooseAt: MonotonicTime?
  /// Which of the two that answer are known.
  private var known: Set<Role> = []
  private var hasToldUndo = false
  private var hasToldAnswers = false
  private var hasToldChoices = false

  /// `own` are the player's own mappings; with a preferred mapping in `library` only what it fits is learned. `keys` tells which
  /// of the computer's keys answer, and `leave` which end what waits for a controller; nil without any. `idle` roles are not asked for.
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

  /// What is being learned; nil before it is chosen and at the end.
  var controller: PortDescription? { if case .learning(_, let port) = stage { port } else { nil } }

  /// What is being asked of it.
  var question: LearnQuestion? { if case .learning(let session, _) = stage { session.question } else { nil } }

  /// When `advance` is to be called if nothing happens before.
  var deadline: MonotonicTime? {
    if case .learning(let session, _) = stage { session.deadline } else { chooseAt }
  }

  /// Takes what the sequencer reports.
  mutating func handle(_ event: MIDIPortEvent, now: MonotonicTime) -> [Step] {
    switch event {
    case .unavailable(let failure):
      let line = texts.lineOfLearning(failure)
      // Without a sequencer, and without a key to leave by, learning would wait for ever. One that stops later may return.
      guard case .looking = stage, !isReady, leave == nil else { return [.tell([line] + awaiting)] }
      stage = .over
      return [.refuse(line)]
    case .ready:
      // The sequencer may come a second time; what is being learned goes on.
      guard case .looking = stage else { return [] }
      isReady = true
      return ports.isEmpty ? [.tell(awaiting)] : choose()
    case .connected(let port): return connected(port, now: now)
    case .changed(let port):
      // What is being learned keeps the names it had when it was chosen.
      if let place = ports.firstIndex(where: { $0.id == port.id }) { ports[place] = port }
      return []
    case .disconnected(let id): return disconnected(id)
    case .received(let id, let message, let time): return received(id, message, at: time)
    case .overflowed: return handle(.overflowed)
    case .listeners: return []
    }
  }

  mutating func handle(_ command: LearnRequest, now: MonotonicTime) -> [Step] { handle(command) }

  /// Takes what the computer's keyboard, or a signal, asks for.
  mutating func handle(_ command: LearnRequest) -> [Step] {
    guard case .looking = stage else { return handle(.command(command)) }
    return command == .quit ? finish() : []
  }

  /// Does what is due.
  mutating func advance(now: MonotonicTime) -> [Step] {
    guard let deadline, deadline <= now else { return [] }
    guard case .looking = stage else { return handle(.time(now)) }
    chooseAt = nil
    return choose()
  }

  // MARK: - Finding the controller

  private mutating func connected(_ port: PortDescription, now: MonotonicTime) -> [Step] {
    guard library.preferred.map({ $0.match.fitsUSB(port) || $0.match.fitsName(port) }) ?? true else { return [] }
    // One that was pulled out may come back under the very number it had.
    let known = Set(ports.map(\.id))
    if !known.contains(port.id) { ports.append(port) }
    switch stage {
    case .looking:
      if isReady { chooseAt = now + Self.patience }
      return []
    case .learning(let session, let learned):
      // Only while it is away: an equal one that is plugged in beside it is another one.
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

  /// What is waited for while there is no controller, and how to leave.
  private var awaiting: [String] { [texts(.noController)] + (leave.map { [$0] } ?? []) }

  /// The only controller there is, or a question which one.
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
    // Who cannot see the last question hears it again.
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
    // What is told in one go is said in one go; a light is lit before anybody is asked about it.
    return steps + tell(lines)
  }

  private func tell(_ lines: [String]) -> [Step] { lines.isEmpty ? [] : [.tell(lines)] }

  /// How Higher and Lower answer a question, told with the first one of its kind that they can answer.
  private mutating func hints(for question: LearnQuestion) -> [String] {
    if question == .role(.lower), !hasToldUndo {
      hasToldUndo = true
      return [texts(.undoByController)]
    }
    guard known.isSuperset(of: [.higher, .lower]) else { return [] }
    switch question {
    case .role:
      defer { hasToldChoices = true }
      return hasToldChoices ? [] : [texts(.choicesByController)]
    case .keep, .trial: return []
    case .keyboard, .lit, .dark, .localControl, .save, .replace:
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
  /// Whether a hand has pressed or moved something: what controllers tell by themselves, and letting go, is not meant.
  fileprivate var isHandAtWork: Bool {
    switch self {
    case .noteOn, .programChange: true
    case .controlChange(_, _, let value): value.rawValue >= 64
    // Some greet with a bend in the middle.
    case .pitchBend, .noteOff, .polyPressure, .channelPressure, .systemExclusive, .system: false
    }
  }
}

extension PortDescription {
  /// Whether this can be the same port after it was plugged in again, into whatever socket.
  fileprivate func isSameKind(as other: PortDescription) -> Bool {
    usb == other.usb && portIndex == other.portIndex && clientName == other.clientName
  }
}
