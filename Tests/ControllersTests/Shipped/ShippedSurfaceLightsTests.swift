import MIDI
import TestSupport
import Testing

@testable import Controllers

/// The exact bytes that the shipped grids, pads, faders and encoders get, typed by hand from the sources, never taken
/// from Peach's own output.
struct ShippedSurfaceLightsTests {
  /// One picture: what a controller whose lights are all dark is sent.
  struct Picture: CustomTestStringConvertible {
    var file: String
    var cue: Cue
    /// In hexadecimal, messages apart by `;`. `20-27` is a message for each number from 20 to 27, `05,06` one for each.
    var bytes: String

    var testDescription: String { "\(file) \(cue)" }
  }

  static let pictures: [Picture] = table.flatMap { controller in
    controller.pictures.map { Picture(file: controller.file, cue: $0, bytes: $1) }
  }

  @Test(arguments: pictures) func `each cue is equal to the byte`(_ picture: Picture) throws {
    var encoder = try Self.started(picture.file)
    #expect(Self.sent(picture.cue, &encoder).sorted(by: <) == Self.expand(picture.bytes).sorted(by: <))
  }

  /// No light and no colour of it is sent to hardware that is not typed in the table.
  @Test(arguments: table.map(\.file)) func `every light is in the table`(_ file: String) throws {
    let typed = Set(Self.pictures.filter { $0.file == file }.flatMap { Self.expand($0.bytes) })
    for cue in Self.allCues {
      var encoder = try Self.started(file)
      for bytes in Self.sent(cue, &encoder) { #expect(typed.contains(bytes), "\(cue) \(bytes)") }
    }
  }

  @Test(arguments: table.map { ($0.file, $0.start, $0.leave) }) func `modes are equal to the byte`(
    _ file: String, start: String, leave: String
  ) throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping)
    let sent = mapping.initSteps.compactMap { if case .send(let message) = $0 { message.message.bytes } else { nil } }
    #expect(sent == Self.expand(start))
    #expect(mapping.exitMessages.map(\.message.bytes) == Self.expand(leave))
  }

  /// Every controller with a light for it distinguishes sharp from flat, and larger from smaller errors, never by
  /// colour alone.
  @Test(arguments: table.map(\.file)) func `a result is visible without colours`(_ file: String) throws {
    let pictures = try [(0, 0), (4, 1), (12, 2), (40, 3), (-4, 1), (-12, 2), (-40, 3)].map { cents, band in
      var encoder = try Self.started(file)
      let isRing = encoder.mapping.feedback.areas["ring"] != nil
      // A ring's value is a place and not a colour. Of others only which light it is: status and number, or SysEx up to
      // there.
      return Set(
        Self.sent(.result(cents: cents, band: band), &encoder).map { bytes in
          isRing ? bytes : Array(bytes.prefix(bytes.count == 3 ? 2 : 8))
        })
    }
    // The second FaderPort has one light each way, the BCF2000 none that is sure: the motor shows the size of the
    // error.
    let toldByTheFader = ["presonus-faderport-2.yaml": 3, "behringer-bcf2000.yaml": 1]
    #expect(Set(pictures).count == toldByTheFader[file] ?? 7)
  }

  @Test(arguments: [
    // Ardour: 16 x 1023 is the end, half of it (8184) the middle; lower seven bits first.
    ("presonus-faderport-8.yaml", 8, "E0-E7 70 7F", "E0-E7 78 3F"),
    ("presonus-faderport-16.yaml", 16, "E0-EF 70 7F", "E0-EF 78 3F"),
    ("presonus-faderport-2.yaml", 1, "E0 70 7F", "E0 78 3F"),
    // Ardour, Mackie surface: 16383 is the end.
    ("behringer-x-touch.yaml", 8, "E0-E7 7F 7F", "E0-E7 00 40"),
    ("behringer-bcf2000.yaml", 8, "E0-E7 7F 7F", "E0-E7 00 40"),
  ])
  func `motors are equal to the byte`(_ file: String, count: Int, end: String, middle: String) throws {
    var encoder = try Self.started(file)
    let there = encoder.moveMotors(to: 1, at: milliseconds(0)).map(\.bytes)
    #expect(there.count == count && there == Self.expand(end))
    #expect(encoder.moveMotors(to: 0, at: milliseconds(600)).map(\.bytes) == Self.expand(middle))
  }

  // MARK: Tools

  private static let allCues: [Cue] =
    Half.allCases.flatMap { [Cue.correct(pressed: $0), .incorrect(pressed: $0)] }
    + [(0, 0), (4, 1), (12, 2), (40, 3), (-4, 1), (-12, 2), (-40, 3)].map { Cue.result(cents: $0, band: $1) }
    + [Role.startComparison, .startMatching, .startIntervalComparison, .startIntervalMatching].map(Cue.mode)
    + [.canAnswer, .trouble, .idle]

  /// An encoder that has put its controller in its mode.
  private static func started(_ file: String) throws -> CueEncoder {
    var encoder = CueEncoder(
      mapping: try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping))
    _ = encoder.start()
    while encoder.pause != nil { _ = encoder.proceed() }
    return encoder
  }

  /// All that is sent for a cue, with what waits for a pause.
  private static func sent(_ cue: Cue, _ encoder: inout CueEncoder) -> [[UInt8]] {
    var messages = encoder.encode(cue)
    while encoder.pause != nil { messages += encoder.proceed() }
    return messages.map(\.bytes)
  }

  /// The messages of a line of the table.
  private static func expand(_ text: String) -> [[UInt8]] {
    text.split(separator: ";").flatMap { pattern in
      pattern.split(separator: " ").reduce([[]]) { messages, place in
        messages.flatMap { message in numbers(place).map { message + [$0] } }
      }
    }
  }

  private static func numbers(_ place: Substring) -> [UInt8] {
    place.split(separator: ",").flatMap { part -> [UInt8] in
      let ends = part.split(separator: "-").compactMap { UInt8($0, radix: 16) }
      guard let first = ends.first, let last = ends.last, first <= last else { return [] }
      return Array(first...last)
    }
  }
}

private func < (left: [UInt8], right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
