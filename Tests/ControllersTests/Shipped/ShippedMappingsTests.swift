import Foundation
import MIDI
import TestSupport
import Testing

@testable import Controllers

/// Every shipped file is a test case. More of what each must be is in the other `Shipped…Tests`.
struct ShippedMappingsTests {
  private static let library = MappingLibrary.load(folders: [], shipped: shippedFolder)

  @Test func `no shipped mapping has disappeared`() {
    // To be raised as files come; none may go.
    #expect(shippedFiles.count >= 150, "\(shippedFiles)")
  }

  /// Unsure entries are off, and the file says so on purpose: the only warning it may have.
  @Test(arguments: shippedFiles) func `a shipped mapping parses without problems`(_ file: String) throws {
    let (mapping, problems) = MappingLibrary.load(file: shippedFolder + "/" + file)
    #expect(problems.filter { !$0.reason.isUnsureOff } == [])
    #expect(try #require(mapping).sources.isEmpty == false)
  }

  @Test func `a library of shipped files has no problems`() {
    #expect(Self.library.allProblems == [])
  }

  @Test(arguments: shippedFiles) func `a shipped mapping serves a fake device`(_ file: String) throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping)
    let library = Self.library
    let index = mapping.match.portIndex ?? 0
    // By its id, whatever its names if these are not required. By names: see `ShippedOverlapTests`.
    if let id = mapping.match.usb.first {
      let needed = mapping.match.requirement == .both ? mapping.match.clients.first?.text : nil
      let name = needed.map { "\($0) MIDI \(index + 1)" } ?? "?"
      let device = port(client: needed ?? "?", port: name, index: index, usb: (id.vendor, id.product))
      let (matched, reason) = library.match(device)
      #expect(matched == mapping)
      #expect(reason == .usb(id, portIndex: device.portIndex))
    }

    // Both halves answer on it.
    var decoder = ControlDecoder(mapping: mapping)
    let pressed = (0..<128).flatMap { note in
      (1...16).flatMap {
        decoder.decode(on(note, channel: $0)) + decoder.decode(pressure(note, 1, channel: $0))
          + decoder.decode(cc(note, 127, channel: $0))
          + decoder.decode(.programChange(channel: channel($0), program: UInt7(truncating: note)))
      }
    }
    let halves = Set(pressed.compactMap { if case .pressed(let press) = $0 { press.half } else { nil } })
    #expect(halves == [.higher, .lower])

    Self.expectDark(mapping)
  }

  @Test(arguments: shippedFiles) func `confirmed parts go dark too`(_ file: String) throws {
    let mapping = try shipped(file)
    guard !mapping.unsureParts.isEmpty else { return }
    #expect(mapping.confirmed.unsureParts == [])
    Self.expectDark(mapping.confirmed)
  }

  /// Whatever is lit goes dark again, by counting on the device's side.
  private static func expectDark(_ mapping: ControllerMapping) {
    var encoder = CueEncoder(mapping: mapping)
    var device = FakeLights(mapping.feedback)
    // Messages of `init` may look like lights: only what comes after them is counted.
    _ = encoder.wholeStart()
    for half in Half.allCases {
      for cue in [
        Cue.canAnswer, .correct(pressed: half), .incorrect(pressed: half), .result(cents: -12, band: 2), .trouble,
      ] {
        device.receive(encoder.whole(cue))
        #expect(device.lit.isEmpty != encoder.tells(cue), "\(cue)")
      }
    }
    // Messages of `exit` come last and may look like lights too.
    device.receive(encoder.finish().dropLast(mapping.exitMessages.count))
    #expect(device.lit.isEmpty)
  }

  @Test func `golden bytes of the APC`() throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/akai-apc-mini-mk2.yaml").mapping)
    var encoder = CueEncoder(mapping: mapping)
    func lights(_ notes: ClosedRange<Int>, _ velocity: Int, _ channel: Int) -> [MIDIMessage] {
      notes.map { on($0, velocity: velocity, channel: channel) }
    }
    let allDark =
      lights(100...100, 0, 1) + lights(32...63, 0, 7) + lights(102...102, 0, 1) + lights(103...103, 0, 1)
      + lights(0...31, 0, 7) + lights(101...101, 0, 1)
    #expect(encoder.start() == allDark)
    #expect(encoder.encode(.mode(.startComparison)) == lights(100...100, 1, 1))
    // 0x90 is dim, 0x96 is full; 3 white, 21 green, 5 red.
    #expect(encoder.encode(.canAnswer) == lights(32...63, 3, 1) + lights(0...31, 3, 1) + lights(100...100, 0, 1))
    #expect(encoder.encode(.correct(pressed: .higher)) == lights(32...63, 21, 7) + lights(0...31, 0, 7))
    #expect(encoder.encode(.idle) == allDark)
    #expect(encoder.encode(.incorrect(pressed: .higher)) == lights(0...31, 5, 7))
    #expect(encoder.encode(.incorrect(pressed: .lower)) == lights(32...63, 5, 7) + lights(0...31, 0, 7))
    #expect(encoder.finish() == allDark)
    #expect(encoder.encode(.canAnswer) == [])
  }

  @Test func `the MPK shows no lights`() throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/akai-mpk-mini-3.yaml").mapping)
    var encoder = CueEncoder(mapping: mapping)
    #expect(encoder.start() == [])
    #expect(encoder.encode(.correct(pressed: .lower)) == [])
    #expect(!encoder.tells(.incorrect(pressed: .lower)))
    #expect(encoder.tick == nil)
    #expect(encoder.finish() == [])
  }

  @Test(arguments: [
    (36, 10, Role.lower), (39, 10, .lower), (40, 10, .higher), (43, 10, .higher), (44, 10, .lower), (51, 10, .higher),
    (59, 1, .lower), (60, 1, .higher), (40, 1, .lower), (72, 3, .higher),
  ])
  func `the MPK's pads and keys`(note: Int, channel number: Int, role: Role) throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/akai-mpk-mini-3.yaml").mapping)
    var decoder = ControlDecoder(mapping: mapping)
    guard case .pressed(let press) = decoder.decode(on(note, channel: number)).first else {
      Issue.record("no press")
      return
    }
    #expect(press.role == role)
    #expect(press.keyboardNote == (number == 10 ? nil : note))
  }

  @Test(
    arguments: [
      (0, Role.lower, true), (31, .lower, false), (32, .higher, false), (63, .higher, true),
      (100, .startComparison, nil), (104, .again, nil), (105, .hearAgain, nil), (119, .stop, nil),
    ] as [(Int, Role, Bool?)])
  func `the APC's pads and buttons`(note: Int, role: Role, isSure: Bool?) throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/akai-apc-mini-mk2.yaml").mapping)
    var decoder = ControlDecoder(mapping: mapping)
    let key = PhysicalKey(kind: .note, channel: channel(1), number: UInt16(note))
    #expect(decoder.decode(on(note)) == [.pressed(Press(key: key, role: role, isSure: isSure))])
    #expect(decoder.decode(off(note)) == [.released(key)])
  }
}
