/// Pads in two rows of eight, two of four or four of four, and controllers put into a mode without lights.
extension ShippedLightsTests {
  /// Bitwig's script launchkey_mk2: 9F 0C 7F, then 0F, 0E and 0D; pads 96-103 above 112-119 on channel 16; 75 (117)
  /// grey, 3 white, 5 red, 0D (13) yellow, 15 (21) green. Novation's programmer's reference and Ableton's script have
  /// the same mode.
  static let launchkeyMk2 = LightTableTyped(
    files: ["novation-launchkey-mk2-pads.yaml"],
    rows: bar(
      upper: ["60", "61", "62", "63", "64", "65", "66", "67"].map { "9F \($0)" },
      lower: ["70", "71", "72", "73", "74", "75", "76", "77"].map { "9F \($0)" },
      Palette(dark: "00", dim: "75", white: "03", red: "05", yellow: "0D", green: "15"),
      start: "9F 0C 7F | 9F 0F 7F | 9F 0E 7F | 9F 0D 7F", end: "9F 0C 00"))

  /// Ableton's script Launch_Control_XL: factory template 1 (77 08) on channel 9, buttons 29-2C 39-3C above 49-4C
  /// 59-5C; SkinDefault.py: 1D amber low, 3E yellow, 0F red, 3C green; Novation: 0C is dark.
  static let launchControlXL = LightTableTyped(
    files: ["novation-launch-control-xl.yaml"],
    rows: bar(
      upper: ["29", "2A", "2B", "2C", "39", "3A", "3B", "3C"].map { "98 \($0)" },
      lower: ["49", "4A", "4B", "4C", "59", "5A", "5B", "5C"].map { "98 \($0)" },
      Palette(dark: "0C", dim: "1D", white: "3E", red: "0F", yellow: "3E", green: "3C"),
      start: "F0 00 20 29 02 11 77 08 F7"))

  /// Ableton's scripts KeyLab_mkII and KeyLab_Essential, Bitwig's keylab/mk2: the DAW preset by two messages; pads 70
  /// to 7F from the top left, red, green, blue of seven bits.
  static let keyLab2 = LightTableTyped(
    files: ["arturia-keylab-mk2-daw.yaml", "arturia-keylab-mk2-61-daw.yaml"],
    rows: square(
      ["C", "D", "E", "F", "8", "9", "A", "B", "4", "5", "6", "7", "0", "1", "2", "3"]
        .map { "F0 00 20 6B 7F 42 02 00 16 7" + $0 }, .arturia, after: " F7",
      start: "F0 00 20 6B 7F 42 02 00 40 52 02 F7 | F0 00 20 6B 7F 42 05 02 F7"))

  /// Ableton's script KeyLab_Essential_mk3 (midi.py) and Bitwig's keylab/essentialMk3: greeting and its end; pads 1C to
  /// 1F above 20 to 23, red, green, blue of seven bits.
  static let keyLabEssential3 = LightTableTyped(
    files: ["arturia-keylab-essential-mk3.yaml"],
    rows: pair(
      upper: ["1C", "1D", "1E", "1F"].map { "F0 00 20 6B 7F 42 04 01 16 \($0)" },
      lower: ["20", "21", "22", "23"].map { "F0 00 20 6B 7F 42 04 01 16 \($0)" }, .arturia, after: " F7",
      start: "F0 00 20 6B 7F 42 02 0F 40 5A 01 F7 | F0 00 20 6B 7F 42 21 11 40 02 00 01 F7",
      end: "F0 00 20 6B 7F 42 21 11 40 02 00 00 F7 | F0 00 20 6B 7F 42 02 0F 40 5A 00 F7"))

  /// Ableton's script Oxygen_Pro_Mini over Oxygen_Pro, bitwig-extensions: the modes of the Oxygen Pro; pads 28-2B above
  /// 30-33 on channel 1; 3 red, 0C green, 0F yellow, 3F white.
  static let oxygenProMini = LightTableTyped(
    files: ["m-audio-oxygen-pro-mini-pads.yaml"],
    rows: pair(
      upper: ["28", "29", "2A", "2B"].map { "90 \($0)" }, lower: ["30", "31", "32", "33"].map { "90 \($0)" },
      Palette(dark: "00", dim: "3F", white: "3F", red: "03", yellow: "0F", green: "0C"),
      start: """
        F0 00 01 05 7F 00 00 6D 00 01 02 F7 | F0 00 01 05 7F 00 00 6E 00 01 02 F7 | \
        F0 00 01 05 7F 00 00 6E 00 01 07 F7 | F0 00 01 05 7F 00 00 6B 00 01 01 F7 | \
        F0 00 01 05 7F 00 00 6C 00 01 03 F7
        """,
      end: "F0 00 01 05 7F 00 00 6C 00 01 00 F7 | F0 00 01 05 7F 00 00 6D 00 01 00 F7", mode: 2))

