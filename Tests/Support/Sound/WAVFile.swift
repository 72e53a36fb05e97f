/// A WAV file of floats read back by a reader that knows nothing of the writer.
public struct WAVFile {
  /// How many samples a frame has.
  public private(set) var channels = 0
  /// Frames a second.
  public private(set) var rate = 0
  /// All channels, frame after frame.
  public private(set) var samples: [Float] = []
  /// The frame count in the fact chunk, if there is one.
  public private(set) var factFrames: Int?

  /// Nil if these are not the bytes of such a file.
  public init?(bytes: [UInt8]) {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    func text(_ offset: Int) -> String { String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self) }
    guard bytes.count >= 12, text(0) == "RIFF", text(8) == "WAVE", number(4, 4) == bytes.count - 8 else { return nil }
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = number(offset + 4, 4)
      let body = offset + 8
      guard body + size <= bytes.count else { return nil }
      switch text(offset) {
      case "fmt ":
        guard number(body, 2) == 3, number(body + 14, 2) == 32 else { return nil }
        channels = number(body + 2, 2)
        rate = number(body + 4, 4)
      case "fact": factFrames = number(body, 4)
      case "data":
        samples = bytes.withUnsafeBytes { bytes in
          stride(from: body, to: body + size, by: 4).map {
            Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
          }
        }
      default: break
      }
      offset = body + size + size % 2
    }
  }
}
