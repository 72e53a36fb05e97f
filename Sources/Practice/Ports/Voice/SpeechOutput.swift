import Pitch
import Synchronization
import Timers
import Training

/// Something to say aloud. The catalogues put it into words.
public enum Announcement: Hashable, Sendable {
  /// This mode begins.
  case mode(Mode)
  /// The exercises now use this interval.
  case interval(DirectedInterval)
  /// This step of a temperament comes next.
  case laying(ViewState.Laying)
  /// The result of a matching exercise.
  case result(MatchingFeedback)
  /// The answer of an exercise in listening.
  case heard(SpokenStatus.Heard)
  /// Practice has stopped.
  case stopped
  /// A practice timer with this configuration waits to be confirmed.
  case timer(TimerConfiguration)
  /// A timed practice was paused, or restored.
  case timerPaused
  /// A timed practice is over.
  case timerFinished
  /// The answer to "where am I?".
  case here(SpokenStatus)
  /// A sentence of the explanation.
  case explanation(Explanation)
  /// Problems with the settings file, found at the start.
  case settings([SettingsFileProblem])
  /// Sentences of a surface that has no announcements here, in the language of the voice.
  case words([String])
}

/// A speech backend.
public enum SpeechVoice: Hashable, Sendable {
  /// speech-dispatcher, through any output it has.
  case speechDispatcher
  /// espeak-ng, through our own renderer.
  case espeak
}

/// Rendered speech for our own renderer. Mono.
public struct SpokenSound: Hashable, Sendable {
  /// Amplitudes, −1…1.
  public var samples: [Float]
  /// The sample rate in hertz.
  public var rate: Int

  /// Memberwise.
  public init(samples: [Float], rate: Int) {
    self.samples = samples
    self.rate = rate
  }
}

/// A reason why there is no voice. Each has one line in the catalogues, with the command that fixes it.
public enum SpeechFailure: Hashable, Sendable, Error {
  /// Neither speech-dispatcher nor espeak-ng is installed.
  case missing
  /// The voice was available and failed; `detail` is its message, which may be empty.
  case failed(detail: String)
}

/// A report of the voice's thread.
public enum SpeechEvent: Hashable, Sendable {
  /// A voice is available.
  case available(SpeechVoice)
  /// There is no voice, or it is gone.
  case unavailable(SpeechFailure)
  /// speech-dispatcher speaks the utterance of this number, which ends within `limit`.
  case begun(UInt32, limit: Duration)
  /// The utterance of this number has ended: completed, cut off, or impossible to say.
  case ended(UInt32)
  /// The utterance of this number is ready for our own renderer; `ended` does not follow.
  case rendered(UInt32, SpokenSound)
}

/// The voice of the loop. The live part is in `Speech`; tests use `InMemorySpeech`.
///
/// The caller ensures that speech does not overlap a sounding note.
public protocol SpeechOutput: Sendable {
  /// Looks for a voice on its own thread. Calls `report`, which must not block. Loop thread.
  func start(report: @escaping @Sendable (SpeechEvent) -> Void)
  /// Says `announcements` as one utterance. Each call is answered by one `ended` or `rendered` with its `number`. Never
  /// waits. Loop thread.
  func say(_ announcements: [Announcement], number: UInt32)
  /// Cuts off the current utterance. Never waits. Loop thread.
  func hush()
  /// Ends the voice, waiting up to `limit`. Loop thread.
  func close(within limit: Duration)
}

/// The absence of a voice: speech is off.
public struct NoSpeech: SpeechOutput {
  /// Creates the absence of a voice.
  public init() {}
  /// Reports nothing.
  public func start(report: @escaping @Sendable (SpeechEvent) -> Void) {}
  /// Does nothing. No answer is needed, as no voice was reported.
  public func say(_ announcements: [Announcement], number: UInt32) {}
  /// Does nothing.
  public func hush() {}
  /// Does nothing.
  public func close(within limit: Duration) {}
}

/// A voice in memory: a test reads the announcements and reports their ends.
public final class InMemorySpeech: SpeechOutput {
  private struct Shared {
    var report: (@Sendable (SpeechEvent) -> Void)?
    var said: [(number: UInt32, announcements: [Announcement])] = []
    var hushes = 0
  }

  private let shared = Mutex(Shared())

  /// Creates a voice that has said nothing.
  public init() {}

  /// Reports a voice, then every injected event.
  public func start(report: @escaping @Sendable (SpeechEvent) -> Void) {
    shared.withLock { $0.report = report }
    report(.available(.speechDispatcher))
  }

  /// Stores the announcements in `said`.
  public func say(_ announcements: [Announcement], number: UInt32) {
    shared.withLock { $0.said.append((number, announcements)) }
  }

  /// Counts the call in `hushes`.
  public func hush() {
    shared.withLock { $0.hushes += 1 }
  }

  /// Stops reporting.
  public func close(within limit: Duration) {
    shared.withLock { $0.report = nil }
  }

  /// The announcements, in order.
  public var said: [(number: UInt32, announcements: [Announcement])] { shared.withLock { $0.said } }

  /// The number of calls of `hush`.
  public var hushes: Int { shared.withLock { $0.hushes } }

  /// Reports `event` as the voice's thread would. Any thread.
  public func inject(_ event: SpeechEvent) {
    shared.withLock { $0.report }?(event)
  }
}
