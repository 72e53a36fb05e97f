import Pitch
import Training

extension ViewState {
  /// The sounds of beats, apart from their rates.
  public struct Beating: Hashable, Sendable {
    /// The interval of both sounds.
    public var interval: BeatsInterval
    /// The timbre that sounds.
    public var timbre: Timbre
    /// The timbre of the settings, if it hardly beats in this interval and another one sounds instead.
    public var silent: Timbre?

    /// Memberwise.
    public init(_ interval: BeatsInterval, _ timbre: Timbre, insteadOf silent: Timbre? = nil) {
      self.interval = interval
      self.timbre = timbre
      self.silent = silent
    }
  }
}
