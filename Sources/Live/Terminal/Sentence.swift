import Foundation
import Glibc
import Texts

/// A line that a command prints, and where it breaks: in a terminal between words; the command that it ends with, to be copied,
/// not at all.
public struct Sentence: Sendable {
  private let words: String
  private let command: String?

  /// A line as it stands in the catalogues.
  public init(_ line: String) {
    let remedy = Catalogue.remedies.compactMap { line.range(of: $0, options: .backwards) }.first
    words = remedy.map { String(line[..<$0.upperBound]) } ?? line
    command = remedy.map { String(line[$0.upperBound...]) }
  }

  /// What is written to `descriptor`: the whole line where that is no terminal, so that programs find it whole.
  public func lines(on descriptor: Int32) -> [String] {
    isatty(descriptor) == 1 ? lines(width: WindowSize(of: descriptor).width - 1) : [words + (command ?? "")]
  }

  /// Lines of at most `width` columns but for a command that is longer. What goes on is indented.
  func lines(width: Int) -> [String] {
    let whole = words + (command ?? "")
    guard TextLayout.width(whole) > width else { return [whole] }
    let words = words.trimmingCharacters(in: .whitespaces)
    let first = TextLayout.wrap(words, width: width)[0]
    let rest = words.dropFirst(first.count).drop { $0 == " " }
    let others = rest.isEmpty ? [] : TextLayout.wrap(String(rest), width: width - 2)
    return [first] + others.map { "  \($0)" } + (command.map { ["    \($0)"] } ?? [])
  }
}
