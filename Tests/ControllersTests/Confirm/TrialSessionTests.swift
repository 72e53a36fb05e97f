import MIDI
import Testing
import Time

@testable import Controllers

@Suite("Trying parts that no source confirms")
struct TrialSessionTests {
  private static let head = "schema: 1\nname: Box\nmode: As it comes\nsources: [None]\nmatch: {clients: [Box]}\n"
  private static let halves = "halves: [{grid: {first: 36, rows: 2, columns: 2}}]\n"
  private static let start = MonotonicTime(nanoseconds: 1_000_000_000)

  /// Two colours on one half, one on the other.
  private static let lights =
    head + halves + """
      init: [{cc: 9, value: 1}]
      exit: [{cc: 9, value: 0}]
      feedback:
        colours: {dark: 0, green: 21, red: 5}
        lights:
          higher: [{notes: 38-39, channel: 2, confidence: unsure}]
          lower: [{notes: 36-37, channel: 2, confidence: unsure}]
        cues:
          correct: [{light: higher, colour: green}]
          incorrect: [{light: higher, colour: red}]
          trouble: [{light: lower, colour: red}]

      """

  private func mapping(_ text: String) throws -> ControllerMapping {
    try #require(MappingDecoder.decode(Array(text.utf8), file: "box.yaml").mapping, "\(text)")
  }

  /// A session and the effects it has returned.
  private struct Player {
    var session: TrialSession
    var now = TrialSessionTests.start
    var sent: [String] = []
    var questions: [TrialQuestion] = []
    var confirmed: [UnsurePart]?

    init(_ mapping: ControllerMapping, isOwn: Bool = false) {
      session = TrialSession(mapping: mapping, isOwn: isOwn)
      handle(session.start(now: now))
    }

    mutating func handle(_ effects: [TrialEffect]) {
      for effect in effects {
        switch effect {
        case .ask(let question): questions.append(question)
        case .send(let messages): sent += messages.map { hex($0.bytes) }
        case .end(let parts): confirmed = parts
        }
      }
    }

    mutating func say(_ answers: Bool...) {
      for answer in answers { handle(session.handle(.answer(answer), now: now)) }
    }

    mutating func hear(_ message: MIDIMessage) {
      now = now + .milliseconds(30)
      handle(session.handle(.message(message, at: now), now: now))
    }

    /// What was sent since it was asked last.
    mutating func takeSent() -> [String] {
      defer { sent = [] }
      return sent
    }
  }

  @Test("nothing unsure is sent before the yes; lights go out again; sure parts are sent as in practice")
  func order() throws {
    var player = Player(try mapping(Self.lights))
    #expect(player.takeSent() == ["B0 09 01"])
    guard case .send(let trial) = player.questions.last else {
      Issue.record("\(player.questions)")
      return
    }
    #expect(trial.colour == "green" && trial.part == .lights(area: "higher", index: 0))
    #expect(trial.sent.map(\.numbers) == [NumberSet(38...39)])
    player.say(true)
    #expect(player.takeSent() == ["91 26 15", "91 27 15"])
    #expect(player.questions.last == .lit(colour: "green"))
    player.say(true)
    #expect(player.takeSent() == ["91 26 00", "91 27 00"])
    #expect(player.questions.last == .dark)
    // The other colour is asked for by itself.
    player.say(true)
    #expect(player.takeSent() == [])
    player.say(true)
    #expect(player.takeSent() == ["91 26 05", "91 27 05"])
    player.say(true, true)
    #expect(player.takeSent() == ["91 26 00", "91 27 00"])
    // The lower half: no.
    player.say(false)
    #expect(player.takeSent() == ["B0 09 00"])
    #expect(player.confirmed == [.lights(area: "higher", index: 0)])
  }

  @Test(
    "one no leaves a part off, and the rest of it untried",
    arguments: [
      [false], [true, false], [true, true, false], [true, true, true, false], [true, true, true, true, false],
    ])
  func refused(answers: [Bool]) throws {
    var player = Player(try mapping(Self.lights))
    for answer in answers { player.say(answer) }
    guard case .send(let trial) = player.questions.last else {
      Issue.record("\(player.questions)")
      return
    }
    #expect(trial.part == .lights(area: "lower", index: 0))
    // What was lit is dark.
    let lit = player.sent.filter { $0.hasPrefix("91") }.reduce(into: [String: String]()) { lit, message in
      lit[String(message.prefix(5))] = String(message.suffix(2))
    }
    #expect(lit.values.allSatisfy { $0 == "00" })
    player.say(false)
    #expect(player.confirmed == [])
  }

  @Test("Higher is yes and Lower is no; a second key at the same time, and an echo, are neither")
  func controller() throws {
    var player = Player(try mapping(Self.lights))
    let (higher, lower) = (UInt7(truncating: 38), UInt7(truncating: 36))
    let one = Channel(statusNibble: 0)
    let hard = UInt7(truncating: 100)
    player.hear(.noteOn(channel: one, note: higher, velocity: hard))
    #expect(player.questions.last == .lit(colour: "green"))
    player.hear(.noteOn(channel: one, note: lower, velocity: hard))
    #expect(player.questions.last == .lit(colour: "green"))
    for note in [higher, lower] { player.hear(.noteOff(channel: one, note: note, velocity: hard)) }
    player.hear(.noteOn(channel: one, note: lower, velocity: hard))
    guard case .send(let trial) = player.questions.last else {
      Issue.record("\(player.questions)")
      return
    }
    #expect(trial.part == .lights(area: "lower", index: 0))
    player.hear(.noteOff(channel: one, note: lower, velocity: hard))
    // A cable that sends the lights back does not say yes.
    player.say(true)
    let echo = MIDIMessage.noteOn(channel: Channel(statusNibble: 1), note: lower, velocity: UInt7(truncating: 5))
    player.handle(player.session.handle(.message(echo, at: player.now + .milliseconds(2)), now: player.now))
    #expect(player.questions.last == .lit(colour: "red"))
  }

