import MIDI
import Testing

@testable import Controllers

/// The keyboard's own sound, as profiles speak of it.
struct LocalControlTests {
  @Test(arguments: [
    ("", LocalControl.none), ("local-control: offered", .offered),
    ("local-control: off-while-practising", .offWhilePractising),
  ])
  func `its words`(line: String, meaning: LocalControl) throws {
    let text = profileText("halves: [{keyboard: {}}]\n" + line)
    let profile = try #require(ProfileDecoder.decode(Array(text.utf8), file: "x").profile)
    #expect(profile.localControl == meaning)
    #expect(CueEncoder(profile: profile).localControl(isOn: false).isEmpty == (meaning != .offWhilePractising))
  }

  @Test(arguments: [
    ([HalvesRule.keyboard(channel: nil, split: 60)], Array(1...16)), ([], Array(1...16)),
    ([.keyboard(channel: channel(3), split: 60)], [3]),
    ([.keyboard(channel: channel(4), split: 60), .keyboard(channel: channel(2), split: 60)], [2, 4]),
    ([.keyboard(channel: channel(4), split: 60), .keyboard(channel: nil, split: 60)], Array(1...16)),
  ])
  func `its channels`(halves: [HalvesRule], channels: [Int]) {
    let encoder = CueEncoder(
      profile: ControllerProfile(name: "Piano", halves: halves, localControl: .offWhilePractising))
    #expect(encoder.localControl(isOn: false) == channels.map { cc(122, 0, channel: $0) })
    #expect(encoder.localControl(isOn: true) == channels.map { cc(122, 127, channel: $0) })
  }

  /// To switch somebody's keyboard off is the player's own choice.
  @Test(arguments: shippedFiles) func `no shipped file switches it off`(_ file: String) throws {
    let profile = try #require(ProfileLibrary.load(file: shippedFolder + "/" + file).profile)
    #expect(profile.localControl != .offWhilePractising)
  }
}
