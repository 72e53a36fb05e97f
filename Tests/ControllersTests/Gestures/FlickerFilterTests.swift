import MIDI
import Testing

@testable import Controllers

struct FlickerFilterTests {
  static let cases: [(String, [MIDIMessage], byHand: Int)] = [
    ("a pedal that wavers", [64, 63, 65, 64, 66, 63].map { cc(64, $0) }, 1),
    ("a fader that is pushed", [10, 13, 16, 19].map { cc(7, $0) }, 4),
    ("a fader that creeps", (10...30).map { cc(7, $0) }, 7),
    ("an endless knob", [1, 1, 1, 127, 127].map { cc(16, $0) }, 5),
    ("a wheel that flickers at rest", [8192, 8200, 8150, 8192].map { bend($0) }, 1),
    ("a wheel", [8192, 9000, 9900, 8192].map { bend($0) }, 4),
    ("a button", [127, 0, 127].map { cc(20, $0) }, 3),
    ("a key", [on(60), off(60), on(60)], 3),
    ("two controls", [cc(1, 60), cc(2, 61), cc(1, 61), cc(2, 60)], 2),
  ]

  @Test(arguments: cases) func `hands are distinguished from flicker`(
    name: String, messages: [MIDIMessage], byHand: Int
  ) {
    var filter = FlickerFilter()
    let heard = messages.count { filter.isByHand($0) }
    #expect(heard == byHand, "\(name)")
  }
}
