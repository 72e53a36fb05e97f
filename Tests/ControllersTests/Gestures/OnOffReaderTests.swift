import Testing

@testable import Controllers

struct OnOffReaderTests {
  /// What a control sends, from which value on it is pressed, and how often it is pressed by that.
  static let cases: [(String, values: [Int], threshold: Int, presses: Int)] = [
    ("a switch", [127, 0, 127, 0], 64, 2),
    ("a button of full value 100", [100, 0, 100, 0], 1, 2),
    ("a button of full value 1", [1, 0, 1, 0], 1, 2),
    ("a pedal that stays down and repeats", [127, 127, 127], 64, 1),
    ("a switch that repeats", [0, 127, 127, 0, 127, 127], 64, 2),
    ("a pedal, all the way", [3, 30, 70, 127, 127, 80, 20, 0, 50, 90], 64, 2),
    ("a pedal that rests in the middle and wavers", [60, 63, 64, 63, 65, 64, 62, 66, 60], 64, 0),
    ("it pressed through", [60, 64, 90, 127, 90, 64, 62, 65, 100, 61], 64, 2),
    ("it held half way, wavering", [0, 62, 64, 63, 65, 62, 64, 0], 64, 1),
    // That it was not down at first is known only once it has been pressed.
    ("a pedal that rests above the middle", [70, 69, 71, 127, 70, 110, 68, 100, 70], 64, 3),
    ("pressure that flickers at rest", [40, 0, 1, 0, 2, 1, 0, 30, 0], 1, 2),
    ("pressure that comes down slowly", [127, 120, 100, 70, 40, 10, 0], 64, 1),
  ]

  @Test(arguments: cases) func `presses are counted`(name: String, values: [Int], threshold: Int, presses: Int) {
    var reader = OnOffReader()
    let heard = values.count { reader.handle($0, threshold: threshold) == .pressed }
    #expect(heard == presses, "\(name)")
  }

  @Test func `after lost messages a pedal is up, and its rest position is known`() {
    var reader = OnOffReader()
    for value in [60, 63, 110] { _ = reader.handle(value, threshold: 64) }
    #expect(reader.isDown)
    reader.forget()
    #expect(!reader.isDown)
    #expect(reader.handle(66, threshold: 64) == .none)
    #expect(reader.handle(110, threshold: 64) == .pressed)
  }
}
