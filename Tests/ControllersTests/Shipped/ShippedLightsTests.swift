import Foundation
import MIDI
import Testing

@testable import Controllers

/// The bytes that the lights of shipped controllers should get, typed by hand from the sources that each table names.
/// Never recorded from Peach's own output; `ShippedCueGoldenTests` does that.
struct ShippedLightsTests {
  /// Files whose lights are typed elsewhere: `LightFormTests`, `ShippedMappingsTests`, `ShippedResultsTests` and
  /// `ShippedSurfaceLightsTests`.
  private static let typedElsewhere = Set(ShippedSurfaceLightsTests.table.map(\.file)).union([
    "akai-apc-mini-mk2.yaml", "akai-lpd8-mk2.yaml", "presonus-atom.yaml", "behringer-x-touch-mini.yaml",
    "behringer-x-touch-one.yaml", "mackie-control.yaml",
    "novation-launchpad-mini-mk3.yaml", "presonus-faderport.yaml",
  ])

  /// Add the tables of further files here.
  private static let tables =
    [
      launchkeys, launchkeyMk2, launchControlXL, oxygenPro, oxygenProMini, miniLab2, miniLab3, keyLab2,
      keyLabEssential3, exquis,
    ] + modesOnly

  @Test(arguments: tables.flatMap { table in table.files.flatMap { file in table.rows.map { (file, $0) } } })
  func `each cue sends the bytes of the table`(_ file: String, _ row: LightRow) throws {
    var encoder = CueEncoder(mapping: try shipped(file))
    let start = encoder.wholeStart()
    let sent: [MIDIMessage] =
      switch row.cue {
      case "start": start
      case "end": encoder.finish()
      default: encoder.whole(try #require(everyCue.first { $0.name == row.cue }?.cue))
      }
    let expected = row.bytes.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(Set(sent.map { hex($0.bytes) }) == Set(expected), "\(row.cue)")
    #expect(sent.count == expected.count, "\(row.cue)")
  }

  /// Whatever a file with sure lights can send is typed somewhere.
  @Test(arguments: shippedFiles) func `nothing outside the table is sent`(_ file: String) throws {
    guard !Self.typedElsewhere.contains(file) else { return }
    var encoder = CueEncoder(mapping: try shipped(file))
    let start = encoder.wholeStart()
    let typed = Self.tables.filter { $0.files.contains(file) }.flatMap(\.rows).map { $0.cue }
    for (name, cue) in everyCue {
      var after = encoder
      #expect(after.whole(cue).isEmpty || typed.contains(name), "\(name)")
    }
    #expect(start.isEmpty || typed.contains("start"))
    #expect(encoder.finish().isEmpty || typed.contains("end"))
  }

  // MARK: Tables

  /// DAW mode and its end, pads 96-103 above 112-119, channel 1 is steady: Ardour `launchkey_4.cc` (`set_daw_mode`,
  /// `all_pads`), zynthian-ui `zynthian_ctrldev_launchkey_mini_mk3.py`. Colours 1 dark grey (DrivenByMoss), 3 white, 5
  /// red, 13 yellow, 21 green: the Launchpads' palette.
  private static let launchkeys = LightTableTyped(
    files: [
      "novation-launchkey-mini-mk3-pads.yaml", "novation-launchkey-mini-mk4-pads.yaml",
      "novation-launchkey-mk3-pads.yaml",
      "novation-launchkey-mk4-pads.yaml",
    ],
    rows: [
      LightRow(
        "start",
        """
        9F 0C 7F | 90 60 00 | 90 61 00 | 90 62 00 | 90 63 00 | 90 64 00 | 90 65 00 | 90 66 00 | 90 67 00 | \
        90 70 00 | 90 71 00 | 90 72 00 | 90 73 00 | 90 74 00 | 90 75 00 | 90 76 00 | 90 77 00
        """),
      LightRow("can-answer", "90 63 01 | 90 64 01 | 90 73 01 | 90 74 01"),
      LightRow(
        "correct higher",
        "90 60 15 | 90 61 15 | 90 62 15 | 90 63 15 | 90 64 15 | 90 65 15 | 90 66 15 | 90 67 15"),
      LightRow(
        "correct lower",
        "90 70 15 | 90 71 15 | 90 72 15 | 90 73 15 | 90 74 15 | 90 75 15 | 90 76 15 | 90 77 15"),
      LightRow(
        "incorrect higher",
        "90 70 05 | 90 71 05 | 90 72 05 | 90 73 05 | 90 74 05 | 90 75 05 | 90 76 05 | 90 77 05"),
      LightRow(
        "incorrect lower",
        "90 60 05 | 90 61 05 | 90 62 05 | 90 63 05 | 90 64 05 | 90 65 05 | 90 66 05 | 90 67 05"),
      LightRow("sharp 1", "90 65 15 | 90 75 15"),
      LightRow("sharp 2", "90 65 0D | 90 75 0D | 90 66 0D | 90 76 0D"),
      LightRow("sharp 3", "90 65 05 | 90 75 05 | 90 66 05 | 90 76 05 | 90 67 05 | 90 77 05"),
      LightRow("flat 1", "90 62 15 | 90 72 15"),
      LightRow("flat 2", "90 62 0D | 90 72 0D | 90 61 0D | 90 71 0D"),
      LightRow("flat 3", "90 62 05 | 90 72 05 | 90 61 05 | 90 71 05 | 90 60 05 | 90 70 05"),
      LightRow("dead-centre", "90 63 15 | 90 64 15 | 90 73 15 | 90 74 15"),
      LightRow("mode start-comparison", "90 67 03 | 90 77 03"),
      LightRow("mode start-matching", "90 60 03 | 90 70 03"),
      LightRow("mode start-interval-comparison", "90 67 03 | 90 77 03 | 90 66 03 | 90 76 03"),
      LightRow("mode start-interval-matching", "90 60 03 | 90 70 03 | 90 61 03 | 90 71 03"),
      LightRow(
        "trouble",
        """
        90 60 0D | 90 61 0D | 90 62 0D | 90 63 0D | 90 64 0D | 90 65 0D | 90 66 0D | 90 67 0D | \
        90 70 0D | 90 71 0D | 90 72 0D | 90 73 0D | 90 74 0D | 90 75 0D | 90 76 0D | 90 77 0D
        """),
      LightRow(
        "idle",
        """
        90 60 00 | 90 61 00 | 90 62 00 | 90 63 00 | 90 64 00 | 90 65 00 | 90 66 00 | 90 67 00 | \
        90 70 00 | 90 71 00 | 90 72 00 | 90 73 00 | 90 74 00 | 90 75 00 | 90 76 00 | 90 77 00
        """),
      LightRow(
        "end",
        """
        90 60 00 | 90 61 00 | 90 62 00 | 90 63 00 | 90 64 00 | 90 65 00 | 90 66 00 | 90 67 00 | \
        90 70 00 | 90 71 00 | 90 72 00 | 90 73 00 | 90 74 00 | 90 75 00 | 90 76 00 | 90 77 00 | 9F 0C 00
        """),
    ])

  /// A user's measurements of an Oxygen Pro 61 (firmware 2.1.2), bitwig-extensions and Ableton's script: modes 6D 02,
  /// 6E 02, 6E 07, 6B 01, 6C 03 and 00 back; pads from the left 40-43, 48-51 above 36-39, 44-47 on channel 1; 3 red, 12
  /// green, 15 yellow, 63 white.
  private static let oxygenPro = LightTableTyped(
    files: ["m-audio-oxygen-pro-pads.yaml"],
    rows: [
      LightRow(
        "start",
        """
        F0 00 01 05 7F 00 00 6D 00 01 02 F7 | F0 00 01 05 7F 00 00 6E 00 01 02 F7 | \
        F0 00 01 05 7F 00 00 6E 00 01 07 F7 | F0 00 01 05 7F 00 00 6B 00 01 01 F7 | \
        F0 00 01 05 7F 00 00 6C 00 01 03 F7 | \
        90 28 00 | 90 29 00 | 90 2A 00 | 90 2B 00 | 90 30 00 | 90 31 00 | 90 32 00 | 90 33 00 | \
        90 24 00 | 90 25 00 | 90 26 00 | 90 27 00 | 90 2C 00 | 90 2D 00 | 90 2E 00 | 90 2F 00
        """),
      LightRow("can-answer", "90 27 3F | 90 2B 3F | 90 2C 3F | 90 30 3F"),
      LightRow(
        "correct higher",
        "90 28 0C | 90 29 0C | 90 2A 0C | 90 2B 0C | 90 30 0C | 90 31 0C | 90 32 0C | 90 33 0C"),
      LightRow(
        "correct lower",
        "90 24 0C | 90 25 0C | 90 26 0C | 90 27 0C | 90 2C 0C | 90 2D 0C | 90 2E 0C | 90 2F 0C"),
      LightRow(
        "incorrect higher",
        "90 24 03 | 90 25 03 | 90 26 03 | 90 27 03 | 90 2C 03 | 90 2D 03 | 90 2E 03 | 90 2F 03"),
      LightRow(
        "incorrect lower",
        "90 28 03 | 90 29 03 | 90 2A 03 | 90 2B 03 | 90 30 03 | 90 31 03 | 90 32 03 | 90 33 03"),
      LightRow("sharp 1", "90 2D 0C | 90 31 0C"),
      LightRow("sharp 2", "90 2D 0F | 90 31 0F | 90 2E 0F | 90 32 0F"),
      LightRow("sharp 3", "90 2D 03 | 90 31 03 | 90 2E 03 | 90 32 03 | 90 2F 03 | 90 33 03"),
      LightRow("flat 1", "90 26 0C | 90 2A 0C"),
      LightRow("flat 2", "90 26 0F | 90 2A 0F | 90 25 0F | 90 29 0F"),
      LightRow("flat 3", "90 26 03 | 90 2A 03 | 90 25 03 | 90 29 03 | 90 24 03 | 90 28 03"),
      LightRow("dead-centre", "90 27 0C | 90 2B 0C | 90 2C 0C | 90 30 0C"),
      LightRow("mode start-comparison", "90 2F 3F | 90 33 3F"),
      LightRow("mode start-matching", "90 24 3F | 90 28 3F"),
      LightRow("mode start-interval-comparison", "90 2F 3F | 90 33 3F | 90 2E 3F | 90 32 3F"),
      LightRow("mode start-interval-matching", "90 24 3F | 90 28 3F | 90 25 3F | 90 29 3F"),
      LightRow(
        "trouble",
        """
        90 28 0F | 90 29 0F | 90 2A 0F | 90 2B 0F | 90 30 0F | 90 31 0F | 90 32 0F | 90 33 0F | \
        90 24 0F | 90 25 0F | 90 26 0F | 90 27 0F | 90 2C 0F | 90 2D 0F | 90 2E 0F | 90 2F 0F
        """),
      LightRow(
        "idle",
        """
        90 28 00 | 90 29 00 | 90 2A 00 | 90 2B 00 | 90 30 00 | 90 31 00 | 90 32 00 | 90 33 00 | \
        90 24 00 | 90 25 00 | 90 26 00 | 90 27 00 | 90 2C 00 | 90 2D 00 | 90 2E 00 | 90 2F 00
        """),
      LightRow(
        "end",
        """
        90 28 00 | 90 29 00 | 90 2A 00 | 90 2B 00 | 90 30 00 | 90 31 00 | 90 32 00 | 90 33 00 | \
        90 24 00 | 90 25 00 | 90 26 00 | 90 27 00 | 90 2C 00 | 90 2D 00 | 90 2E 00 | 90 2F 00 | \
        F0 00 01 05 7F 00 00 6C 00 01 00 F7 | F0 00 01 05 7F 00 00 6D 00 01 00 F7
        """),
    ])
}

/// What one cue must send, as hexadecimal bytes with `|` between messages; their order is free.
struct LightRow: Sendable, CustomTestStringConvertible {
  let cue: String
  let bytes: String

  init(_ cue: String, _ bytes: String) {
    self.cue = cue
    self.bytes = bytes
  }

  var testDescription: String { cue }
}

/// The rows of files that are lit alike.
struct LightTableTyped: Sendable {
  let files: [String]
  let rows: [LightRow]
}
