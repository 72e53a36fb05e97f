import MIDI
import Time

/// The confirmed facts of a controller's shipped mapping beyond its controls and lights: the messages that enter and
/// leave its mode, and whether it has an internal sound. Sent while the controller is learned, and part of the learned
/// mapping: in another mode its pads would send something else.
struct ShippedMode: Hashable, Sendable {
  /// Whether the controller has an internal sound that can be switched off.
  let offersLocalControl: Bool
  private let mode: String
  private let sources: [String]
  private let initSteps: [InitStep]
  private let exitMessages: [OutgoingMessage]
  private let heartbeat: Heartbeat?

  private var owed: ArraySlice<InitStep> = []
  /// The length of a pause whose start is unknown, because the sender has no clock.
  private var pause: Duration?
  /// The time at which the remaining messages continue.
  private var continues: MonotonicTime?
  /// The time of the next heartbeat; nil while the time of the last one is unknown.
  private var beats: MonotonicTime?
  private var hasBeaten = false

  /// The time to call `advance`.
  var deadline: MonotonicTime? { [continues, beats].compactMap { $0 }.min() }

  /// Creates the mode of `mapping`; without one, an empty mode.
  init(_ mapping: ControllerMapping?) {
    let isSure = { (message: OutgoingMessage) in message.confidence == .source }
    initSteps = (mapping?.initSteps ?? []).filter { if case .send(let message) = $0 { isSure(message) } else { true } }
    exitMessages = (mapping?.exitMessages ?? []).filter(isSure)
    heartbeat = mapping?.heartbeat
    mode = mapping?.mode ?? ""
    sources = mapping?.sources ?? []
    offersLocalControl = mapping?.localControl == .offered
  }

  /// Whether the mode sends nothing.
  var isEmpty: Bool {
    exitMessages.isEmpty && heartbeat == nil && !initSteps.contains { if case .send = $0 { true } else { false } }
  }

  /// Returns the messages up to the first pause.
  mutating func begin() -> [MIDIMessage] {
    owed = isEmpty ? [] : initSteps[...]
    return beat() + next()
  }

  private mutating func beat() -> [MIDIMessage] {
    beats = nil
    hasBeaten = heartbeat != nil
    return [heartbeat?.message].compactMap { $0 }
  }

  /// Handles an unplugged controller: drops the remaining messages.
  mutating func forget() {
    owed = []
    pause = nil
    continues = nil
    beats = nil
    hasBeaten = false
  }

  /// Records that the messages returned last were sent by `time`.
  mutating func wait(from time: MonotonicTime) {
    if let heartbeat, hasBeaten { beats = time + .milliseconds(heartbeat.milliseconds) }
    hasBeaten = false
    guard let pause else { return }
    continues = time + pause
    self.pause = nil
  }

  /// Returns the messages after a pause that is over by `time`, and the heartbeat if due.
  mutating func advance(to time: MonotonicTime) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    if let beats, beats <= time { messages = beat() }
    if let continues, continues <= time { messages += next() }
    wait(from: time)
    return messages
  }

  /// The messages that leave the mode.
  var exit: [MIDIMessage] { exitMessages.map(\.message) }

  /// Returns `mapping` with this mode.
  func adding(to mapping: ControllerMapping) -> ControllerMapping {
    guard !isEmpty else { return mapping }
    var mapping = mapping
    if !mode.isEmpty { mapping.mode = mode }
    // The bytes were read in these sources.
    mapping.sources += sources
    mapping.initSteps = initSteps
    mapping.exitMessages = exitMessages
    mapping.heartbeat = heartbeat
    return mapping
  }

  private mutating func next() -> [MIDIMessage] {
    pause = nil
    continues = nil
    var messages: [MIDIMessage] = []
    while let step = owed.popFirst() {
      switch step {
      case .send(let message): messages.append(message.message)
      case .pause(let milliseconds):
        pause = .milliseconds(milliseconds)
        return messages
      }
    }
    return messages
  }
}
