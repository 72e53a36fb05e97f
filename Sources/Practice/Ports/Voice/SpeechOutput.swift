import Pitch
import Synchronization
import Timers
import Training

/// Something to be said aloud. What it sounds like in a language is the catalogues' business.
public enum Announcement: Hashable, Sendable {
  /// This mode begins.
  case mode(Mode)
  /// This interval is asked from now on.
  case interval(DirectedInterval)
  /// A matching exercise ended like this.
  case result(MatchingFeedback)
  /// The answer of a pair that was heard.
  case heard(Whereabouts.Heard)
  /// Practice has stopped.
  case stopped
  /// A practice timer with this configuration waits to be confirmed.
  case timer(TimerConfiguration)
  /// A timed practice was paused, or restored.
  case timerPaused
  /// A timed practice is over.
  case timerFinished
  /// Where practice is, for somebody who has asked.
  case here(Whereabouts)
  /// A sentence of the explanation, for somebody who has asked.
  case explanation(Explanation)
  /// What is wrong with the settings file, from the start.
  case settings([SettingsFileProblem])
  /// Sentences of a surface that has no values of its own here, in the language of the voice.
  case words([String])
}

/// Who speaks.
public enum SpeechVoice: Hashable, Sendable {
  /// speech-dispatcher, through whatever output it has.
  case speechDispatcher
  /// espeak-ng, through our own renderer.
  case espeak
}

/// Speech that was made into sound, to be played by our own renderer. One channel.
public struct SpokenSound: Hashable, Sendable {
  /// Amplitudes, −1…1.
  public var samples: [Float]
  /// Samples a second.
  public var rate: Int

  /// Memberwise.
  public init(samples: [Float], rate: Int) {
    self.samples = samples
    self.rate = rate
  }
}

/// Why nothing can be said. Each has one line in the catalogues, with the command that mends it.
public enum SpeechFailure: Hashable, Sendable, Error {
  /// Neither speech-dispatcher nor espeak-ng is installed.
  case missing
  /// The voice was there and failed; `detail` is its own words, empty where there are none.
  case failed(detail: String)
}

/// What a voice reports from its own thread.
public enum SpeechEvent: Hashable, Sendable {
  /// There is a voice.
  case available(SpeechVoice)
  /// There is none, or none any more.
  case unavailable(SpeechFailure)
  /// The utterance of this number is over: said to its end, broken off, or not to be said at all.
  case ended(UInt32)
  /// The utterance of this number is to be played by our own renderer; `ended` does not follow.
  case rendered(UInt32, SpokenSound)
}

/// The voice of the loop: the live part is in `Speech`, the one for tests `InMemorySpeech`.
///
/// Whoever asks sees to it that nothing is said while a note sounds.
public protocol SpeechOutput: Sendable {
  /// Looks for a voice on a thread of its own; reports through `report`, which must not block. Loop thread.
  func start(report: @escaping @Sendable (SpeechEvent) -> Void)
  /// Says `announcements`, in one go. Each call is answered by one `ended` or `rendered` with its `number`. Never waits.
  /// Loop thread.
  func say(_ announcements: [Announcement], number: UInt32)
  /// Breaks off what is being said. Never waits. Loop thread.
  func hush()
  /// Ends the voice, waiting at most `limit`. Loop thread.
  func close(within limit: Duration)
}

/// No voice: speech is off.
public struct NoSpeech: SpeechOutput {
  /// No voice.
  public init() {}
  /// Reports nothing.
  public func start(report: @escaping @Sendable (SpeechEvent) -> Void) {}
  /// Says nothing; nobody waits for it, as no voice was reported.
  public func say(_ announcements: [Announcement], number: UInt32) {}
  /// There is nothing to break off.
  public func hush() {}
  /// There is nothing to wait for.
  public func close(within limit: Duration) {}
}

/// A voice that is only written down: a test reads what it was asked to say and tells when it was said.
public final class InMemorySpeech: SpeechOutput {
  private struct Shared {
    var report: (@Sendable (SpeechEvent) -> Void)?
    var said: [(number: UInt32, announcements: [Announcement])] = []
    var hushes = 0
  }

  private let shared = Mutex(Shared())

  /// A voice that has said nothing.
  public init() {}

  /// Reports that there is a voice, and from now on what is injected.
  public func start(report: @escaping @Sendable (SpeechEvent) -> Void) {
    shared.withLock { $0.report = report }
    report(.available(.speechDispatcher))
  }

  /// Keeps what is to be said in `said`.
  public func say(_ announcements: [Announcement], number: UInt32) {
    shared.withLock { $0.said.append((number, announcements)) }
  }

  /// Counts it in `hushes`.
  public func hush() {
    shared.withLock { $0.hushes += 1 }
  }

  /// Reports nothing any more.
  public func close(within limit: Duration) {
    shared.withLock { $0.report = nil }
  }

  /// What was to be said, in order.
  public var said: [(number: UInt32, announcements: [Announcement])] { shared.withLock { $0.said } }

  /// How often it was broken off.
  public var hushes: Int { shared.withLock { $0.hushes } }

  /// Reports `event` as the voice's thread would. Any thread.
  public func inject(_ event: SpeechEvent) {
    shared.withLock { $0.report }?(event)
  }
}
