import CWeb

/// A text catalogue as it is in `Sources/Web/text`: `key = text`, one to a line, `#` for comments.
public struct CatalogueFile: Sendable {
  /// The texts by key.
  public private(set) var texts: [String: String] = [:]
  /// Numbers of lines, from 1, that are neither a text, a comment nor empty, or whose key appears earlier.
  public private(set) var badLines: [Int] = []

  /// The catalogue in `source`.
  public init(_ source: String) {
    var source = source
    self = source.withUTF8 { CatalogueFile($0) }
  }

  /// By bytes: every start reads a catalogue before anything else.
  private init(_ source: UnsafeBufferPointer<UInt8>) {
    let divider = Array(" = ".utf8)
    for (index, line) in source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      let end = line.indices.first { line[$0] == divider[0] && line[$0...].starts(with: divider) }
      guard let end, case let key = String(decoding: line[..<end], as: UTF8.self), texts[key] == nil else {
        badLines.append(index + 1)
        continue
      }
      texts[key] = String(decoding: line[(end + divider.count)...], as: UTF8.self)
    }
  }

  /// The catalogue of `language` that is built into the program.
  public init(embedded language: Language) {
    let name = "text/\(language.rawValue).text"
    let file = (0..<CWebFileCount()).lazy.map(CWebFile).first { String(cString: $0.name) == name }
    self.init(UnsafeBufferPointer(start: file?.bytes, count: file?.length ?? 0))
  }

  /// The names in braces in `text`, in order: `{port}` gives `port`.
  public static func placeholders(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }
}
