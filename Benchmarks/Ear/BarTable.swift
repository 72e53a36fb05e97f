import Glibc

/// One table of the benchmark, as Markdown, with its bars.
struct BarTable {
  var title: String
  /// A description of the numbers, in a sentence or two.
  var about: String
  var columns: [String]
  var rows: [[String]] = []
  /// The number of bars that are not met.
  private(set) var missed = 0

  init(_ title: String, _ about: String, columns: [String]) {
    self.title = title
    self.about = about
    self.columns = columns
  }

  /// Returns the text of a cell for a bar, and counts a missed one.
  mutating func verdict(_ met: Bool) -> String {
    if !met { missed += 1 }
    return met ? "met" : "NOT MET"
  }

  /// Heading, sentence and rows.
  var markdown: String {
    let head = "| " + columns.joined(separator: " | ") + " |"
    let rule = "|" + columns.map { _ in "---|" }.joined()
    let body = rows.map { "| " + $0.joined(separator: " | ") + " |" }
    return (["## \(title)", "", about, "", head, rule] + body).joined(separator: "\n") + "\n"
  }
}

/// Returns a number with `places` decimals.
func decimals(_ value: Double, _ places: Int) -> String {
  guard value.isFinite else { return "–" }
  let scale = pow(10, Double(places))
  let rounded = (value * scale).rounded() / scale
  let parts = "\(rounded == 0 ? 0 : rounded)".split(separator: ".")
  guard places > 0, let whole = parts.first else { return "\(Int(rounded))" }
  let fraction = parts.count > 1 ? String(parts[1].prefix(places)) : ""
  return "\(whole)." + fraction + String(repeating: "0", count: places - fraction.count)
}

/// Returns a share in per cent.
func percent(_ share: Double, _ places: Int = 0) -> String {
  share.isFinite ? decimals(100 * share, places) + " %" : "–"
}
