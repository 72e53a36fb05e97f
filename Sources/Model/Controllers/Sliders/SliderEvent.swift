import MIDI
import Time

/// A slider of a controller. A binding to any channel is a separate slider for each channel that sends: eight faders
/// that send pitch bend on a channel each are eight sliders, and never one gesture.
public struct SliderID: Hashable, Comparable, Sendable {
  /// The index in `mapping.bindings`.
  public var binding: Int
  /// The channel.
  public var channel: Channel

  /// The earlier binding comes first, then the lower channel.
  public static func < (left: SliderID, right: SliderID) -> Bool {
    (left.binding, left.channel) < (right.binding, right.channel)
  }
}

/// The directions in which a slider can tune from its position.
public struct SliderSides: Hashable, Sendable {
  /// Towards sharp.
  public var upwards: Bool
  /// Towards flat.
  public var downwards: Bool

  /// Both ways.
  public static let both = SliderSides(upwards: true, downwards: true)
}

/// A message of a slider.
public enum SliderInput: Hashable, Sendable {
  /// The slider moved, or was turned.
  case moved(ControlPosition)
  /// The slider was touched (true) or released.
  case touched(Bool)
  /// A finger acted on the slider.
  case finger(FingerInput)
}

/// The effect of a slider's movement on the sounding note.
public enum SliderEvent: Hashable, Sendable {
  /// The note is now tuned by `to` cents since `begin`, −range…range, positive is sharper. Absolute, not a change.
  case moved(to: Double, at: MonotonicTime)
  /// The slider was released: the current pitch, which is the last value reported, is the answer. `at` is the time of
  /// the release as far as the messages show: the first message of a spring's run, touch-off, or the last movement.
  case released(Release, at: MonotonicTime)
}
