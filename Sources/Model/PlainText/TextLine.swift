/// A line of a text file and its line ending. In every file Peach reads, lines end with LF, CR LF or CR, and with no
/// other character. Splits between bytes, because to Swift CR LF is one `Character`, different from LF. Pure; any
/// thread.
public struct TextLine: Hashable, Sendable {
  /// The line without its line ending.
  public var text: ArraySlice<UInt8>
  /// LF, CR LF or CR; empty for a last line without a line ending.
  public var end: ArraySlice<UInt8>

  /// Memberwise initializer.
  public init(text: ArraySlice<UInt8>, end: ArraySlice<UInt8>) {
    self.text = text
    self.end = end
  }

  /// The UTF-8 byte order mark, which Windows writes and Unicode allows.
  public static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// LF, the line ending Peach writes.
  public static let feed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns the lines of `bytes`, at least one: the last line end is followed by one more line, which may be empty.
  /// Joined together they are `bytes` again. Linear time.
  public static func lines(of bytes: [UInt8]) -> [TextLine] {
    var lines: [TextLine] = []
    var start = 0
    var at = 0
    while at < bytes.count {
      guard bytes[at] == feed || bytes[at] == carriageReturn else {
        at += 1
        continue
      }
      let isPair = bytes[at] == carriageReturn && at + 1 < bytes.count && bytes[at + 1] == feed
      let next = at + (isPair ? 2 : 1)
      lines.append(TextLine(text: bytes[start..<at], end: bytes[at..<next]))
      (start, at) = (next, next)
    }
    lines.append(TextLine(text: bytes[start...], end: bytes[bytes.count...]))
    return lines
  }

  /// Returns `bytes` without a leading byte order mark.
  public static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  /// Returns `text` with the byte order mark and line endings of `other`, so that rewriting a file keeps the format of
  /// the player's editor.
  public static func written(_ text: String, like other: String) -> String {
    let (text, other) = (Array(text.utf8), Array(other.utf8))
    let end = lines(of: other).first?.end ?? []
    let bytes = lines(of: withoutMark(text)).flatMap { $0.text + ($0.end.isEmpty || end.isEmpty ? $0.end : end) }
    return String(decoding: (other.starts(with: mark) ? mark : []) + bytes, as: UTF8.self)
  }

  /// Returns `text` without a byte order mark, its lines ended by LF.
  public static func plain(_ text: String) -> String { written(text, like: "\n") }
}
