import Yams

/// Reads YAML that anybody may have written. What could make the parser work or recurse without bounds is refused
/// before it is parsed.
enum YAMLDocument {
  /// Mappings are a few kB.
  static let largestFile = 65_536

  /// The document's root. Needs some hundred kB of stack: libYAML itself refuses more than 1000 levels.
  static func root(of bytes: [UInt8]) throws(Failure) -> Node {
    guard bytes.count <= largestFile else { throw Failure(.tooLarge(limit: largestFile)) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure(.notUTF8) }
    if let line = lineOfAlias(bytes) { throw Failure(.aliases, SourcePosition(line: line, column: 1)) }
    do {
      // The basic resolver leaves every scalar the text it is: no booleans, dates or octal numbers to be surprised by.
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      guard let node = try parser.singleRoot() else { throw Failure(.empty) }
      return node
    } catch let failure as Failure {
      throw failure
    } catch let error as YamlError {
      throw Failure(error, in: text)
    } catch {
      throw Failure(.syntax(detail: ""))
    }
  }

  /// What is wrong, and where.
  struct Failure: Error {
    var reason: MappingProblemReason
    var position: SourcePosition?

    init(_ reason: MappingProblemReason, _ position: SourcePosition? = nil) {
      self.reason = reason
      self.position = position
    }

    init(_ error: YamlError, in text: String) {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        self.init(.syntax(detail: FileText.clean(problem)), SourcePosition(mark))
      case .duplicatedKeysInMapping(let duplicates, let context):
        self.init(.duplicateKey(key: FileText.clean(duplicates.first ?? "")), SourcePosition(context.mark))
      case .reader(let problem, let offset, _, _):
        let line = text.prefix(offset ?? 0).count(where: \.isNewline) + 1
        self.init(.syntax(detail: FileText.clean(problem)), SourcePosition(line: line, column: 1))
      default:
        self.init(.syntax(detail: ""))
      }
    }
  }

  /// The line of the first alias, if there could be any: an alias stands for its anchor's whole content, so a few lines
  /// can stand for billions of nodes, which the parser would visit where they are keys. Both an `&name` and a
  /// `*name` that begin a word are needed for that. The look is at bytes, not at tokens, and so cannot be led astray by
  /// quotes; at worst it refuses a file whose comments contain both.
  private static func lineOfAlias(_ bytes: [UInt8]) -> Int? {
    func isName(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    var line = 1
    var aliasLine: Int?
    var anchor = false
    var previous = UInt8(ascii: " ")
    for (index, byte) in bytes.enumerated() {
      defer { previous = byte }
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*"), index + 1 < bytes.count,
        isName(bytes[index + 1]), previous == UInt8(ascii: "-") || !isName(previous)
      else { continue }
      if byte == UInt8(ascii: "&") { anchor = true } else { aliasLine = aliasLine ?? line }
    }
    return anchor ? aliasLine : nil
  }
}

extension SourcePosition {
  /// Yams counts both from 1.
  init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}

/// Text from files, before it is shown to anybody.
package enum FileText {
  /// At most 60 characters, control characters replaced by `?`: nothing a terminal would act on.
  static func clean(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(60) {
      result.unicodeScalars.append(isControl(scalar) ? "?" : scalar)
    }
    return result
  }

  /// Whether `text` may be shown as it is: 1 to 2000 characters without control characters.
  static func isShowable(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 2000 && !text.unicodeScalars.contains(where: isControl)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The word of `words` that is nearest to `word`, if it is near: at most two changes or one in three characters, and
  /// never all of a short word.
  package static func nearest<Words: Collection<String>>(to word: String, in words: Words) -> String? {
    let word = Array(word.lowercased().unicodeScalars.prefix(40))
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = editDistance(word, Array(candidate.unicodeScalars))
      let limit = min(max(2, candidate.count / 3), candidate.count - 1)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }
}
