import MIDI
import Time

/// One slider of a controller. A binding to any channel is one slider for each channel that sends: eight faders that send
/// pitch bend on a channel each are eight sliders, and never one gesture.
public struct SliderID: Hashable, Comparable, Sendable {
  /// Its place in `mapping.bindings`.
  public var binding: Int
  /// The channel it sends on.
  public var channel: Channel

  /// The earlier binding comes first, then the lower channel.
  public static func < (left: SliderID, right: SliderID) -> Bool {
    (left.binding, left.channel) < (right.binding, right.channel)
  }
}

/// Which ways a slider can tune from where it stands.
public struct SliderSides: Hashable, Sendable {
  /// To sharper.
  public var upwards: Bool
  /// To flatter.
  public var downwards: Bool

  /// Both ways.
  public static let both = SliderSides(upwards: true, downwards: true)
}

/// What a slider tells.
public enum SliderInput: Hashable, Sendable {
  /// It moved, or was turned.
  case moved(ControlPosition)
  /// It was touched (true) or let go.
  case touched(Bool)
  /// A finger did this to it.
  case finger(FingerInput)
}

/// What a slider's movement means for the note that sounds.
public enum SliderEvent: Hashable, Sendable {
  /// It now tunes by `to` cents since `begin`, −range…range, positive is sharper. Absolute, not a change.
  case moved(to: Double, at: MonotonicTime)
  /// It was let go: what sounds now, which is the last value reported, is the answer. `at` is when the hand let go, as
  /// far as the messages tell: the first message of a spring's run, touch-off, or the last movement.
  case released(Release, at: MonotonicTime)
}
