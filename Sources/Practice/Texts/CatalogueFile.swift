import CWeb

/// A text catalogue as it is in `Sources/Web/text`: `key = text`, one to a line, `#` for comments.
public struct CatalogueFile: Sendable {
  /// The texts by key.
  public private(set) var texts: [String: String] = [:]
  /// Numbers of lines, from 1, that are neither a text, a comment nor empty, or whose key appears earlier.
  public private(set) var badLines: [Int] = []

  /// The catalogue in `source`.
  public init(_ source: String) {
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let divider = line.firstRange(of: " = "), texts[String(line[..<divider.lowerBound])] == nil else {
        badLines.append(index + 1)
        continue
      }
      texts[String(line[..<divider.lowerBound])] = String(line[divider.upperBound...])
    }
  }

  /// The catalogue of `language` that is built into the program.
  public init(embedded language: Language) {
    let name = "text/\(language.rawValue).text"
    let file = (0..<CWebFileCount()).lazy.map(CWebFile).first { String(cString: $0.name) == name }
    self.init(String(decoding: UnsafeBufferPointer(start: file?.bytes, count: file?.length ?? 0), as: UTF8.self))
  }

  /// The names in braces in `text`, in order: `{port}` gives `port`.
  public static func placeholders(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }
}
