import Ports

/// The reason why bytes are not a usable sound.
enum WaveProblem: Error, Hashable {
  /// They do not begin as a RIFF file of kind WAVE.
  case notWave
  /// The samples come before their format, or are missing.
  case incomplete
  /// Other than 16-bit PCM of one or more channels at 4…192 kHz.
  case unsupported
}

extension SpokenSound {
  /// Decodes the sound in a WAV file's `bytes`, averaging its channels.
  ///
  /// A program that writes to a pipe cannot know the length of its sound: the sizes of the file and of the samples may
  /// be too large or 0, so the actual bytes count.
  init(wave bytes: [UInt8]) throws(WaveProblem) {
    guard bytes.count >= 12, Self.word(bytes, 0) == "RIFF", Self.word(bytes, 8) == "WAVE" else { throw .notWave }
    var position = 12
    var format: (channels: Int, rate: Int)?
    while position + 8 <= bytes.count {
      let name = Self.word(bytes, position)
      let stated = Self.number(bytes, position + 4, bytes: 4)
      let body = position + 8
      let available = bytes.count - body
      if name == "data" {
        guard let format else { throw .incomplete }
        let size = stated == 0 ? available : min(stated, available)
        let samples = Self.samples(bytes[body..<body + size], channels: format.channels)
        guard !samples.isEmpty else { throw .incomplete }
        self.init(samples: samples, rate: format.rate)
        return
      }
      if name == "fmt " {
        guard stated >= 16, available >= 16 else { throw .incomplete }
        let channels = Self.number(bytes, body + 2, bytes: 2)
        let rate = Self.number(bytes, body + 4, bytes: 4)
        guard Self.number(bytes, body, bytes: 2) == 1, Self.number(bytes, body + 14, bytes: 2) == 16,
          (1...8).contains(channels), (4000...192_000).contains(rate)
        else { throw .unsupported }
        format = (channels, rate)
      }
      // Chunks begin at even offsets.
      position = body + stated + stated % 2
    }
    throw .incomplete
  }

  private static func samples(_ bytes: ArraySlice<UInt8>, channels: Int) -> [Float] {
    let frame = 2 * channels
    let first = bytes.startIndex
    return (0..<bytes.count / frame).map { index in
      var sum: Float = 0
      for channel in 0..<channels {
        let place = first + index * frame + 2 * channel
        sum += Float(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
      }
      return sum / (32768 * Float(channels))
    }
  }

  private static func word(_ bytes: [UInt8], _ position: Int) -> String {
    String(decoding: bytes[position..<position + 4], as: UTF8.self)
  }

  /// Reads an unsigned little-endian number.
  private static func number(_ bytes: [UInt8], _ position: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }
}
