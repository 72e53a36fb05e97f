import Foundation
import Glibc
import Linux
import Terminal
import Texts
import Time

/// How far a long piece of work is, as one line that is drawn again in place. A value without clock or terminal.
///
/// Work that is done within a second shows nothing; after that the line changes ten times a second at most.
struct ProgressBar {
  /// What is being done, in a word or two.
  var title: String
  /// Columns at most.
  var width: Int
  /// A share in words, from whole percent.
  let percent: @Sendable (Int) -> String
  private var nextAt = Duration.seconds(1)
  private var isShown = false

  init(title: String, width: Int, percent: @escaping @Sendable (Int) -> String) {
    self.title = title
    self.width = width
    self.percent = percent
  }

  /// What to write now, `elapsed` after the work began; nil if nothing.
  /// - Parameters:
  ///   - fraction: how much of it is done, 0…1; nil where the end is not known.
  ///   - count: how many things are done; shown where the end is not known.
  mutating func update(_ fraction: Double?, count: Int, after elapsed: Duration) -> String? {
    guard elapsed >= nextAt else { return nil }
    nextAt = elapsed + .milliseconds(100)
    isShown = true
    return "\r\(line(fraction, count: count))\u{1B}[K"
  }

  /// What takes the line away again; nil if there is none.
  mutating func finish() -> String? {
    defer { isShown = false }
    return isShown ? "\r\u{1B}[K" : nil
  }

  /// The line itself: never as wide as the terminal, where the cursor would fall into the next one.
  func line(_ fraction: Double?, count: Int) -> String {
    guard let fraction else { return String("\(title)  \(count)".prefix(width - 1)) }
    // A NaN compares false with everything and becomes 0.
    let share = fraction > 0 ? min(fraction, 1) : 0
    let percent = percent(Int(share * 100))
    let number = String(repeating: " ", count: max(0, 5 - percent.count)) + percent
    let room = min(width - 1 - title.count - number.count - 4, 40)
    guard room >= 5 else { return String("\(title) \(number)".prefix(width - 1)) }
    let filled = Int(share * Double(room))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled)
    return "\(title) [\(bar)] \(number)"
  }
}

/// A progress bar on standard error, where that is a terminal that can draw in place.
struct Progress {
  private var bar: ProgressBar?
  private let clock = SystemTime()
  private let start: MonotonicTime

  /// Of work called `title` in the words of `texts`, which begins now.
  init(_ title: String, _ texts: Catalogue, environment: [String: String] = ProcessInfo.processInfo.environment) {
    start = clock.now()
    let form = OutputForm.choose(plain: false, isTerminal: isatty(STDERR_FILENO) == 1, environment: environment)
    let width = WindowSize(of: STDERR_FILENO).width
    bar = form == .lines ? nil : ProgressBar(title: title, width: width, percent: texts.percent)
  }

  /// So much is done; see `ProgressBar.update`. Cheap enough for every few hundred things, not for each.
  mutating func show(_ fraction: Double?, count: Int) {
    guard bar != nil, let text = bar?.update(fraction, count: count, after: clock.now() - start) else { return }
    write(text)
  }

  /// The work is over.
  mutating func end() {
    if let text = bar?.finish() { write(text) }
  }

  private func write(_ text: String) { ProcessOutput.write(text, to: STDERR_FILENO) }
}
