import Glibc
import Linux

/// Writes 32-bit float WAV (format tag 3, with the `fact` chunk such files need) to disk as samples arrive, in constant
/// memory.
///
/// `finish` fills in the sizes in the header; a file without it was truncated. One thread.
final class WAVWriter {
  /// The path of the file.
  let path: String
  /// 1 or 2.
  let channels: Int
  /// Sample frames written so far.
  private(set) var frames = 0

  private let rate: Int
  private let descriptor: Int32
  /// Samples collected for the next `write`.
  private let buffer: UnsafeMutableBufferPointer<UInt32>
  private var filled = 0

  /// RIFF, `fmt ` with its extension size, `fact` and the head of `data`.
  private static let headerBytes = 12 + 26 + 12 + 8
  /// The largest data size that fits the header's 32-bit size.
  private static let mostDataBytes = Int(UInt32.max) - headerBytes

  /// Starts the open, empty file `descriptor`, and closes it at the end.
  /// - Parameters:
  ///   - path: the name of the file in failures.
  ///   - rate: frames a second.
  ///   - stereo: two channels with the same signal instead of one.
  init(takingOver descriptor: Int32, path: String, rate: Int, stereo: Bool = false) throws(FileFailure) {
    self.path = path
    self.descriptor = descriptor
    channels = stereo ? 2 : 1
    buffer = .allocate(capacity: 16_384)
    buffer.initialize(repeating: 0)
    self.rate = rate
    try write(header())
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// Appends one channel's samples to every channel.
  /// - Throws: also `EFBIG`: the format cannot hold more than 4 GiB, over six hours of one channel at 48 kHz.
  func append(_ samples: UnsafeBufferPointer<Float>) throws(FileFailure) {
    guard (frames + samples.count) * channels * 4 <= Self.mostDataBytes else {
      throw FileFailure(path: path, code: EFBIG)
    }
    for sample in samples {
      if filled + channels > buffer.count { try flush() }
      for _ in 0..<channels {
        buffer[filled] = sample.bitPattern.littleEndian
        filled += 1
      }
    }
    frames += samples.count
  }

  /// Writes the remaining samples and the true sizes. Appending afterwards is allowed, and requires another `finish`.
  func finish() throws(FileFailure) {
    try flush()
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileFailure(path: path, code: errno) }
    try write(header())
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw FileFailure(path: path, code: errno) }
  }

  private func flush() throws(FileFailure) {
    try write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(filled * 4)]))
    filled = 0
  }

  private func write(_ bytes: [UInt8]) throws(FileFailure) {
    if let code = Descriptor.write(bytes, to: descriptor) { throw FileFailure(path: path, code: code) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
    if let code = Descriptor.write(bytes, to: descriptor) { throw FileFailure(path: path, code: code) }
  }

  /// Returns the 58 bytes before the samples, for `frames`.
  private func header() -> [UInt8] {
    let dataBytes = UInt32(frames * channels * 4)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerBytes)
    func text(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    func number(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    text("RIFF")
    number(dataBytes + UInt32(Self.headerBytes - 8))
    text("WAVE")
    text("fmt ")
    number(UInt32(18))
    number(UInt16(3))  // WAVE_FORMAT_IEEE_FLOAT
    number(UInt16(channels))
    number(UInt32(rate))
    number(UInt32(rate * channels * 4))
    number(UInt16(channels * 4))
    number(UInt16(32))
    number(UInt16(0))
    text("fact")
    number(UInt32(4))
    number(UInt32(frames))
    text("data")
    number(dataBytes)
    return bytes
  }
}
