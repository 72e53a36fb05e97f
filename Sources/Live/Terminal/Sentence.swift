import Foundation
import Glibc
import Texts

/// A text printed by a command, and its line breaks in a terminal: between words, but not within a path, an option in
/// brackets, or a command after a colon, which players copy. A command at the end of a line gets a separate line.
public struct Sentence: Sendable {
  private let lines: [String]

  /// Takes a line from the catalogues, or several separated by newlines.
  public init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the lines to write to `descriptor`: unwrapped if it is not a terminal, so that programs find them whole.
  public func lines(on descriptor: Int32) -> [String] {
    isatty(descriptor) == 1 ? lines(width: WindowSize(of: descriptor).width - 1) : lines
  }

  /// Returns lines of up to `width` columns, except for longer unbreakable parts. Continuation lines are indented, to
  /// `column` if given.
  public func lines(width: Int, column: Int? = nil) -> [String] {
    lines.flatMap { Self.broken($0, width: width, column: column) }
  }

  private static func broken(_ line: String, width: Int, column: Int?) -> [String] {
    guard TextLayout.width(line) > width else { return [line] }
    let indent = String(line.prefix { $0 == " " })
    var units = joined(line).dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false)
    let command = units.last.flatMap { $0.contains(joint) && !$0.hasPrefix("[") ? units.removeLast() : nil }
    let hanging = column.map { String(repeating: " ", count: $0) } ?? "\(indent)  "
    var lines: [String] = []
    var current = indent
    for (index, unit) in units.enumerated() {
      let fits = TextLayout.width(current) + 1 + TextLayout.width(unit) <= width
      if index > 0, !fits, current.contains(where: { $0 != " " }) {
        // Multiple spaces separate columns; those at the break are removed.
        lines.append(String(current.reversed().drop { $0 == " " }.reversed()))
        current = "\(hanging)\(unit)"
      } else {
        current += index > 0 ? " \(unit)" : unit
      }
    }
    lines += [current] + (command.map { ["\(indent)    \($0)"] } ?? [])
    return lines.map { String($0.map { $0 == joint ? " " : $0 }) }
  }

  /// Replaces a space at which a line must not break.
  private static let joint: Character = "\u{E000}"

  /// Returns `line` with its copied parts made unbreakable: brackets, remedies, and commands of ours to the end of
  /// their sentence, but not synopses.
  private static func joined(_ line: String) -> String {
    func join(_ text: some StringProtocol) -> String { String(text.map { $0 == " " ? joint : $0 }) }
    let mended = Catalogue.remedies.compactMap { line.range(of: $0, options: .backwards)?.upperBound }.first
    let words = line[..<(mended ?? line.endIndex)].replacing(#/\[[^\]]*\]/#) { join($0.output) }
      .replacing(#/: (peach [^\[<]*?)(?=\. |$)/#) { ": \(join($0.output.1))" }
    return words + join(line[(mended ?? line.endIndex)...])
  }
}
