import MIDI
import Ports
import Testing
import Texts
import Time

@testable import Commands
@testable import Controllers

/// A whole conversation: input events go in, lines, messages and the mapping come out. The session's questions and
/// recognition have separate tests; this one covers their results.
@Suite("Learning a controller in words")
struct LearnConversationTests {
  /// A player at one controller, and the time.
  private struct Player {
    var dialogue: LearnDialogue
    var port: PortDescription
    var now = LearnDialogueTests.start
    var told: [[String]] = []
    var sent: [(messages: [MIDIMessage], port: PortID)] = []
    var last: LearnDialogue.Step?

    init(_ port: PortDescription, own: [ControllerMapping] = []) {
      let own = MappingLibrary(mappings: own)
      dialogue = LearnDialogue(LearnDialogueTests.texts, library: own, own: own, keys: nil)
      self.port = port
      plug(port)
      take(dialogue.handle(.ready, now: now))
    }

    mutating func take(_ steps: [LearnDialogue.Step]) {
      for step in steps {
        switch step {
        case .tell(let lines): told.append(lines)
        case .send(let messages, let port): sent.append((messages, port))
        case .save, .confirm, .report, .refuse, .end: last = step
        }
      }
    }

    mutating func wait(_ span: Duration) {
      let end = now + span
      while let deadline = dialogue.deadline, deadline <= end {
        now = max(now, deadline)
        take(dialogue.advance(now: now))
      }
      now = end
    }

    mutating func press(_ note: Int, _ span: Duration = .milliseconds(100)) {
      let number = UInt7(truncating: note)
      let channel = LearnDialogueTests.channelOne
      let velocity = UInt7(truncating: 100)
      send(.noteOn(channel: channel, note: number, velocity: velocity))
      wait(span)
      send(.noteOff(channel: channel, note: number, velocity: velocity))
      wait(.milliseconds(300))
    }

    mutating func teach(_ note: Int) {
      press(note)
      press(note)
    }

    mutating func say(_ command: LearnRequest) {
      take(dialogue.handle(command))
      wait(.milliseconds(100))
    }

    mutating func plug(_ port: PortDescription) { take(dialogue.handle(.connected(port), now: now)) }

    mutating func unplug(_ port: PortDescription) { take(dialogue.handle(.disconnected(port.id), now: now)) }

    private mutating func send(_ message: MIDIMessage) {
      take(dialogue.handle(.received(port.id, message, at: now), now: now))
    }
  }

  private static let texts = LearnDialogueTests.texts

