/// A line of a text file: what it says, and what ends it. Lines end with LF, CR LF or CR in every file that Peach reads; no other
/// character ends one. The cut is between bytes: to Swift, CR LF is one `Character`, and another than LF. Pure; any thread.
public struct TextLine: Hashable, Sendable {
  /// The line without its end.
  public var text: ArraySlice<UInt8>
  /// LF, CR LF or CR; empty for a last line without.
  public var end: ArraySlice<UInt8>

  /// Memberwise.
  public init(text: ArraySlice<UInt8>, end: ArraySlice<UInt8>) {
    self.text = text
    self.end = end
  }

  /// What Windows puts before UTF-8, and Unicode allows there.
  public static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// LF, as Peach itself ends lines.
  public static let feed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The lines of `bytes`, at least one: after the last line end comes one more, which may be empty. Put together they are
  /// `bytes` again. The time is linear in their number.
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

  /// `bytes` without the mark at their beginning.
  public static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  /// `text` with the mark and the line ends of `other`: a file that is written again stays as its player's editor wants it.
  public static func written(_ text: String, like other: String) -> String {
    let (text, other) = (Array(text.utf8), Array(other.utf8))
    let end = lines(of: other).first?.end ?? []
    let bytes = lines(of: withoutMark(text)).flatMap { $0.text + ($0.end.isEmpty || end.isEmpty ? $0.end : end) }
    return String(decoding: (other.starts(with: mark) ? mark : []) + bytes, as: UTF8.self)
  }

  /// `text` without a mark, its lines ended by LF.
  public static func plain(_ text: String) -> String { written(text, like: "\n") }
}
