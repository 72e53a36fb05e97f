import MIDI
import TestSupport
import Testing

@testable import Controllers

/// The keyboard's own sound, as mappings speak of it.
struct LocalControlTests {
  @Test(arguments: [
    ("", LocalControl.none), ("local-control: offered", .offered),
    ("local-control: off-while-practising", .offWhilePractising),
  ])
  func `the words of local control`(line: String, meaning: LocalControl) throws {
    let text = mappingText("halves: [{keyboard: {}}]\n" + line)
    let mapping = try #require(MappingDecoder.decode(Array(text.utf8), file: "x").mapping)
    #expect(mapping.localControl == meaning)
    #expect(CueEncoder(mapping: mapping).localControl(isOn: false).isEmpty == (meaning != .offWhilePractising))
  }

  @Test(arguments: [
    ([HalvesRule.keyboard(channel: nil, split: 60)], Array(1...16)), ([], Array(1...16)),
    ([.keyboard(channel: channel(3), split: 60)], [3]),
    ([.keyboard(channel: channel(4), split: 60), .keyboard(channel: channel(2), split: 60)], [2, 4]),
    ([.keyboard(channel: channel(4), split: 60), .keyboard(channel: nil, split: 60)], Array(1...16)),
  ])
  func `the channels of local control`(halves: [HalvesRule], channels: [Int]) {
    let encoder = CueEncoder(
      mapping: ControllerMapping(name: "Piano", halves: halves, localControl: .offWhilePractising))
    #expect(encoder.localControl(isOn: false) == channels.map { cc(122, 0, channel: $0) })
    #expect(encoder.localControl(isOn: true) == channels.map { cc(122, 127, channel: $0) })
  }

  /// Only the player may switch off a keyboard's local control.
  @Test(arguments: shippedFiles) func `no shipped file switches local control off`(_ file: String) throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping)
    #expect(mapping.localControl != .offWhilePractising)
  }
}
