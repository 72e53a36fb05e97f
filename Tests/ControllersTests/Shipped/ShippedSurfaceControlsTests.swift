import MIDI
import TestSupport
import Testing

@testable import Controllers

/// What pressing, moving and letting go means on the shipped grids, pads, faders and encoders.
struct ShippedSurfaceControlsTests {
  private func mapping(_ file: String) throws -> ControllerMapping {
    try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping)
  }

  @Test(arguments: [
    ("akai-apc-mini.yaml", on(0), Role.lower), ("akai-apc-mini.yaml", on(63), .higher),
    ("akai-apc-mini.yaml", on(71), .commit), ("akai-apc40-mk2.yaml", on(15), .lower),
    ("akai-apc40-mk2.yaml", on(24), .higher), ("akai-apc40-mk2.yaml", on(82), .startComparison),
    ("akai-lpd8.yaml", on(36), .lower), ("akai-lpd8.yaml", on(43), .higher),
    ("akai-lpd8-mk2.yaml", on(40, channel: 10), .higher), ("akai-mpd218.yaml", on(43, channel: 10), .lower),
    ("akai-mpd218.yaml", on(44, channel: 10), .higher), ("akai-mpd16.yaml", on(44), .higher),
    ("akai-midimix.yaml", on(22), .higher), ("akai-midimix.yaml", on(3), .lower),
    ("akai-midimix.yaml", on(27), .commit),
    ("akai-fire.yaml", on(54), .higher), ("akai-fire.yaml", on(117), .lower), ("akai-fire.yaml", on(25), .commit),
    ("novation-launchpad-s.yaml", on(0), .higher), ("novation-launchpad-s.yaml", on(119), .lower),
    ("novation-launchpad-s.yaml", on(8), .timerForTime), ("novation-launchpad-s.yaml", cc(111, 127), .commit),
    ("novation-launchpad-x.yaml", on(11), .lower), ("novation-launchpad-x.yaml", on(88), .higher),
    ("novation-launchpad-x.yaml", cc(98, 127), .commit), ("novation-launchpad-mk2.yaml", on(19), .stop),
    ("novation-launchpad-mk2.yaml", cc(104, 127), .startComparison), ("novation-launchpad-pro.yaml", on(51), .higher),
    ("novation-launchpad-pro.yaml", cc(19, 127), .stop), ("novation-launchpad-pro-mk3.yaml", on(48), .lower),
    ("korg-nanokontrol2.yaml", cc(32, 127), .higher), ("korg-nanokontrol2.yaml", cc(71, 127), .lower),
    ("korg-nanokontrol2.yaml", cc(41, 127), .commit), ("korg-nanokontrol.yaml", cc(31, 127), .higher),
    ("korg-nanokontrol.yaml", cc(33, 127), .lower), ("korg-nanopad2.yaml", on(37), .higher),
    ("korg-nanopad2.yaml", on(98), .lower), ("korg-nanopad.yaml", on(43), .lower),
    ("djtechtools-midi-fighter-twister.yaml", cc(7, 127, channel: 2), .higher),
    ("djtechtools-midi-fighter-twister.yaml", cc(8, 127, channel: 2), .lower),
    ("native-instruments-maschine-mikro-mk3.yaml", on(51), .higher),
    ("native-instruments-maschine.yaml", on(56), .higher),
    ("behringer-x-touch.yaml", on(92), .higher), ("behringer-x-touch.yaml", on(57), .startIntervalMatching),
    ("behringer-bcf2000.yaml", on(91), .lower), ("behringer-bcf2000.yaml", on(94), .commit),
    ("presonus-faderport-8.yaml", on(102), .commit), ("presonus-faderport-16.yaml", on(91), .lower),
    ("presonus-faderport-2.yaml", on(47), .higher), ("presonus-faderport-2.yaml", on(46), .lower),
  ])
  func `a press has the role of the table`(_ file: String, message: MIDIMessage, role: Role) throws {
    var decoder = ControlDecoder(mapping: try mapping(file))
    guard case .pressed(let press)? = decoder.decode(message).first else {
      Issue.record("no press")
      return
    }
    #expect(press.role == role)
  }

  @Test(arguments: [
    ("akai-apc-mini.yaml", cc(48, 1), Release.settle), ("akai-apc40-mk2.yaml", cc(7, 1, channel: 8), .settle),
    ("akai-lpd8-mk2.yaml", cc(70, 1), .settle), ("akai-midimix.yaml", cc(61, 1), .settle),
    ("akai-fire.yaml", cc(16, 1), .touch), ("korg-nanokontrol2.yaml", cc(0, 1), .settle),
    ("korg-nanokontrol2.yaml", cc(7, 1), .settle), ("korg-nanokontrol.yaml", cc(6, 1), .settle),
    ("djtechtools-midi-fighter-twister.yaml", cc(15, 1), .settle),
    ("behringer-bcf2000.yaml", bend(1, channel: 8), .settle),
    ("behringer-bcf2000.yaml", cc(23, 65), .settle), ("behringer-x-touch.yaml", bend(1, channel: 8), .touch),
    ("presonus-faderport-8.yaml", bend(1, channel: 8), .touch),
    ("presonus-faderport-16.yaml", bend(1, channel: 16), .touch),
    ("presonus-faderport-2.yaml", bend(1), .touch), ("presonus-faderport-2.yaml", cc(16, 65), .settle),
  ])
  func `a slider has the release of the table`(_ file: String, message: MIDIMessage, release: Release) throws {
    let mapping = try mapping(file)
    var decoder = ControlDecoder(mapping: mapping)
    guard case .slider(let slider, _)? = decoder.decode(message).first else {
      Issue.record("no slider")
      return
    }
    #expect(mapping.bindings[slider.binding].release == release)
  }

  /// Touch notes 104 on are the faders in order (Ardour), and those of the Fire's knobs 16 to 19 (DrivenByMoss).
  @Test(arguments: [
    ("presonus-faderport-8.yaml", 104, bend(1)), ("presonus-faderport-8.yaml", 111, bend(1, channel: 8)),
    ("presonus-faderport-16.yaml", 119, bend(1, channel: 16)), ("presonus-faderport-2.yaml", 104, bend(1)),
    ("behringer-x-touch.yaml", 107, bend(1, channel: 4)), ("akai-fire.yaml", 18, cc(18, 1)),
  ])
  func `a touch belongs to its slider`(_ file: String, note: Int, movement: MIDIMessage) throws {
    var decoder = ControlDecoder(mapping: try mapping(file))
    guard case .slider(let slider, _)? = decoder.decode(movement).first else {
      Issue.record("no slider")
      return
    }
    #expect(decoder.decode(on(note)) == [.touch(slider, isTouched: true)])
    #expect(decoder.decode(on(note)) == [])
    #expect(decoder.decode(off(note)) == [.touch(slider, isTouched: false)])
  }

  /// Each of the kernel's spellings of the port finds the file; the port beside it does not.
  @Test(arguments: [
    ("akai-apc-mini.yaml", "APC MINI", "APC MINI MIDI 1"),
    ("novation-launchpad-x.yaml", "Launchpad X", "Launchpad X MIDI 2"),
    ("novation-launchpad-x.yaml", "Launchpad X", "Launchpad X LPX MIDI In"),
    ("novation-launchpad-pro-mk3.yaml", "Launchpad Pro MK3", "Launchpad Pro MK3 LPProMK3 MIDI"),
    ("novation-launchpad-s.yaml", "Launchpad Mini", "Launchpad Mini MIDI 1"),
    ("korg-nanopad2.yaml", "nanoPAD2", "nanoPAD2 nanoPAD2 _ CTRL"),
    ("korg-nanopad2.yaml", "nanoPAD2", "nanoPAD2 _ CTRL"),
    ("korg-nanokontrol2.yaml", "nanoKONTROL2", "nanoKONTROL2 nanoKONTROL2 _ SLI"),
    ("akai-mpd16.yaml", "MPD16", "MPD16 MIDI"), ("akai-fire.yaml", "FL STUDIO FIRE", "FL STUDIO FIRE Jack 1"),
    ("presonus-faderport-8.yaml", "PreSonus FP8", "PreSonus FP8 Port 1"),
    ("presonus-faderport-16.yaml", "PreSonus FP16", "PreSonus FP16 PreSonus FP16 Por"),
    ("behringer-x-touch.yaml", "X-Touch", "X-Touch X-Touch INT"),
    ("native-instruments-maschine-mikro-mk3.yaml", "Maschine Mikro MK3", "Maschine Mikro MK3 MIDI Out"),
    ("native-instruments-maschine.yaml", "maschine.rs", "Pads MIDI"),
  ])
  func `a name finds its mapping`(_ file: String, client: String, name: String) throws {
    let port = port(client: client, port: name, index: try shipped(file).match.portIndex ?? 0)
    let (found, reason) = MappingLibrary.load(folders: [shippedFolder]).match(port)
    #expect(found.file?.hasSuffix("/" + file) == true)
    #expect(reason == .name)
  }

  @Test(arguments: [
    ("Launchpad X", "Launchpad X LPX DAW In"), ("Launchpad Pro MK3", "Launchpad Pro MK3 LPProMK3 DAW"),
    ("X-Touch", "X-Touch X-Touch EXT"), ("MPD16", "MPD16 Control"), ("Launchpad Pro", "Launchpad Pro MIDI 2"),
  ])
  func `the neighbouring port does not match`(_ client: String, name: String) throws {
    #expect(MappingLibrary.load(folders: [shippedFolder]).match(port(client: client, port: name)).reason == .generic)
  }
}
