import CWeb

/// A text catalogue in the format of `Sources/Web/text`: one `key = text` per line, `#` for comments.
public struct CatalogueFile: Sendable {
  /// The texts by key.
  public private(set) var texts: [String: String] = [:]
  /// The numbers, from 1, of lines that are neither a text, a comment nor empty, or that repeat a key.
  public private(set) var badLines: [Int] = []

  /// Parses the catalogue in `source`.
  public init(_ source: String) {
    var source = source
    self = source.withUTF8 { CatalogueFile($0) }
  }

  /// Parses bytes in one pass, because every start reads a catalogue before anything else.
  private init(_ source: UnsafeBufferPointer<UInt8>) {
    let (lineEnd, space, equals) = (UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "="))
    // Lines of the shipped catalogues average sixty bytes.
    texts.reserveCapacity(source.count / 48)
    var start = 0
    var line = 0
    while start <= source.count {
      line += 1
      var end = start
      var divider: Int?
      while end < source.count, source[end] != lineEnd {
        if divider == nil, source[end] == equals, end > start, source[end - 1] == space, end + 1 < source.count,
          source[end + 1] == space
        {
          divider = end - 1
        }
        end += 1
      }
      defer { start = end + 1 }
      if start == end || source[start] == UInt8(ascii: "#") { continue }
      guard let divider else {
        badLines.append(line)
        continue
      }
      let key = String(decoding: source[start..<divider], as: UTF8.self)
      if let earlier = texts.updateValue(String(decoding: source[(divider + 3)..<end], as: UTF8.self), forKey: key) {
        texts[key] = earlier
        badLines.append(line)
      }
    }
  }

  /// Parses the catalogue of `language` that is embedded in the program.
  public init(embedded language: Language) {
    let name = "text/\(language.rawValue).text"
    let file = (0..<CWebFileCount()).lazy.map(CWebFile).first { String(cString: $0.name) == name }
    self.init(UnsafeBufferPointer(start: file?.bytes, count: file?.length ?? 0))
  }
}
