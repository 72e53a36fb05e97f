import Pitch
import Training

extension Catalogue {
  /// Returns the intervals that `typed` may mean: the notation of files (`P5 down`), or parts of the name in this
  /// language (`fifth`, `maj third`). Without a direction it means upwards. Empty if nothing matches.
  public func intervals(meant typed: String) -> [DirectedInterval] {
    var words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
    let isDown = words.count > 1 ? words.last.flatMap(isDown) : nil
    if isDown != nil { words.removeLast() }
    return sizes(meant: words).compactMap { DirectedInterval(semitones: isDown == true ? -$0 : $0) }
  }

  /// Returns a message listing the intervals that `typed` could mean; nil if it is unambiguous.
  public func ambiguity(of typed: String) -> String? {
    let meant = intervals(meant: typed)
    guard meant.count > 1 else { return nil }
    let names = meant.map { "\(self(Self.sizes[abs($0.semitones)])) (\($0.abbreviation))" }
    return self(.settingAmbiguousInterval, ["text": typed, "names": alternatives(names) ?? ""])
  }

  /// The available intervals: the notation of each, with its name.
  var intervalNames: String {
    let names = IntervalClass.all.map { "\($0.abbreviation) (\(self(Self.sizes[$0.semitones])))" }
    return self(.settingIntervalNames, ["names": names.joined(separator: ", ")])
  }

  /// Returns the matching sizes in semitones.
  private func sizes(meant words: [String]) -> [Int] {
    guard let first = words.first else { return [] }
    if words.count == 1 {
      let written = IntervalClass.all.map(\.abbreviation)
      if let size = written.firstIndex(of: first) { return [size] }
      // `m` is minor and `M` is major; for the others case makes no difference.
      let same = written.indices.filter { written[$0].lowercased() == first.lowercased() }
      if !same.isEmpty { return same }
    }
    let parts = words.map(folded)
    return Self.sizes.indices.filter { size in
      let name = folded(self(Self.sizes[size])).split(separator: " ")
      return parts.allSatisfy { part in name.contains { $0.hasPrefix(part) } }
    }
  }

  /// Returns whether `word` is the direction down, in files or in this language, or a prefix of it; nil if it is not a
  /// direction.
  private func isDown(_ word: String) -> Bool? {
    let word = folded(word)
    guard word.count > 1 else { return nil }
    for (key, direction, isDown) in [
      (TextKey.intervalUp, DirectedInterval.Direction.up, false), (.intervalDown, .down, true),
    ] {
      let own = self(key, ["interval": ""]).drop { $0 == " " }
      if own.hasPrefix(word) || direction.rawValue.hasPrefix(word) { return isDown }
    }
    return nil
  }

  /// Returns `text` in lower case, without full stops, and with `ss` for ß.
  private func folded(_ text: String) -> String {
    text.lowercased().replacing("ß", with: "ss").replacing(".", with: "")
  }
}
