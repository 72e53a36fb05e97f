import CALSA
import Controllers
import MIDI
import Ports

/// The period in which the sequencer is open: its connected ports, and their messages. Hands thread only.
///
/// An announcement is never trusted, and only a reason to check (`consider`): it may be late, or lost.
final class SequencerSession {
  private struct PortConnection {
    var description: PortDescription
    var card: Int?
    /// Whether the rule permits sending to it.
    var wantsOutput: Bool
    /// It is open for our output.
    var hasOutput: Bool
  }

  /// Events read before outgoing messages get their turn.
  private static let eventsPerTurn = 256
  /// The number of readings for one adjustment; the narrowest counts.
  private static let readingsPerAdjustment = 3

  let listening: ListeningClient
  private let rule: ConnectionRule
  private let roots: SystemRoots
  private let time: any TimeSource
  private let report: @Sendable (MIDIPortEvent) -> Void
  private var connections: [PortID: PortConnection] = [:]
  private var waiting = WaitingPorts()
  private var translator = EventTranslator()
  private var clock = QueueClock()

  /// Opens the sequencer and receives announcements, but connects nothing yet.
  init(
    options: SequencerOptions, time: any TimeSource, report: @escaping @Sendable (MIDIPortEvent) -> Void
  ) throws(SequencerFailure) {
    listening = try ListeningClient(name: ALSASequencer.clientName, roots: options.roots)
    rule = ConnectionRule(ownClient: listening.client.number, controller: options.controller)
    roots = options.roots
    self.time = time
    self.report = report
    adjustClock()
  }

  /// Connects existing ports. A port connected since the session began was announced as well: it is considered twice,
  /// but none is missed.
  func begin() {
    considerAll()
    report(.ready)
  }

  /// The time until the next tick: short while a port that has just arrived may become ours at any moment.
  var untilTick: Duration { waiting.untilTick(at: time.now()) }

  /// Checks state without announcements: clocks, permissions, released raw devices. About once a second.
  func tick() {
    adjustClock()
    for id in waiting.ports.union(connections.keys).inOrder() {
      if let connection = connections[id], connection.hasOutput || !connection.wantsOutput,
        connection.card.map({ SoundCard(number: $0, roots: roots).isReadable }) ?? true
      {
        continue
      }
      consider(id)
    }
  }

  /// Reports received events, up to a maximum number. Returns whether more are waiting.
  func readEvents() throws(SequencerFailure) -> Bool {
    for _ in 0..<Self.eventsPerTurn {
      switch try listening.next() {
      case .empty: return false
      case .event(let event): handle(event)
      case .overflowed:
        translator.forgetAll()
        report(.overflowed)
        // Announcements may be among the lost events.
        considerAll()
        refreshAllListeners()
      }
    }
    return listening.holdsEvents
  }

  /// Returns whether messages are sent to `port` at all.
  func accepts(_ port: PortID) -> Bool { connections[port]?.hasOutput ?? false }

  /// Ends all connections: the sequencer is lost.
  func end() {
    for id in connections.keys.inOrder() { report(.disconnected(id)) }
    connections = [:]
  }

  // MARK: Events

