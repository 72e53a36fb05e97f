import MIDI
import Time

/// What a controller's shipped mapping is sure of beyond its controls and lights: what puts the controller into the mode it
/// is used in and out of it again, and whether it has a sound of its own. Sent while it is learned, and part of what is learned:
/// in another mode its pads would send something else.
struct ShippedMode: Hashable, Sendable {
  /// It has a sound of its own that can be switched off.
  let offersLocalControl: Bool
  private let mode: String
  private let sources: [String]
  private let initSteps: [InitStep]
  private let exitMessages: [OutgoingMessage]
  private let heartbeat: Heartbeat?

  private var owed: ArraySlice<InitStep> = []
  /// A pause whose beginning is not known yet: who sends has no clock.
  private var pause: Duration?
  /// When what is owed goes on.
  private var continues: MonotonicTime?
  /// When the next sign of life is due; nil while the time of the last one is not known.
  private var beats: MonotonicTime?
  private var hasBeaten = false

  /// When `advance` is to be called.
  var deadline: MonotonicTime? { [continues, beats].compactMap { $0 }.min() }

  /// The mode of `mapping`; nothing without one.
  init(_ mapping: ControllerMapping?) {
    let isSure = { (message: OutgoingMessage) in message.confidence == .source }
    initSteps = (mapping?.initSteps ?? []).filter { if case .send(let message) = $0 { isSure(message) } else { true } }
    exitMessages = (mapping?.exitMessages ?? []).filter(isSure)
    heartbeat = mapping?.heartbeat
    mode = mapping?.mode ?? ""
    sources = mapping?.sources ?? []
    offersLocalControl = mapping?.localControl == .offered
  }

  /// Nothing is sent by it.
  var isEmpty: Bool {
    exitMessages.isEmpty && heartbeat == nil && !initSteps.contains { if case .send = $0 { true } else { false } }
  }

  /// The messages up to the first pause.
  mutating func begin() -> [MIDIMessage] {
    owed = isEmpty ? [] : initSteps[...]
    return beat() + next()
  }

  private mutating func beat() -> [MIDIMessage] {
    beats = nil
    hasBeaten = heartbeat != nil
    return [heartbeat?.message].compactMap { $0 }
  }

  /// The controller is gone: nothing is owed.
  mutating func forget() {
    owed = []
    pause = nil
    continues = nil
    beats = nil
    hasBeaten = false
  }

  /// What was returned last was sent by `time`.
  mutating func wait(from time: MonotonicTime) {
    if let heartbeat, hasBeaten { beats = time + .milliseconds(heartbeat.milliseconds) }
    hasBeaten = false
    guard let pause else { return }
    continues = time + pause
    self.pause = nil
  }

  /// The messages after a pause that is over by `time`, and the sign of life that is due.
  mutating func advance(to time: MonotonicTime) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    if let beats, beats <= time { messages = beat() }
    if let continues, continues <= time { messages += next() }
    wait(from: time)
    return messages
  }

  /// The messages that leave the mode.
  var exit: [MIDIMessage] { exitMessages.map(\.message) }

  /// `mapping`, with this mode.
  func adding(to mapping: ControllerMapping) -> ControllerMapping {
    guard !isEmpty else { return mapping }
    var mapping = mapping
    if !mode.isEmpty { mapping.mode = mode }
    // The bytes were read there.
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
