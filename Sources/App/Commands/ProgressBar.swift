import Foundation
import Glibc
import Linux
import Ports
import Terminal
import Texts
import Time

/// The progress of a long task, as one line redrawn in place. A value without clock or terminal.
///
/// A task done within a second shows nothing; after that the line changes up to ten times a second.
struct ProgressBar {
  /// The name of the task, in a word or two.
  var title: String
  /// The maximum width, in columns.
  var width: Int
  /// Formats a share, from whole percent.
  let percent: @Sendable (Int) -> String
  private var nextAt = Duration.seconds(1)
  private var isShown = false

  init(title: String, width: Int, percent: @escaping @Sendable (Int) -> String) {
    self.title = title
    self.width = width
    self.percent = percent
  }

  /// Returns the text to write at `elapsed` after the start of the task; nil for none.
  /// - Parameters:
  ///   - fraction: the completed share, 0…1; nil if the total is unknown.
  ///   - count: the number of completed items; shown if the total is unknown.
  mutating func update(_ fraction: Double?, count: Int, after elapsed: Duration) -> String? {
    guard elapsed >= nextAt else { return nil }
    nextAt = elapsed + .milliseconds(100)
    isShown = true
    return "\r\(line(fraction, count: count))\u{1B}[K"
  }

  /// Returns the text that erases the line; nil without a line.
  mutating func finish() -> String? {
    defer { isShown = false }
    return isShown ? "\r\u{1B}[K" : nil
  }

  /// Returns the line: always narrower than the terminal, since a full line would wrap the cursor.
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

/// The progress of a long task as lines, for a terminal without redrawing: one per tenth of the task, none in the first
/// second. A value without clock or terminal.
struct ProgressLines {
  /// The name of the task, in a word or two.
  let title: String
  /// Formats a share, from whole percent.
  let percent: @Sendable (Int) -> String
  private var tenths = 0

  init(title: String, percent: @escaping @Sendable (Int) -> String) {
    self.title = title
    self.percent = percent
  }

  /// Returns the line to write now, without its newline; nil if nothing is due. `fraction` is 0…1, nil if the total is
  /// unknown.
  mutating func update(_ fraction: Double?, after elapsed: Duration) -> String? {
    guard let fraction, fraction > 0, elapsed >= .seconds(1) else { return nil }
    let now = Int(min(fraction, 1) * 10)
    guard now > tenths else { return nil }
    tenths = now
    return "\(title): \(percent(now * 10))"
  }
}

/// The progress of a task on standard error, if that is a terminal: a bar, or lines if nothing can be drawn in place.
struct Progress {
  private var bar: ProgressBar?
  private var lines: ProgressLines?
  private let clock = SystemTime()
  private let start: MonotonicTime

  /// Starts the progress of a task called `title` in the words of `texts`.
  init(_ title: String, _ texts: Catalogue, environment: [String: String] = ProcessInfo.processInfo.environment) {
    start = clock.now()
    let form = OutputForm.choose(plain: false, isTerminal: isatty(STDERR_FILENO) == 1, environment: environment)
    let width = WindowSize(of: STDERR_FILENO).width
    bar = form == .lines ? nil : ProgressBar(title: title, width: width, percent: texts.percent)
    lines = form == .lines && isatty(STDERR_FILENO) == 1 ? ProgressLines(title: title, percent: texts.percent) : nil
  }

  /// Shows the progress; see `ProgressBar.update`. Cheap enough for every few hundred items, not for each.
  mutating func show(_ fraction: Double?, count: Int) {
    if let line = lines?.update(fraction, after: clock.now() - start) { complain(line) }
    guard bar != nil, let text = bar?.update(fraction, count: count, after: clock.now() - start) else { return }
    write(text)
  }

  /// Ends the progress, and removes the bar.
  mutating func end() {
    if let text = bar?.finish() { write(text) }
  }

  private func write(_ text: String) { ProcessOutput.write(text, to: STDERR_FILENO) }
}
