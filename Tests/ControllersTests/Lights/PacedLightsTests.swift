import MIDI
import Testing

@testable import Controllers

/// Lights of a controller that loses messages which come too fast.
struct PacedLightsTests {
  private func encoder() throws -> CueEncoder {
    let text = mappingText(
      """
      halves: [{keyboard: {}}]
      init: [{program: 1}, {pause: 50}, {program: 2}]
      exit: [{program: 0}]
      feedback:
        pace: 3
        colours: {dark: 0, green: 9}
        lights:
          higher: [{notes: 2-3}]
          lower: [{notes: 0-1}]
        cues:
          correct: [{light: pressed, colour: green}]
          idle: []
      """)
    return CueEncoder(mapping: try #require(MappingDecoder.decode(Array(text.utf8), file: "x").mapping))
  }

  private func light(_ number: Int, _ velocity: Int) -> MIDIMessage { on(number, velocity: velocity) }

  @Test func `each message waits for the one before`() throws {
    var encoder = try encoder()
    #expect(encoder.start().count == 1)
    #expect(encoder.pause == .milliseconds(50))
    #expect(encoder.proceed().map(\.bytes) == [[0xC0, 2]])
    for number in [2, 3, 0] {
      #expect(encoder.pause == .milliseconds(3))
      #expect(encoder.proceed() == [light(number, 0)])
    }
    #expect(encoder.proceed() == [light(1, 0)])
    #expect(encoder.pause == nil)
    #expect(encoder.proceed() == [])
    #expect(encoder.encode(.correct(pressed: .higher)) == [light(2, 9)])
    #expect(encoder.pause == .milliseconds(3))
    #expect(encoder.proceed() == [light(3, 9)])
    #expect(encoder.pause == nil)
  }

  @Test func `a cue waits for the one before`() throws {
    var encoder = try encoder()
    _ = encoder.wholeStart()
    #expect(encoder.encode(.correct(pressed: .higher)) == [light(2, 9)])
    #expect(encoder.encode(.correct(pressed: .lower)) == [])
    var order: [MIDIMessage] = []
    while encoder.pause != nil { order += encoder.proceed() }
    #expect(order == [light(3, 9), light(0, 9), light(1, 9), light(2, 0), light(3, 0)])
  }

  @Test func `a cue during a pause of init ends init`() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.correct(pressed: .lower)).map(\.bytes) == [[0xC0, 2]])
    var order: [MIDIMessage] = []
    while encoder.pause != nil { order += encoder.proceed() }
    #expect(order == [light(2, 0), light(3, 0), light(0, 0), light(1, 0), light(0, 9), light(1, 9)])
  }

  @Test func `leaving and replugging forget waiting messages`() throws {
    var encoder = try encoder()
    _ = encoder.wholeStart()
    _ = encoder.encode(.correct(pressed: .higher))
    #expect(encoder.start(showing: .correct(pressed: .higher)).map(\.bytes) == [[0xC0, 1]])
    _ = encoder.proceed()
    _ = encoder.proceed()
    #expect(encoder.finish().count == 5)
    #expect(encoder.pause == nil)
    #expect(encoder.proceed() == [])
  }
}