  /// The maker's user guide and developer specification: notes on channel 1 light the keys.
  static let exquis: LightTableTyped = {
    func lit(_ notes: ClosedRange<Int>, _ velocity: String) -> String {
      Self.lit(notes.map { "90 " + String($0, radix: 16, uppercase: true) }, velocity)
    }
    let (higher, lower, dark) = (lit(60...95, "7F"), lit(24...59, "7F"), lit(24...95, "00"))
    return LightTableTyped(
      files: ["intuitive-instruments-exquis.yaml"],
      rows: [
        LightRow("start", dark), LightRow("correct higher", higher), LightRow("correct lower", lower),
        LightRow("incorrect higher", lower), LightRow("incorrect lower", higher), LightRow("idle", dark),
        LightRow("end", dark),
      ])
  }()

  /// Controllers that are put into a mode but not lit.
  static let modesOnly = [
    // Bitwig's script for the KeyLab Essential; the second message is Ableton's, too.
    LightTableTyped(
      files: ["arturia-keylab-essential-daw.yaml"],
      rows: [LightRow("start", "F0 00 20 6B 7F 42 02 00 40 51 00 F7 | F0 00 20 6B 7F 42 05 02 F7")]),
    // Bitwig's script keylab/mk3 and Ableton's KeyLab_mk3.
    LightTableTyped(
      files: ["arturia-keylab-mk3-daw.yaml"],
      rows: [
        LightRow("start", "F0 00 20 6B 7F 42 00 02 05 01 F7"), LightRow("end", "F0 00 20 6B 7F 42 00 02 05 00 F7"),
      ]),
    // Ableton's script Oxygen_5th_Gen: 6D with 00, then as the Oxygen Pro.
    LightTableTyped(
      files: ["m-audio-oxygen-mkv-daw.yaml"],
      rows: [
        LightRow(
          "start",
          """
          F0 00 01 05 7F 00 00 6D 00 01 00 F7 | F0 00 01 05 7F 00 00 6E 00 01 02 F7 | \
          F0 00 01 05 7F 00 00 6E 00 01 07 F7
          """)
      ]),
    // Bitwig's script mpkmk4: 2D the DAW preset, 2E the pads off the keys' port, and back.
    LightTableTyped(
      files: ["akai-mpk-mini-4-daw.yaml"],
      rows: [
        LightRow("start", "F0 47 7F 5D 2D 00 00 F7 | F0 47 7F 5D 2E 00 01 01 F7"),
        LightRow("end", "F0 47 7F 5D 2E 00 01 00 F7"),
      ]),
    // Ableton's script Komplete_Kontrol_S_Mk3 and the driver encdr: hello and goodbye on channel 16.
    LightTableTyped(
      files: ["native-instruments-kontrol-s-mk3-daw.yaml"],
      rows: [LightRow("start", "BF 01 00"), LightRow("end", "BF 02 00")]),
  ]

  /// The values of colours, as hexadecimal bytes.
  struct Palette {
    var dark: String
    var dim: String
    var white: String
    var red: String
    var yellow: String
    var green: String

    /// Red, green and blue of Arturia's keyboards; the dim white is bitwig-extensions'.
    static let arturia = Palette(
      dark: "00 00 00", dim: "14 14 14", white: "7F 7F 7F", red: "7F 00 00", yellow: "7F 7F 00", green: "00 7F 00")
  }

