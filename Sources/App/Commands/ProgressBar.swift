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

/// How far a long piece of work is, as lines, for a terminal that draws nothing in place: one each tenth of the way, none before the
/// first second. A value without clock or terminal.
struct ProgressLines {
  /// What is being done, in a word or two.
  let title: String
  /// A share in words, from whole percent.
  let percent: @Sendable (Int) -> String
  private var tenths = 0

  init(title: String, percent: @escaping @Sendable (Int) -> String) {
    self.title = title
    self.percent = percent
  }

  /// The line to write now, without its end; nil if there is none. `fraction` is 0…1, nil where the end is not known.
  mutating func update(_ fraction: Double?, after elapsed: Duration) -> String? {
    guard let fraction, fraction > 0, elapsed >= .seconds(1) else { return nil }
    let now = Int(min(fraction, 1) * 10)
    guard now > tenths else { return nil }
    tenths = now
    return "\(title): \(percent(now * 10))"
  }
}

/// How far a piece of work is, on standard error, where that is a terminal: a bar, or lines where nothing is drawn in place.
struct Progress {
  private var bar: ProgressBar?
  private var lines: ProgressLines?
  private let clock = SystemTime()
  private let start: MonotonicTime

  /// Of work called `title` in the words of `texts`, which begins now.
  init(_ title: String, _ texts: Catalogue, environment: [String: String] = ProcessInfo.processInfo.environment) {
    start = clock.now()
    let form = OutputForm.choose(plain: false, isTerminal: isatty(STDERR_FILENO) == 1, environment: environment)
    let width = WindowSize(of: STDERR_FILENO).width
    bar = form == .lines ? nil : ProgressBar(title: title, width: width, percent: texts.percent)
    lines = form == .lines && isatty(STDERR_FILENO) == 1 ? ProgressLines(title: title, percent: texts.percent) : nil
  }

  /// So much is done; see `ProgressBar.update`. Cheap enough for every few hundred things, not for each.
  mutating func show(_ fraction: Double?, count: Int) {
    if let line = lines?.update(fraction, after: clock.now() - start) { complain(line) }
    guard bar != nil, let text = bar?.update(fraction, count: count, after: clock.now() - start) else { return }
    write(text)
  }

  /// The work is over.
  mutating func end() {
    if let text = bar?.finish() { write(text) }
  }

  private func write(_ text: String) { ProcessOutput.write(text, to: STDERR_FILENO) }
}