  private func handle(_ event: snd_seq_event_t) {
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_PORT_START:
      guard isAnnouncement(event) else { return }
      // Another device may have had this address before, and waited for nothing.
      _ = waiting.remove(PortID(event.data.addr))
      consider(PortID(event.data.addr))
    case SND_SEQ_EVENT_PORT_CHANGE:
      guard isAnnouncement(event) else { return }
      consider(PortID(event.data.addr))
    case SND_SEQ_EVENT_PORT_EXIT:
      guard isAnnouncement(event) else { return }
      consider(PortID(event.data.addr))
      refreshAllListeners()
    case SND_SEQ_EVENT_CLIENT_EXIT:
      // A program that ends takes its ports and subscriptions along without an announcement.
      guard isAnnouncement(event) else { return }
      for id in connections.keys.inOrder() where id.client == event.data.addr.client { consider(id) }
      refreshAllListeners()
    case SND_SEQ_EVENT_CLIENT_CHANGE:
      // Programs often set their name after they have created their ports or subscribed.
      guard isAnnouncement(event) else { return }
      for id in listening.client.ports().map(\.id) where id.client == event.data.addr.client { consider(id) }
      refreshAllListeners()
    case SND_SEQ_EVENT_PORT_SUBSCRIBED, SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
      guard isAnnouncement(event) else { return }
      let sender = PortID(event.data.connect.sender)
      if PortID(event.data.connect.dest) == listening.input { consider(sender) }
      refreshListeners(of: sender)
    default:
      receive(event)
    }
  }

  /// Returns whether `event` is from the system's client: any client may send an event that looks like an announcement.
  private func isAnnouncement(_ event: snd_seq_event_t) -> Bool {
    event.source.client == UInt8(SND_SEQ_CLIENT_SYSTEM)
  }

  /// Accepts only messages of connected controllers: not messages that others send straight to our port, and not our
  /// own, on any route.
  private func receive(_ event: snd_seq_event_t) {
    let source = PortID(event.source)
    guard connections[source] != nil else { return }
    let messages = translator.messages(from: source, event)
    guard !messages.isEmpty else { return }
    let stamped = clock.time(ofStamp: listening.stamp(of: event), now: time.now())
    for message in messages { report(.received(source, message, at: stamped)) }
  }

  private func adjustClock() {
    clock.adjust(to: (0..<Self.readingsPerAdjustment).compactMap { _ in listening.readQueue(time) })
  }

  // MARK: Ports

  private func considerAll() {
    let present = listening.client.ports().map(\.id)
    for id in Set(present).union(connections.keys).union(waiting.ports).inOrder() { consider(id) }
  }

  /// Adapts our connection to a port to the port's current state.
  private func consider(_ id: PortID) {
    // It was removed, or removed and replaced: another device may have its number.
    if connections[id] != nil, !listening.hears(id) { disconnect(id) }
    let waitingSince = waiting.remove(id) ?? time.now()
    guard let port = listening.client.port(id) else {
      disconnect(id)
      return
    }
    let card = port.card.map { SoundCard(number: $0, roots: roots) }
    switch rule.verdict(on: port, card: card) {
    case .connects(let output):
      if !connect(port, card, output: output) { waiting.add(id, since: waitingSince) }
    case .refused(let refusal):
      disconnect(id)
      if refusal == .notPermitted { waiting.add(id, since: waitingSince) }
    }
  }

  /// Connects a port, or the missing parts of its connection. Returns whether it is listened to now.
  private func connect(_ port: PortSnapshot, _ card: SoundCard?, output: Bool) -> Bool {
    if let connection = connections[port.id] {
      if output, !connection.hasOutput { connections[port.id]?.hasOutput = listening.open(port.id) }
      let now = port.description(card: card, listeners: connection.description.otherListeners)
      if now != connection.description {
        connections[port.id]?.description = now
        report(.changed(now))
      }
      return true
    }
    guard listening.listen(to: port.id) else { return false }
    let hasOutput = output && listening.open(port.id)
    let description = port.description(card: card, listeners: listening.client.listeners(to: port.id))
    connections[port.id] = PortConnection(
      description: description, card: port.card, wantsOutput: output, hasOutput: hasOutput)
    report(.connected(description))
    return true
  }

  private func disconnect(_ id: PortID) {
    guard connections.removeValue(forKey: id) != nil else { return }
    listening.leave(id)
    translator.forget(id)
    report(.disconnected(id))
  }

  private func refreshAllListeners() {
    for id in connections.keys.inOrder() { refreshListeners(of: id) }
  }

  private func refreshListeners(of id: PortID) {
    guard let known = connections[id]?.description.otherListeners else { return }
    let listeners = listening.client.listeners(to: id)
    guard listeners != known else { return }
    connections[id]?.description.otherListeners = listeners
    report(.listeners(id, listeners))
  }
}
