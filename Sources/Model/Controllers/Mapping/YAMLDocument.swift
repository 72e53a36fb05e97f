import PlainText
import Yams

/// Reads untrusted YAML: mappings and settings. Refuses input that could make the parser work or recurse without bounds
/// before parsing it, so that the time grows with the size of the file.
package enum YAMLDocument {
  /// The largest file in bytes: mappings are a few kB, settings less.
  package static let largestFile = 65_536
  /// The deepest nesting of lists and maps; mappings need eight levels. The parser visits a key once for each level.
  static let deepest = 64

  /// Returns the document's root. Skips a byte order mark. `TextLine` determines the line endings; the parser, which
  /// implements YAML 1.1, would also end lines at three other characters, so it receives a space for each.
  package static func root(of bytes: [UInt8]) throws(Failure) -> Node {
    guard bytes.count <= largestFile else { throw Failure(.tooLarge(limit: largestFile)) }
    let bytes = TextLine.withoutMark(bytes)
    guard let text = String(validating: bytes, as: UTF8.self).map(withoutOtherEnds) else { throw Failure(.notUTF8) }
    let lines = TextLine.lines(of: Array(text.utf8))
    if let line = lineOfAlias(lines) { throw Failure(.aliases, SourcePosition(line: line, column: 1)) }
    if let line = lineTooDeep(lines) {
      throw Failure(.syntax(detail: "more than \(deepest) levels"), SourcePosition(line: line, column: 1))
    }
    do {
      // The basic resolver keeps every scalar as text: no surprising booleans, dates or octal numbers.
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      guard let node = try parser.singleRoot() else { throw Failure(.empty) }
      return node
    } catch let failure as Failure {
      throw failure
    } catch let error as YamlError {
      throw Failure(error, lines)
    } catch {
      throw Failure(.syntax(detail: ""))
    }
  }

  /// A problem and its position.
  package struct Failure: Error {
    /// The problem.
    package var reason: MappingProblemReason
    /// The position; nil for the whole file.
    package var position: SourcePosition?

    init(_ reason: MappingProblemReason, _ position: SourcePosition? = nil) {
      self.reason = reason
      self.position = position
    }

    init(_ error: YamlError, _ lines: [TextLine]) {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        self.init(.syntax(detail: FileText.clean(problem)), SourcePosition(mark))
      case .duplicatedKeysInMapping(let duplicates, let context):
        self.init(.duplicateKey(key: FileText.clean(duplicates.first ?? "")), SourcePosition(context.mark))
      case .reader(let problem, _, _, _):
        // Yams reports the position by `Character`, and none inside one.
        self.init(.syntax(detail: FileText.clean(problem)), SourcePosition(ofControlIn: lines))
      default:
        self.init(.syntax(detail: ""))
      }
    }
  }

  /// Returns `text` with a space for each of the characters that end lines in YAML 1.1 but in no other file.
  private static func withoutOtherEnds(_ text: String) -> String {
    let ends: Set<Unicode.Scalar> = ["\u{85}", "\u{2028}", "\u{2029}"]
    guard text.unicodeScalars.contains(where: ends.contains) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(ends.contains(scalar) ? " " : scalar) }
    return String(result)
  }

  /// Returns the line of the first possible alias: an alias stands for its anchor's whole content, so a few lines can
  /// stand for billions of nodes, which the parser would visit in keys. An alias needs both an `&name` and a `*name` at
  /// the beginning of a word. The search looks at bytes, not at tokens, so quotes cannot mislead it; in the worst case
  /// it refuses a file whose comments contain both.
  private static func lineOfAlias(_ lines: [TextLine]) -> Int? {
    func isName(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    var aliasLine: Int?
    var anchor = false
    for (index, line) in lines.enumerated() {
      var previous = UInt8(ascii: " ")
      for (byte, next) in zip(line.text, line.text.dropFirst()) {
        defer { previous = byte }
        guard byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*"), isName(next),
          previous == UInt8(ascii: "-") || !isName(previous)
        else { continue }
        if byte == UInt8(ascii: "&") { anchor = true } else { aliasLine = aliasLine ?? index + 1 }
      }
    }
    return anchor ? aliasLine : nil
  }

  /// Returns the first line that could be nested in more than `deepest` lists and maps. Looks at bytes too: open
  /// brackets, and potential levels in block style, which take two columns each.
  private static func lineTooDeep(_ lines: [TextLine]) -> Int? {
    var open = 0
    for (index, line) in lines.enumerated() {
      let begin = line.text.prefix { " -?:\t".utf8.contains($0) }
      let isComment = line.text.dropFirst(begin.count).first == UInt8(ascii: "#")
      if !isComment, begin.count < line.text.count, begin.count > 2 * deepest { return index + 1 }
      for byte in line.text {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): open = max(0, open - 1)
        default: continue
        }
        if open > deepest { return index + 1 }
      }
    }
    return nil
  }
}

extension SourcePosition {
  /// Creates the position of the first character that YAML forbids; nil if `lines` contain none.
  fileprivate init?(ofControlIn lines: [TextLine]) {
    for (index, line) in lines.enumerated() {
      let scalars = Array(String(decoding: line.text, as: UTF8.self).unicodeScalars)
      let place = scalars.firstIndex {
        $0 != "\t" && $0.properties.generalCategory == .control || $0 == "\u{FFFE}" || $0 == "\u{FFFF}"
      }
      if let place {
        self.init(line: index + 1, column: place + 1)
        return
      }
    }
    return nil
  }

  /// Yams counts both from 1.
  init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}

/// Preparation of text from files for display.
package enum FileText {
  /// Returns up to 60 characters of `text`, with control characters replaced by `?`, so that a terminal does not act on
  /// them.
  static func clean(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(60) {
      result.unicodeScalars.append(CleanText.isUnfit(scalar) ? "?" : scalar)
    }
    return result
  }

  /// Returns whether `text` can be shown as it is: 1 to 2000 characters without control characters.
  static func isShowable(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 2000 && !text.unicodeScalars.contains(where: CleanText.isUnfit)
  }

  /// Returns the word of `words` nearest to `word`, if it is close: up to two changes or one in three characters, and
  /// never all of a short word.
  package static func nearest<Words: Collection<String>>(to word: String, in words: Words) -> String? {
    let words = Array(words)
    let place = nearestPlace(to: word.lowercased(), in: words.map { Array($0.unicodeScalars) }) { count in
      min(max(2, count / 3), count - 1)
    }
    return place.map { words[$0] }
  }
}
