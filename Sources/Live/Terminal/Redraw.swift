/// What to write so that the lines on a terminal change from those drawn last to others, in place. A value; no input or
/// output of its own.
///
/// Each line is overwritten and only then cleared to its end, in one piece of output: nothing is ever blank in between.
struct Redraw {
  private var drawn: [String] = []
  private var width = 0

  /// What to write to show `lines` in a window `width` columns wide; nil if they are shown already.
  mutating func update(_ lines: [String], width: Int) -> String? {
    guard lines != drawn || width != self.width else { return nil }
    var output = toFirstLine(width: width)
    output += lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n")
    // Clears what was below: fewer lines than before, or old ones that a narrower window has broken in two.
    output += "\u{1B}[J"
    drawn = lines
    self.width = width
    return output
  }

  /// What to write to take the lines away for good: the shell's prompt comes where they began.
  mutating func finish(width: Int) -> String {
    defer { drawn = [] }
    return drawn.isEmpty ? "" : toFirstLine(width: width) + "\u{1B}[J"
  }

  private func toFirstLine(width: Int) -> String {
    guard !drawn.isEmpty else { return "\r" }
    // Terminals break drawn lines anew when they get narrower.
    let rows = drawn.map { max((TextLayout.width(Self.visible($0)) + width - 1) / width, 1) }.reduce(0, +)
    return rows > 1 ? "\r\u{1B}[\(rows - 1)A" : "\r"
  }

  /// The text without the emphasis of `StatusRenderer`.
  private static func visible(_ line: String) -> String {
    ["\u{1B}[1m", "\u{1B}[2m", "\u{1B}[22m"].reduce(line) { $0.replacing($1, with: "") }
  }
}
