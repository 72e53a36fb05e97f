/// Returns how many characters have to be changed, added or removed to make `left` into `right` (Levenshtein 1966); nil
/// if more than `limit`. Any thread.
///
/// A file of thousands of unknown words calls this for each of them: lengths that differ by more return at once, and
/// the elements have one concrete type, because another module would call a generic function unspecialised.
func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
  guard abs(left.count - right.count) <= limit else { return nil }
  var row = Array(0...right.count)
  for i in left.indices {
    var diagonal = row[0]
    row[0] = i + 1
    for j in right.indices {
      let replaced = diagonal + (left[i] == right[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[right.count] <= limit ? row[right.count] : nil
}

/// Returns the place of the word nearest to `word`, of which the first 40 letters count: at most `limit` of its length
/// away, the first of equally near ones; nil if there is none. Any thread.
package func nearestPlace(to word: String, in words: [[Unicode.Scalar]], limit: (Int) -> Int) -> Int? {
  let word = Array(word.unicodeScalars.prefix(40))
  var best: (place: Int, distance: Int)?
  for (place, letters) in words.enumerated() {
    let limit = min(limit(letters.count), best.map { $0.distance - 1 } ?? .max)
    if let distance = editDistance(word, letters, atMost: limit) { best = (place, distance) }
  }
  return best?.place
}