  @Test func `a keyboard is learned only by pressing its keys`() {
    var player = Player(LearnDialogueTests.keys)
    player.teach(60)
    player.teach(40)
    #expect(
      player.told.last == [
        "Lower: pad or key 40 on channel 1.", Self.texts.line(.keyboard(split: 50)), Self.texts(.answersByController),
      ])
    player.press(60)
    #expect(player.told.last == [Self.texts.line(LearnQuestion.role(.slider)), Self.texts(.choicesByController)])
    player.press(60)
    // The line on how to answer is shown only once.
    #expect(player.told.last == ["Tune: skipped.", Self.texts.line(LearnQuestion.role(.commit))])
    player.press(60, .seconds(1))
    #expect(player.told.last?.last == Self.texts.line(LearnQuestion.localControl))
    player.press(40)
    #expect(player.told.last == [Self.texts.line(LearnQuestion.tick)])
    #expect(player.sent.count == 1)
    player.press(40)
    #expect(player.told.last == [Self.texts.line(LearnQuestion.trial)])
    player.say(.yes)
    player.press(60)
    guard case .save(let mapping, let replacing, let port) = player.last else {
      Issue.record("\(player.told)")
      return
    }
    #expect(!replacing && port == LearnDialogueTests.keys && mapping.name == "Keyboard")
    #expect(mapping.halves == [.keyboard(channel: LearnDialogueTests.channelOne, split: 50)])
    #expect(player.sent.count == 1)
    // Learning is over: nothing is shown any more.
    let count = player.told.count
    player.press(60)
    player.say(.yes)
    #expect(player.told.count == count)
  }

  @Test(arguments: [(LearnRequest.yes, true), (.no, false)])
  func `the player's own mapping is replaced only on request`(answer: LearnRequest, isReplaced: Bool) {
    let match = PortMatch(usb: [LearnDialogueTests.keys.usb].compactMap { $0 })
    var player = Player(LearnDialogueTests.keys, own: [ControllerMapping(name: "Mine", match: match)])
    player.teach(60)
    player.teach(40)
    player.say(.yes)
    player.press(60, .seconds(1))
    for command in [.no, .no, .yes, .yes] as [LearnRequest] { player.say(command) }
    #expect(player.told.last?.first == Self.texts.line(LearnQuestion.replace))
    player.say(answer)
    guard case .save(_, let replacing, _) = player.last else {
      Issue.record("\(player.told)")
      return
    }
    #expect(replacing == isReplaced)
  }

  @Test func `a controller that is unplugged continues where it was`() {
    var player = Player(LearnDialogueTests.pads)
    player.teach(60)
    player.unplug(LearnDialogueTests.pads)
    #expect(player.told.last == ["The controller was pulled out. Plug it in again to continue."])
    // Another one is not meant, the same one under another number is.
    player.plug(LearnDialogueTests.keys)
    #expect(player.told.last?.first == "The controller was pulled out. Plug it in again to continue.")
    let again = LearnDialogueTests.port(32, "Pads")
    player.plug(again)
    #expect(player.told.last == ["The controller is back.", Self.texts.line(LearnQuestion.role(.lower))])
    player.port = again
    player.press(40)
    #expect(player.told.last == ["Pad or key 40 on channel 1: press it again to confirm, or press another one."])
    // An equal one beside it is another one.
    player.plug(LearnDialogueTests.port(36, "Pads"))
    player.unplug(LearnDialogueTests.port(36, "Pads"))
    #expect(player.told.last == ["Pad or key 40 on channel 1: press it again to confirm, or press another one."])
  }

  /// The kernel gives a number that is free again to whatever comes next.
  @Test func `a controller that returns under its old number also continues`() {
    var player = Player(LearnDialogueTests.pads)
    player.teach(60)
    for _ in 0..<2 {
      player.unplug(LearnDialogueTests.pads)
      player.plug(LearnDialogueTests.pads)
      #expect(player.told.last == ["The controller is back.", Self.texts.line(LearnQuestion.role(.lower))])
    }
    player.press(40)
    #expect(
      player.told.last == [
        Self.texts.line(.keep(.lower, .notes(NumberSet(40...40), channel: LearnDialogueTests.channelOne)))
      ])
  }

  /// The sequencer may come a second time.
  @Test func `a second ready changes nothing`() {
    var player = Player(LearnDialogueTests.pads)
    player.teach(60)
    let told = player.told
    #expect(player.dialogue.handle(.ready, now: player.now) == [])
    player.press(40)
    #expect(player.told.dropLast() == told[...])
    #expect(
      player.told.last == [
        Self.texts.line(.keep(.lower, .notes(NumberSet(40...40), channel: LearnDialogueTests.channelOne)))
      ])
  }

  @Test func `going back is explained as soon as it is possible`() {
    var player = Player(LearnDialogueTests.pads)
    player.teach(60)
    #expect(player.told.last?.last == "Hold Higher for 0.8 seconds to go back.")
    player.press(60, .seconds(1))
    #expect(player.told.last == ["Taken back.", Self.texts.line(LearnQuestion.role(.higher))])
  }

  @Test func `lost messages let go of every key`() {
    var player = Player(LearnDialogueTests.pads)
    let press = MIDIMessage.noteOn(
      channel: LearnDialogueTests.channelOne, note: UInt7(truncating: 60), velocity: UInt7(truncating: 90))
    player.take(player.dialogue.handle(.received(player.port.id, press, at: player.now), now: player.now))
    #expect(player.dialogue.deadline != nil)
    player.take(player.dialogue.handle(.overflowed, now: player.now))
    #expect(player.dialogue.deadline == nil)
  }

  @Test func `a shipped mapping is mentioned, and its mode kept`() {
    let id = PortMatch(usb: [LearnDialogueTests.pads.usb].compactMap { $0 })
    let enter = MIDIMessage.programChange(channel: LearnDialogueTests.channelOne, program: UInt7(truncating: 3))
    let shipped = ControllerMapping(
      name: "Pads Mk2", match: id, initSteps: [.send(OutgoingMessage(enter))])
    var dialogue = LearnDialogue(
      Self.texts, library: MappingLibrary(mappings: [shipped]), own: MappingLibrary(mappings: []), keys: nil)
    _ = dialogue.handle(.connected(LearnDialogueTests.pads), now: LearnDialogueTests.start)
    let steps = dialogue.handle(.ready, now: LearnDialogueTests.start)
    #expect(steps.first == .send([enter], to: LearnDialogueTests.pads.id))
    guard case .tell(let lines) = steps.last else {
      Issue.record("\(steps)")
      return
    }
    #expect(lines.contains(Self.texts(.anew, ["mapping": "Pads Mk2"])))
  }

  @Test func `a light is lit before the question about it and goes out at the end`() throws {
    var player = Player(LearnDialogueTests.pads)
    player.teach(60)
    player.teach(40)
    player.say(.no)
    player.press(60, .seconds(1))
    #expect(player.told.last?.first == "Tune: skipped.")
    #expect(player.told.last?.contains("Higher: is its pad lit now?") == true)
    let lit = try #require(player.sent.last)
    #expect(lit.port == LearnDialogueTests.pads.id && lit.messages.count == 1)
    player.say(.quit)
    #expect(player.told.last == ["Nothing was saved."])
    #expect(player.last == .end)
    let dark = try #require(player.sent.last?.messages.last)
    guard case .noteOn(_, let note, let velocity) = dark else {
      Issue.record("\(dark)")
      return
    }
    #expect(note.rawValue == 60 && velocity.rawValue == 0)
  }
}
