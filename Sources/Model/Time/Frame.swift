/// The number of audio frames the renderer has made since it was created.
///
/// Counts on across xruns, changes of buffer size and rate, and restarts of the sound server, so it addresses
/// everything that sounds. JACK's own 32-bit counter wraps after a day and is never used as an address.
public struct Frame: Hashable, Comparable, Sendable {
  /// Frames since the renderer was created, 0 or more.
  public var count: Int64

  /// The frame `count` frames after the first.
  public init(_ count: Int64) {
    self.count = count
  }

  /// Returns the number of frames in `seconds` at `rate` frames a second, to the nearest frame.
  public static func count(in seconds: Double, rate: Int) -> Int64 { Int64((seconds * Double(rate)).rounded()) }

  /// Earlier comes first.
  public static func < (left: Frame, right: Frame) -> Bool { left.count < right.count }

  /// The frame `frames` later.
  public static func + (frame: Frame, frames: Int64) -> Frame { Frame(frame.count + frames) }

  /// Frames from `right` to `left`; negative if `left` is earlier.
  public static func - (left: Frame, right: Frame) -> Int64 { left.count - right.count }
}