  @Test("pads that send no note-off, and a key whose release was lost, still answer", arguments: [true, false])
  func released(isLost: Bool) throws {
    var player = Player(try mapping(Self.lights))
    func press(_ note: Int) {
      player.now = player.now + .seconds(1)
      player.hear(on(note))
    }
    if isLost {
      // The controller has sent a release before.
      for message in [on(50), off(50), on(50)] { player.hear(message) }
      player.handle(player.session.handle(.overflowed, now: player.now))
    }
    press(38)
    #expect(player.questions.last == .lit(colour: "green"))
    press(38)
    #expect(player.questions.last == .dark)
    press(36)
    guard case .send(let trial) = player.questions.last else {
      Issue.record("\(player.questions)")
      return
    }
    #expect(trial.part == .lights(area: "lower", index: 0))
  }

  @Test("system exclusive needs a second yes, which shows its bytes")
  func exclusive() throws {
    let text = Self.head + Self.halves + "init: [{sysex: F0 7D 01 F7, confidence: unsure}]\n"
    for answers in [[true, false], [false], [true, true, true]] {
      var player = Player(try mapping(text))
      #expect(player.sent == [])
      for (index, answer) in answers.enumerated() {
        if index == 1 { #expect(player.questions.last == .exclusive([[0xF0, 0x7D, 0x01, 0xF7]])) }
        if index == 2 { #expect(player.questions.last == .worked) }
        player.say(answer)
      }
      #expect(player.sent == (answers.count > 2 ? ["F0 7D 01 F7"] : []))
      #expect(player.confirmed == (answers.count > 2 ? [.initMessage(0)] : []))
    }
  }

  @Test("leaving early puts the lights out and keeps nothing")
  func quit() throws {
    var player = Player(try mapping(Self.lights))
    player.say(true)
    _ = player.takeSent()
    player.handle(player.session.handle(.quit, now: player.now))
    #expect(player.takeSent() == ["91 26 00", "91 27 00", "B0 09 00"])
    #expect(player.confirmed == [])
    player.say(true)
    #expect(player.sent == [])
  }

  @Test("the player's own file is changed only after a yes", arguments: [true, false])
  func own(isYes: Bool) throws {
    var player = Player(try mapping(Self.lights), isOwn: true)
    player.say(true, true, true, true, true, true, false)
    #expect(player.questions.last == .change && player.confirmed == nil)
    player.say(isYes)
    #expect(player.confirmed == (isYes ? [.lights(area: "higher", index: 0)] : []))
  }

  @Test("after unplugging, confirmed parts are kept, unless keeping needs a yes", arguments: [true, false])
  func pulledOut(isOwn: Bool) throws {
    var player = Player(try mapping(Self.lights), isOwn: isOwn)
    player.say(true, true, true, true, true, true)
    _ = player.takeSent()
    player.handle(player.session.handle(.disconnected, now: player.now))
    #expect(player.confirmed == (isOwn ? [] : [.lights(area: "higher", index: 0)]))
    #expect(player.sent == [])
  }

  @Test("a controller that needs time between messages gets it, and no question comes in that time")
  func pace() throws {
    let text = Self.lights.replacing("feedback:\n", with: "feedback:\n  pace: 5\n")
      .replacing("init: [{cc: 9, value: 1}]", with: "init: [{cc: 9, value: 1}, {pause: 100}, {cc: 9, value: 2}]")
    var player = Player(try mapping(text))
    #expect(player.takeSent() == ["B0 09 01"] && player.questions.isEmpty)
    #expect(player.session.deadline == Self.start + .milliseconds(100))
    player.now = player.now + .milliseconds(100)
    player.handle(player.session.handle(.time, now: player.now))
    #expect(player.takeSent() == ["B0 09 02"] && player.questions.count == 1)
    player.say(true, true)
    #expect(player.takeSent() == ["91 26 15"] && player.questions.count == 1)
    player.handle(player.session.handle(.time, now: player.now))
    #expect(player.sent == [])
    player.now = player.now + .milliseconds(5)
    player.handle(player.session.handle(.time, now: player.now))
    #expect(player.takeSent() == ["91 27 15"] && player.questions.last == .lit(colour: "green"))
    #expect(player.session.deadline == nil)
  }

  @Test("a mapping without unsure parts has nothing to try")
  func nothing() throws {
    let sure = try mapping(Self.lights.replacing(", confidence: unsure", with: ""))
    #expect(TrialSession(mapping: sure, isOwn: false).isEmpty)
    #expect(TrialSession(mapping: .generic, isOwn: false).isEmpty)
    #expect(!TrialSession(mapping: try shipped("akai-mpk-mini-2.yaml"), isOwn: false).isEmpty)
  }
}
