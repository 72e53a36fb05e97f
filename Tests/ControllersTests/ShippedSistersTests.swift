import MIDI
import TestSupport
import Testing

@testable import Controllers

/// Controllers that look alike and differ in their ids or numbers. The values here come from other sources than the
/// files.
struct ShippedSistersTests {
  private static let library = MappingLibrary.load(folders: [shippedFolder])

  /// Ids of drivers and scripts of the makers, with the device that has each.
  @Test(arguments: [
    // ROLI's own driver; usb.ids has 0500 for BLOCKS, which is not one of these.
    (UInt16(0x2AF4), UInt16(0x0200), 0, "ROLI Seaboard"), (0x2AF4, 0x0210, 0, "ROLI Seaboard"),
    (0x2AF4, 0x0700, 0, "ROLI Seaboard"), (0x2AF4, 0x0500, 0, "Generic keyboard"),
    (0x2AF4, 0x0E00, 0, "ROLI LUMI Keys"),
    // The id counts up with a setting of the device: its first, its last, and who comes next.
    (0x1235, 0x0103, 1, "Novation Launchpad X"), (0x1235, 0x0112, 1, "Novation Launchpad X"),
    (0x1235, 0x0113, 1, "Novation Launchpad Mini MK3"), (0x1235, 0x0122, 1, "Novation Launchpad Mini MK3"),
    (0x1235, 0x0123, 0, "Novation Launchpad Pro MK3"), (0x1235, 0x012F, 0, "Novation Launchpad Pro MK3"),
    (0x1235, 0x0132, 0, "Novation Launchpad Pro MK3"), (0x1235, 0x0133, 0, "Generic keyboard"),
    (0x1235, 0x0134, 0, "Novation Launchkey MK3, keys"), (0x1235, 0x0060, 0, "Novation Launchpad Pro"),
    (0x1235, 0x0078, 0, "Novation Launchpad MK2"), (0x1235, 0x001B, 0, "Novation Impulse"),
    // Oxygens: the second series, the MKV, the Pro and similar models.
    (0x0763, 0x0196, 0, "M-Audio Oxygen 49 and 61"), (0x0763, 0x0197, 0, "M-Audio Oxygen 49 and 61"),
    (0x0763, 0x0002, 1, "M-Audio Oxygen MKV, faders"), (0x0763, 0x0039, 2, "M-Audio Oxygen Pro, pads"),
    (0x0763, 0x003C, 2, "M-Audio Oxygen Pro, pads"), (0x0763, 0x103B, 2, "M-Audio Oxygen Pro Mini, pads"),
    (0x2011, 0x0715, 0, "Akai MPK mini mk2"), (0x1C75, 0x02CD, 0, "Arturia KeyLab"),
    (0x2982, 0x1969, 0, "Ableton Push 3"), (0x194F, 0x0203, 0, "PreSonus FaderPort 8"),
  ])
  func `an id finds its mapping`(vendor: UInt16, product: UInt16, place: Int, mapping: String) {
    let port = port(client: "USB Device", port: "USB Device", index: place, usb: (vendor, product))
    #expect(Self.library.match(port).mapping.name == mapping)
  }

  /// Both have one id.
  @Test func `a BCR2000 is not mistaken for a BCF2000`() {
    for (client, found) in [("BCF2000", "Behringer BCF2000"), ("BCR2000", "Behringer BCR2000")] {
      let port = port(client: client, port: "\(client) MIDI 1", index: 0, usb: (0x1397, 0x00BC))
      #expect(Self.library.match(port).mapping.name == found)
    }
  }

  /// Ableton's scripts and Ardour's maps: the buttons in the order stop, play, record, loop, rewind, forward.
  @Test(arguments: [
    ("alesis-qx25.yaml", 1, [114, 115, 116, 119, 118, 117]), ("alesis-vi25.yaml", 1, [118, 119, 114, 115, 116, 117]),
    ("m-audio-oxygen-49.yaml", 1, [23, 24, 25, 20, 21, 22]),
    ("m-audio-oxygen-3.yaml", 16, [116, 117, 118, 113, 114, 115]),
    ("m-audio-oxygen-pro-pads.yaml", 1, [117, 118, 119, 114, 115, 116]),
    ("m-audio-oxygen-mkv-daw.yaml", 1, [117, 118, 119, 114, 115, 116]),
  ])
  func `each file has its own transport buttons`(_ file: String, channel: Int, numbers: [Int]) throws {
    let roles: [Role] = [.stop, .commit, .again, .startComparison, .startMatching, .startIntervalComparison]
    var decoder = ControlDecoder(mapping: try shipped(file))
    for (number, role) in zip(numbers, roles) {
      guard case .pressed(let press)? = decoder.decode(cc(number, 127, channel: channel)).first else {
        Issue.record("\(number) is no button")
        continue
      }
      #expect(press.role == role, "\(number)")
      _ = decoder.decode(cc(number, 0, channel: channel))
    }
  }

  /// Faders: nine of the second series, eight and a master of the third.
  @Test(arguments: [
    ("m-audio-oxygen-49.yaml", 1, [74, 71, 91, 93, 73, 72, 5, 84], 7),
    ("m-audio-oxygen-3.yaml", 16, Array(33...40), 41),
  ])
  func `each generation has its own faders`(_ file: String, channel: Int, sliders: [Int], level: Int) throws {
    let mapping = try shipped(file)
    var decoder = ControlDecoder(mapping: mapping)
    for number in sliders {
      guard case .slider(let slider, _)? = decoder.decode(cc(number, 1, channel: channel)).first else {
        Issue.record("\(number) tunes nothing")
        continue
      }
      #expect(mapping.bindings[slider.binding].role == .slider)
    }
    guard case .level? = decoder.decode(cc(level, 1, channel: channel)).first else {
      Issue.record("\(level) sets no level")
      return
    }
  }

  /// Its touch events, on the channel below, come for a fader that is only moved, so they stay off.
  @Test func `a fader of the Launch Control XL 3 settles`() throws {
    let mapping = try shipped("novation-launch-control-xl-3.yaml")
    var decoder = ControlDecoder(mapping: mapping)
    guard case .slider(let slider, _)? = decoder.decode(cc(7, 3, channel: 16)).first else {
      Issue.record("no slider")
      return
    }
    #expect(mapping.bindings[slider.binding].release == .settle)
    #expect(decoder.decode(cc(7, 127, channel: 15)) == [])
  }

  /// A finger on a pad is one with MPE on and a key without; keys and notes of the strip's touch are neither.
  @Test func `the pads of a Push 3 are fingers only on separate channels`() throws {
    var decoder = ControlDecoder(mapping: try shipped("ableton-push-3.yaml"))
    guard
      case .finger? = decoder.decode(on(99, channel: 5)).first(where: { if case .finger = $0 { true } else { false } })
    else {
      Issue.record("no finger")
      return
    }
    guard case .pressed(let press)? = decoder.decode(on(36, channel: 1)).first else {
      Issue.record("no press")
      return
    }
    #expect(press.role == .lower && !press.isFinger)
    guard case .touch(_, isTouched: true)? = decoder.decode(on(12, channel: 1)).first else {
      Issue.record("no touch")
      return
    }
  }
}
