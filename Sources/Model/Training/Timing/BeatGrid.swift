import Time

/// The grid of beats on which one exercise follows another, exact to the frame: beat b, part p of n, is on the frame
/// nearest to origin + (b + p/n)·60·rate/tempo, counted in whole numbers.
public struct BeatGrid: Hashable, Sendable {
  /// The frame of beat 0.
  public var origin: Frame
  /// Beats per minute.
  public var tempo: Int
  /// Frames per second.
  public var rate: Int

  /// Memberwise.
  public init(origin: Frame, tempo: Int, rate: Int) {
    self.origin = origin
    self.tempo = tempo
    self.rate = rate
  }

  /// Returns the frame of part `part` of `parts` of `beat`.
  public func frame(beat: Int64, part: Int = 0, of parts: Int = 1) -> Frame {
    origin + Self.frames(beat * Int64(parts) + Int64(part), of: parts, tempo: tempo, rate: rate)
  }

  /// Returns the first beat on or after `frame`.
  public func beat(from frame: Frame) -> Int64 {
    // The estimate may be one off, because frames are rounded.
    var beat = (frame - origin) * Int64(tempo) / (60 * Int64(rate)) - 1
    while self.frame(beat: beat) < frame { beat += 1 }
    return beat
  }

  /// Returns `count` parts of a beat that has `parts`, to the nearest frame.
  static func frames(_ count: Int64, of parts: Int, tempo: Int, rate: Int) -> Int64 {
    let (numerator, denominator) = (60 * Int64(rate) * count, Int64(tempo * parts))
    // Rounded half up, below zero too.
    let doubled = 2 * numerator + denominator
    return doubled >= 0 ? doubled / (2 * denominator) : -((-doubled + 2 * denominator - 1) / (2 * denominator))
  }
}
