/// The limits and lengths of the renderer in one place.
///
/// Threads, as the docs of this module name them: *real-time* is the audio server's callback; *loop* is the one thread
/// that owns the `SoundController`; *control* is the thread that starts and stops the output, never while a callback
/// runs; *any* is any thread at any time.
public enum SoundLimits {
  /// The valid rates of a renderer, in frames per second.
  public static let rates = 8_000...768_000
  /// The level of all voices in dBFS.
  public static let levels: ClosedRange<Float> = lowestLevel...highestLevel
  /// The level until the first `SoundController.setLevel`, in dBFS.
  public static let defaultLevel: Float = -20
  /// The maximum retuning of a tunable note in either direction, in cents.
  public static let tuning: ClosedRange<Double> = -2_000...2_000

  /// Seconds from a fade's first frame to the first click of a result (`ClickKind.result`): after the note's release;
  /// and two periods of 1,024 frames at 44.1 kHz, so that a batch submitted when the cycle of the fade was reported is
  /// in time.
  public static let resultDelay = 0.060

  /// The epoch of timers' tones, which no exercise has: `SoundCommand.cancel` with it withdraws those that have not
  /// begun.
  public static let cueEpoch = UInt32.max
  /// The epoch of notes outside of exercises: an audible example.
  public static let exampleEpoch = UInt32.max - 1

  // Constants used by the renderer are computed rather than stored: a stored global may be initialised under a lock on
  // first use.

  static var lowestLevel: Float { @_noLocks get { -60 } }
  static var highestLevel: Float { @_noLocks get { -6 } }

  /// Commands waiting for the renderer: the largest batch that can ever be submitted.
  static var commandCapacity: Int { @_noLocks get { 512 } }
  /// Events waiting for the reader. An exercise produces fewer than twenty.
  static var eventCapacity: Int { @_noLocks get { 4_096 } }
  /// Scheduled notes, clicks, tones of timers and markers.
  static var scheduledCapacity: Int { @_noLocks get { 64 } }
  /// Notes, clicks and tones of timers that sound at the same time.
  static var voiceCapacity: Int { @_noLocks get { 16 } }
  /// Frames rendered in one go.
  static var chunk: Int { @_noLocks get { 256 } }

  /// Seconds from a note's first frame to its full amplitude.
  static var attack: Double { @_noLocks get { 0.010 } }
  /// Seconds from the first quieter frame of a note to its silent one.
  static var release: Double { @_noLocks get { 0.025 } }
  /// Seconds of the fade-out of an interrupted timer's tone: half a note's attack, so that it is gone before a note
  /// that starts at once is heard.
  static var cueRelease: Double { @_noLocks get { 0.005 } }
  /// Seconds in which a retuned note arrives, or one cycle if that is longer: see `Glide`.
  static var glide: Double { @_noLocks get { 0.020 } }
  /// Seconds over which a new level is reached.
  static var levelRamp: Double { @_noLocks get { 0.050 } }
  /// Seconds from silence to the level after a server's return.
  static var resumeRamp: Double { @_noLocks get { 0.5 } }

  /// The rise of a tunable note up to which all its partials keep their level, as a ratio: 200 cents, as far as
  /// practice tunes it (`TrainingSettings.matchingRanges`).
  static var headroomRatio: Double { @_noLocks get { 1.122_462_048_309_373 } }
  /// Frequencies of notes: from a cycle a second to a share of the rate.
  static var lowestHertz: Double { @_noLocks get { 1.0 } }
  static var highestShareOfRate: Double { @_noLocks get { 0.45 } }
  /// Largest linear gain of a note: +24 dB, more than equal loudness and loudness variation need together.
  static var highestGain: Float { @_noLocks get { 16 } }
  /// The limit of the sum of all voices, linear: −6 dBFS, rounded down so that no frame can exceed it.
  static var ceiling: Double { @_noLocks get { 0.501_187_2 } }
  /// Starts and lengths beyond this many frames (three million years) are clamped to it.
  static var furthest: Int64 { @_noLocks get { 1 << 62 } }
}
