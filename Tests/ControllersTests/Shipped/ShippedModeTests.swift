import MIDI
import Testing

@testable import Controllers

/// A controller with a shipped mapping is learned in the mode of that mapping.
struct ShippedModeTests {
  private func known() throws -> ControllerMapping {
    try mapping(
      """
      halves: [{keyboard: {}}]
      init: [{note: 12, velocity: 127, channel: 16}, {pause: 100}, {sysex: "F0 47 01 F7"}, {cc: 9, value: 1, confidence: unsure}]
      exit: [{note: 12, velocity: 0, channel: 16}]
      """)
  }
  private let enter = on(12, velocity: 127, channel: 16)
  private let exclusive = MIDIMessage.systemExclusive([0x47, 1])
  private let leave = on(12, velocity: 0, channel: 16)

  @Test func `a controller enters its mode and leaves it again`() throws {
    var player = Learner(shipped: try known())
    #expect(player.sent == [enter])
    player.wait(10)
    #expect(player.sent == [enter])
    // Some confirm their mode by the very message, and so does a loop of cables: that is no press.
    player.send(enter, then: 80)
    #expect(player.sent == [enter])
    player.wait(1500)
    #expect(player.sent == [enter, exclusive])
    #expect(player.question == .role(.higher))
    player.unplug()
    player.plug()
    player.wait(200)
    #expect(player.sent == [enter, exclusive, enter, exclusive])
    player.say(.quit)
    #expect(player.sent.last == leave && player.sent.count == 5)
    #expect(player.effects.last == .end)
  }

  @Test func `a learned mapping keeps the mode`() throws {
    var player = Learner(shipped: try known())
    player.teach(40)
    player.teach(36)
    player.say(.no)
    player.press(40, for: 900)
    player.say(.skip)
    player.say(.yes)
    player.say(.yes)
    let mapping = try #require(player.saved).mapping
    #expect(player.sent.last == leave)
    let (again, problems) = MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x")
    #expect(problems == [])
    var encoder = CueEncoder(mapping: try #require(again))
    #expect(encoder.start() == [enter])
    #expect(encoder.pause == .milliseconds(100))
    #expect(encoder.proceed() == [exclusive])
    #expect(encoder.finish() == [leave])
  }

  /// Of the shipped ones too: nothing in them is refused when it is written again.
  @Test(arguments: shippedFiles) func `every shipped mode is written and read`(file: String) throws {
    let mapping = try shipped(file)
    let mode = ShippedMode(mapping)
    var learned = mode.adding(to: LearnDraft().mapping(for: Learner.port))
    learned.halves = [.keyboard(channel: nil, split: 60)]
    let (again, problems) = MappingDecoder.decode(Array(MappingWriter.text(learned).utf8), file: "x")
    #expect(problems.filter { $0.severity == .error } == [])
    #expect(again?.initSteps == learned.initSteps && again?.exitMessages == learned.exitMessages)
  }

  @Test(arguments: [true, false]) func `the question about its own sound follows a mapping that offers it`(
    isOffered: Bool
  )
    throws
  {
    var controller = try known()
    controller.localControl = isOffered ? .offered : .none
    var player = Learner(shipped: controller)
    player.teach(40)
    player.teach(36)
    player.say(.no)
    player.press(40, for: 900)
    player.say(.skip)
    #expect(player.question == (isOffered ? .localControl : .trial))
  }
}
