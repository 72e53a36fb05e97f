extension ShippedLightsTests {
  /// A user's post in Arturia's forum and four public programs that use it: `F0 00 20 6B 7F 42 02 00 10 7n cc F7`, n
  /// the pad from 0, cc 00 dark, 01 red, 04 green, 05 yellow, 7F white.
  static let miniLab2 = LightTableTyped(
    files: ["arturia-minilab-mk2.yaml"],
    rows: rows(
      before: "F0 00 20 6B 7F 42 02 00 10", pads: ["70", "71", "72", "73", "74", "75", "76", "77"],
      dark: "00", red: "01", green: "04", yellow: "05", white: "7F"))

  /// bitwig-extensions, `SysExHandler.java`: `RGB_PAD_COMMAND` and `requestInitState`, `disconnectState`; pads of the
  /// first bank are 34 to 3B; red, green, blue of seven bits; its dim white is 14 14 14.
  static let miniLab3 = LightTableTyped(
    files: ["arturia-minilab-3.yaml"],
    rows: rows(
      before: "F0 00 20 6B 7F 42 02 02 16", pads: ["34", "35", "36", "37", "38", "39", "3A", "3B"],
      dark: "00 00 00", red: "7F 00 00", green: "00 7F 00", yellow: "7F 7F 00", white: "7F 7F 7F",
      dim: "14 14 14", greeting: "F0 00 20 6B 7F 42 02 02 40 6A 21 F7", farewell: "F0 00 20 6B 7F 42 02 02 40 6A 20 F7")
  )

  /// The picture both show with their eight pads in a row: pad 1 is left.
  private static func rows(
    before: String, pads: [String], dark: String, red: String, green: String, yellow: String, white: String,
    dim: String? = nil, greeting: String? = nil, farewell: String? = nil
  ) -> [LightRow] {
    func lit(_ numbers: [Int], _ colour: String) -> String {
      numbers.map { "\(before) \(pads[$0 - 1]) \(colour) F7" }.joined(separator: " | ")
    }
    let allDark = lit([1, 2, 3, 4, 5, 6, 7, 8], dark)
    return [
      LightRow("start", (greeting.map { $0 + " | " } ?? "") + allDark),
      LightRow("can-answer", lit([4, 5], dim ?? white)),
      LightRow("correct higher", lit([5, 6, 7, 8], green)),
      LightRow("correct lower", lit([1, 2, 3, 4], green)),
      LightRow("incorrect higher", lit([1, 2, 3, 4], red)),
      LightRow("incorrect lower", lit([5, 6, 7, 8], red)),
      LightRow("sharp 1", lit([6], green)),
      LightRow("sharp 2", lit([6, 7], yellow)),
      LightRow("sharp 3", lit([6, 7, 8], red)),
      LightRow("flat 1", lit([3], green)),
      LightRow("flat 2", lit([2, 3], yellow)),
      LightRow("flat 3", lit([1, 2, 3], red)),
      LightRow("dead-centre", lit([4, 5], green)),
      LightRow("mode start-comparison", lit([8], white)),
      LightRow("mode start-matching", lit([1], white)),
      LightRow("mode start-interval-comparison", lit([7, 8], white)),
      LightRow("mode start-interval-matching", lit([1, 2], white)),
      LightRow("trouble", lit([1, 2, 3, 4, 5, 6, 7, 8], yellow)),
      LightRow("idle", allDark),
      LightRow("end", allDark + (farewell.map { " | " + $0 } ?? "")),
    ]
  }
}
