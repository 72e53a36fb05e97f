import Practice
import Time

/// Where a sound output stands: what control and the watchdog agree on. Pure, so that every time limit can be tested.
struct OutputState: Sendable {
  /// Where it stands.
  enum Phase: Hashable, Sendable {
    /// Not started.
    case idle
    /// Control asks a server since this time; it may never answer.
    case asking(since: MonotonicTime)
    /// All is set up since this time; the first cycle is awaited.
    case awaitingCycle(since: MonotonicTime)
    /// Cycles come and go to a playback port.
    case playing
    /// Cycles come, but nothing is connected.
    case disconnected
    /// No cycle for half a second, noticed at this time.
    case hung(since: MonotonicTime)
    /// Between two attempts.
    case resting
    /// Over.
    case ended
  }

  /// Where it stands.
  private(set) var phase = Phase.idle
  /// Whether sound has been there: a failure is then a continued loss, and told no more.
  private(set) var hasPlayed = false
  /// The failure told last, so that a retry once a second stays quiet.
  private var toldFailure: SoundFailure?
  private var willRetry: Bool

  /// How long a playing server may be without a cycle.
  static let hangLimit = Duration.milliseconds(500)
  /// How long a server may take to answer a question at the start.
  static let answerLimit = Duration.seconds(3)

  init(willRetry: Bool) {
    self.willRetry = willRetry
  }

  /// Control is about to ask something that may never be answered. Nothing to report. Asking for another output while the
  /// server runs on is no new start: cycles still tell whether it lives.
  mutating func ask(now: MonotonicTime) -> SoundStatus? {
    switch phase {
    case .idle, .resting, .asking, .awaitingCycle: phase = .asking(since: now)
    case .playing, .disconnected, .hung, .ended: break
    }
    return nil
  }

  /// All is set up; only the first cycle is missing. Nothing to report.
  mutating func awaitCycle(now: MonotonicTime) -> SoundStatus? {
    if phase != .ended { phase = .awaitingCycle(since: now) }
    return nil
  }

  /// Cycles come and are connected.
  mutating func play(_ description: SoundDescription) -> SoundStatus? {
    guard phase != .ended else { return nil }
    phase = .playing
    hasPlayed = true
    toldFailure = nil
    return .ready(description)
  }

  /// Something about the sound changed while playing.
  func change(_ description: SoundDescription) -> SoundStatus? {
    phase == .playing ? .changed(description) : nil
  }

  /// The last playback connection is gone.
  mutating func disconnect() -> SoundStatus? {
    guard phase == .playing else { return nil }
    phase = .disconnected
    return .lost(.disconnected)
  }

  /// The server is gone. Told only if sound was there until now.
  mutating func lose() -> SoundStatus? {
    guard phase != .ended else { return nil }
    let wasPlaying = phase == .playing
    phase = .resting
    return wasPlaying ? .lost(.serverGone) : nil
  }

  /// An attempt failed.
  mutating func fail(_ failure: SoundFailure) -> SoundStatus? {
    guard phase != .ended else { return nil }
    phase = .resting
    return tell(failure)
  }

  /// It is over: nothing is told any more.
  mutating func end() -> SoundStatus? {
    phase = .ended
    return nil
  }

  /// The watchdog's look.
  /// - Returns: what to report, whether the renderer must be left alone from now on, and when to look again (nil: once the
  ///   phase has changed).
  mutating func watch(now: MonotonicTime, lastCycle: MonotonicTime) -> (
    status: SoundStatus?, mute: Bool, next: MonotonicTime?
  ) {
    switch phase {
    case .playing:
      let deadline = lastCycle + Self.hangLimit
      guard now >= deadline else { return (nil, false, deadline) }
      phase = .hung(since: now)
      return (.lost(.hung), true, nil)
    case .asking(let since), .awaitingCycle(let since):
      let deadline = since + Self.answerLimit
      guard now >= deadline else { return (nil, false, deadline) }
      return (tell(.unresponsive), false, nil)
    case .idle, .disconnected, .hung, .resting, .ended:
      return (nil, false, nil)
    }
  }

  private mutating func tell(_ failure: SoundFailure) -> SoundStatus? {
    guard !hasPlayed, failure != toldFailure else { return nil }
    toldFailure = failure
    if !willRetry { phase = .ended }
    return .failed(failure, willRetry: willRetry)
  }
}
