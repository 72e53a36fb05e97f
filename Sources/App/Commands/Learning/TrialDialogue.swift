import Controllers
import Foundation
import MIDI
import Ports
import Texts
import Time

/// The logic of `peach devices --try`: goes through the controllers whose mappings have unsure parts, one after the
/// other, and puts the questions of their sessions into words. Pure; one thread.
struct TrialDialogue: ControllerDialogue {
  private let texts: Catalogue
  private let library: MappingLibrary
  private let ownFolder: String
  private let keys: String?
  private var ports: [PortDescription] = []
  /// The controllers still to try, the current one first.
  private var waiting: [(port: PortDescription, mapping: ControllerMapping)] = []
  private var session: TrialSession?
  private var isOver = false
  private var hasConfirmed = false

  /// Starts a trial. `keys` names the computer's answering keys; nil without any.
  init(_ texts: Catalogue, library: MappingLibrary, ownFolder: String, keys: String?) {
    self.texts = texts
    self.library = library
    self.ownFolder = ownFolder
    self.keys = keys
  }

  var deadline: MonotonicTime? { session?.deadline }

  mutating func handle(_ event: MIDIPortEvent, now: MonotonicTime) -> [LearnDialogue.Step] {
    guard !isOver else { return [] }
    switch event {
    case .unavailable(let failure):
      isOver = true
      return [.refuse(texts.line(failure))]
    case .connected(let port):
      // Later ports wait for another trial.
      if session == nil { ports.append(port) }
      return []
    case .changed(let port):
      // The controller being tried keeps the mapping it had when it was chosen.
      if let place = ports.firstIndex(where: { $0.id == port.id }) { ports[place] = port }
      return []
    case .disconnected(let id):
      ports.removeAll { $0.id == id }
      guard let current = waiting.first, current.port.id == id else {
        waiting.removeAll { $0.port.id == id }
        return []
      }
      return [.tell([texts(.tryDisconnected)])] + handle(.disconnected, now)
    case .ready: return session == nil ? choose(now) : []
    case .received(let id, let message, let time):
      return waiting.first?.port.id == id ? handle(.message(message, at: time), now) : []
    case .overflowed: return handle(.overflowed, now)
    case .listeners: return []
    }
  }

  mutating func handle(_ command: LearnRequest, now: MonotonicTime) -> [LearnDialogue.Step] {
    switch command {
    case .yes: return handle(.answer(true), now)
    case .no: return handle(.answer(false), now)
    case .skip, .back: return []
    case .quit:
      guard !isOver else { return [] }
      waiting.removeLast(max(0, waiting.count - 1))
      return session == nil ? finish() : handle(.quit, now)
    }
  }

  mutating func advance(now: MonotonicTime) -> [LearnDialogue.Step] { handle(.time, now) }

  // MARK: - One controller after the other

  private mutating func choose(_ now: MonotonicTime) -> [LearnDialogue.Step] {
    for port in ports {
      let mapping = library.match(port).mapping
      // The first of two equal controllers: its results are valid for both.
      let isKnown = waiting.contains { $0.mapping.file == mapping.file }
      if !isKnown, !TrialSession(mapping: mapping, isOwn: false).isEmpty { waiting.append((port, mapping)) }
    }
    guard !waiting.isEmpty else {
      isOver = true
      return [.tell([ports.isEmpty ? texts(.devicesNone) : texts(.tryNone)]), .end]
    }
    if keys == nil { waiting.removeAll { !$0.mapping.canAnswer } }
    guard !waiting.isEmpty else {
      isOver = true
      return [.refuse(texts(.tryNobody))]
    }
    return begin(now)
  }

  private mutating func begin(_ now: MonotonicTime) -> [LearnDialogue.Step] {
    guard let (port, mapping) = waiting.first else { return finish() }
    var session = TrialSession(mapping: mapping, isOwn: isOwn(mapping))
    let effects = session.start(now: now)
    self.session = session
    var lines = [texts(.tryBegin, ["controller": port.clientName, "mapping": mapping.name])]
    lines += [keys].compactMap { $0 } + (mapping.canAnswer ? [texts(.tryAnswers)] : [])
    return steps(effects, after: lines, now)
  }

  private mutating func handle(_ event: TrialEvent, _ now: MonotonicTime) -> [LearnDialogue.Step] {
    guard let effects = session?.handle(event, now: now) else { return [] }
    return steps(effects, now)
  }

  private mutating func steps(_ effects: [TrialEffect], after first: [String] = [], _ now: MonotonicTime)
    -> [LearnDialogue.Step]
  {
    guard let (port, mapping) = waiting.first else { return [] }
    var steps: [LearnDialogue.Step] = []
    var lines = first
    for effect in effects {
      switch effect {
      case .ask(let question): lines += texts.lines(question, file: mapping.file ?? "")
      // A light is lit before the question about it.
      case .send(let messages): steps.append(.send(messages, to: port.id))
      case .end(let confirmed):
        if !confirmed.isEmpty {
          hasConfirmed = true
          steps.append(.confirm(confirmed, of: mapping, port: port))
        }
        waiting.removeFirst()
        session = nil
        return steps + begin(now)
      }
    }
    return steps + (lines.isEmpty ? [] : [.tell(lines)])
  }

  private mutating func finish() -> [LearnDialogue.Step] {
    isOver = true
    return (hasConfirmed ? [] : [.tell([texts(.tryNothing)])]) + [.end]
  }

  private func isOwn(_ mapping: ControllerMapping) -> Bool { mapping.file?.hasPrefix(ownFolder + "/") == true }
}

extension ControllerMapping {
  /// Whether its controller can answer yes and no.
  fileprivate var canAnswer: Bool { !places(of: .higher).isEmpty && !places(of: .lower).isEmpty }
}