  /// Two rows of eight, each light as the bytes before its colour: the result is a bar from the middle, both rows high.
  private static func bar(
    upper: [String], lower: [String], _ palette: Palette, start: String, end: String = ""
  ) -> [LightRow] {
    func columns(_ numbers: [Int], _ colour: String) -> String {
      lit(numbers.flatMap { [upper[$0], lower[$0]] }, colour)
    }
    return rows(
      higher: upper, lower: lower, palette, start: start, end: end,
      [
        ("can-answer", columns([3, 4], palette.dim)), ("sharp 1", columns([5], palette.green)),
        ("sharp 2", columns([5, 6], palette.yellow)), ("sharp 3", columns([5, 6, 7], palette.red)),
        ("flat 1", columns([2], palette.green)), ("flat 2", columns([1, 2], palette.yellow)),
        ("flat 3", columns([0, 1, 2], palette.red)), ("dead-centre", columns([3, 4], palette.green)),
        ("mode start-comparison", columns([7], palette.white)), ("mode start-matching", columns([0], palette.white)),
        ("mode start-interval-comparison", columns([6, 7], palette.white)),
        ("mode start-interval-matching", columns([0, 1], palette.white)),
      ])
  }

  /// Two rows of four: the result is in the row of its direction, from the left; a mode is at `mode`.
  private static func pair(
    upper: [String], lower: [String], _ palette: Palette, after: String = "", start: String, end: String, mode: Int = 3
  ) -> [LightRow] {
    func some(_ lights: [String], _ colour: String) -> String { lit(lights, colour, after) }
    return rows(
      higher: upper, lower: lower, palette, after: after, start: start, end: end,
      [
        ("can-answer", some([upper[3], lower[3]], palette.dim)), ("sharp 1", some([upper[0]], palette.green)),
        ("sharp 2", some([upper[0], upper[1]], palette.yellow)),
        ("sharp 3", some([upper[0], upper[1], upper[2]], palette.red)), ("flat 1", some([lower[0]], palette.green)),
        ("flat 2", some([lower[0], lower[1]], palette.yellow)),
        ("flat 3", some([lower[0], lower[1], lower[2]], palette.red)),
        ("dead-centre", some([upper[1], upper[2], lower[1], lower[2]], palette.green)),
        ("mode start-comparison", some([upper[mode]], palette.white)),
        ("mode start-matching", some([lower[mode]], palette.white)),
        ("mode start-interval-comparison", some([upper[mode - 1], upper[mode]], palette.white)),
        ("mode start-interval-matching", some([lower[mode - 1], lower[mode]], palette.white)),
      ])
  }

  /// Four rows of four from the bottom left: the result is in the half of its direction, the closer the fewer.
  private static func square(
    _ pads: [String], _ palette: Palette, after: String, start: String
  ) -> [LightRow] {
    func some(_ numbers: [Int], _ colour: String) -> String { lit(numbers.map { pads[$0] }, colour, after) }
    let (lower, higher) = (Array(0...7), Array(8...15))
    return rows(
      higher: Array(pads[8...]), lower: Array(pads[..<8]), palette, after: after, start: start, end: "",
      [
        ("can-answer", some([5, 6, 9, 10], palette.dim)), ("sharp 1", some([9, 10], palette.green)),
        ("sharp 2", some([8, 9, 10, 11], palette.yellow)), ("sharp 3", some(higher, palette.red)),
        ("flat 1", some([5, 6], palette.green)), ("flat 2", some([4, 5, 6, 7], palette.yellow)),
        ("flat 3", some(lower, palette.red)), ("dead-centre", some([5, 6, 9, 10], palette.green)),
        ("mode start-comparison", some([12, 13, 14, 15], palette.white)),
        ("mode start-matching", some([0, 1, 2, 3], palette.white)),
        ("mode start-interval-comparison", some(higher, palette.white)),
        ("mode start-interval-matching", some(lower, palette.white)),
      ])
  }

  /// What all of them show alike, and the rest.
  private static func rows(
    higher: [String], lower: [String], _ palette: Palette, after: String = "", start: String, end: String,
    _ others: [(String, String)]
  ) -> [LightRow] {
    let allDark = lit(higher + lower, palette.dark, after)
    return [
      LightRow("start", start + " | " + allDark), LightRow("correct higher", lit(higher, palette.green, after)),
      LightRow("correct lower", lit(lower, palette.green, after)),
      LightRow("incorrect higher", lit(lower, palette.red, after)),
      LightRow("incorrect lower", lit(higher, palette.red, after)),
      LightRow("trouble", lit(higher + lower, palette.yellow, after)), LightRow("idle", allDark),
      LightRow("end", allDark + (end.isEmpty ? "" : " | " + end)),
    ] + others.map { LightRow($0, $1) }
  }

  private static func lit(_ lights: [String], _ colour: String, _ after: String = "") -> String {
    lights.map { "\($0) \(colour)\(after)" }.joined(separator: " | ")
  }
}
