import MIDI
import Time

@testable import Controllers

/// A player at a controller being learned: plays it, answers, and remembers the remarks. Times are in milliseconds; due
/// events are polled at their deadline, as in the loop.
struct Learner {
  private(set) var session: LearnSession
  private(set) var effects: [LearnEffect] = []
  private(set) var time: Int64 = 1000
  /// What the device shows: by message kind, channel and number.
  private(set) var device = FakeLights()

  /// Whether the device, or a cable, echoes each message 2 ms later.
  var isEchoing = false
  private var echoes: [MIDIMessage] = []

  init(
    _ port: PortDescription = Learner.port, hasOwnMapping: Bool = false, shipped: ControllerMapping? = nil,
    without idle: Set<Role> = []
  ) {
    session = LearnSession(port: port, hasOwnMapping: hasOwnMapping, shipped: shipped, without: idle)
    handle(session.start())
  }

  static let port = Controllers.PortDescription(
    id: PortID(client: 20, port: 0), clientName: "Box", portName: "Box MIDI 1",
    usb: USBID(vendor: 0x1234, product: 0x5678))

  private mutating func handle(_ new: [LearnEffect]) {
    effects += new
    for case .send(let messages) in new {
      device.receive(messages)
      if isEchoing { echoes += messages }
    }
  }

  // MARK: Hands

  mutating func wait(_ span: Int64) {
    let end = time + span
    while !echoes.isEmpty {
      let back = echoes
      echoes = []
      advance(to: time + 2)
      for message in back { handle(session.handle(.message(message, at: milliseconds(time)))) }
    }
    advance(to: max(time, end))
  }

  private mutating func advance(to end: Int64) {
    while let deadline = session.deadline, deadline.nanoseconds <= end * 1_000_000 {
      handle(session.handle(.time(max(deadline, milliseconds(time)))))
    }
    time = end
  }

  mutating func send(_ message: MIDIMessage, then span: Int64 = 0) {
    handle(session.handle(.message(message, at: milliseconds(time))))
    wait(span)
  }

  /// Presses and lets go.
  mutating func press(_ note: Int, channel: Int = 1, for span: Int64 = 100, velocity: Int = 100) {
    send(on(note, velocity: velocity, channel: channel), then: span)
    send(off(note, channel: channel), then: 300)
  }

  /// Presses a button that sends a control change.
  mutating func push(_ controller: Int, channel: Int = 1, value: Int = 127) {
    send(cc(controller, value, channel: channel), then: 100)
    send(cc(controller, 0, channel: channel), then: 300)
  }

  /// Presses twice: keeps it.
  mutating func teach(_ note: Int, channel: Int = 1) {
    press(note, channel: channel)
    press(note, channel: channel)
  }

  /// Plays values, a few milliseconds apart.
  mutating func move(_ values: some Sequence<Int>, every step: Int64 = 10, _ message: (Int) -> MIDIMessage) {
    for value in values { send(message(value), then: step) }
  }

  /// A pitch wheel: up, held, let go; down, held, let go.
  mutating func bendBothWays(steps: Int = 16384, channel: Int = 1) {
    for side in [1, -1] {
      let places = (0...30).map { 8192 + side * 8191 * $0 / 30 }
      let coarse = 16384 / steps
      let wheel = { (value: Int) in bend(value / coarse * coarse, channel: channel) }
      move(places, every: 15, wheel)
      wait(200)
      move((0..<12).map { 8192 + side * 8191 * (11 - $0) / 12 }, every: 8, wheel)
      wait(250)
    }
    wait(2000)
  }

  /// A fader: to one end, to the other, and left a third up.
  mutating func slideBothWays(_ message: (Int) -> MIDIMessage) {
    move(stride(from: 40, through: 127, by: 3), every: 20, message)
    move(stride(from: 127, through: 0, by: -3), every: 20, message)
    move(stride(from: 0, through: 42, by: 3), every: 20, message)
    wait(2000)
  }

  mutating func say(_ command: LearnRequest) {
    handle(session.handle(.command(command)))
    wait(0)
  }

  mutating func unplug() { handle(session.handle(.disconnected)) }
  mutating func overflow() { handle(session.handle(.overflowed)) }
  mutating func plug() { handle(session.handle(.connected)) }

  // MARK: Remarks

  /// The current question.
  var question: LearnQuestion? { session.question }

  /// Returns the remarks since the last call.
  mutating func told() -> [LearnRemark] {
    defer { effects = effects.filter { if case .tell = $0 { false } else { true } } }
    return effects.compactMap { if case .tell(let remark) = $0 { remark } else { nil } }
  }

  /// The mapping that was saved.
  var saved: (mapping: ControllerMapping, replacing: Bool)? {
    for case .save(let mapping, let replacing) in effects { return (mapping, replacing) }
    return nil
  }

  var sent: [MIDIMessage] { effects.flatMap { if case .send(let messages) = $0 { messages } else { [MIDIMessage]() } } }
}
