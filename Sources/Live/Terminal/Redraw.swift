/// Computes the output that changes a terminal's lines in place from those drawn last to new ones. A value without
/// input or output.
///
/// Each line is overwritten and only then cleared to its end, in one piece of output: no part is ever blank in between.
struct Redraw {
  private var drawn: [String] = []
  private var width = 0

  /// Returns the output that shows `lines` in a window `width` columns wide; nil if they are shown already.
  mutating func update(_ lines: [String], width: Int) -> String? {
    guard lines != drawn || width != self.width else { return nil }
    var output = toFirstLine(width: width)
    output += lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n")
    // Clears the rows below: from more lines before, or from old lines wrapped by a narrower window.
    output += "\u{1B}[J"
    drawn = lines
    self.width = width
    return output
  }

  /// Returns the output that removes the lines for good: the shell's prompt appears at their beginning.
  mutating func finish(width: Int) -> String {
    defer { drawn = [] }
    return drawn.isEmpty ? "" : toFirstLine(width: width) + "\u{1B}[J"
  }

  private func toFirstLine(width: Int) -> String {
    guard !drawn.isEmpty else { return "\r" }
    // Terminals wrap drawn lines again when they get narrower.
    let rows = drawn.map { max((TextLayout.width(Self.visible($0)) + width - 1) / width, 1) }.reduce(0, +)
    return rows > 1 ? "\r\u{1B}[\(rows - 1)A" : "\r"
  }

  /// Returns the text without the emphasis of `StatusRenderer`.
  private static func visible(_ line: String) -> String {
    ["\u{1B}[1m", "\u{1B}[2m", "\u{1B}[22m"].reduce(line) { $0.replacing($1, with: "") }
  }
}
