import MIDI
import Time

/// A question to the player during the test of unsure parts. The catalogues have its words.
public enum TrialQuestion: Hashable, Sendable {
  /// "This would be sent. Send it?" Nothing is sent before the yes.
  case send(PartTrial)
  /// "These are system exclusive bytes. Send them?"
  case exclusive([[UInt8]])
  /// "Is it lit?", in this colour.
  case lit(colour: String)
  /// "Is it dark again?"
  case dark
  /// "Did it do the right thing?"
  case worked
  /// "Write it into your own file?"
  case change
}

/// An event during the test of unsure parts.
public enum TrialEvent: Hashable, Sendable {
  /// The controller sent this, with the kernel's time stamp.
  case message(MIDIMessage, at: MonotonicTime)
  /// The player answered yes or no without the controller.
  case answer(Bool)
  /// `TrialSession.deadline` may have passed.
  case time
  /// The player ends the test and discards its results.
  case quit
  /// Messages were lost, so it is unknown which keys are held.
  case overflowed
  /// The controller was unplugged, which ends the test. Parts confirmed so far are kept, unless that needs a yes.
  case disconnected
}

/// An effect of the test, to apply in order.
public enum TrialEffect: Hashable, Sendable {
  /// Ask this question in place of the previous one.
  case ask(TrialQuestion)
  /// Send this to the controller.
  case send([MIDIMessage])
  /// The test is over, and these parts are confirmed. Empty: there is nothing to write.
  case end(confirmed: [UnsurePart])
}

/// Tests the unsure parts of one connected controller's mapping, one after the other: asks before sending any of them,
/// sends it, asks whether it worked, and turns lights off again. Sure parts are sent as in practice (`init`, and at the
/// end everything dark and `exit`). Pure; one thread.
///
/// Higher is yes, Lower is no. A press counts only while no other key is held, as far as known: a key that has never
/// sent a release counts as held only for the time of a press. Echoes of sent messages do not count as presses.
public struct TrialSession: Sendable {
  /// The next step after everything has been sent.
  private enum Next: Hashable {
    case ask(TrialQuestion), end
  }

  private enum Stage: Hashable {
    case asking(TrialQuestion)
    /// The controller needs time between messages; questions wait.
    case sending(then: Next)
    case over
  }

  private let isOwn: Bool
  private let pace: Duration?
  private var decoder: ControlDecoder
  private var encoder: CueEncoder
  private var echoes = EchoFilter()
  private var copies = CopyFilter()
  private var sensing = SensingWatch()
  /// The keys that are down, and since when.
  private var held: [PhysicalKey: MonotonicTime] = [:]
  private var evidence = ReleaseEvidence()
  private var stage = Stage.sending(then: .end)
  /// The remaining tests, the current one first.
  private var trials: [PartTrial]
  private var confirmed: [UnsurePart] = []
  /// The messages that turn off the lights that are on.
  private var owedDark: [MIDIMessage] = []
  private var waiting: ArraySlice<MIDIMessage> = []

  /// The time at which `.time` is due unless another event comes first; nil if nothing is pending.
  public private(set) var deadline: MonotonicTime?

  /// Creates a session for a controller with this `mapping`. With `isOwn`, the mapping's file is the player's own and
  /// changes only after a yes.
  public init(mapping: ControllerMapping, isOwn: Bool) {
    self.isOwn = isOwn
    pace = mapping.feedback.pace.map { .milliseconds($0) }
    decoder = ControlDecoder(mapping: mapping)
    encoder = CueEncoder(mapping: mapping)
    trials = mapping.unsureParts.flatMap(mapping.trials)
  }

  /// Whether there is nothing to test.
  public var isEmpty: Bool { trials.isEmpty }

  /// Starts the session, with the sure part of `init` and the first question. Call once.
  public mutating func start(now: MonotonicTime) -> [TrialEffect] {
    stage = .sending(then: next)
    return emit(encoder.start(), now) + settle(now)
  }

  /// Applies `event` and returns its effects.
  public mutating func handle(_ event: TrialEvent, now: MonotonicTime) -> [TrialEffect] {
    guard stage != .over else { return [] }
    switch event {
    case .answer(let isYes): return answer(isYes, now)
    case .message(let message, let time): return received(message, at: time, now)
    case .time:
      guard let deadline, deadline <= now else { return [] }
      return proceed(now)
    case .overflowed:
      held = [:]
      return []
    case .quit: return end([])
    case .disconnected:
      stage = .over
      deadline = nil
      return [.end(confirmed: isOwn ? [] : confirmed)]
    }
  }

  // MARK: - Answers

