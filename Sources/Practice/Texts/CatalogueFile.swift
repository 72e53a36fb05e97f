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

  /// By bytes and in one pass: every start reads a catalogue before anything else.
  private init(_ source: UnsafeBufferPointer<UInt8>) {
    let (lineEnd, space, equals) = (UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "="))
    // A line of the shipped ones has sixty bytes.
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

  /// The catalogue of `language` that is built into the program.
  public init(embedded language: Language) {
    let name = "text/\(language.rawValue).text"
    let file = (0..<CWebFileCount()).lazy.map(CWebFile).first { String(cString: $0.name) == name }
    self.init(UnsafeBufferPointer(start: file?.bytes, count: file?.length ?? 0))
  }
}