  private mutating func received(_ message: MIDIMessage, at time: MonotonicTime, _ now: MonotonicTime) -> [TrialEffect]
  {
    if sensing.hasEnded(by: time) || message == .system(0xFF) { held = [:] }
    sensing.hear(message, at: time)
    let isCopy = copies.isCopy(message, from: Self.port, at: time) { decoder.isSame(message, on: $1) }
    guard !isCopy, !echoes.isEcho(message, at: time) else { return [] }
    var effects: [TrialEffect] = []
    for event in decoder.decode(message) {
      switch event {
      case .pressed(let press):
        let earlier = held.updateValue(time, forKey: press.key)
        if let earlier {
          guard time - earlier > CopyFilter.window else { continue }
          evidence.pressedAgain(press.key)
        }
        let isAlone = !held.contains { isHeld($0.key, since: $0.value, besides: press.key, at: time) }
        // A program change has no release.
        if press.key.kind == .program { held[press.key] = nil }
        if isAlone, let half = press.half { effects += answer(half == .higher, now) }
      case .released(let key): if held.removeValue(forKey: key) != nil { evidence.released(key) }
      case .forgotten(let keys): for key in keys { held[key] = nil }
      case .allReleased: held = [:]
      case .slider, .touch, .finger, .level: break
      }
    }
    return effects
  }

  private func isHeld(
    _ key: PhysicalKey, since: MonotonicTime, besides other: PhysicalKey, at time: MonotonicTime
  ) -> Bool {
    key != other && evidence.canBeHeld(key) && (evidence.tells(key) || time - since <= GestureRecognizer.hold)
  }

  /// A placeholder: there is only one port.
  private static let port = PortID(client: 0, port: 0)

  private mutating func answer(_ isYes: Bool, _ now: MonotonicTime) -> [TrialEffect] {
    guard case .asking(let question) = stage else { return [] }
    guard let trial = trials.first else { return end(isYes ? confirmed : []) }
    switch question {
    case .send where isYes && !trial.exclusiveBytes.isEmpty: return ask(.exclusive(trial.exclusiveBytes))
    case .send, .exclusive:
      guard isYes else { return leaveOff(trial.part, now) }
      owedDark = trial.dark
      return send(trial.messages, then: .ask(trial.colour.map { .lit(colour: $0) } ?? .worked), now)
    case .lit:
      if isYes { return putOut(then: .ask(.dark), now) }
      return leaveOff(trial.part, now)
    case .dark, .worked: return isYes ? keep(trial.part) : leaveOff(trial.part, now)
    case .change: return []
    }
  }

  /// Confirms the current test, and continues with the part's next colour or the next part.
  private mutating func keep(_ part: UnsurePart) -> [TrialEffect] {
    trials.removeFirst()
    if trials.first?.part != part { confirmed.append(part) }
    return follow(next)
  }

  /// Leaves the part off and skips its other tests.
  private mutating func leaveOff(_ part: UnsurePart, _ now: MonotonicTime) -> [TrialEffect] {
    trials.removeAll { $0.part == part }
    return putOut(then: next, now)
  }

  private var next: Next {
    if let trial = trials.first { return .ask(.send(trial)) }
    return isOwn && !confirmed.isEmpty ? .ask(.change) : .end
  }

  private mutating func follow(_ next: Next) -> [TrialEffect] {
    switch next {
    case .ask(let question): ask(question)
    case .end: end(confirmed)
    }
  }

  private mutating func ask(_ question: TrialQuestion) -> [TrialEffect] {
    stage = .asking(question)
    return [.ask(question)]
  }

  private mutating func end(_ parts: [UnsurePart]) -> [TrialEffect] {
    stage = .over
    deadline = nil
    // All at once: no question follows that would have to wait for the lights.
    let last = owedDark + encoder.finish()
    return (last.isEmpty ? [] : [.send(last)]) + [.end(confirmed: parts)]
  }

  // MARK: - Sending

  private mutating func putOut(then next: Next, _ now: MonotonicTime) -> [TrialEffect] {
    let dark = owedDark
    owedDark = []
    return send(dark, then: next, now)
  }

  private mutating func send(_ messages: [MIDIMessage], then next: Next, _ now: MonotonicTime) -> [TrialEffect] {
    stage = .sending(then: next)
    waiting = messages[...]
    return proceed(now)
  }

  /// Sends all messages that are due, and takes the next step when none remain.
  private mutating func proceed(_ now: MonotonicTime) -> [TrialEffect] {
    deadline = nil
    if encoder.pause != nil { return emit(encoder.proceed(), now) + settle(now) }
    let count = pace == nil ? waiting.count : min(1, waiting.count)
    let messages = Array(waiting.prefix(count))
    waiting = waiting.dropFirst(count)
    return emit(messages, now) + settle(now)
  }

  private mutating func settle(_ now: MonotonicTime) -> [TrialEffect] {
    guard case .sending(let next) = stage else { return [] }
    if let pause = encoder.pause ?? (waiting.isEmpty ? nil : pace) {
      deadline = now + pause
      return []
    }
    return follow(next)
  }

  private mutating func emit(_ messages: [MIDIMessage], _ now: MonotonicTime) -> [TrialEffect] {
    guard !messages.isEmpty else { return [] }
    echoes.remember(messages, at: now)
    return [.send(messages)]
  }
}
